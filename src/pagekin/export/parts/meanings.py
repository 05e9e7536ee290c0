"""Values: what the texts on the pages mean.

Each function takes what was found at a place and returns a dict with its text and, if it is understood, its parts. What
may mean several things is not guessed: then there is only the text.
"""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin

from .found_text import FoundText

Item = dict[str, Any]
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009\u2007]+")
_LABEL = re.compile(r"[^0-9:=]{0,40}[:=] *(?=[^ /\-])")  # "Pages: 320"
_RANGE = re.compile(r" ?[–—] ?| - | to ")
_TIMES = {None: 1, "K": 1_000, "M": 1_000_000}
_SIGNED = re.compile(r"([+-]?) ?([0-9]+(?:[.,' ][0-9]+)*)")
_COUNT = re.compile(r"[(\[]? ?([0-9]+(?:[.,' ][0-9]+)*)(?: [^\W\d_][^\d()\[\]]{0,40})? ?[)\]]?")
_PERCENT = re.compile(
    r"[(\[]?([+\-–]?) ?([0-9]+(?:[.,][0-9]+)*) ?%(?: off| discount)?[)\]]?", re.IGNORECASE
)
_QUANTITY = re.compile(r"([+-]?[0-9]+(?:[.,' ][0-9]+)*)[ -]?([^\W\d_][^\d\s(),;]*)\.?")
_OUT_OF = re.compile(
    r"(?<![0-9.,])([0-9]{1,2}(?:[.,][0-9]{1,2})?) ?(?:/|out of|of|von|sur|de|di|van|av|z) ?([0-9]{1,3})(?![0-9.,])",
    re.IGNORECASE,
)
_ISO_DATE = re.compile(r"([12][0-9]{3})[-/.]([01]?[0-9])[-/.]([0-3]?[0-9])(?![0-9])")
_NAMED_DATE = re.compile(
    r"(?<![0-9])([0-3]?[0-9])(?:st|nd|rd|th|\.)? (?:of )?([A-Za-z]{3,9})\.?,? ([12][0-9]{3})(?![0-9])"
)
_MONTH_FIRST = re.compile(
    r"(?<![A-Za-z])([A-Za-z]{3,9})\.? ([0-3]?[0-9])(?:st|nd|rd|th)?,? ([12][0-9]{3})(?![0-9])"
)
_NUMERIC_DATE = re.compile(r"(?<![0-9])([0-3]?[0-9])[-/.]([0-3]?[0-9])[-/.]([12][0-9]{3})(?![0-9])")
_TIME = re.compile(r"(?<![0-9])([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?(?![0-9:])")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NO_PAGE = ("javascript:", "data:", "about:", "blob:")
_SOURCES = ("src", "data-src", "data-original", "data-lazy-src", "data-lazy", "data-image", "srcset",
            "data-srcset", "href", "content")  # fmt: skip
_PICTURES = frozenset({"img", "source", "picture", "amp-img", "input"})
_CODE = re.compile(r"[0-9][0-9 \-–]{6,20}[0-9Xx]")
_SKU = re.compile(r"(?=[^\s]*[0-9])[A-Za-z0-9][A-Za-z0-9._/+-]{1,39}")
_GTIN = {8: "gtin8", 12: "gtin12", 13: "gtin13", 14: "gtin14"}
_IN_STOCK = {
    "OutOfStock": ("out of stock", "not in stock", "unavailable", "not available"),
    "SoldOut": ("sold out",),
    "Discontinued": ("discontinued", "no longer available"),
    "PreOrder": ("pre-order", "preorder", "coming soon"),
    "BackOrder": ("backorder", "back-order", "available to order"),
    "LimitedAvailability": ("low stock", "limited availability"),
    "InStock": ("in stock", "available"),
}
_TO_BE_HAD = frozenset({"InStock", "LimitedAvailability"})
_YES = frozenset({"yes", "true", "✓", "✔"})
_NO = frozenset({"no", "false", "✗", "✘"})


def text(found: FoundText) -> str:
    """Return the text as it stands."""
    return found.text


def _alike(said: str) -> bool:
    """Whether both ends of a range are written alike: what the 1 in “1 – 5K” is, nobody knows."""
    ends = _RANGE.split(said)
    return len({end[-1:].isdecimal() for end in ends}) == 1


def only_text(found: FoundText) -> Item:
    """Return nothing but the text: its meaning was not exported."""
    return {"text": found.text}


class Prices:
    """Prices: an amount and its currency, of a range both ends. `signs` are the currencies by their signs."""

    def __init__(self, decimal: str, signs: Mapping[str, str], currency: str = "") -> None:
        self._decimal = decimal
        self._signs = signs
        self._currency = currency  # of prices without a sign
        around = "|".join(map(re.escape, sorted(signs, key=len, reverse=True))) or "(?!)"
        number = r"[0-9]+(?:[.,' ][0-9]+)*"
        self._form = re.compile(
            rf"(?P<before>{around})? ?(?P<number>{number})(?P<times>[KM])? ?(?P<behind>{around})?"
        )

    def __call__(self, found: FoundText) -> Item:
        """Return text, amount and currency, of a range also low and high."""
        plain = _plain(found.text)
        for said in (plain, _unlabelled(plain)):
            ends = [self._price(end) for end in _RANGE.split(said)]
            match ends:
                case [(amount, currency)]:
                    return _known(text=found.text, amount=amount, currency=currency or None)
                case [(low, first), (high, second)] if low < high and _alike(said):
                    item = _known(text=found.text, amount=low, currency=first or second or None)
                    return item | {"low": low, "high": high}
        return {"text": found.text}

    def _price(self, said: str) -> tuple[float, str] | None:
        match = self._form.fullmatch(said)
        amount = number_in(match["number"], self._decimal) if match else None
        if match is None or amount is None or (match["before"] and match["behind"]):
            return None
        sign = match["before"] or match["behind"] or ""
        return float(amount) * _TIMES[match["times"]], self._signs.get(sign, self._currency)


class Numbers:
    """Numbers; `decimal` is the sign that the site writes before decimals."""

    def __init__(self, decimal: str, *, whole: bool = False) -> None:
        self._decimal = decimal
        self._whole = whole

    def __call__(self, found: FoundText) -> Item:
        """Return text and value."""
        match = _SIGNED.fullmatch(_unlabelled(_plain(found.text)))
        value = number_in(match[2], self._decimal) if match else None
        if match is None or value is None or (self._whole and value != int(value)):
            return {"text": found.text}
        value = -value if match[1] == "-" else value
        return {"text": found.text, "value": int(value) if self._whole else float(value)}


class Counts:
    """How many of something there are: 10 reviews, (24)."""

    def __init__(self, decimal: str) -> None:
        self._decimal = decimal

    def __call__(self, found: FoundText) -> Item:
        """Return text and value."""
        match = _COUNT.fullmatch(_unlabelled(_plain(found.text)))
        value = number_in(match[1], self._decimal) if match else None
        if value is None or value != int(value):
            return {"text": found.text}
        return {"text": found.text, "value": int(value)}


class Percentages:
    """Shares: 12.5 % is 12.5."""

    def __init__(self, decimal: str) -> None:
        self._decimal = decimal

    def __call__(self, found: FoundText) -> Item:
        """Return text and percent."""
        match = _PERCENT.fullmatch(_unlabelled(_plain(found.text)))
        value = number_in(match[2], self._decimal) if match else None
        if match is None or value is None:
            return {"text": found.text}
        return {"text": found.text, "percent": float(-value if match[1] else value)}


class Quantities:
    """Numbers with a unit; `units` has the one spelling of each."""

    def __init__(self, decimal: str, units: Mapping[str, str]) -> None:
        self._decimal = decimal
        self._units = units

    def __call__(self, found: FoundText) -> Item:
        """Return text, number and unit."""
        match = _QUANTITY.fullmatch(_unlabelled(_plain(found.text)))
        value = number_in(match[1].lstrip("+-"), self._decimal) if match else None
        if match is None or value is None:
            return {"text": found.text}
        value = -value if match[1][0] == "-" else value
        unit = self._units.get(match[2], match[2])
        return {"text": found.text, "number": float(value), "unit": unit}


class Dates:
    """Dates as ISO 8601; `day_first` says what 3/4/2010 is."""

    def __init__(self, *, day_first: bool | None = None, name: str = "date") -> None:
        self._day_first = day_first
        self._name = name

    def __call__(self, found: FoundText) -> Item:
        """Return text and date, or text and datetime."""
        date = ""
        for said in (found.attributes.get("datetime", ""), found.text):
            date = date or self._date(_plain(said))
        if date and self._name == "datetime":
            time = _TIME.search(_plain(found.attributes.get("datetime", "") or found.text))
            date = f"{date}T{time[0]}" if time else ""
        return _known(text=found.text, **{self._name: date or None})

    def _date(self, said: str) -> str:
        if match := _ISO_DATE.search(said):
            return _iso(match[1], int(match[2]), match[3])
        if match := _NAMED_DATE.search(said):
            return _iso(match[3], _month(match[2]), match[1])
        if match := _MONTH_FIRST.search(said):
            return _iso(match[3], _month(match[1]), match[2])
        if (match := _NUMERIC_DATE.search(said)) and self._day_first is not None:
            day, month = (match[1], match[2]) if self._day_first else (match[2], match[1])
            return _iso(match[3], int(month), day)
        return ""


def rating(found: FoundText) -> Item:
    """Return text, rating and the best there is."""
    match = _OUT_OF.findall(found.text)
    if len(match) == 1:
        value, best = (float(part.replace(",", ".")) for part in match[0])
        return {"text": found.text, "rating": value, "best": best}
    bare = re.fullmatch(r"[0-9]{1,2}(?:[.,][0-9]{1,2})?", found.text)
    return _known(text=found.text, rating=float(bare[0].replace(",", ".")) if bare else None)


def availability(found: FoundText) -> Item:
    """Return text, status in the words of schema.org, and whether it can be had."""
    said = found.text.rpartition("schema.org/")[2].lower()
    for status, phrases in _IN_STOCK.items():
        if said == status.lower() or any(phrase in said for phrase in phrases):
            left = re.search(r"(?<![0-9.,])([0-9]{1,6}) (?:in stock|available|left)", said)
            count = int(left[1]) if left and status in _TO_BE_HAD else None
            return _known(
                text=found.text, status=status, available=status in _TO_BE_HAD, left=count
            )
    return {"text": found.text}


def boolean(found: FoundText) -> Item:
    """Return text, and true or false."""
    said = _unlabelled(_plain(found.text)).casefold().strip(" .!")
    return _known(text=found.text, value=True if said in _YES else False if said in _NO else None)


def identifier(found: FoundText) -> Item:
    """Return text, the code without spaces and hyphens, and its kind; its check digit has to be right."""
    claimed = found.attributes.get("itemprop", "").lower()
    said = re.sub(r"^(?:sku|mpn|ean|gtin|isbn|item|ref|art)\.?\s*(?:no|nr)?\.?\s*[:#]?\s*", "",
                  _plain(found.text), flags=re.IGNORECASE)  # fmt: skip
    code = re.sub(r"[ \-–]", "", said).upper()
    if _CODE.fullmatch(said) and claimed not in {"sku", "mpn"}:
        if len(code) == 10 and _isbn10(code):
            return {"text": found.text, "id": code, "kind": "isbn10"}
        kind = _GTIN.get(len(code), "") if code.isdecimal() and _checks(code) else ""
        if kind == "gtin13" and code.startswith(("978", "979")):
            kind = "isbn13"
        if kind and (kind != "gtin8" or claimed.startswith(("gtin", "ean"))):
            return {"text": found.text, "id": code, "kind": kind}
        if len(code) in {12, 13, 14}:
            return {"text": found.text}
    if _SKU.fullmatch(said):
        return {"text": found.text, "id": said, "kind": "sku"}
    return {"text": found.text}


def link(found: FoundText) -> Item:
    """Return text and absolute address of a link."""
    href = found.attributes.get("href", found.text).strip()
    if href.lower().startswith(_NO_PAGE) or " " in href:
        return {"text": found.text}
    return {"text": found.text, "href": urljoin(found.url, href)}


def image(found: FoundText) -> Item:
    """Return text, absolute address and alternative text of a picture."""
    sources = [_source(found.attributes.get(name, ""), name) for name in _SOURCES]
    if found.tag not in _PICTURES or not any(sources):
        sources.insert(0, found.text)
    for source in sources:
        if source and not source.startswith(_NO_PAGE):
            address = urljoin(found.url, source.strip().replace(" ", "%20"))
            return _known(text=found.text, src=address, alt=found.attributes.get("alt") or None)
    return {"text": found.text}


def meta(found: FoundText) -> Item:
    """Return text, name and content of a meta element."""
    names = (
        found.attributes.get(key, "") for key in ("name", "property", "itemprop", "http-equiv")
    )
    name = next(filter(None, names), None)
    return _known(text=found.text, name=name, content=found.attributes.get("content") or None)


def number_in(digits: str, decimal: str) -> float | int | None:
    """Return the number that digits with separators stand for; None if they are no number."""
    whole, point, decimals = digits.rpartition(decimal) if decimal in digits else (digits, "", "")
    if point and not decimals.isdecimal():
        return None
    groups = re.split(r"[.,' ]", whole)
    if len(groups) > 1 and (len(groups[0]) > 3 or any(len(group) != 3 for group in groups[1:])):
        return None
    joined = "".join(groups)
    if len(joined) > 1 and joined[0] == "0":
        return None
    return float(f"{joined}.{decimals}") if decimals else int(joined)


def _plain(said: str) -> str:
    return _SPACES.sub(" ", said).replace("\u2212", "-").strip()


def _unlabelled(said: str) -> str:
    label = _LABEL.match(said)
    return said[label.end() :] if label else said


def _known(**parts: Any) -> Item:
    return {name: value for name, value in parts.items() if value is not None}


def _month(name: str) -> int:
    short = name[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0


def _iso(year: str, month: int, day: str) -> str:
    is_day = 1 <= month <= 12 and 1 <= int(day) <= 31
    return f"{year}-{month:02}-{int(day):02}" if is_day else ""


def _source(address: str, name: str) -> str:
    return next(iter(address.split()), "").rstrip(",") if name.endswith("srcset") else address


def _checks(digits: str) -> bool:
    total = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(reversed(digits)))
    return total % 10 == 0


def _isbn10(code: str) -> bool:
    if not code[:-1].isdecimal():
        return False
    digits = [*map(int, code[:-1]), 10 if code[-1] == "X" else int(code[-1])]
    return (
        sum(weight * digit for weight, digit in zip(range(10, 0, -1), digits, strict=True)) % 11
        == 0
    )
