"""What a crawl visits and what becomes of it, as plain values."""

from dataclasses import dataclass

from pagekin.crawl.page_fingerprint import PageFingerprint
from pagekin.dom import Page
from pagekin.site import Answer, Failure, Unchanged, Validators

DUPLICATE = "duplicate"  # another URL of a target that was found before
NOT_KIN = "not kin"  # a page where a target should be


@dataclass(frozen=True, slots=True)
class LastSeen:
    """What the last crawl saw of a page."""

    version: int  # the store's number for that content
    digest: bytes
    validators: Validators
    kind: str = ""  # what the page was then; empty: that has to be decided anew
    score: float | None = None
    fingerprint: bytes = b""  # of a page that was kin


@dataclass(frozen=True, slots=True)
class PlannedVisit:
    """A page to visit: the kind of page that the step which led here leads to, and where that was."""

    url: str
    kind: str
    depth: int = 0
    found_on: str = ""
    before: LastSeen | None = None

    @property
    def is_start(self) -> bool:
        """Tell whether the crawl starts here: the kind of a start is its URL."""
        return self.kind == self.url


@dataclass(frozen=True, slots=True)
class CrawledLink:
    """A link of a page; one with a kind is followed: it leads to a page of that kind."""

    url: str
    anchor: str = ""
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class PageDecision:
    """What a page is, and where it leads."""

    kind: str
    score: float | None = None
    fingerprint: PageFingerprint | None = None  # of a page that is kin
    links: tuple[CrawledLink, ...] = ()
    shown: int = 0  # the mark of what the page shows; 0 if nobody looked

    def hashes(self) -> tuple[int, ...]:
        """Give what has to be known of the page when the crawl is continued."""
        hashes = self.fingerprint.hashes() if self.fingerprint else ()
        return (*hashes, self.shown) if self.shown else hashes


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """What became of an entry: a page with a decision about it, or neither.

    There is neither if it failed, and if it only redirects: to a page that is visited in its own turn, or
    to one that is no target though a target led there.
    """

    entry: PlannedVisit
    answer: Answer
    url: str  # where the page is: the entry's own URL unless it was redirected
    page: Page | None = None
    digest: bytes = b""
    decision: PageDecision | None = None
    unchanged: bool = False  # nobody had to look at it: it is what it was
    instead: str = ""  # of a target that only redirects: a duplicate, or not kin

    @property
    def kind(self) -> str:
        """What the page turned out to be; if nobody knows, what it should have been."""
        return self.decision.kind if self.decision else self.instead or self.entry.kind

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
