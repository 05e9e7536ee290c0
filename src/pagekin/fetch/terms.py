"""What one request may do, and the exceptions by which it ends early."""

from collections.abc import Callable
from dataclasses import dataclass

from scrapy import Request
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)

from pagekin.site import FailureKind

# What may go better the next time; each is raised with a text for people.
NETWORK_ERRORS = (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
)
_KEY = "pagekin_terms"


@dataclass(frozen=True, slots=True)
class Terms:
    """How to treat one request on its way, its redirects and retries included."""

    may_follow: Callable[[str], bool]  # whether to follow a redirect to this canonical URL
    html_only: bool = False  # leave the body of anything that is certainly not HTML unread
    read_at_most: int | None = None  # cut the body off here instead of refusing it
    robots_apply: bool = True
    max_redirects: int | None = None  # instead of what the settings say


class Refused(IgnoreRequest):
    """The end of a request that trying again would not help."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


def request_under(terms: Terms, url: str) -> Request:
    """Make the request for a canonical URL, which goes to the server as it is spelled here."""
    return Request(url, meta={_KEY: terms, "verbatim_url": True})


def terms_of(request: Request) -> Terms:
    """Give the terms that a request was made under."""
    terms = request.meta[_KEY]
    assert isinstance(terms, Terms)  # noqa: S101 - for the type checker; nobody else has this key
    return terms


def too_large(cap: int) -> Refused:
    """Make the refusal of a body above the cap."""
    size = f"{cap / (1 << 20):g} MiB" if cap >= 1 << 20 else f"{cap} bytes"
    return Refused(FailureKind.TOO_LARGE, f"larger than {size}")
