"""Type long_text: paragraphs, such as descriptions and reviews."""

from collections.abc import Sequence

from pagekin.values.value import Reading
from pagekin.values.wording.text import TextType

_LONG = 160  # characters


class LongTextType(TextType):
    """Text of which most readings are longer than a line or two."""

    name = "long_text"

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Accept any reading: what counts is how many are long."""
        del reading, named
        return True

    def suits(self, readings: Sequence[Reading], *, named: bool) -> bool:
        """Whether more than half of the readings are long."""
        del named
        return sum(len(reading.text) > _LONG for reading in readings) * 2 > len(readings)
