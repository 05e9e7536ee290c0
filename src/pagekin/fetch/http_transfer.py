"""One HTTP request through aiohttp, with every limit kept while it runs.

aiohttp's own redirects, middlewares and cookie jar are not used: each hop is checked, paced and recorded
like a request of its own, and waiting for a turn must not count against the time-out.
"""

import asyncio
import errno
import os
import ssl
import time
from contextlib import suppress
from functools import lru_cache

import aiohttp
from multidict import CIMultiDict
from yarl import URL

from pagekin.fetch.address_filter import (
    AddressFilter,
    AddressRefusedError,
    FilteredConnector,
    was_kept_alive,
)
from pagekin.fetch.body_reading import BodyReader
from pagekin.fetch.fetch_stats import FetchStats
from pagekin.fetch.pace import HostPace, PaceLimits, host_of
from pagekin.fetch.request_errors import (
    BrokenAnswerError,
    NetworkError,
    Refused,
    StaleConnectionError,
)
from pagekin.fetch.time_window import RequestHours
from pagekin.fetch.web_request import WebRequest, WebResponse
from pagekin.settings import Settings, setting_values
from pagekin.site import FailureKind

# Generous, since some sites send policies of many kilobytes; aiohttp refuses above 8 KiB by default.
_HEADER_LIMIT = 64 * 1024
# Seconds for connections to close; they need a moment, not a server's consent.
_GOODBYE = 2.0
_HUNG_UP = (aiohttp.ServerDisconnectedError, OSError)
_UNREACHABLE = {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN}


class HttpTransfer:
    """The connections of one site, each made to where the address filter allows."""

    def __init__(
        self,
        settings: Settings,
        address_filter: AddressFilter,
        limits: PaceLimits,
        stats: FetchStats,
    ) -> None:
        self._stats = stats
        self._limits = limits
        self._timeout = settings.timeout
        self._max_body = settings.max_body
        self._proxy = URL(settings.proxy) if settings.proxy else None
        self._hours = RequestHours(setting_values.time_window(settings.time_window), stats)
        # How many requests are under way is decided by their pace, and nowhere else.
        self._connector = FilteredConnector(address_filter, limit=0)
        self._session = aiohttp.ClientSession(
            connector=self._connector,
            timeout=aiohttp.ClientTimeout(total=settings.timeout),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
            max_line_size=_HEADER_LIMIT,
            max_field_size=_HEADER_LIMIT,
        )
        # It would send a request again by itself when the connection was closed: out of turn, and unrecorded.
        self._session._retry_connection = False  # noqa: SLF001 - there is no other way

    async def send(self, request: WebRequest, headers: CIMultiDict[str]) -> WebResponse:
        """Send one request when it is its turn, and read the answer."""
        await self._hours.wait()
        host = host_of(request.url)
        asked_at = await host.enter(self._limits)
        try:
            return await self._answered(request, headers, host, asked_at)
        finally:
            host.leave()

    async def _answered(
        self, request: WebRequest, headers: CIMultiDict[str], host: HostPace, asked_at: float
    ) -> WebResponse:
        self._stats.requests += 1
        policy = request.policy
        attempt = policy.log.begin(request) if policy.log else None
        if policy.sent:
            policy.sent()
        answer: aiohttp.ClientResponse | None = None
        began = time.monotonic()
        try:
            async with self._session.request(
                request.method,
                URL(request.url, encoded=True),
                data=request.body or None,
                headers=headers,
                allow_redirects=False,
                proxy=self._proxy,
                ssl=_tls() if request.url.startswith("https:") else True,
            ) as answer:
                host.took(time.monotonic() - began, answer.status, self._limits.most)
                host.answered(answer.status, answer.headers.get("Retry-After", ""), asked_at)
                reader = BodyReader(policy, self._max_body, self._stats)
                reading = reader.read_recorded(answer, attempt) if attempt else reader.read(answer)
                return WebResponse(
                    request, answer.status, answer.headers, answer.raw_headers, await reading
                )
        except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as error:
            raise self._readable(error, request, answer) from error

    def _readable(
        self, error: Exception, request: WebRequest, answer: aiohttp.ClientResponse | None
    ) -> Exception:
        """Return what went wrong as an exception with a text for people."""
        is_late = isinstance(error, TimeoutError)
        if answer and is_late:
            detail = f"not all of the page came within {self._timeout:g} seconds"
            return BrokenAnswerError(detail, answer.status)
        if answer:
            detail = "the connection broke in the middle of the page"
            return BrokenAnswerError(detail, answer.status)
        if is_late:
            return NetworkError(f"no answer within {self._timeout:g} seconds")
        host = URL(request.url, encoded=True).host
        if isinstance(error, _HUNG_UP) and was_kept_alive.get():
            return StaleConnectionError(_network_detail(error, host))
        return _no_answer(error, host)

    async def close(self) -> None:
        """Close all connections, without waiting for servers to say goodbye."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE):
                await self._connector.close(abort_ssl=True)
        await self._session.close()


def _named_certificates() -> tuple[str | None, ...]:
    return os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")


_CERTIFICATES = _named_certificates()  # those that aiohttp has loaded


def _tls() -> ssl.SSLContext | bool:
    """Return what verifies servers, by the certificates that the environment names now."""
    named = _named_certificates()
    return True if named == _CERTIFICATES else _tls_with(named)


@lru_cache(maxsize=4)
def _tls_with(_certificates: tuple[str | None, ...]) -> ssl.SSLContext:
    return ssl.create_default_context()  # which takes as long as a hundred pages


def _no_answer(error: Exception, host: str | None) -> Exception:
    """Return the exception for a request that got no answer at all."""
    match error:
        case aiohttp.ClientConnectorCertificateError(certificate_error=reason):
            why = getattr(reason, "verify_message", None) or "it cannot be verified"
            return Refused(FailureKind.NETWORK, f"the certificate of {host} was refused: {why}")
        case aiohttp.ClientConnectorSSLError():
            return Refused(FailureKind.NETWORK, f"{host} does not speak proper TLS")
        case aiohttp.ClientConnectorError(os_error=AddressRefusedError(reason=refusal)):
            return Refused(FailureKind.SCOPE, refusal)
    return NetworkError(_network_detail(error, host))


def _network_detail(error: Exception, host: str | None) -> str:
    match error:
        case aiohttp.ClientConnectorDNSError(host=name) if name != host:
            detail = "the name of the proxy cannot be resolved"
        case aiohttp.ClientConnectorDNSError() | UnicodeError():
            detail = f"the host name {host} cannot be resolved"
        case aiohttp.ClientProxyConnectionError(os_error=reason):
            # Its address may hold a password, so it is not repeated.
            detail = _connection_detail(reason, "the proxy")
        case aiohttp.ClientHttpProxyError(status=status):
            detail = f"the proxy does not lead to {host}: it answers {status}"
        case aiohttp.ClientConnectorError(os_error=reason):
            detail = _connection_detail(reason, host)
        case aiohttp.ServerDisconnectedError() | OSError():
            detail = f"{host} closed the connection without an answer"
        case _:
            detail = f"{host} does not speak proper HTTP"
    return detail


def _connection_detail(reason: OSError, host: str | None) -> str:
    if reason.errno == errno.ECONNREFUSED:
        return f"{host} refused the connection"
    if reason.errno in _UNREACHABLE:
        return f"{host} cannot be reached"
    return f"no connection to {host}: {(reason.strerror or 'unknown reason').lower()}"
