"""Reads the body of an answer: as far as it is wanted, within its limit, decompressed on the way."""

from contextlib import nullcontext, suppress
from http import HTTPStatus

import aiohttp

from pagekin.dom.content_types import may_be_page
from pagekin.fetch.decoding import BodyDamagedError, BodyTooLongError, DecodedBody
from pagekin.fetch.exchange_log import Attempt
from pagekin.fetch.fetch_stats import FetchStats
from pagekin.fetch.request_errors import BrokenAnswerError, Refused, too_large
from pagekin.fetch.request_policy import RequestPolicy


class BodyReader:
    """Reads one body; what came over the wire goes to the attempt, if it is recorded."""

    def __init__(self, policy: RequestPolicy, max_body: int, stats: FetchStats) -> None:
        self._policy = policy
        self._cap = policy.read_at_most or max_body
        self._stats = stats

    async def read(self, answer: aiohttp.ClientResponse) -> bytes:
        """Read a body up to the cap; what is larger is refused, or cut off if the policy says so."""
        return b"" if _is_needless(answer, self._policy) else await self._read(answer, None)

    async def read_recorded(self, answer: aiohttp.ClientResponse, attempt: Attempt) -> bytes:
        """Read a body and keep the exchange, however that ends."""
        attempt.truncated = "unspecified"
        try:
            if _is_needless(answer, self._policy):
                return b""
            body = await self._read(answer, attempt)
            attempt.truncated = ""
        except Refused:
            attempt.truncated = "length"
            raise
        except TimeoutError:
            attempt.truncated = "time"
            raise
        except (aiohttp.ClientError, OSError):
            attempt.truncated = "disconnect"
            raise
        finally:
            attempt.keep(answer, self._cap)
        return body

    async def _read(self, answer: aiohttp.ClientResponse, attempt: Attempt | None) -> bytes:
        cut_off = self._policy.read_at_most is not None
        if not cut_off and (answer.content_length or 0) > self._cap:
            raise too_large(self._cap, answer.status)
        try:
            body = DecodedBody(", ".join(answer.headers.getall("Content-Encoding", ())), self._cap)
            with suppress(BodyTooLongError) if cut_off else nullcontext():
                async for chunk in answer.content.iter_any():
                    self._stats.bytes += len(chunk)
                    if attempt:
                        attempt.add(chunk)
                    body.add(chunk)
                body.end()
        except BodyTooLongError:
            raise too_large(self._cap, answer.status) from None
        except BodyDamagedError as error:
            raise BrokenAnswerError(str(error), answer.status) from error
        return body.content()


def _is_needless(answer: aiohttp.ClientResponse, policy: RequestPolicy) -> bool:
    """Whether the headers already show that nobody wants the body."""
    content_type = answer.headers.get("Content-Type", "")
    return (
        policy.html_only
        and answer.status == HTTPStatus.OK
        and bool(content_type)
        and not may_be_page(content_type, str(answer.url))
    )
