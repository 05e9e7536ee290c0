"""The download handler: one HTTP request through aiohttp, with every limit kept while it runs.

Scrapy's own handler for running without a Twisted reactor lives in a private module and is marked as
experimental; this one keeps to the documented interface of download handlers. It also does what the
other cannot: cut bodies off, leave what is not HTML unread, and end everything at once on closing.
"""

import asyncio
import errno
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import NoReturn

import aiohttp
from scrapy import Request
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)
from scrapy.http import Headers, Response
from yarl import URL

from pagekin.fetch.address_filter import AddressRefusedError, FilteredConnector
from pagekin.fetch.body_reading import BodyReader
from pagekin.fetch.pace import HostPace, host_of
from pagekin.fetch.request_policy import BrokenAnswerError, Refused, terms_of
from pagekin.fetch.spider import site_spider
from pagekin.fetch.time_window import RequestHours
from pagekin.settings import setting_values
from pagekin.site import FailureKind

# Generous, since some sites send policies of many kilobytes; aiohttp refuses above 8 KiB by default.
_HEADER_LIMIT = 64 * 1024
# Seconds for connections to close; they need a moment, not a server's consent.
_GOODBYE = 2.0
_UNREACHABLE = {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN}


class HttpHandler(BaseDownloadHandler):
    """Downloads http URLs."""

    lazy = True

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._spider = site_spider(crawler)
        options = self._spider.options
        self._timeout = options.timeout
        self._max_body = options.max_body
        self._most = options.concurrency
        self._delay = options.delay
        self._proxy = URL(options.proxy) if options.proxy else None
        self._hours = RequestHours(
            setting_values.time_window(options.time_window), self._spider.stats
        )
        self._connector = FilteredConnector(
            self._spider.gate, limit=0, limit_per_host=options.concurrency, ssl=self._tls()
        )
        self._session = aiohttp.ClientSession(
            connector=self._connector,
            timeout=aiohttp.ClientTimeout(total=self._timeout),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
            max_line_size=_HEADER_LIMIT,
            max_field_size=_HEADER_LIMIT,
        )

    def _tls(self) -> ssl.SSLContext | bool:
        return True

    async def download_request(self, request: Request) -> Response:
        """Send one request and read the answer."""
        host = host_of(request.url)
        with self._spider.in_flight.transfer():
            await self._hours.wait()
            async with host.turn(self._most, self._delay) as asked_at:
                return await self._download(request, host, asked_at)

    async def _download(self, request: Request, host: HostPace, asked_at: float) -> Response:
        self._spider.stats.requests += 1
        terms = terms_of(request)
        attempt = terms.wire.begin(request) if terms.wire else None
        if terms.sent:
            terms.sent()
        started = time.monotonic()
        async with self._answer(request) as answer:
            request.meta["download_latency"] = time.monotonic() - started
            host.answered(answer.status, answer.headers.get("Retry-After", ""), asked_at)
            reader = BodyReader(terms, self._max_body, self._spider.stats)
            body = await (reader.read_recorded(answer, attempt) if attempt else reader.read(answer))
            headers = Headers(answer.raw_headers)
            headers.pop("Content-Encoding", None)
            return Response(request.url, status=answer.status, headers=headers, body=body)

    @asynccontextmanager
    async def _answer(self, request: Request) -> AsyncIterator[aiohttp.ClientResponse]:
        """Open the answer to a request; whatever goes wrong with it becomes an exception of Scrapy's."""
        answer = None
        try:
            async with self._session.request(
                request.method,
                URL(request.url, encoded=True),
                data=request.body or None,
                headers=request.headers.to_tuple_list(),
                allow_redirects=False,
                proxy=self._proxy,
            ) as answer:
                yield answer
        except TimeoutError as error:
            if answer:
                detail = f"not all of the page came within {self._timeout:g} seconds"
                raise BrokenAnswerError(detail, answer.status) from error
            raise DownloadTimeoutError(f"no answer within {self._timeout:g} seconds") from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            if answer:
                detail = "the connection broke in the middle of the page"
                raise BrokenAnswerError(detail, answer.status) from error
            _raise_readably(error, request)

    async def close(self) -> None:
        """Close all connections, without waiting for servers to say goodbye."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await self._connector.close(abort_ssl=True)
        await self._session.close()


class HttpsHandler(HttpHandler):
    """Downloads https URLs from servers whose certificate can be verified."""

    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context()


def _raise_readably(error: Exception, request: Request) -> NoReturn:
    """Raise as Scrapy's exception, so that its retries know it, with a text for people."""
    host = URL(request.url, encoded=True).host
    match error:
        case aiohttp.ClientConnectorCertificateError(certificate_error=reason):
            why = getattr(reason, "verify_message", None) or "it cannot be verified"
            detail = f"the certificate of {host} was refused: {why}"
            raise Refused(FailureKind.NETWORK, detail) from error
        case aiohttp.ClientConnectorSSLError():
            raise Refused(FailureKind.NETWORK, f"{host} does not speak proper TLS") from error
        case aiohttp.ClientConnectorDNSError(host=name) if name != host:
            raise CannotResolveHostError("the name of the proxy cannot be resolved") from error
        case aiohttp.ClientConnectorDNSError() | UnicodeError():
            raise CannotResolveHostError(f"the host name {host} cannot be resolved") from error
        case aiohttp.ClientConnectorError(os_error=AddressRefusedError(reason=refusal)):
            raise Refused(FailureKind.SCOPE, refusal) from error
        case aiohttp.ClientProxyConnectionError(os_error=reason):
            # Its address may hold a password, so it is not repeated.
            raise DownloadConnectionRefusedError(_connection_detail(reason, "the proxy")) from error
        case aiohttp.ClientHttpProxyError(status=status):
            detail = f"the proxy does not lead to {host}: it answers {status}"
            raise DownloadConnectionRefusedError(detail) from error
        case aiohttp.ClientConnectorError(os_error=reason):
            raise DownloadConnectionRefusedError(_connection_detail(reason, host)) from error
        case aiohttp.ServerDisconnectedError() | OSError():
            detail = f"{host} closed the connection without an answer"
            raise DownloadFailedError(detail) from error
        case _:
            raise DownloadFailedError(f"{host} does not speak proper HTTP") from error


def _connection_detail(reason: OSError, host: str | None) -> str:
    if reason.errno == errno.ECONNREFUSED:
        return f"{host} refused the connection"
    if reason.errno in _UNREACHABLE:
        return f"{host} cannot be reached"
    return f"no connection to {host}: {(reason.strerror or 'unknown reason').lower()}"
