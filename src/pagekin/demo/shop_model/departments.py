"""The tables of what there is to sell: departments, their kinds of goods and what is specified of them."""

from typing import NamedTuple


class WordSpecification(NamedTuple):
    """A specification that is one of a few words."""

    label: str
    options: tuple[str, ...]


class Measure(NamedTuple):
    """A specification that is a number with a unit; low and high count in steps of 10 ** -decimals."""

    label: str
    unit: str
    low: int
    high: int
    decimals: int = 0


Spec = WordSpecification | Measure


class Goods(NamedTuple):
    """One kind of goods; a category of the shop."""

    one: str
    many: str


class Department(NamedTuple):
    """A department with its kinds of goods and the specifications that fit them."""

    name: str
    goods: tuple[Goods, ...]
    specs: tuple[Spec, ...]


def _goods(names: str) -> tuple[Goods, ...]:
    """Read "Kettle, Mouse/Mice": the plural is given where it is not formed with an s."""
    pairs = (name.strip().partition("/") for name in names.split(","))
    return tuple(Goods(one, many or f"{one}s") for one, _, many in pairs)


COMMON_SPECS: tuple[Spec, ...] = (
    Measure("Net weight", "kg", 2, 240, 1),
    Measure("Width", "cm", 4, 180),
    Measure("Height", "cm", 3, 190),
    Measure("Depth", "cm", 2, 90),
    WordSpecification(
        "Country of origin", ("Germany", "Portugal", "Denmark", "Italy", "Viet Nam", "Türkiye")
    ),
    Measure("Warranty", "months", 12, 60),
    WordSpecification(
        "Packaging", ("Recycled cardboard", "Gift box", "Blister pack", "No packaging")
    ),
    WordSpecification("Model year", ("2021", "2022", "2023", "2024")),
)

DEPARTMENTS: tuple[Department, ...] = (
    Department(
        "Kitchen & Dining",
        _goods(
            "Kettle, Toaster, Frying Pan, Stockpot, Chef Knife/Chef Knives, Cutting Board, "
            "Coffee Grinder, Espresso Machine, Blender, Mixing Bowl, Teapot, Baking Tray",
        ),
        (
            Measure("Capacity", "l", 3, 95, 1),
            Measure("Power", "W", 250, 2400),
            WordSpecification(
                "Material", ("Stainless steel", "Cast iron", "Borosilicate glass", "Stoneware")
            ),
            WordSpecification("Dishwasher safe", ("Yes", "No")),
            WordSpecification("Induction ready", ("Yes", "No")),
            Measure("Diameter", "cm", 12, 36),
            WordSpecification("Handle", ("Beech wood", "Bakelite", "Silicone", "Steel")),
        ),
    ),
    Department(
        "Garden",
        _goods(
            "Pruner, Spade, Watering Can, Hose Reel, Wheelbarrow, Planter, Bird Feeder, "
            "Garden Bench/Garden Benches, Parasol, Rake, Lawn Mower, Fire Pit",
        ),
        (
            WordSpecification(
                "Material", ("Teak", "Galvanised steel", "Terracotta", "Recycled plastic")
            ),
            WordSpecification("Frost resistant", ("Yes", "No", "Down to −10 °C")),
            Measure("Maximum load", "kg", 20, 250),
            Measure("Blade length", "mm", 40, 320),
            Measure("Volume", "l", 2, 120),
            WordSpecification("Assembly", ("Not needed", "Self-assembly", "Two people needed")),
        ),
    ),
    Department(
        "Office",
        _goods(
            "Desk, Office Chair, Desk Lamp, Notebook, Fountain Pen, Filing Cabinet, Monitor Arm, "
            "Whiteboard, Paper Shredder, Label Printer, Stapler, Footrest",
        ),
        (
            WordSpecification("Finish", ("Matt black", "White", "Light oak", "Walnut veneer")),
            Measure("Load capacity", "kg", 5, 150),
            WordSpecification("Paper size", ("A4", "A5", "A3", "Letter")),
            Measure("Pages", "sheets", 40, 400),
            WordSpecification("Height adjustable", ("Yes", "No")),
            WordSpecification("Certification", ("GS", "BIFMA", "Blue Angel", "FSC® Mix")),
        ),
    ),
    Department(
        "Audio & Video",
        _goods(
            "Headphone, Soundbar, Turntable, Loudspeaker, Microphone, Amplifier, Radio, Projector, "
            "TV Mount, Media Player, Earphone, Karaoke Machine",
        ),
        (
            Measure("Impedance", "Ω", 4, 300),
            Measure("Output power", "W", 5, 450),
            WordSpecification("Bluetooth", ("5.0", "5.2", "5.3", "None")),
            Measure("Battery life", "h", 4, 60),
            Measure("Signal-to-noise ratio", "dB", 75, 120),
            WordSpecification("Inputs", ("RCA, optical", "HDMI eARC", "USB-C", "3.5 mm jack")),
            WordSpecification("Codec", ("SBC, AAC", "aptX HD", "LDAC", "LC3")),
        ),
    ),
    Department(
        "Computers",
        _goods(
            "Laptop, Monitor, Keyboard, Mouse/Mice, Router, Webcam, Docking Station, Solid State Drive, "
            "Memory Module, Graphics Card, Power Supply/Power Supplies, USB Hub",
        ),
        (
            Measure("Memory", "GB", 4, 64),
            Measure("Clock rate", "GHz", 12, 56, 1),
            WordSpecification("Screen size", ('13.3"', '15.6"', '27"', '32"')),
            WordSpecification(
                "Interface", ("USB-C", "USB 3.2 Gen 2", "PCIe 4.0 ×4", "Thunderbolt 4")
            ),
            Measure("Storage", "GB", 128, 4096),
            WordSpecification("Operating system", ("None", "Linux", "Any")),
            Measure("Power consumption", "W", 2, 750),
        ),
    ),
    Department(
        "Sports & Outdoor",
        _goods(
            "Tent, Sleeping Bag, Backpack, Trekking Pole, Yoga Mat, Dumbbell, Kayak, Road Bike, "
            "Bike Helmet, Running Shoe, Football, Climbing Rope",
        ),
        (
            WordSpecification("Season", ("3 seasons", "4 seasons", "Summer")),
            Measure("Water column", "mm", 1500, 10000),
            Measure("Pack size", "l", 2, 75),
            WordSpecification(
                "Recommended for", ("Beginners", "Advanced", "Professionals", "Everyone")
            ),
            Measure("Comfort temperature", "°C", 0, 15),
            WordSpecification("Standard", ("EN 1078", "EN 892", "ISO 23537", "FIFA Basic")),
        ),
    ),
    Department(
        "Toys & Games",
        _goods(
            "Board Game, Jigsaw Puzzle, Building Set, Model Railway, Doll's House, Card Game, Kite, "
            "Remote Control Car, Plush Bear, Science Kit, Spinning Top, Marble Run",
        ),
        (
            Measure("Recommended age from", "years", 1, 14),
            Measure("Pieces", "pcs", 12, 2000),
            WordSpecification("Players", ("1", "1–4", "2–6", "3–8")),
            Measure("Playing time", "min", 10, 180),
            WordSpecification("Batteries", ("Not needed", "3 × AAA", "2 × AA", "Built in")),
            WordSpecification("Language", ("English", "German", "Multilingual", "None")),
        ),
    ),
    Department(
        "Home & Living",
        _goods(
            "Sofa, Armchair, Bookcase, Floor Lamp, Rug, Curtain, Duvet, Pillow, Mirror, Vase, "
            "Candle Holder, Wall Clock",
        ),
        (
            WordSpecification("Cover", ("Linen", "Bouclé", "Velvet", "Cotton", "Wool")),
            WordSpecification("Care", ("Machine wash 30 °C", "Dry clean only", "Wipe clean")),
            Measure("Pile height", "mm", 4, 45),
            WordSpecification("Bulb base", ("E27", "E14", "GU10", "LED built in")),
            Measure("Seat height", "cm", 38, 52),
            WordSpecification("Room", ("Living room", "Bedroom", "Hallway", "Nursery")),
        ),
    ),
    Department(
        "Tools & DIY",
        _goods(
            "Cordless Drill, Jigsaw, Hammer, Screwdriver, Socket Set, Workbench/Workbenches, Toolbox/Toolboxes, "
            "Spirit Level, Sander, Ladder, Glue Gun, Tape Measure",
        ),
        (
            Measure("Voltage", "V", 3, 40),
            Measure("Torque", "Nm", 5, 140),
            Measure("No-load speed", "rpm", 300, 3200),
            WordSpecification(
                "Chuck", ("10 mm keyless", "13 mm keyless", "SDS-plus", "Hexagon 1/4 in")
            ),
            Measure("Sound pressure level", "dB", 62, 99),
            WordSpecification("Carrying case", ("Included", "Not included")),
        ),
    ),
    Department(
        "Baby & Kids",
        _goods(
            "Pushchair, Cot, High Chair, Baby Monitor, Car Seat, Changing Table, Night Light, Bib, "
            "Playpen, Baby Bath, Teether, Carrier",
        ),
        (
            WordSpecification(
                "Age group", ("0–6 months", "6–12 months", "1–3 years", "3 years and up")
            ),
            Measure("Maximum child weight", "kg", 9, 36),
            WordSpecification("Standard", ("EN 71", "ECE R129", "EN 1888", "EN 716")),
            WordSpecification("Fabric", ("Organic cotton", "Polyester", "Bamboo viscose")),
            WordSpecification("Foldable", ("Yes", "No")),
            WordSpecification("Free of", ("BPA", "BPA & phthalates", "PFAS")),
        ),
    ),
    Department(
        "Pet Supplies",
        _goods(
            "Dog Bed, Cat Tree, Aquarium, Dog Lead, Litter Box/Litter Boxes, Hamster Cage, "
            "Scratching Post, Food Bowl, Pet Carrier, Chew Toy, Grooming Brush/Grooming Brushes, Cat Flap",
        ),
        (
            WordSpecification("For", ("Small dogs", "Large dogs", "Cats", "Rodents", "Fish")),
            WordSpecification("Washable", ("Yes, at 40 °C", "Cover only", "No")),
            Measure("Tank volume", "l", 12, 450),
            WordSpecification("Colour of base", ("Grey", "Beige", "Anthracite")),
            Measure("Suitable up to", "kg", 2, 60),
            WordSpecification("Filling", ("Memory foam", "Polyester fibre", "None")),
        ),
    ),
    Department(
        "Beauty & Health",
        _goods(
            "Hair Dryer, Shaver, Electric Toothbrush/Electric Toothbrushes, Massage Gun, Bathroom Scale, "
            "Face Brush/Face Brushes, Thermometer, Heating Pad, Nail Set, Make-up Mirror, Air Purifier, Humidifier",
        ),
        (
            WordSpecification("Skin type", ("All", "Dry", "Sensitive", "Combination")),
            Measure("Speed settings", "levels", 2, 9),
            Measure("Charging time", "min", 20, 240),
            WordSpecification("Waterproof", ("IPX5", "IPX7", "No")),
            Measure("Noise level", "dB", 24, 72),
            WordSpecification(
                "Scope of delivery", ("Device, charger", "Device & travel case", "Device only")
            ),
        ),
    ),
)
