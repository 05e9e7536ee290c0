"""Asks whether links work that nobody follows: by HEAD, and by GET where that is not answered well.

Many servers refuse HEAD, or answer it otherwise than GET: what HEAD says is believed only if it says that all is
well. Of what GET brings no more than the beginning is read.
"""

import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from http import HTTPStatus

from pagekin.fetch.request_errors import NetworkError, Refused, SiteClosedError
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.status_names import named_status
from pagekin.fetch.web_request import WebRequest, WebResponse
from pagekin.site import Failure, FailureKind
from pagekin.urls import Scope
from pagekin.urls.acting_urls import acts
from pagekin.urls.form_urls import is_marked

Send = Callable[[WebRequest], Awaitable[WebResponse]]
_BEGINNING = 1024  # bytes
_SILENT = 3  # links in a row without an answer: then others of that host are not asked for


@dataclass(frozen=True, slots=True)
class LinkCheck:
    """How a URL answers: its status, or why there is none, and where it leads if it redirects."""

    url: str
    status: int | None = None
    failure: Failure | None = None
    leads_to: str = ""
    content_type: str = ""
    size: int | None = None
    asked_at: float | None = None


class LinkChecks:
    """Checks links of the site's hosts, wherever on them, and with `external` those of all others.

    `left_out` says why a URL of the site must not be asked for. Only hosts of the site are waited for when they are
    away; of others that stay silent only some links are tried.
    """

    def __init__(
        self, scope: Scope, send: Send, left_out: Callable[[str], Failure | None], *, external: bool
    ) -> None:
        self._scope = replace(scope, prefix="/")
        self._send = send
        self._left_out = left_out
        self._external = external
        self._silent: Counter[str] = Counter()  # hosts → links in a row without an answer

    def wants(self, url: str) -> bool:
        """Whether a canonical URL may be asked for at all: never what submits a form, or acts by itself."""
        if is_marked(url) or (acts(url) and not self._scope.acting):
            return False
        return self._external or self._scope.contains(url)

    async def check(self, url: str) -> LinkCheck:
        """Ask whether a canonical URL works; raises only OutageError, if a host of the site stays away."""
        is_ours = self._scope.contains(url)
        left_out = self._left_out(url) if is_ours else None
        if left_out:
            return LinkCheck(url, failure=left_out)
        host = url.split("/", 3)[2]
        if self._silent[host] >= _SILENT:
            detail = f"not asked for, since {host} did not answer {_SILENT} other links"
            return LinkCheck(url, failure=Failure(url, FailureKind.NETWORK, detail))
        found = await self._asked(url, "HEAD", is_ours=is_ours)
        if found.failure and found.failure.kind in {FailureKind.STATUS, FailureKind.NETWORK}:
            found = await self._asked(url, "GET", is_ours=is_ours)
        if not is_ours:
            is_silent = found.failure is not None and found.failure.kind is FailureKind.NETWORK
            self._silent[host] = self._silent[host] + 1 if is_silent else 0
        return found

    async def _asked(self, url: str, method: str, *, is_ours: bool) -> LinkCheck:
        is_last = method == "GET"
        policy = RequestPolicy(
            self.wants,
            html_only=True,
            read_at_most=_BEGINNING,
            waits_for_host=is_ours and is_last,
        )
        at = time.time()
        try:
            response = await self._send(WebRequest(url, policy, method, may_retry=is_last))
        except Refused as refused:
            if refused.leads_to:  # it works, and leads to where nobody asked us to go
                return LinkCheck(url, refused.status, leads_to=refused.leads_to, asked_at=at)
            failure = Failure(url, refused.kind, refused.detail, refused.status)
            return LinkCheck(url, refused.status, failure, asked_at=at)
        except NetworkError as error:
            failure = Failure(url, error.kind, str(error), error.status)
            return LinkCheck(url, error.status, failure, asked_at=at)
        except SiteClosedError:
            detail = "given up, since the site was closed"
            return LinkCheck(url, failure=Failure(url, FailureKind.NETWORK, detail))
        except ValueError:  # the parts of a URL are not always what its form promises
            return LinkCheck(url, failure=Failure(url, FailureKind.SCOPE, "not a valid address"))
        return _answered(url, response, at)


def _answered(url: str, response: WebResponse, at: float) -> LinkCheck:
    status, length = response.status, response.headers.get("Content-Length", "")
    failure = None
    if not HTTPStatus.OK <= status < HTTPStatus.BAD_REQUEST:
        failure = Failure(
            url, FailureKind.STATUS, f"the server answers {named_status(status)}", status
        )
    return LinkCheck(
        url,
        status,
        failure,
        response.url if response.url != url else "",
        response.headers.get("Content-Type", ""),
        int(length) if length.isdecimal() and len(length) < 10 else None,
        at,
    )
