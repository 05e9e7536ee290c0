"""Sources of pages, and several of them as one: lazily, in order, as often as needed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pagekin.dom import Page


@dataclass(frozen=True, slots=True)
class Unread:
    """A page that cannot be read: a value, since one bad file must not stop the work on thousands."""

    name: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


class Source(Protocol):
    """A place that holds pages."""

    def pages(self) -> Iterator[Page | Unread]:
        """Yield the pages, each parsed when its turn comes."""
        ...


@dataclass(slots=True)
class Pages:
    """All pages of some sources, one at a time; `unread` has the failures of the last round."""

    sources: Sequence[Source]
    unread: list[Unread] = field(default_factory=list)

    def __iter__(self) -> Iterator[Page]:
        self.unread.clear()
        for source in self.sources:
            for page in source.pages():
                if isinstance(page, Unread):
                    self.unread.append(page)
                else:
                    yield page
