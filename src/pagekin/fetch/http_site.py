"""A site on the network, behind the `Site` port."""

import logging
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from pagekin.dom import Page, parse_page
from pagekin.dom.content_types import why_no_page
from pagekin.dom.page import UnparsedPage
from pagekin.dom.script_shell import is_shell
from pagekin.fetch.engine import Engine
from pagekin.fetch.exchange_log import ExchangeLog
from pagekin.fetch.link_checks import LinkChecks
from pagekin.fetch.origin_secrets import private_headers, without_credentials
from pagekin.fetch.outages import is_trouble
from pagekin.fetch.raw_response import RawResponse, plain_headers
from pagekin.fetch.request_errors import NetworkError, Refused, SiteClosedError
from pagekin.fetch.request_policy import KnownContent, RequestPolicy
from pagekin.fetch.sitemaps import unzipped
from pagekin.fetch.status_names import named_status
from pagekin.fetch.trap_urls import why_trap
from pagekin.fetch.web_request import request_under
from pagekin.lazy import lazy_module
from pagekin.settings import Settings
from pagekin.site import Answer, Failure, FailureKind, Unchanged, Validators
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.site.page_memory import PageMemory, Turn
from pagekin.urls import InvalidUrl, Scope, canonical
from pagekin.urls.form_urls import is_marked

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagekin.fetch.login.login_session import LoginSession
    from pagekin.fetch.rendering.renderer import Renderer

# Seldom needed, and slow to load.
login_session = lazy_module("pagekin.fetch.login.login_session")
renderer = lazy_module("pagekin.fetch.rendering.renderer")
_SOME_SHELLS = 3  # one page may be odd
_log = logging.getLogger(__name__)
_SUCCESS = frozenset(range(200, 300)) - {HTTPStatus.NO_CONTENT, HTTPStatus.RESET_CONTENT}


class HttpSite:
    """A site on the network; `open_site` opens one."""

    def __init__(
        self, scope: Scope, settings: Settings, engine: Engine, login: Login | None = None
    ) -> None:
        self.scope = scope
        self.stats = engine.stats
        self._engine = engine
        # Whether it is http or https is known once a page came.
        self._home = f"{scope.scheme or 'http'}://{scope.host}/"
        self._sort_query = settings.sort_query
        self._max_body = settings.max_body
        self.memory = PageMemory(settings.max_memory)
        self.made_page: Callable[..., Page] = parse_page  # out of URL, body, headers and request
        self._private = private_headers(settings.headers)
        self.fresh: dict[str, str] = {}  # what to send along with forms, by their targets
        self._page_policy = RequestPolicy(
            self._may_redirect, html_only=True, waits_for_host=True, fresh=self.fresh
        )
        engine.outages.home = self._home
        self._has_login = login is not None
        self._send = engine.send
        self._session: LoginSession | None = None
        if login is not None and login.kind is LoginKind.FORM:
            self._session = login_session.LoginSession(login, scope, engine.send)
            self._send = self._session.fetch
        self._renderer: Renderer | None = None
        if settings.render:
            self._renderer = renderer.Renderer(
                settings,
                self._send,
                replace(self._page_policy, waits_for_host=False),
                engine.cookies.for_scripts,
                engine.outages,
            )

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch one page of the site; raises only OutageError, if the host stays away."""
        result = await self._page(url, self._page_policy)
        assert not isinstance(result, Unchanged)  # noqa: S101 - for the type checker; nobody asked
        return result

    async def visit(self, url: str, known: Validators | None = None) -> Answer:
        """Fetch one page and return with it what went over the wire.

        `known` is what the server said about this very URL when its page was last fetched. It is sent to
        this URL only; after a redirect elsewhere the whole page is asked for.
        """
        log = ExchangeLog(self._private)
        result = await self._page(url, replace(self._page_policy, log=log), known)
        return Answer(result, log.exchanges)

    async def download(self, url: str) -> RawResponse | Failure:
        """Fetch what is at a URL, HTML or not, in scope or not; redirects keep to its host or the scope."""
        address = canonical(url)
        if isinstance(address, InvalidUrl):
            return Failure(without_credentials(url), FailureKind.SCOPE, address.reason)
        host = _host(address)
        policy = RequestPolicy(
            lambda target: _host(target) == host or self.scope.contains(target), waits_for_host=True
        )
        return await self._download(address, policy)

    def link_checks(self, *, external: bool = False) -> LinkChecks:
        """Return what checks links of the site that are no pages, and with `external` also those of others."""
        return LinkChecks(self.scope, self._send, self._why_never, external=external)

    async def sitemaps(self) -> tuple[str, ...]:
        """Return the sitemaps that the site's robots.txt names; they may be on other hosts."""
        try:
            return await self._engine.robots.sitemaps(self._home)
        except SiteClosedError:
            return ()

    def _may_redirect(self, target: str) -> bool:
        """Whether a page may redirect there: not to what only our own submitting of forms leads to."""
        return self.scope.contains(target) and not is_marked(target)

    async def _page(
        self, url: str, policy: RequestPolicy, known: Validators | None = None
    ) -> Page | Failure | Unchanged:
        with self.memory.turn() as turn:
            result = await self._uncounted_page(url, policy, known, turn)
        self.stats.count(result)
        return result

    async def _uncounted_page(
        self, url: str, policy: RequestPolicy, known: Validators | None, turn: Turn
    ) -> Page | Failure | Unchanged:
        address = canonical(url, sort_query=self._sort_query)
        if isinstance(address, InvalidUrl):
            return Failure(without_credentials(url), FailureKind.SCOPE, address.reason)
        left_out = self._left_out(address)
        if left_out:
            return left_out
        # A document may stay as it is while what its scripts show changes.
        if known and not self._is_rendered(address):
            policy = replace(policy, known=KnownContent(address, known))
        answer = await self._download(address, policy)
        if isinstance(answer, Failure):
            return answer
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return Unchanged(address)
        if policy.known and answer.url == address and known and known.is_content(answer.body):
            return Unchanged(address)
        parsing = self._parsed(answer, address, policy.log, turn)
        del answer  # which may have to wait for memory, and must not take any meanwhile
        return await parsing

    def _left_out(self, address: str) -> Failure | None:
        """Return why a URL is not even asked for; None if it is."""
        if not self.scope.contains(address):
            return Failure(address, FailureKind.SCOPE, f"not on the site {self.scope.host}")
        return self._why_never(address)

    def _why_never(self, address: str) -> Failure | None:
        """Return why a URL of the site must not be asked for; None if it may be."""
        if self._session and login_session.leads_out(address):
            return Failure(address, FailureKind.SCOPE, "left out, since it would end the session")
        trap = why_trap(address)
        return Failure(address, FailureKind.TRAP, f"left out as a trap: {trap}") if trap else None

    async def _parsed(
        self, answer: RawResponse, address: str, log: ExchangeLog | None, turn: Turn
    ) -> Page | Failure:
        self._home = answer.url
        try:
            answer = unzipped(answer, self._max_body)
        except Refused as refused:
            return Failure(address, refused.kind, refused.detail, answer.status)
        instead = why_no_page(answer.headers, answer.body)
        if instead:
            return Failure(address, FailureKind.NOT_HTML, instead, answer.status)
        if self._renderer and self._renderer.wants(address):
            return await self._rendered(self._renderer, answer, address, log, turn)
        parse = partial(self.made_page, answer.url, headers=answer.headers, requested=address)
        bodies = [answer.body]
        del answer
        page = await turn.page(bodies, parse)
        if not isinstance(page, UnparsedPage) and is_shell(page):
            self.note_shell(page)
        return page

    def note_shell(self, page: Page) -> None:
        """Note a page that is empty without its scripts; after some of them, say what to do."""
        self.stats.shells += 1
        if self.stats.shells == _SOME_SHELLS:
            _log.warning("pages such as %s are empty without their scripts: try --render", page.url)

    def _is_rendered(self, address: str) -> bool:
        return self._renderer is not None and self._renderer.wants(address)

    async def _rendered(
        self,
        browser: "Renderer",
        answer: RawResponse,
        address: str,
        log: ExchangeLog | None,
        turn: Turn,
    ) -> Page | Failure:
        """Return the page that the scripts of an answer make of it."""
        try:
            rendered = await browser.render(answer)
        except Refused as refused:
            status = refused.status or answer.status
            return Failure(address, refused.kind, refused.detail, status)
        if log:
            log.end_with(renderer.rendered_exchange(rendered))
        parse = partial(self.made_page, rendered.url, headers=rendered.headers, requested=address)
        return await turn.page([rendered.body], parse)

    async def _download(self, address: str, policy: RequestPolicy) -> RawResponse | Failure:
        try:
            response = await self._send(request_under(policy, address))
        except Refused as refused:
            kind, detail, status = refused.kind, refused.detail, refused.status
            return Failure(address, kind, detail, status, leads_to=refused.leads_to)
        except NetworkError as error:
            return Failure(address, error.kind, str(error), error.status, self._is_host_away())
        except SiteClosedError:
            return Failure(address, FailureKind.NETWORK, "given up, since the site was closed")
        except ValueError:  # the parts of a URL are not always what its form promises
            return Failure(address, FailureKind.SCOPE, "not a valid address")
        if response.status not in _SUCCESS and not response.is_unchanged:
            detail = (
                f"the server answers {named_status(response.status)}{self._hint(response.status)}"
            )
            is_away = is_trouble(response.status) and self._is_host_away()
            return Failure(address, FailureKind.STATUS, detail, response.status, is_away)
        final = canonical(response.page_url, sort_query=self._sort_query)
        url = response.url if isinstance(final, InvalidUrl) else final
        return RawResponse(url, response.status, plain_headers(response.raw_headers), response.body)

    def _is_host_away(self) -> bool:
        """Whether a failure may be the host's: it has never answered well. One that has is waited for."""
        return not self._engine.outages.has_answered

    def _hint(self, status: int) -> str:
        """Return what a person can do about an answer; "" if nothing."""
        if status != HTTPStatus.UNAUTHORIZED:
            return ""
        return ": are user and password right?" if self._has_login else ": try 'pagekin login'"

    async def log_in(self) -> None:
        """Begin the session that a login form leads to; raises a FetchError if that does not work."""
        if self._session:
            await self._session.begin()

    async def close(self) -> None:
        """End what is under way; whoever still waits for it gets a failure."""
        if self._renderer:
            await self._renderer.close()
        await self._engine.close()
        self.memory.close()


def _host(url: str) -> str:
    return url.split("/", 3)[2]
