"""A site behind the `Site` port: every fetch goes through Scrapy's engine, without a Twisted reactor."""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from http import HTTPStatus

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadCancelledError
from scrapy.http import Response

from pagekin.dom import Page, parse_page
from pagekin.dom.content_types import why_no_page
from pagekin.dom.script_shell import is_shell
from pagekin.fetch.exchange_log import ExchangeLog
from pagekin.fetch.login.login_session import leads_out, session_for
from pagekin.fetch.origin_secrets import private_headers, without_credentials
from pagekin.fetch.raw_response import RawResponse, plain_headers
from pagekin.fetch.rendering.renderer import Renderer, rendered_exchange
from pagekin.fetch.request_policy import (
    NETWORK_ERRORS,
    BrokenAnswerError,
    KnownContent,
    Refused,
    RequestPolicy,
    is_unchanged,
    request_under,
    url_of,
)
from pagekin.fetch.sitemaps import unzipped
from pagekin.fetch.spider import site_spider
from pagekin.fetch.trap_urls import why_trap
from pagekin.site import Answer, Failure, FailureKind, Unchanged, Validators
from pagekin.urls import InvalidUrl, canonical
from pagekin.urls.form_urls import is_marked

# Bodies above this are parsed in a thread, so that other downloads go on meanwhile.
_LARGE = 256 * 1024
_SOME_SHELLS = 3  # one page may be odd
_log = logging.getLogger(__name__)
_SUCCESS = frozenset(range(200, 300)) - {HTTPStatus.NO_CONTENT, HTTPStatus.RESET_CONTENT}


class HttpSite:
    """A site on the network; `open_site` opens one."""

    def __init__(self, crawler: Crawler) -> None:
        spider = site_spider(crawler)
        self.scope = spider.scope
        self.stats = spider.stats
        self._engine = crawler.engine
        self._in_flight = spider.in_flight
        self._robots_txt = spider.robots_txt
        # Whether it is http or https is known once a page came.
        self._home = f"{self.scope.scheme or 'http'}://{self.scope.host}/"
        self._sort_query = spider.options.sort_query
        self._max_body = spider.options.max_body
        self._private = private_headers(spider.options.headers)
        self.fresh: dict[str, str] = {}  # what to send along with forms, by where they go to
        self._page_terms = RequestPolicy(self._may_redirect, html_only=True, fresh=self.fresh)
        self._turns = asyncio.Semaphore(spider.options.concurrency)
        self._has_login = spider.login is not None
        self._session = session_for(spider.login, self.scope, self._send_plainly)
        self.rendering = Renderer(
            spider.options, self._send, self._page_terms, spider.cookies_for_scripts
        )

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch one page of the site; never raises for what a server or network does."""
        result = await self._page(url, self._page_terms)
        assert not isinstance(result, Unchanged)  # noqa: S101 - for the type checker; nobody asked
        return result

    async def visit(self, url: str, known: Validators | None = None) -> Answer:
        """Fetch one page and tell what went over the wire for it.

        `known` is what the server said of this very URL when its page was last fetched. It is sent to
        this URL only; redirected elsewhere, the whole page is asked for.
        """
        wire = ExchangeLog(self._private)
        result = await self._page(url, replace(self._page_terms, wire=wire), known)
        return Answer(result, wire.exchanges)

    async def download(self, url: str) -> RawResponse | Failure:
        """Get what is at a URL, HTML or not, in scope or not; redirects keep to its host or the scope."""
        address = canonical(url)
        if isinstance(address, InvalidUrl):
            return Failure(without_credentials(url), FailureKind.SCOPE, address.reason)
        host = _host(address)
        terms = RequestPolicy(lambda target: _host(target) == host or self.scope.contains(target))
        return await self._download(address, terms)

    async def sitemaps(self) -> tuple[str, ...]:
        """Give the sitemaps that the site's robots.txt names; they may be on other hosts."""
        try:
            task = self._in_flight.begin(lambda: self._robots_txt.sitemaps(self._home))
            return await asyncio.shield(task)
        except DownloadCancelledError:
            return ()

    def _may_redirect(self, target: str) -> bool:
        """Tell whether a page may send us there; not to what only our own filling in of forms leads to."""
        return self.scope.contains(target) and not is_marked(target)

    async def _page(
        self, url: str, terms: RequestPolicy, known: Validators | None = None
    ) -> Page | Failure | Unchanged:
        result = await self._uncounted_page(url, terms, known)
        self.stats.count(result)
        return result

    async def _uncounted_page(
        self, url: str, terms: RequestPolicy, known: Validators | None
    ) -> Page | Failure | Unchanged:
        address = canonical(url, sort_query=self._sort_query)
        if isinstance(address, InvalidUrl):
            return Failure(without_credentials(url), FailureKind.SCOPE, address.reason)
        left_out = self._left_out(address)
        if left_out:
            return left_out
        # A document may stay as it is while what its scripts show changes.
        if known and not self.rendering.wants(address):
            terms = replace(terms, known=KnownContent(address, known))
        answer = await self._download(address, terms)
        if isinstance(answer, Failure):
            return answer
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return Unchanged(address)
        if terms.known and answer.url == address and known and known.is_content(answer.body):
            return Unchanged(address)
        return await self._parsed(answer, address, terms.wire)

    def _left_out(self, address: str) -> Failure | None:
        """Say why a URL is not even asked for; None if it is."""
        if not self.scope.contains(address):
            return Failure(address, FailureKind.SCOPE, f"not on the site {self.scope.host}")
        if self._session and leads_out(address):
            return Failure(address, FailureKind.SCOPE, "left out, since it would end the session")
        trap = why_trap(address)
        return Failure(address, FailureKind.TRAP, f"left out as a trap: {trap}") if trap else None

    async def _parsed(
        self, answer: RawResponse, address: str, wire: ExchangeLog | None
    ) -> Page | Failure:
        self._home = answer.url
        try:
            answer = unzipped(answer, self._max_body)
        except Refused as refused:
            return Failure(address, refused.kind, refused.detail, answer.status)
        instead = why_no_page(answer.headers, answer.body)
        if instead:
            return Failure(address, FailureKind.NOT_HTML, instead, answer.status)
        if self.rendering.wants(address):
            return await self._rendered(answer, address, wire)
        page = await _parsed_page(answer, address)
        if is_shell(page):
            self._note_shell(page)
        return page

    def _note_shell(self, page: Page) -> None:
        self.stats.shells += 1
        if self.stats.shells == _SOME_SHELLS:
            _log.warning("pages such as %s are empty without their scripts: try --render", page.url)

    async def _rendered(
        self, answer: RawResponse, address: str, wire: ExchangeLog | None
    ) -> Page | Failure:
        """Give the page that the scripts of an answer make of it."""
        try:
            rendered = await self.rendering.render(answer)
        except Refused as refused:
            status = refused.status or answer.status
            return Failure(address, refused.kind, refused.detail, status)
        if wire:
            wire.end_with(rendered_exchange(rendered))
        return await _parsed_page(rendered, address)

    async def _download(self, address: str, terms: RequestPolicy) -> RawResponse | Failure:
        try:
            response = await self._send(request_under(terms, address))
        except Refused as refused:
            return Failure(address, refused.kind, refused.detail, refused.status)
        except NETWORK_ERRORS as error:
            status = error.status if isinstance(error, BrokenAnswerError) else None
            return Failure(address, FailureKind.NETWORK, str(error), status)
        except DownloadCancelledError:
            return Failure(address, FailureKind.NETWORK, "given up, since the site was closed")
        except ValueError:  # the parts of a URL are not always what its form promises
            return Failure(address, FailureKind.SCOPE, "not a valid address")
        if response.status not in _SUCCESS and not is_unchanged(response):
            detail = f"the server answers {_named(response.status)}{self._hint(response.status)}"
            return Failure(address, FailureKind.STATUS, detail, response.status)
        final = canonical(url_of(response), sort_query=self._sort_query)
        url = response.url if isinstance(final, InvalidUrl) else final
        return RawResponse(url, response.status, plain_headers(response.headers), response.body)

    def _hint(self, status: int) -> str:
        """Say what to do about an answer, if it is for a person to do something."""
        if status != HTTPStatus.UNAUTHORIZED:
            return ""
        return ": are user and password right?" if self._has_login else ": try 'pagekin login'"

    async def log_in(self) -> None:
        """Begin the session that a login form leads to; raises a FetchError if that does not work."""
        if self._session:
            await self._session.begin()

    async def _send(self, request: Request) -> Response:
        if self._session:
            return await self._session.fetch(request)
        return await self._send_plainly(request)

    async def _send_plainly(self, request: Request) -> Response:
        """Have Scrapy send a request, in a task of its own.

        To cancel a download in the middle of Scrapy would leave others waiting who share a part of it,
        such as robots.txt. Whoever does not want it any more simply does not wait for it.
        """
        async with self._turns:
            download = self._in_flight.begin(lambda: self._engine.download_async(request))
            return await asyncio.shield(download)


async def _parsed_page(answer: RawResponse, address: str) -> Page:
    parse = partial(parse_page, answer.url, answer.body, answer.headers, requested=address)
    return parse() if len(answer.body) <= _LARGE else await asyncio.to_thread(parse)


def _host(url: str) -> str:
    return url.split("/", 3)[2]


def _named(status: int) -> str:
    """Give a status with its name, if it has one."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)
