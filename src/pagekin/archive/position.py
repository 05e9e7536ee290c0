"""Where an archive keeps an exchange."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """Where an exchange stands: its records follow each other in one file of one archive.

    The digest is that of the body and names the content: all positions with one digest hold the same body,
    one of them in itself (`whole`), the others by reference to a whole one. `archive` is the number of the
    archive, as the store counts them; 0 is the only one, or the one at hand.
    """

    file: str
    offset: int
    length: int
    digest: str
    whole: bool = True
    archive: int = 0

    @property
    def end(self) -> int:
        """The first byte after it."""
        return self.offset + self.length
