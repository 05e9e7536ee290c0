"""The unit that a price is for: a month, a kilogram, a piece."""

import re
from collections.abc import Mapping

from pagekin.values.plain import LETTER

_UNITS = """
month|month months mo mo. mth mth. mos monthly monat monate mtl monatlich mois mes meses mês mese mesi maand mnd mnd. måned månad md mån kk měsíc měsíčně miesiąc mies mies. hó hónap мес мес. месяц міс 月 월 bulan tháng ay pcm p.m pm p/m calendar
year|year years yr yr. yrs annum annually yearly jahr jährlich an année año ano anno jaar år vuosi rok év год рік 年 년 yıl pa p.a p/a tahun năm
week|week weeks wk wk. weekly woche semaine semana settimana week vecka uke viikko týden tydzień неделя 週 周 주 pw p.w p/w minggu tuần
day|day days daily tag jour día dia giorno dag päivä den dzień день 日 일 gün hari ngày
night|night nights nt nacht nuit noche noite notte natt nat yö noc ночь 泊 박 gece malam đêm
hour|hour hours hr hr. h std stunde heure hora ora uur time timme tunti hodina godzina час 時間 시간 saat jam giờ
minute|minute min minuto minuut
person|person pers people pax guest adult traveller traveler personne persona pessoa persoon osoba человека 人 人様 명 kişi orang
each|each ea ea. unit piece pc pc. pcs item stück stk stk. st st. stuk pièce pce unité unidad unidade ud ud. pezzo pz pz. kpl ks szt szt. db шт шт. 個 个 件 개 adet copy article each.
kg|kg kilo kilogram kilogramm kgs кг 公斤
g|g gr gram gramm grams г
lb|lb lb. lbs pound
oz|oz oz. ounce
fl oz|floz
l|l liter litre litres litro ltr ltr. lt л 升
ml|ml мл
cl|cl
gal|gal gal. gallon
m|m meter metre metro mètre lfm м
m²|m² m2 qm sqm sq.m m^2 м² ㎡ m²
ft²|sqft sq.ft ft² ft2
ft|ft foot
yd|yd yard
kwh|kwh
gb|gb
mb|mb
user|user users seat seats member benutzer utilisateur usuario
pack|pack packet box bottle bag bunch punnet roll sheet dose can bund packung paket pkg paquet doos carton case set pair paar paire par
km|km kilometer
mile|mile mi
"""
UNITS: Mapping[str, str] = {
    word: unit
    for unit, words in (line.split("|") for line in _UNITS.strip().splitlines())
    for word in words.split()
}

_BEHIND = re.compile(
    r"(?P<slash> ?/ ?)?(?:(?P<word> ?(?:per|pro|pr\.?|par|por|je|al|à|a|an) )?)"
    rf"(?:(?P<many>[0-9]+(?:[.,][0-9]+)?) ?)?(?P<unit>sq\.? ?ft|sq\.? ?m|fl\.? ?oz|{LETTER}+[²2]?)\.?"
)
_ADVERB = re.compile(r" ?\(?((?:[^\W\d_]\.){2}|p/[mwa](?![^\W\d_])|[^\W\d_]+)")
_UNSPACED = re.compile(r"(月額|月々|每月|매월|월)|(年額|每年|연)")
_BEFORE = re.compile(
    r"(?:([0-9]+) ?)?([^\W\d_]+[²2]?) ?= ?$|(?:per|pro|je|par|por|/) (?:([0-9]+) ?)?([^\W\d_]+[²2]?):? ?$"
)
_ADVERBS = frozenset(
    ("monthly", "annually", "yearly", "weekly", "daily", "pcm", "pm", "pw", "pa", "p/m", "p/w", "p/a", "each", "ea", "monatlich", "mtl",
     "měsíčně", "p.m", "p.a", "p.w")
)  # fmt: skip


def per_of(lower: str, start: int, end: int, limit: int) -> str:
    """Return the unit of the price at a place of a text in lower case, "" if there is none.

    It stands behind the price ("/kg", "per month", "monthly") or before it ("1 kg =", "per kg:"). At
    `limit` the next price begins, which is no unit of this one.
    """
    return _adverb(lower, end, limit) or _behind(lower, end, limit) or _before(lower[:start])


def _behind(lower: str, end: int, limit: int) -> str:
    match = _BEHIND.match(lower, end, limit)
    if match and (match["slash"] or match["word"]):
        unit = UNITS.get(match["unit"].replace(" ", "").replace(".", ""), "")
        if not unit and (
            (match["slash"] or "").endswith("/") or (match["word"] or "").strip() in {"per", "pro"}
        ):
            unit = match["unit"]  # an unknown unit is one too: the price is not a plain one
        if unit:
            return _counted(match["many"], unit)
    return ""


def _adverb(lower: str, end: int, limit: int) -> str:
    match = _ADVERB.match(lower, end, limit)
    word = match[1].strip(".") if match else ""
    return UNITS[word] if word in _ADVERBS else ""


def _before(lower: str) -> str:
    unspaced = _UNSPACED.fullmatch(lower.rstrip(" :"))
    if unspaced:
        return "month" if unspaced[1] else "year"
    match = _BEFORE.search(lower)
    return _counted(match[1] or match[3], UNITS.get(match[2] or match[4], "")) if match else ""


def _counted(number: str | None, unit: str) -> str:
    return f"{number} {unit}" if unit and number and number != "1" else unit
