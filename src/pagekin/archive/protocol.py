"""What an archive can do, wherever it keeps its files: in a folder of this machine, or in an object store."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from pagekin.archive.position import Position
from pagekin.archive.recovery import Recovered
from pagekin.archive.thinning import ThinnedFiles
from pagekin.errors import ArchiveError, DamagedError
from pagekin.site.exchange import Exchange


class Archive(Protocol):
    """A place to which exchanges are appended, and from which they are read.

    Its `id` is in every position that it hands out, so a store can tell several archives apart.
    """

    @property
    def id(self) -> int:
        """The number by which positions name this archive; 0 if only one is ever used."""
        ...

    @property
    def place(self) -> str:
        """Where the files are, for people."""
        ...

    def append(self, exchange: Exchange, *, unchanged: Position | None = None) -> Position:
        """Write an exchange and return its position, which counts once `sync` has returned.

        For an answer 304 Not Modified, `unchanged` is the position of the content that did not change.
        After ArchiveFullError nothing was written, what was appended before stands, and the call can be
        repeated when there is room.
        """
        ...

    def sync(self) -> None:
        """Make everything that was appended safe against a power cut; called before positions are committed.

        After NotSafeError, everything that was appended since the last call has to be appended again.
        """
        ...

    def close(self) -> None:
        """Make everything safe and leave the files to others; appending opens a file again."""
        ...

    def read(self, position: Position) -> Exchange:
        """Return what was written at a position; raise DamagedError if something else stands there."""
        ...

    def holds(self, position: Position) -> bool:
        """Whether what was written at a position can be read again; asked for every page that is visited again.

        Where reading means a transfer, that the place is there has to be enough.
        """
        ...

    def damaged(self, positions: Iterable[Position]) -> Iterator[tuple[Position, ArchiveError]]:
        """Yield those positions that do not hold what was written there, after reading all of them.

        They should be sorted: then each file is read once, from its beginning to its end.
        """
        ...

    def files(self) -> list[str]:
        """Return the names of all files, the oldest first."""
        ...

    def sizes(self) -> dict[str, int]:
        """Return how many bytes each file has."""
        ...

    def iterate(self, file: str) -> Iterator[tuple[Position, Exchange | DamagedError]]:
        """Yield everything that a file holds, and the reason for what cannot be read."""
        ...

    def recover(self) -> list[Recovered]:
        """Cut torn tails that a crash left behind; return the files that were not whole."""
        ...

    def thin(
        self,
        used: Callable[[str], Iterable[Position]],
        switch: Callable[[Mapping[Position, Position]], None],
    ) -> ThinnedFiles:
        """Free the room of what is not used any more.

        `used` returns the positions of a file that are still referred to; `switch` gets old positions with
        their new ones, and returns once the store has committed them.
        """
        ...
