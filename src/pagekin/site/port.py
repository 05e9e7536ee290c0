"""The port between the algorithms and the network: fetch a URL, get a page or the reason why not.

Discovery and crawl know nothing else of the outside world. `pagekin.fetch` implements the port with a real
engine, `pagekin.testing` with a table of URL → bytes.
"""

import enum
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Protocol

from pagekin.dom import Page
from pagekin.errors import OutageError
from pagekin.site.exchange import Exchange


class FailureKind(enum.Enum):
    """Why a page did not come."""

    STATUS = "status"  # the server answered, but not with success
    NETWORK = "network"  # no answer: DNS, connection, TLS, time-out
    REDIRECT = "redirect"  # a loop, too many, or out of scope
    ROBOTS = "robots"  # forbidden by robots.txt
    SCOPE = "scope"  # outside the site's scope, or a scheme that is never fetched
    TRAP = "trap"  # left out: one of a great many pages that bring nothing
    NOT_HTML = "not-html"  # a PDF, an image, …
    TOO_LARGE = "too-large"  # above the body cap


@dataclass(frozen=True, slots=True)
class Failure:
    """A page that did not come, as a value: one failed page must not end a crawl."""

    url: str
    kind: FailureKind
    detail: str
    status: int | None = None
    # Nothing has come from the site yet, so this may be the host's trouble, not the page's.
    host_away: bool = field(default=False, compare=False)
    leads_to: str = field(default="", compare=False)  # where it redirects, if that is out of scope

    def __str__(self) -> str:
        return f"{self.url}: {self.detail}"


class Site(Protocol):
    """A place to fetch pages from."""

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch one page; nothing that a server or the network does raises an exception.

        Except for OutageError: the host went away in the middle, and did not come back in time.
        """
        ...


@dataclass(frozen=True, slots=True)
class Validators:
    """What a server said about a page earlier, so that it can answer that nothing has changed."""

    etag: str = ""
    last_modified: str = ""
    digest: bytes = b""  # of the content then: if the same comes again, it need not be parsed

    def is_content(self, body: bytes) -> bool:
        """Return whether a body is the content that is known."""
        return bool(self.digest) and content_digest(body) == self.digest


def content_digest(body: bytes) -> bytes:
    """Return the digest that stands for the content of a page."""
    return blake2b(body, digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class Unchanged:
    """A page that is still what it was: the server said so, or sent the same content again."""

    url: str


@dataclass(frozen=True, slots=True)
class Answer:
    """How a fetch ended, and everything that went over the wire for it: first the redirects, the final response last."""

    result: Page | Failure | Unchanged
    exchanges: tuple[Exchange, ...] = ()


def raise_if_away(result: Page | Failure | Unchanged) -> None:
    """Raise OutageError for a failure that says nothing about the page: no page may be given up for it."""
    if isinstance(result, Failure) and result.host_away:
        raise OutageError(
            f"{result}, and nothing else has come from the site; what was done is kept: run it again "
            "to go on"
        )


class RecordedSite(Site, Protocol):
    """A site that also returns what went over the wire, and can ask whether a page has changed."""

    async def visit(self, url: str, known: Validators | None = None) -> Answer:
        """Fetch one page, unless it is unchanged; raises only OutageError."""
        ...
