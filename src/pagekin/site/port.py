"""The port between the algorithms and the network: fetch a URL, get a page or the reason why not.

Discovery and crawl know nothing else of the outside. `pagekin.fetch` implements the port with a real
engine, `pagekin.testing` with a table of URL → bytes.
"""

import enum
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from pagekin.dom import Page
from pagekin.site.exchange import Exchange


class FailureKind(enum.Enum):
    """Why a page did not come."""

    STATUS = "status"  # the server answered, but not with success
    NETWORK = "network"  # no answer: DNS, connection, TLS, time-out
    REDIRECT = "redirect"  # a loop, too many, or out of scope
    ROBOTS = "robots"  # forbidden by robots.txt
    SCOPE = "scope"  # outside the site's scope, or a scheme that is never fetched
    TRAP = "trap"  # left out: it is one of ever more pages that bring nothing
    NOT_HTML = "not-html"  # a PDF, an image, …
    TOO_LARGE = "too-large"  # above the body cap


@dataclass(frozen=True, slots=True)
class Failure:
    """A page that did not come, as a value: one failed page must not end a crawl."""

    url: str
    kind: FailureKind
    detail: str
    status: int | None = None

    def __str__(self) -> str:
        return f"{self.url}: {self.detail}"


class Site(Protocol):
    """A place to fetch pages from."""

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch one page; never raises for what a server or network does."""
        ...


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server said of a page earlier, so that it can answer that nothing has changed."""

    etag: str = ""
    last_modified: str = ""
    digest: bytes = b""  # of the content then; one that comes again need not be parsed

    def is_content(self, body: bytes) -> bool:
        """Tell whether a page has the content that is known."""
        return bool(self.digest) and content_digest(body) == self.digest


def content_digest(body: bytes) -> bytes:
    """Give what stands for the content of a page."""
    return blake2b(body, digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A page that is still what it was: the server says so, or it has sent the same once more."""

    url: str


@dataclass(frozen=True, slots=True)
class Answer:
    """How a fetch ended, with all that went over the wire for it: redirects first, the last word last."""

    result: Page | Failure | Unchanged
    exchanges: tuple[Exchange, ...] = ()


class RecordedSite(Site, Protocol):
    """A site that also tells what went over the wire, and can ask whether a page has changed."""

    async def visit(self, url: str, known: Validators | None = None) -> Answer:
        """Fetch one page, unless it is what is known; never raises for what a server or network does."""
        ...
