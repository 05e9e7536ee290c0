"""Type availability: whether a thing can be had, in the words of schema.org."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagekin.values.plain import plain, shown
from pagekin.values.value import Attribute, Misfit, Reading

_MAX_LENGTH = 80
# Looked for in this order: "not in stock" and "currently unavailable" contain the words of the opposite.
_PHRASES = (
    (
        "Discontinued",
        "discontinued|no longer available|no longer sold|nicht mehr (?:lieferbar|erhältlich|verfügbar)|n'est plus disponible|ya no disponible|fuori produzione|снят с производства",
    ),
    (
        "SoldOut",
        "sold[ -]?out|ausverkauft|épuisé|agotado|esaurito|uitverkocht|udsolgt|utsolgt|slutsåld|loppuunmyyty|vyprodáno|wyprzedane|esgotado|распродано|tükendi|elfogyott|売り切れ|完売|在庫切れ|售罄|품절",
    ),
    (
        "PreOrder",
        "pre-?order|vorbestell\\w*|vorbestellbar|précommande|prenota|reserva anticipada|preventa|предзаказ|förbeställ|予約|coming soon",
    ),
    (
        "BackOrder",
        "back-?order(?:ed)?|on order|nachbestellt|beställningsvara|na objednávku|под заказ|available to order|bestellbar",
    ),
    (
        "OutOfStock",
        "out[ -]of[ -]stock|not in stock|no stock|not available|un-?available|temporarily out|nicht (?:auf lager|lieferbar|verfügbar|vorrätig)|rupture de stock|indisponible|en rupture|"
        "sin (?:stock|existencias)|no disponible|non disponibile|niet (?:op voorraad|leverbaar|beschikbaar)|ikke på lager|ej i lager|slut i lager|ei varastossa|není skladem|"
        "nedostupn\\w+|brak w magazynie|niedostępn\\w+|нет в наличии|немає в наявності|indisponível|fora de estoque|stokta yok|nincs (?:raktáron|készleten)|nu este în stoc|缺货|在庫なし|재고 없음",
    ),
    (
        "LimitedAvailability",
        "only (?P<left>[0-9]+) (?:left|available|remaining|in stock)|(?P<left2>[0-9]+) left(?: in stock)?|low stock|limited (?:stock|availability|quantity)|few left|almost gone|last (?:one|few|items?)|nur noch (?P<left3>[0-9]+)|wenige verfügbar|plus que (?P<left4>[0-9]+)|残りわずか",
    ),
    ("InStoreOnly", "in[ -]store only|only in store|available in store"),
    (
        "InStock",
        "in[ -]?stock|available|on hand|(?:sofort |auf lager |wieder )?(?:lieferbar|verfügbar|auf lager|vorrätig)|en stock|disponible|disponibile|op voorraad|leverbaar|beschikbaar|på lager|i lager|varastossa|"
        "skladem|dostępn\\w+|w magazynie|в наличии|є в наявності|em estoque|disponível|stokta|raktáron|készleten|în stoc|na sklade|na zalogi|na skladě|laos|noliktavā|ready to ship|in magazzino|有货|在庫あり|재고 있음",
    ),
)
_COMPILED = tuple(
    (status, re.compile(rf"(?<![^\W\d_])(?:{phrases})(?![^\W\d_])")) for status, phrases in _PHRASES
)
_COUNT = re.compile(
    r"(?<![0-9.,])([0-9]{1,6})(?: ?\+)?(?: (?:in stock|available|items?|pcs|left|remaining|stück|vorrätig|auf lager|disponibles?|op voorraad|skladem|ks|szt|шт|på lager|i lager))"
)
_SCHEMA = re.compile(
    r"(?:https?://schema\.org/)?(Discontinued|InStock|InStoreOnly|LimitedAvailability|OnlineOnly|OutOfStock|PreOrder|PreSale|SoldOut|BackOrder|MadeToOrder|Reserved)/?",
    re.IGNORECASE,
)
_SPELLING = {
    name.lower(): name
    for name in "Discontinued InStock InStoreOnly LimitedAvailability OnlineOnly OutOfStock PreOrder PreSale SoldOut BackOrder MadeToOrder Reserved".split()
}
_CAN_BE_HAD = frozenset({"InStock", "InStoreOnly", "LimitedAvailability", "OnlineOnly"})


@dataclass(frozen=True, slots=True)
class AvailabilityType:
    """Whether a thing is there: `status` as schema.org says it, `available` for short, `left` how many."""

    name: str = "availability"
    attributes: tuple[str, ...] = ("status", "available", "left")

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the status that the words say."""
        text = plain(reading.text)
        schema = _SCHEMA.fullmatch(text)
        if schema:
            return _attributes(_SPELLING[schema[1].lower()], None)
        if len(text) > _MAX_LENGTH:
            return Misfit("a long text rather than an availability")
        lower = text.casefold()
        for status, pattern in _COMPILED:
            match = pattern.search(lower)
            if match:
                left = next((value for name, value in match.groupdict().items() if value), None)
                count = _COUNT.search(lower)
                return _attributes(status, left or (count[1] if count else None))
        return Misfit(f"{shown(text)} does not say whether it can be had")


def _attributes(status: str, left: str | None) -> dict[str, Attribute]:
    found: dict[str, Attribute] = {"status": status, "available": status in _CAN_BE_HAD}
    if left is not None and status in {"InStock", "LimitedAvailability"}:
        found["left"] = int(left)
    return found


AVAILABILITY = AvailabilityType()
