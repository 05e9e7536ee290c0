"""A request on its way, and the answer to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from pagekin.fetch.request_policy import RequestPolicy
from pagekin.urls.form_urls import as_posted, posted

if TYPE_CHECKING:
    from multidict import CIMultiDictProxy

    from pagekin.fetch.login.digest import Challenge

_FORM = "application/x-www-form-urlencoded"
_CONDITIONS = (("If-None-Match", "etag"), ("If-Modified-Since", "last_modified"))


@dataclass(frozen=True, slots=True)
class WebRequest:
    """One request for a canonical URL, which goes to the server exactly as it is spelled here."""

    url: str
    policy: RequestPolicy
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)  # beyond those of every request
    body: bytes = b""
    posted: str | None = None  # the data of the form that the URL stands for
    hops: tuple[str, ...] = ()  # the URLs that redirected here, the first one first
    challenges: "tuple[Challenge, ...]" = ()  # those of a digest login that were met for this URL
    may_retry: bool = True

    def without_headers(self, names: Iterable[str]) -> dict[str, str]:
        """Return the headers except for those of some names (in lower case)."""
        return {name: value for name, value in self.headers.items() if name.lower() not in names}


@dataclass(frozen=True, slots=True)
class WebResponse:
    """An answer, with its body decompressed."""

    request: WebRequest
    status: int
    headers: "CIMultiDictProxy[str]"
    raw_headers: tuple[tuple[bytes, bytes], ...] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def url(self) -> str:
        """The URL that answered."""
        return self.request.url

    @property
    def page_url(self) -> str:
        """The URL that the page is known by: with the data that was posted, if any was."""
        if self.request.method == "POST" and self.request.posted is not None:
            return posted(self.url, self.request.posted)
        return self.url

    @property
    def is_unchanged(self) -> bool:
        """Whether the server says that nothing has changed, having been asked that."""
        return self.status == HTTPStatus.NOT_MODIFIED and any(
            header in self.request.headers for header, _ in _CONDITIONS
        )


def request_under(policy: RequestPolicy, url: str) -> WebRequest:
    """Return the request for a canonical URL; if that stands for a form, the request that submits it."""
    form = as_posted(url)
    if form is None:
        conditions = _conditions(policy, url)
        return (
            WebRequest(url, policy, headers=conditions) if conditions else WebRequest(url, policy)
        )
    fresh = policy.fresh.get(url, policy.fresh.get(form.url))
    body = "&".join(filter(None, (form.body, fresh))).encode()
    headers = {"Content-Type": _FORM}
    return WebRequest(form.url, policy, "POST", headers, body, posted=form.data)


def post_under(policy: RequestPolicy, url: str, body: str, *, came_from: str) -> WebRequest:
    """Return the request that sends a form from a page, as a browser does; it stands for no page."""
    headers = {"Content-Type": _FORM, "Referer": came_from}
    return WebRequest(url, policy, "POST", headers, body.encode())


def asked_conditionally(request: WebRequest) -> WebRequest:
    """Return a request that asks only for news if its own URL is known, and for everything otherwise."""
    headers = request.without_headers([header.lower() for header, _ in _CONDITIONS])
    return replace(request, headers=headers | _conditions(request.policy, request.url))


def _conditions(policy: RequestPolicy, url: str) -> dict[str, str]:
    known = policy.known
    if known is None or known.url != url:
        return {}
    pairs = ((header, getattr(known.validators, name)) for header, name in _CONDITIONS)
    return {
        name: value for name, value in pairs if value.isascii() and value.isprintable() and value
    }
