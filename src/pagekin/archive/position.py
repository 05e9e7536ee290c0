"""Where the archive keeps an exchange."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """Where an exchange stands: its records follow each other in one file.

    The digest is that of the body. It names the content: all positions of one digest hold the same body,
    once in itself (`whole`), otherwise by reference to a position that is whole.
    """

    file: str
    offset: int
    length: int
    digest: str
    whole: bool = True

    @property
    def end(self) -> int:
        """The first byte after it."""
        return self.offset + self.length
