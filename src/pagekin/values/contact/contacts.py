"""Types phone and email: how to reach somebody."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagekin.lazy import lazy_module
from pagekin.values.locale.page_locale import locale_of
from pagekin.values.plain import plain, shown, without_label
from pagekin.values.times.moments import dates_in
from pagekin.values.value import Attribute, Misfit, Reading

_phonenumbers = lazy_module("phonenumbers")
_EMAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}"
)
_PHONE = re.compile(r"[+(]?[0-9][0-9 ()./\-–]{4,24}[0-9](?: ?(?:x|ext\.?|#) ?[0-9]{1,6})?")
_WORDS = re.compile(
    r"(?:tel|telephone|phone|call|fax|mobile|mob|telefon|tél|téléphone|fon|ph|t|p|tel\.)[.:]? *",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PhoneType:
    """A telephone number in international form (E.164); one without country needs the page's country."""

    name: str = "phone"
    attributes: tuple[str, ...] = ("number", "extension")

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the number if it is one that can be dialled."""
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


def _dialled(reading: Reading) -> str:
    href = reading.attributes.get("href", "")
    if href.lower().startswith("tel:+"):
        return plain(href[4:].replace("%20", " "))
    text = plain(reading.text)
    word = _WORDS.match(text)
    return (text[word.end() :] if word else without_label(text)).strip()


@dataclass(frozen=True, slots=True)
class EmailType:
    """An e-mail address, as text or as the target of a mailto link."""

    name: str = "email"
    attributes: tuple[str, ...] = ("address",)

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the one address; its domain in lower case."""
        href = reading.attributes.get("href", "")
        text = href[7:].split("?")[0] if href.lower().startswith("mailto:") else plain(reading.text)
        if len(text) > 300:
            return Misfit("a long text rather than an e-mail address")
        found = {match[0] for match in _EMAIL.finditer(text)}
        if len(found) != 1:
            return Misfit(
                f"{'several e-mail addresses' if found else 'no e-mail address'} in {shown(text)}"
            )
        address = found.pop()
        if len(text) - len(address) > 40:
            return Misfit("a text that mentions an e-mail address")
        name, _, domain = address.rpartition("@")
        return {"address": f"{name}@{domain.lower()}"}


PHONE = PhoneType()
EMAIL = EmailType()
