"""Units of measure: how pages write them, and one spelling for each."""

import re

from pagekin.values.plain import word_set

_TABLE = """
Hz|hz;kHz|khz;MHz|mhz;GHz|ghz
bit|bit bits;B|byte bytes;kB|kb;MB|mb mbyte megabyte megabytes;GB|gb go gbyte gigabyte gigabytes;TB|tb to terabyte terabytes;PB|pb
KiB|kib;MiB|mib;GiB|gib;TiB|tib;kbit/s|kbps kbit/s;Mbit/s|mbps mbit/s;Gbit/s|gbps gbit/s;MB/s|mb/s;GB/s|gb/s
mm|mm millimeter millimetre millimeters millimetres мм;cm|cm centimeter centimetre centimeters centimetres zentimeter см;m|m meter metre meters metres mètre м;km|km kilometer kilometre kilometers kilometres км;µm|µm μm um;nm|nm
in|in in. inch inches zoll pouces pulgadas " ″ ”;ft|ft ft. foot feet ′;yd|yd yard yards;mi|mi mile miles
mg|mg мг;g|g gr gram grams gramm grammes г;kg|kg kgs kilo kilos kilogram kilograms kilogramm кг;t|t tonne tonnes;lb|lb lb. lbs lbs. pound pounds;oz|oz oz. ounce ounces;st|stone
ml|ml milliliter millilitre мл;cl|cl;dl|dl;l|l liter litre liters litres л ltr;gal|gal gal. gallon gallons;fl oz|floz fl.oz;qt|qt quart;pt|pint pints;cup|cup cups;tbsp|tbsp;tsp|tsp;cc|cc ccm;cu ft|cuft
V|v volt volts;mV|mv;kV|kv;A|a amp amps;mA|ma;mAh|mah;Ah|ah;W|w watt watts вт;kW|kw;MW|;Wh|wh;kWh|kwh;Ω|ω ohm ohms;VA|va;F|;
hp|hp bhp ps cv ch;Nm|nm. n·m;rpm|rpm;mpg|mpg;km/h|km/h kmh kph;mph|mph;m/s|m/s;l/100 km|l/100km
K|;°C|°c ℃;°F|°f ℉;°|° deg degrees
MP|mp mpx mpix megapixel megapixels megapixels;px|px pixel pixels;dpi|dpi;ppi|ppi;fps|fps;lm|lm lumen lumens;lx|lux;cd|cd;nit|nits;dB|db dba db(a)
kcal|kcal cal calories;kJ|kj;Pa|pa;kPa|kpa;bar|bar;psi|psi;N|
m²|m² m2 sqm qm м² ㎡;ft²|ft² sqft;cm²|cm²;m³|m³ m3;ha|ha hectares;ac|acre acres
page|page pages pp pp. seiten páginas pagina's pagine sidor sider stron stran sivua страниц strony;x|x ×
year|year years yr yrs jahre ans años anni jaar år;month|month months monate mois meses mesi;week|week weeks wochen semaines;day|day days tage jours días;hour|hour hours hr hrs std stunden;min|min mins minutes;s|s sec secs seconds;ms|ms
piece|piece pieces pcs pc pc. stück stk stk. st. pièces unidades pezzi szt szt. шт шт.;pack|pack packs;item|item items;review|review reviews bewertungen avis reseñas;rating|ratings;vote|vote votes;comment|comment comments;seat|seats;door|doors;star|stars
"""

# Units that come in whole numbers only: "1,234 reviews" are over a thousand in any language.
COUNTED = word_set("page piece pack item review rating vote comment seat door px")


def _table() -> tuple[dict[str, str], frozenset[str]]:
    words: dict[str, str] = {}
    exact: set[str] = set()
    for entry in re.split(r"[;\n]", _TABLE.strip()):
        unit, _, spellings = entry.partition("|")
        if unit:
            exact.add(unit)
            words |= dict.fromkeys(spellings.split(), unit)
    return words, frozenset(exact)


_SPELLINGS, _UNITS = _table()
KNOWN_UNITS = frozenset(_SPELLINGS.values())


def unit_named(word: str) -> str | None:
    """Return the one spelling of a unit, None if it is unknown; case matters where SI units need it (mW, MW)."""
    if word in _UNITS:
        return word
    return (
        _SPELLINGS.get(word)
        or _SPELLINGS.get(word.lower())
        or _SPELLINGS.get(word.lower().rstrip("."))
    )
