"""Type meta: what a meta element declares."""

from collections.abc import Mapping

from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType
from pagekin.values.web.web_addresses import unless_blank

_NAMES = ("name", "property", "itemprop", "http-equiv")


class MetaType(ValueType):
    """A meta element: its name (or property) and its content."""

    name = "meta"
    attributes = ("name", "content")
    cell = "content"
    rank = Rank.LOOSE
    reads_element = True

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the name and the content."""
        content = reading.attributes.get("content", reading.text if reading.tag == "meta" else "")
        if not content.strip():
            return Misfit("no content")
        names = (reading.attributes.get(key, "") for key in _NAMES)
        return unless_blank("name", next(filter(None, names), "")) | {"content": content}

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether it stands in a meta element."""
        del named
        return reading.tag == "meta" and self.attributes_of(reading) is not None
