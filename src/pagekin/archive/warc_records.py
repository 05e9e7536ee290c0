"""Turns exchanges into WARC/1.1 records: response or revisit first, then the request, each one gzip member."""

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from pagekin.archive.compression import gzip_member
from pagekin.site.exchange import Exchange, Headers

# A smaller body takes less room than what a revisit has to say about the earlier record.
SMALLEST_REVISITED = 256
SAME_PAYLOAD = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"

_VERSION = "WARC/1.1\r\n"
_BEHIND_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*([^#]*)")
# Bodies are kept without their transfer coding. A header that still named one would mislead readers, so it
# is renamed; one that has the new name already gets the prefix once more, and nothing is lost.
_RENAMED = b"X-Pagekin-"
_TRANSFER_ENCODING = re.compile(rb"^(?:X-Pagekin-)*Transfer-Encoding$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Original:
    """The record that a revisit refers to, in the words of the revisit's headers."""

    record_id: str
    url: str
    date: str


def payload_digest(body: bytes) -> str:
    """Return the name of a content: nobody can make two bodies with one digest (as with SHA-1)."""
    return _labelled(hashlib.sha256(body))


def new_id() -> str:
    """Return a new name for a record."""
    return f"<urn:uuid:{uuid4()}>"


def exchange_members(
    exchange: Exchange, digest: str, warcinfo: str, original: Original | None = None
) -> bytes:
    """Return the members of an exchange that went through `as_stored`; with an original, a revisit of it."""
    record_id = new_id()
    first = _response(exchange, digest, warcinfo, record_id, original)
    return first + _request(exchange, warcinfo, record_id) if exchange.method else first


def warcinfo_member(record_id: str, filename: str, software: str) -> bytes:
    """Return the member that each file begins with."""
    block = f"software: {software}\r\nformat: WARC File Format 1.1\r\n".encode()
    fields = [
        ("WARC-Type", "warcinfo"),
        ("WARC-Record-ID", record_id),
        ("WARC-Date", warc_date(datetime.now(UTC))),
        ("WARC-Filename", filename),
        ("WARC-Block-Digest", _labelled(hashlib.sha256(block))),
        ("Content-Type", "application/warc-fields"),
    ]
    return _member(fields, block)


def warc_date(moment: datetime) -> str:
    """Return a moment in the notation of WARC/1.1, with all its digits."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def restored(headers: Headers) -> Headers:
    """Return headers under the names that they came with."""
    return tuple(
        (
            name[len(_RENAMED) :] if len(name) > 17 and _TRANSFER_ENCODING.match(name) else name,
            value,
        )
        for name, value in headers
    )


def _response(
    exchange: Exchange, digest: str, warcinfo: str, record_id: str, original: Original | None
) -> bytes:
    head = _http_head(exchange.status_line, exchange.headers)
    block_digest = hashlib.sha256(head)
    kind, body = "response", exchange.body
    if original:
        kind, body = "revisit", b""
    block_digest.update(body)
    fields = [
        *_common(kind, record_id, exchange, warcinfo),
        ("WARC-Block-Digest", _labelled(block_digest)),
        ("WARC-Payload-Digest", digest),
    ]
    if original:
        fields += _reference(exchange, original)
    if exchange.truncated:
        fields.append(("WARC-Truncated", exchange.truncated))
    if exchange.metadata:
        fields.append(("WARC-JSON-Metadata", json.dumps(dict(exchange.metadata))))
    fields.append(("Content-Type", "application/http;msgtype=response"))
    return _member(fields, head, body)


def _reference(exchange: Exchange, original: Original) -> list[tuple[str, str]]:
    return [
        ("WARC-Profile", SAME_PAYLOAD if exchange.body else NOT_MODIFIED),
        ("WARC-Refers-To", original.record_id),
        ("WARC-Refers-To-Target-URI", original.url),
        ("WARC-Refers-To-Date", original.date),
    ]


def _request(exchange: Exchange, warcinfo: str, response_id: str) -> bytes:
    line = f"{exchange.method} {_target(exchange.url)} HTTP/1.1".encode()
    block = _http_head(line, exchange.request_headers) + exchange.request_body
    fields = [
        *_common("request", new_id(), exchange, warcinfo),
        ("WARC-Concurrent-To", response_id),
        ("WARC-Block-Digest", _labelled(hashlib.sha256(block))),
        ("Content-Type", "application/http;msgtype=request"),
    ]
    return _member(fields, block)


def _common(kind: str, record_id: str, exchange: Exchange, warcinfo: str) -> list[tuple[str, str]]:
    return [
        ("WARC-Type", kind),
        ("WARC-Record-ID", record_id),
        ("WARC-Date", warc_date(exchange.requested_at)),
        ("WARC-Target-URI", exchange.url),
        ("WARC-Warcinfo-ID", warcinfo),
    ]


def _http_head(first: bytes, headers: Headers) -> bytes:
    lines = [first]
    for name, value in headers:
        renamed = _RENAMED if name[-1:] in b"gG" and _TRANSFER_ENCODING.match(name) else b""
        lines.append(renamed + name + b": " + value)
    lines.append(b"\r\n")
    return b"\r\n".join(lines)


def _target(url: str) -> str:
    """Return the target of the request line."""
    found = _BEHIND_HOST.match(url)
    target = found[1] if found else ""
    return target if target.startswith("/") else f"/{target}"


def _member(fields: list[tuple[str, str]], *block: bytes) -> bytes:
    head = _VERSION + "".join(f"{name}: {value}\r\n" for name, value in fields)
    head += f"Content-Length: {sum(map(len, block))}\r\n\r\n"
    record = b"".join((head.encode(), *block, b"\r\n\r\n"))
    return gzip_member(record)


def _labelled(digest: "hashlib._Hash") -> str:
    return "sha256:" + digest.hexdigest()
