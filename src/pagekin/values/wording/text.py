"""Types text and long_text: words as they are."""

from collections.abc import Mapping
from dataclasses import dataclass

from pagekin.values.value import Attribute, Misfit, Reading


@dataclass(frozen=True, slots=True)
class TextType:
    """Any text; the value's text is all there is, so that it has no attributes."""

    name: str
    attributes: tuple[str, ...] = ()

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Take any text that is not empty."""
        if reading.text and not reading.text.isspace():
            return {}
        return Misfit("no text")


TEXT = TextType("text")
LONG_TEXT = TextType("long_text")
