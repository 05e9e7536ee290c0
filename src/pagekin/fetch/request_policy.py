"""What one request may do, and the exceptions by which it ends early."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from scrapy import Request
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
)
from scrapy.http import Response

from pagekin.fetch.exchange_log import ExchangeLog
from pagekin.site import FailureKind, Validators
from pagekin.urls.form_urls import as_posted, posted

# What may go better the next time; each is raised with a text for people.
NETWORK_ERRORS = (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
)
_KEY = "pagekin_terms"
_POSTED = "pagekin_posted"
_FORM = "application/x-www-form-urlencoded"
_CONDITIONS = (("If-None-Match", "etag"), ("If-Modified-Since", "last_modified"))


@dataclass(frozen=True, slots=True)
class KnownContent:
    """What the server said earlier of one URL; it means nothing to any other."""

    url: str
    validators: Validators


@dataclass(frozen=True, slots=True)
class RequestPolicy:
    """How to treat one request on its way, its redirects and retries included."""

    may_follow: Callable[[str], bool]  # whether to follow a redirect to this canonical URL
    html_only: bool = False  # leave the body of anything that is certainly not HTML unread
    read_at_most: int | None = None  # cut the body off here instead of refusing it
    robots_apply: bool = True
    max_redirects: int | None = None  # instead of what the settings say
    sent: Callable[[], None] | None = None  # told when it is the request's turn, and it goes out
    wire: ExchangeLog | None = (
        None  # where to keep what goes over the wire, if anybody wants to know
    )
    known: "KnownContent | None" = None
    logging_in: bool = False
    fresh: Mapping[str, str] = field(default_factory=dict)  # to send along, by where a form goes to


class Refused(IgnoreRequest):
    """The end of a request that trying again would not help."""

    def __init__(self, kind: FailureKind, detail: str, status: int | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.status = status  # of the answer that is refused, if there was one


class SessionEndedError(Refused):
    """A redirect to the login page instead of an answer."""

    def __init__(self) -> None:
        super().__init__(FailureKind.REDIRECT, "redirected to the login page")


class BrokenAnswerError(ResponseDataLossError):
    """An answer began, but its body did not come as it should; that may go better the next time."""

    def __init__(self, detail: str, status: int) -> None:
        super().__init__(detail)
        self.status = status


def request_under(terms: RequestPolicy, url: str) -> Request:
    """Make the request for a canonical URL, which goes to the server as it is spelled here.

    One that stands for a submitted form becomes the request that submits it.
    """
    meta = {_KEY: terms, "verbatim_url": True}
    form = as_posted(url)
    if form:
        fresh = terms.fresh.get(url, terms.fresh.get(form.url))
        body = "&".join(filter(None, (form.body, fresh)))
        headers = {"Content-Type": _FORM}
        meta |= {_POSTED: form.data}
        return Request(form.url, method="POST", body=body, headers=headers, meta=meta)
    request = Request(url, meta=meta)
    ask_conditionally(request)
    return request


def post_under(terms: RequestPolicy, url: str, body: str, *, came_from: str) -> Request:
    """Make the request that sends a form from a page, as a browser does; it stands for no page."""
    headers = {"Content-Type": _FORM, "Referer": came_from}
    meta = {_KEY: terms, "verbatim_url": True}
    return Request(url, method="POST", body=body, headers=headers, meta=meta)


def url_of(response: Response) -> str:
    """Give the URL that an answer is known by: with what was posted, if it was."""
    request = response.request
    if request is not None and request.method == "POST" and _POSTED in request.meta:
        return posted(response.url, request.meta[_POSTED])
    return str(response.url)


def ask_conditionally(request: Request) -> None:
    """Ask whether what is known of the URL still holds; a redirect to another URL asks for all of it."""
    known = terms_of(request).known
    for header, name in _CONDITIONS:
        value = getattr(known.validators, name) if known and known.url == request.url else ""
        if value and value.isascii() and value.isprintable():
            request.headers[header] = value
        else:
            request.headers.pop(header, None)


def is_unchanged(response: Response) -> bool:
    """Tell whether an answer is that nothing has changed, and that was the question."""
    request = response.request
    return (
        response.status == HTTPStatus.NOT_MODIFIED
        and request is not None
        and any(header in request.headers for header, _ in _CONDITIONS)
    )


def terms_of(request: Request) -> RequestPolicy:
    """Give the terms that a request was made under."""
    terms = request.meta[_KEY]
    assert isinstance(terms, RequestPolicy)  # noqa: S101 - for the type checker; nobody else has this key
    return terms


def too_large(cap: int, status: int | None = None) -> Refused:
    """Make the refusal of a body above the cap."""
    size = f"{cap / (1 << 20):g} MiB" if cap >= 1 << 20 else f"{cap} bytes"
    return Refused(FailureKind.TOO_LARGE, f"larger than {size}", status)
