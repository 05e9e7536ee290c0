"""What writes records, whatever the format."""

from typing import Protocol

from pagekin.wrappers.record import Record


class RecordWriter(Protocol):
    """Writes records one by one."""

    @property
    def notes(self) -> list[str]:
        """What people should know about where the records went."""
        ...

    def write(self, page: str, record: Record) -> None:
        """Write a record of a page."""
        ...


class FormatWriter(RecordWriter, Protocol):
    """Writes records in a format."""

    def close(self) -> None:
        """Write what is left; streams are closed by whoever opened them."""
        ...
