"""The tables of words that names, reviews and articles are put together from."""

MODIFIERS = (
    "Travel", "Compact", "Professional", "Classic", "Vintage", "Copper", "Folding", "Large",
    "Designer", "Everyday", "Lightweight", "Heavy-Duty", "Budget", "Premium", "Mini", "Smart",
    "Cordless", "Outdoor", "Scandinavian", "Industrial", "Retro", "Silent", "Modular", "Stackable",
    "Handmade", "Junior", "Senior", "Eco", "Limited", "Signature", "Slim", "Wide", "Double",
    "Rustic", "Nordic", "Urban", "Coastal", "Alpine", "Bamboo", "Ceramic", "Carbon", "Titanium",
    "Magnetic", "Adjustable", "Portable", "Wall-Mounted", "Corner", "Starter", "Festival", "Winter",
)  # fmt: skip

SERIES = (
    "Aurora", "Bergen", "Calla", "Delta", "Élan", "Fjord", "Gala", "Halden", "Iris", "Juno",
    "Kestrel", "Lumen", "Mistral", "Nova", "Onyx", "Piñon", "Quill", "Rhea", "Solis", "Tarn",
    "Umbra", "Vela", "Wren", "Xenia", "Yarrow", "Zephyr",
)  # fmt: skip

BRAND_HEADS = (
    "Nor", "Bel", "Kor", "Tam", "Vel", "Hal", "Lin", "Mar", "Os", "Pel",
    "Quin", "Ros", "Sel", "Tor", "Ul", "Var", "Wes", "Yar", "Zan", "Ar",
)  # fmt: skip
BRAND_TAILS = (
    "vik", "mont", "berg", "della", "ström", "field", "ova", "quist", "ano", "well",
    "dane", "ette", "holm", "iva", "kamp", "lund", "mere", "nell", "opol", "ster",
)  # fmt: skip
BRAND_FORMS = ("{}", "{}", "{}", "{} & Sons", "{}", "{} Works", "{}", "{}", "{}", "Maison {}")

COLOURS = (
    "Black", "White", "Anthracite", "Sage Green", "Navy", "Terracotta", "Crème", "Mustard", "Oak",
    "Copper",
)  # fmt: skip
SIZES = ("XS", "S", "M", "L", "XL", "XXL")

FIRST_NAMES = (
    "Anna", "Bob", "Chloé", "David", "Emre", "Farida", "George", "Hanna", "Ivo", "Jana", "Karim",
    "Laura", "Mateus", "Nadia", "Oskar", "Priya", "Quentin", "Rosa", "Søren", "Tom", "Ursula",
    "Viktor", "Wanda", "Yusuf", "Zoë",
)  # fmt: skip
INITIALS = "ABCDEFGHJKLMNPRSTVWZ"

_BAD = ("Not for me", "Disappointed", "Sent it back", "Looked better in the pictures")
_FAIR = ("Does the job", "Okay for the price", "A bit pricey", "Arrived late, but fine")
_GOOD = (
    "Exactly what I wanted", "Good value", "Very pleased", "Better than the old one",
    "Solid & sturdy", "Would buy again", "Looks great", "Perfect gift",
)  # fmt: skip
REVIEW_TITLES = {1: _BAD, 2: _BAD, 3: _FAIR, 4: _GOOD, 5: _GOOD}
REVIEW_SENTENCES = (
    "We have used it every day for a month now.",
    "It feels sturdier than it looks in the pictures.",
    "Delivery took two days and everything was well packed.",
    "The colour is a little darker than shown.",
    "My only complaint is the manual, which is hard to read.",
    "I bought a second one for my parents.",
    "Setting it up took less than ten minutes.",
    "It's <a bit> louder than I expected, but nothing dramatic.",
    "For this price you won't find anything better.",
    "One screw was missing; customer service sent it the next day.",
    "The finish is beautiful and easy to clean.",
    "After two weeks a small part came loose.",
    "It replaced a much more expensive one & I don't miss that.",
    "The size is just right for our small flat.",
    "I would recommend it to friends without hesitation.",
    "The surface scratches easily, so be careful.",
)

DESCRIPTIONS = (
    "The {name} brings quiet quality to every day.",
    "Made for people who use their {goods} often and expect it to last.",
    "Every detail was designed around how you really live.",
    "Thanks to carefully chosen materials it stays good-looking for years.",
    "It is easy to clean, easy to store and simple to repair.",
    "Spare parts are available for at least ten years.",
    "Our workshop tests each {goods} before it leaves the house.",
    "A timeless form that goes with old & new alike.",
    "Thoughtful proportions make it fit where others don't.",
    "Developed together with professionals, priced for everyone.",
)
HIGHLIGHTS = (
    "Tested to 10,000 cycles", "Free returns within 30 days", "Repairable by design",
    "Climate-neutral shipping", "Made from 60 % recycled material", "Tool-free assembly",
    "Awarded by independent testers", "Exclusive to this shop", "Spare parts for ten years",
    "Suitable for left-handers", "Low noise", "Replaceable wear parts",
)  # fmt: skip

BLOG_TOPICS = (
    "How to choose {many}", "Five ideas for {many} on a budget", "Behind the scenes: our {many}",
    "{many}: what the testers say", "Caring for your {one}", "The history of {many}",
    "{one} or not? A guide for beginners", "Readers' favourite {many}",
)  # fmt: skip
BLOG_SENTENCES = (
    "We asked our buyers what they look for, and their answers surprised us.",
    "There is no single right answer, but there are a few wrong ones.",
    "Start with the space you have and work outwards from there.",
    "The most expensive model is seldom the one that people keep.",
    "A good rule of thumb: if you have to think about it, it is too complicated.",
    "Look after it once a month and it will outlive its warranty by years.",
    "In the end, the best choice is the one you'll use every day.",
    "Our colleagues in the warehouse have strong opinions about this.",
    "Several readers wrote to us after our last article on the subject.",
    "What looks like a detail in the shop becomes a habit at home.",
)

HELP_TOPICS = (
    ("delivery", "Delivery & shipping costs"),
    ("returns", "Returns and refunds"),
    ("payment", "Payment methods"),
    ("warranty", "Warranty & repairs"),
    ("contact", "Contact us"),
    ("size-guide", "Size guide"),
    ("privacy", "Privacy policy"),
    ("terms", "Terms & conditions"),
    ("about", "About us"),
    ("jobs", "Jobs"),
)
HELP_SENTENCES = (
    "Orders placed before 2 p.m. leave our warehouse the same day.",
    "Standard delivery is free from €49; below that we charge €4.95.",
    "You may return any unused item within 30 days of receiving it.",
    "Refunds are made the same way you paid, usually within five working days.",
    "We accept cards, bank transfer, invoice and the usual wallets.",
    "Our statutory liability for defects is not affected by this.",
    "Please have your order number at hand when you call.",
    "Bulky goods are delivered to the kerb by a forwarding agent.",
    "You can change or cancel an order until it has been packed.",
)
