"""What a crawl hands to the store and gets from it, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass

from pagekin.archive.position import Position
from pagekin.site import FailureKind
from pagekin.store.states import Outcome
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record


@dataclass(frozen=True, slots=True)
class ClassOfPages:
    """A crawler that takes part in a crawl: a class of pages, and the wrapper that mines them.

    Without content only its identity is known yet: it is about to be learned.
    """

    uid: str  # the "id" of its file
    name: str = ""  # what people call it
    content: str = ""  # its file
    finding_digest: str = (
        ""  # stands for what it finds; versions that differ here cover other pages
    )
    wrapper: Wrapper | None = None


@dataclass(frozen=True, slots=True)
class KindOfPage:
    """A kind of page; hubs are fetched before everything else.

    In a crawl of several classes, `crawler` is the number of the one that the page belongs to.
    """

    name: str
    hub: bool = False
    crawler: int = 0


@dataclass(frozen=True, slots=True)
class QueuedPage:
    """A page to be fetched, and what the crawl wants to know of it then."""

    url: str
    kind: KindOfPage
    depth: int = 0
    found_on: str = ""


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
    crawler: int = 0  # that the kind belongs to, in a crawl of several
    position: Position | None = None  # where the archive has it


@dataclass(frozen=True, slots=True)
class Lease:
    """A page that was handed out; more than one try means that it was not brought to its end before."""

    entry: QueuedPage
    tries: int
    known: KnownVersion | None


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link of a page; one with a kind is followed: it leads to a page of that kind."""

    url: str
    anchor: str = ""
    kind: KindOfPage | None = None
    tag: str = "a"  # what makes the link: a, img, form, …


@dataclass(frozen=True, slots=True)
class Content:
    """What a page consists of. Records or links that are None are not known, and stay as they were."""

    digest: bytes
    title: str = ""
    etag: str = ""
    last_modified: str = ""
    position: Position | None = None
    records: Sequence[Record] | None = None
    links: Sequence[PageLink] | None = None
    facts: bytes = b""  # that the crawl wants back when another crawl sees the same content
    meta_tags: Sequence[tuple[str, str]] = ()  # names in small letters, and contents


@dataclass(frozen=True, slots=True)
class Transfer:
    """How a page came over the wire."""

    size: int | None = None  # bytes of the body
    content_type: str = ""
    fetched_at: float | None = None  # seconds since 1970


@dataclass(frozen=True, slots=True)
class PageResult:
    """All that became of a page in a crawl: it is stored, and the page is done, in one transaction.

    There is new `content`, or the page is `unchanged` (the number of the version that it still has; the
    links of that version are followed again), or it redirects, or a `failure` says why there is nothing.
    """

    url: str
    kind: KindOfPage | None  # None: of a link that was only checked
    outcome: Outcome
    status: int | None = None
    failure: FailureKind | None = None
    detail: str = ""  # why it failed, or what of its content was not read, for people
    redirect_to: str = ""  # where a page that has no content leads to
    depth: int = 0
    score: float | None = None
    found_on: str = ""
    content: Content | None = None
    unchanged: int | None = None
    requested: str = ""  # if that was another URL, which led here by a redirect
    marks: Sequence[int] = ()  # 64-bit numbers that the crawl wants back when it is continued
    transfer: Transfer = Transfer()
