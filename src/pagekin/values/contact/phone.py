"""Type phone: a telephone number that can be dialled."""

import re
from collections.abc import Mapping

from pagekin.lazy import lazy_module
from pagekin.values.locale.page_locale import locale_of
from pagekin.values.plain import plain, shown, without_label, word_set
from pagekin.values.times.moments import dates_in
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_phonenumbers = lazy_module("phonenumbers")
_PHONE = re.compile(r"[+(]?[0-9][0-9 ()./\-–]{4,24}[0-9](?: ?(?:x|ext\.?|#) ?[0-9]{1,6})?")
_WORDS = re.compile(
    r"(?:tel|telephone|phone|call|fax|mobile|mob|telefon|tél|téléphone|fon|ph|t|p|tel\.)[.:]? *",
    re.IGNORECASE,
)
_STYLE = re.compile(r"\+[0-9]|\([0-9]{2,5}\)|[0-9]{2,}[ .\-/][0-9]{2,}[ .\-/][0-9]{2,}")


class PhoneType(ValueType):
    """A telephone number in international form (E.164).

    A number without country code needs a page whose country is known.
    """

    name = "phone"
    attributes = ("number", "extension")
    rank = Rank.SPECIFIC
    hint_words = word_set("phone tel telephone fax mobile telefon téléphone teléfono cell")

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the number if it is one that can be dialled."""
        text = _dialled(reading)
        if not _PHONE.fullmatch(text) or dates_in(text):
            return Misfit(f"{shown(text)} is no telephone number")
        country = locale_of(reading.context).country
        if not text.startswith("+") and not country:
            return Misfit(f"{shown(text)}: the page does not say of which country")
        try:
            number = _phonenumbers.parse(text, country or None)
        except _phonenumbers.NumberParseException:
            return Misfit(f"{shown(text)} is no telephone number")
        if not _phonenumbers.is_valid_number(number):
            return Misfit(f"{shown(text)} is no valid telephone number")
        found: dict[str, Attribute] = {
            "number": _phonenumbers.format_number(number, _phonenumbers.PhoneNumberFormat.E164)
        }
        return found | ({"extension": number.extension} if number.extension else {})

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether it is written as telephone numbers are, or stands in a field of that name."""
        dialled = named or reading.attributes.get("href", "").startswith("tel:")
        if not dialled and not _STYLE.search(reading.text):
            return False
        return self.attributes_of(reading) is not None


def _dialled(reading: Reading) -> str:
    href = reading.attributes.get("href", "")
    if href.lower().startswith("tel:+"):
        return plain(href[4:].replace("%20", " "))
    text = plain(reading.text)
    word = _WORDS.match(text)
    return (text[word.end() :] if word else without_label(text)).strip()
