"""What a crawl hands to the store and gets from it, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pagekin.wrappers.record import Record


@dataclass(frozen=True, slots=True)
class KindOfPage:
    """A kind of page; hubs are fetched before everything else."""

    name: str
    hub: bool = False


@dataclass(frozen=True, slots=True)
class QueuedPage:
    """A page to be fetched, and what the crawl wants to know of it then."""

    url: str
    kind: KindOfPage
    depth: int = 0
    found_on: str = ""
    note: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class KnownVersion:
    """The version of a page that the last crawl saw: what a conditional request needs."""

    version: int
    digest: bytes
    etag: str
    last_modified: str
    kind: str = ""
    score: float | None = None
    facts: bytes = b""


@dataclass(frozen=True, slots=True)
class Lease:
    """An entry that was handed out; more than one try means that it was not brought to its end before."""

    entry: QueuedPage
    tries: int
    known: KnownVersion | None


@dataclass(frozen=True, slots=True)
class ArchivePosition:
    """Where the archive has a page."""

    file: str
    offset: int
    length: int
    digest: str


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link of a page; one with a kind is followed: it leads to a page of that kind."""

    url: str
    anchor: str = ""
    kind: KindOfPage | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """What a page consists of. Records or links that are None are not known (and stay as they were)."""

    digest: bytes
    title: str = ""
    etag: str = ""
    last_modified: str = ""
    position: ArchivePosition | None = None
    records: Sequence[Record] | None = None
    links: Sequence[PageLink] | None = None
    facts: bytes = b""  # that the crawl wants back when another crawl sees the same content


@dataclass(frozen=True, slots=True)
class PageResult:
    """All that became of a page in a crawl: it is stored, and the page is done, in one transaction.

    There is new `content`, or the page is `unchanged` (the number of the version that it still has; the
    links of that version are followed again), or an `error` says why there is neither.
    """

    url: str
    kind: KindOfPage
    status: int | None = None
    error: str = ""
    depth: int = 0
    score: float | None = None
    found_on: str = ""
    content: Content | None = None
    unchanged: int | None = None
    requested: str = ""  # if that was another URL, which led here by a redirect
    found: Sequence[QueuedPage] = ()  # to be fetched besides what the links lead to
    marks: Sequence[int] = ()  # 64-bit numbers that the crawl wants back when it is continued
