"""Bodies out of the archive as they were before they were compressed for the wire."""

import contextlib

from pagekin.fetch.decoding import BodyDamagedError, BodyTooLongError, DecodedBody
from pagekin.site import Exchange

MOST = 256 * 1024 * 1024  # bytes; more than any setting allows to be fetched


def decoded(exchange: Exchange) -> bytes:
    """Undo the content coding of a body; of one that is damaged, as much as there is."""
    codings = (value for name, value in exchange.headers if name.lower() == b"content-encoding")
    body = DecodedBody(", ".join(coding.decode("latin-1") for coding in codings), MOST)
    with contextlib.suppress(BodyDamagedError, BodyTooLongError):
        body.add(exchange.body)
    return body.content()
