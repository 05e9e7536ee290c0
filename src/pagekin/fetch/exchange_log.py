"""Keeps what goes over the wire for one visit: one exchange for each redirect, the last of several tries."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import aiohttp

from pagekin.site import Exchange

if TYPE_CHECKING:
    from pagekin.fetch.web_request import WebRequest

_LEFT_OUT = "left out"  # the archive's word for headers that were there and are not kept


class ExchangeLog:
    """The exchanges of one visit, as they come about."""

    def __init__(self, private: Collection[str] = ()) -> None:
        """Take the names, in lower case, of request headers that must not be written down."""
        self._private = private
        # By the number of redirects that led there: a retry takes the place of what it repeats.
        self._exchanges: dict[int, Exchange] = {}

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The exchanges so far, redirects first."""
        return tuple(self._exchanges[hop] for hop in sorted(self._exchanges))

    def end_with(self, exchange: Exchange) -> None:
        """Add what was made of all that came, as the last exchange."""
        self._exchanges[max(self._exchanges, default=-1) + 1] = exchange

    def begin(self, request: "WebRequest") -> "Attempt":
        """Begin to record a request; an earlier try of it is forgotten, with all that it led to."""
        hop = len(request.hops)
        for later in [known for known in self._exchanges if known >= hop]:
            del self._exchanges[later]
        return Attempt(self._exchanges, request, self._private)


class Attempt:
    """One request on its way; its body may end early, and what came until then is kept."""

    def __init__(
        self, exchanges: dict[int, Exchange], request: "WebRequest", private: Collection[str]
    ) -> None:
        self._private = private
        self._exchanges = exchanges
        self._request = request
        self._requested_at = datetime.now(UTC)
        self._pieces: list[bytes] = []
        self.truncated = ""  # why the body is not whole, in the words of the archive's standard

    def add(self, data: bytes) -> None:
        """Add what came of the body, transfer coding undone, content coding as it is."""
        self._pieces.append(data)

    def keep(self, answer: aiohttp.ClientResponse, longest: int) -> None:
        """Keep the exchange, with no more of the body than is allowed."""
        version = answer.version or aiohttp.HttpVersion11
        reason = (answer.reason or "").encode("utf-8", "surrogateescape")
        number = f"HTTP/{version.major}.{version.minor} {answer.status} ".encode("ascii")
        sent = answer.request_info.headers.items()
        secret = sorted({name.lower() for name, _ in sent if name.lower() in self._private})
        self._exchanges[len(self._request.hops)] = Exchange(
            self._request.url,
            self._requested_at,
            number + reason,
            tuple(answer.raw_headers),
            b"".join(self._pieces)[:longest],
            self._request.method,
            tuple((n.encode(), v.encode()) for n, v in sent if n.lower() not in self._private),
            self._request.body,
            self.truncated,
            ((_LEFT_OUT, " ".join(secret)),) if secret else (),
        )
