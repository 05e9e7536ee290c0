"""Exchanges for the tests, by number."""

import random
from datetime import UTC, datetime, timedelta

from pagekin.archive import Exchange

START = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
TYPE = (b"Content-Type", b"text/html; charset=utf-8")


def page(number, size=2000, *, random_bytes=False):
    """Make the exchange of a page; pages of one number are equal."""
    if random_bytes:
        body = random.Random(number).randbytes(size)
    else:
        body = f"<h1>Page {number}</h1>".encode() + b"<p>some text</p>" * (size // 16)
    return Exchange(
        url=f"http://shop.test/p/{number}",
        requested_at=START + timedelta(seconds=number),
        status_line=b"HTTP/1.1 200 OK",
        headers=(TYPE, (b"ETag", b'"%d"' % number)),
        body=body,
        request_headers=((b"Host", b"shop.test"), (b"User-Agent", b"pagekin")),
    )


class Memory(dict):
    """The part of a store: knows where contents stand."""

    def note(self, position):
        if position.whole:
            self[position.digest] = position
        return position
