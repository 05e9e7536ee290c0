"""Type link: the address of another page."""

import re
from collections.abc import Mapping

from pagekin.values.plain import word_set
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType
from pagekin.values.web.web_addresses import ABSOLUTE, NO_PAGE, resolved, unless_blank

_PATH = re.compile(r"/[^\s]{1,2000}")


class LinkType(ValueType):
    """A link: its absolute address and its text."""

    name = "link"
    attributes = ("href", "text")
    cell = "href"
    rank = Rank.LOOSE
    hint_words = word_set("url link href website homepage site webpage")
    is_strict = False
    reads_element = True

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the address, from the element's attribute or from a text that is an address itself."""
        href = reading.attributes.get("href")
        if href is None:
            if not ABSOLUTE.fullmatch(reading.text.strip()) and not _PATH.fullmatch(reading.text):
                return Misfit("no address of a page")
            href = reading.text
        if href.strip().lower().startswith(NO_PAGE):
            return Misfit(f"{href[:40]!r} leads to no page")
        address = resolved(href, reading.context.url)
        if address is None:
            return Misfit(f"{href[:60]!r} is no address")
        return {"href": address} | unless_blank(
            "text", "" if reading.text == href else reading.text
        )

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether it has an address; a path without host counts only in a field of that name."""
        if "href" not in reading.attributes and reading.text[:1] == "/" and not named:
            return False
        return self.attributes_of(reading) is not None
