"""What the name of a field suggests about its type."""

import re

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORDS = re.compile(r"[^\W_]+")
_HINTS = {
    "price": "price prices cost costs msrp rrp preis prix precio prezzo prijs pris cena preço fiyat цена lowprice highprice salary rent",
    "date": "date dates posted published publication created updated modified released release datum fecha data since until deadline birth born expires expiry time datetime timestamp last history",
    "phone": "phone tel telephone fax mobile telefon téléphone teléfono cell",
    "rating": "rating ratings score stars bewertung valoración ratingvalue",
    "availability": "availability available stock inventory lager verfügbarkeit disponibilité disponibilidad voorraad",
    "duration": "duration runtime laufzeit dauer durée cooktime preptime cook prep running",
    "link": "url link href website homepage site webpage",
    "code": "zip postal postcode plz zipcode version hash serial build",
    "count": "count counts number num anzahl nombre quantity qty votes reviews",
    "identifier": "sku mpn model part item article artikel artikelnummer asin isbn ean gtin upc ref reference identifier productid code catalog catalogue",
}
_BY_WORD: dict[str, set[str]] = {}
for _hint, _words in _HINTS.items():
    for _word in _words.split():
        _BY_WORD.setdefault(_word, set()).add(_hint)


def hints_of(name: str) -> frozenset[str]:
    """Give the types that the words of a name (publication_date, datePublished, "List price") suggest."""
    words = _WORDS.findall(_CAMEL.sub(" ", name.replace("_", " ")).casefold())
    hints = frozenset(hint for word in words for hint in _BY_WORD.get(word, ()))
    return hints - {"rating", "price"} if "count" in hints else hints  # ratingCount is no rating
