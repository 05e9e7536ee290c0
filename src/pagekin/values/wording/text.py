"""Type text: words as they are."""

from collections.abc import Mapping

from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType


class TextType(ValueType):
    """Any text; it has no attributes, as the value's text is all there is."""

    name = "text"
    rank = Rank.ANY
    is_strict = False

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Accept any text that is not blank."""
        if reading.text and not reading.text.isspace():
            return {}
        return Misfit("no text")
