"""What a crawl visits and what becomes of it, as plain values.

Several crawlers may take part in a crawl, each for a class of pages; `crawler` is always the number of one of
them, in the order in which the crawl was given them. A kind of page means something for that crawler only.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from pagekin.crawl.page_fingerprint import PageFingerprint
from pagekin.dom import Page
from pagekin.site import Answer, Failure, Unchanged, Validators

if TYPE_CHECKING:
    from pagekin.crawl.looking import Look

DUPLICATE = "duplicate"  # another URL of a target that was found before
NOT_KIN = "not kin"  # a page where a target should be
PAGE = "page"  # any page, for a crawler of everything


@dataclass(frozen=True, slots=True)
class LastSeen:
    """What the last crawl saw of a page."""

    version: int  # the store's number for that content
    digest: bytes
    validators: Validators
    kind: str = ""  # what the page was then; empty: that has to be decided anew
    score: float | None = None
    fingerprint: bytes = b""  # of a target, packed
    crawler: int = 0


@dataclass(frozen=True, slots=True)
class PlannedVisit:
    """A page to visit: what kind of page the step that led here leads to, and where that step was taken."""

    url: str
    kind: str
    depth: int = 0
    found_on: str = ""
    before: LastSeen | None = None
    crawler: int = 0

    @property
    def is_start(self) -> bool:
        """Whether the crawl starts here: the kind of a start is its URL."""
        return self.kind == self.url


class CrawledLink(NamedTuple):
    """A link of a page; one with a kind is followed, and leads to a page of that kind."""

    url: str
    anchor: str = ""
    kind: str | None = None
    crawler: int = 0  # that the kind belongs to
    tag: str = "a"  # which markup makes it: a `LinkKind` as text, such as "a", "form" or "img"


@dataclass(frozen=True, slots=True)
class PageDecision:
    """What a page is, to which crawler's class it belongs, and where it leads."""

    kind: str
    score: float | None = None
    fingerprint: PageFingerprint | None = None  # of a target, or a duplicate of one
    links: tuple[CrawledLink, ...] = ()
    shown: int = 0  # the hash of what the page shows; 0 if nobody looked
    crawler: int = 0

    def hashes(self) -> tuple[int, ...]:
        """Return what has to be known of the page when the crawl is continued."""
        hashes = self.fingerprint.hashes() if self.fingerprint else ()
        return (*hashes, self.shown) if self.shown else hashes


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """What became of a planned visit: a page with a decision about it, or neither.

    There is neither if the visit failed, and if the URL only redirects: to a page that is visited in its own
    turn, or to one that is no target though a target was expected there.
    """

    entry: PlannedVisit
    answer: Answer
    url: str  # where the page is: the entry's own URL unless it was redirected
    page: Page | None = None
    digest: bytes = b""
    decision: PageDecision | None = None
    look: "Look | None" = None  # what the decision follows from
    unchanged: bool = False  # it is what it was, so that nobody had to look at it
    instead: str = ""  # of a target that only redirects: a duplicate, or not kin

    @property
    def kind(self) -> str:
        """What the page turned out to be; if nobody knows, what it should have been."""
        return self.decision.kind if self.decision else self.instead or self.entry.kind

    @property
    def crawler(self) -> int:
        """The crawler that the kind belongs to."""
        return self.decision.crawler if self.decision else self.entry.crawler

    @property
    def links(self) -> tuple[CrawledLink, ...]:
        """The links that were found."""
        return self.decision.links if self.decision else ()

    @property
    def failure(self) -> Failure | None:
        """Why there is no page."""
        result = self.answer.result
        return result if isinstance(result, Failure) else None

    @property
    def redirected_to(self) -> str:
        """Where the entry only redirects to; empty if it does not."""
        result = self.answer.result
        if self.decision or isinstance(result, Failure | Unchanged):
            return ""
        return result.url
