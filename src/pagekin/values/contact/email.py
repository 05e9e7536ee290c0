"""Type email: an e-mail address."""

import re
from collections.abc import Mapping

from pagekin.values.plain import plain, shown
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_EMAIL = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,24}"
)


class EmailType(ValueType):
    """An e-mail address, as text or as the target of a mailto link."""

    name = "email"
    attributes = ("address",)
    cell = "address"
    rank = Rank.SPECIFIC

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the one address, its domain in lower case."""
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

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether there is hardly anything beside the address."""
        del named
        if "@" not in reading.text and "mailto:" not in reading.attributes.get("href", ""):
            return False
        found = self.attributes_of(reading)
        return found is not None and len(reading.text) <= len(str(found["address"])) + 15
