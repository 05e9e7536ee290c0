"""Whether one reading looks like a type: stricter than reading it, for a field's type is chosen once."""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from pagekin.values.money.price_words import FREE
from pagekin.values.numbers.measures import UNITS
from pagekin.values.numbers.number import signed
from pagekin.values.plain import plain, without_label, word_set
from pagekin.values.times.date import one_date
from pagekin.values.value import Attribute, Misfit, Reading, ValueType

_LETTER = re.compile(r"[^\W\d_]")
_DIGITS = re.compile(r"[0-9]+")
_CENTS = re.compile(r"[0-9][.,](?:[0-9]{2}(?![0-9])|[-–])|[0-9]:-")
_PHONE_STYLE = re.compile(r"\+[0-9]|\([0-9]{2,5}\)|[0-9]{2,}[ .\-/][0-9]{2,}[ .\-/][0-9]{2,}")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL_WORDS = word_set("on at the of den der am vom le du el di il em de dne")  # before dates
_PICTURE = re.compile(
    r"[^\s\"<>]{1,2000}\.(?:jpe?g|png|gif|webp|svg|avif)(?:\?[^\s]*)?", re.IGNORECASE
)
_KNOWN_UNITS = frozenset(UNITS.values())

Hints = frozenset[str]


def _letters(text: str) -> int:
    return len(_LETTER.findall(text))


def _read(kind: ValueType, reading: Reading) -> Mapping[str, Attribute] | None:
    found = kind.read(reading)
    return None if isinstance(found, Misfit) else found


def fitting(kind: ValueType, reading: Reading, _: Hints) -> bool:
    """Fit the type, which is strict enough by itself."""
    return _read(kind, reading) is not None


def like_image(kind: ValueType, reading: Reading, _: Hints) -> bool:
    """Stand in an image element, or be the address of a picture."""
    if reading.tag not in {"img", "amp-img"} and not _PICTURE.fullmatch(reading.text):
        return False
    return _read(kind, reading) is not None


def like_email(kind: ValueType, reading: Reading, _: Hints) -> bool:
    """Have hardly anything beside the address."""
    if "@" not in reading.text and "mailto:" not in reading.attributes.get("href", ""):
        return False
    found = _read(kind, reading)
    return found is not None and len(reading.text) <= len(str(found["address"])) + 15


def like_availability(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Be short and say so, or be in a field of that name."""
    if "availability" not in hints and len(reading.text) > 30:
        return False
    return _read(kind, reading) is not None


def like_phone(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Be written as telephone numbers are, or be in a field of that name."""
    dialled = "phone" in hints or reading.attributes.get("href", "").startswith("tel:")
    if not dialled and not _PHONE_STYLE.search(reading.text):
        return False
    return _read(kind, reading) is not None


def like_rating(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Have a usual scale; a bare number counts only in a field of that name."""
    found = _read(kind, reading)
    return found is not None and ("rating" in hints or found.get("best") in {5.0, 10.0, 100.0})


def like_price(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Have few words beside the money; a number without it counts only in a field of that name."""
    if "price" not in hints:
        text = plain(reading.text)
        if not _DIGITS.search(text):
            return text.casefold().strip("!. ") in FREE
        if _letters(text) > 25 or not isinstance(signed(without_label(text)), Misfit):
            return False
        if not _says_money(kind, text):
            return False
    return _read(kind, reading) is not None


def _says_money(kind: ValueType, text: str) -> bool:
    """Name a currency or cents: words alone, such as list, was or now, stand before other numbers too."""
    if _CENTS.search(text) or any(unicodedata.category(letter) == "Sc" for letter in text):
        return True
    return bool((_read(kind, Reading(text)) or {}).get("currency"))


def like_date(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Be a date for the most part, unless the field's name says that it is about one."""
    text = plain(reading.text)
    if not _DIGITS.search(text) and "datetime" not in reading.attributes:
        return False
    if _read(kind, reading) is None:
        return False
    if "date" in hints or "datetime" in reading.attributes:
        return True
    found = one_date(reading, getattr(kind, "order", ""))
    if isinstance(found, Misfit):
        return False
    start, end = found[2]
    words = [word for word in _WORD.findall(text[:start]) if word.casefold() not in _SMALL_WORDS]
    before_is_label = text[:start].rstrip().endswith((":", "="))
    return (
        (before_is_label or len(words) <= 1)
        and "(" not in text[:start]
        and _letters(text[end:]) <= 10
    )


def like_duration(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Have hours and minutes; a single unit counts only in a field of that name, else it is a quantity."""
    text = without_label(plain(reading.text))
    if "duration" not in hints and text[:1] != "P" and len(_DIGITS.findall(text)) < 2:
        return False
    if _read(kind, reading) is None:
        return False
    return "duration" in hints or ":" not in text


def like_checked_identifier(kind: ValueType, reading: Reading, _: Hints) -> bool:
    """Have a right check digit."""
    found = _read(kind, reading) if _DIGITS.search(reading.text) else None
    return found is not None and found["kind"] != "sku"


def like_named_identifier(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Be any code in a field of that name."""
    return "identifier" in hints and "code" not in hints and _read(kind, reading) is not None


def like_number(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Be a number, but not a postal code or version."""
    return "code" not in hints and _read(kind, reading) is not None


def like_link(kind: ValueType, reading: Reading, hints: Hints) -> bool:
    """Have an address; a path without host counts only in a field of that name."""
    if "href" not in reading.attributes and reading.text[:1] == "/" and "link" not in hints:
        return False
    return _read(kind, reading) is not None


def like_meta(kind: ValueType, reading: Reading, _: Hints) -> bool:
    """Stand in a meta element."""
    return reading.tag == "meta" and _read(kind, reading) is not None


def have_units(kind: ValueType, readings: Sequence[Reading]) -> bool:
    """Tell whether the words behind the numbers are units: known ones, or one and the same everywhere."""
    units = [found["unit"] for reading in readings if (found := _read(kind, reading))]
    return len(set(units)) == 1 or sum(unit in _KNOWN_UNITS for unit in units) * 10 >= 9 * len(
        units
    )


def have_per(kind: ValueType, readings: Sequence[Reading]) -> bool:
    """Tell whether a fair part of the prices say per what they are."""
    found = [_read(kind, reading) or {} for reading in readings]
    return 5 * sum(attributes.get("per", "each") != "each" for attributes in found) >= len(found)
