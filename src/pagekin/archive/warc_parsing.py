"""Turns records back into exchanges."""

import json
from datetime import datetime

from pagekin.archive.warc_members import WarcRecord
from pagekin.archive.warc_records import NOT_MODIFIED, restored
from pagekin.errors import DamagedError
from pagekin.site.exchange import Exchange, Headers


def is_answer(record: WarcRecord) -> bool:
    """Whether an exchange begins with this record."""
    return record.kind in {"response", "revisit"}


def refers_to_body(record: WarcRecord) -> bool:
    """Whether the body stands in another record; an answer that a page is unmodified has none."""
    return record.kind == "revisit" and record.headers.get("warc-profile") != NOT_MODIFIED


def belong_together(answer: WarcRecord, request: WarcRecord) -> bool:
    """Whether a record is the request that an answer belongs to."""
    return (
        request.kind == "request" and request.headers.get("warc-concurrent-to") == answer.record_id
    )


def body_of(answer: WarcRecord) -> bytes:
    """Return what follows the HTTP headers."""
    return answer.block.partition(b"\r\n\r\n")[2]


def exchange_of(answer: WarcRecord, request: WarcRecord | None, body: bytes) -> Exchange:
    """Return the exchange that an answer, its request and a body make up."""
    status_line, headers, _ = _http(answer.block)
    first, request_headers, request_body = _http(request.block) if request else (b"", (), b"")
    metadata = json.loads(answer.headers.get("warc-json-metadata", "{}"))
    return Exchange(
        url=answer.headers["warc-target-uri"],
        requested_at=datetime.fromisoformat(answer.headers["warc-date"]),
        status_line=status_line,
        headers=headers,
        body=body,
        method=first.partition(b" ")[0].decode("ascii"),
        request_headers=request_headers,
        request_body=request_body,
        truncated=answer.headers.get("warc-truncated", ""),
        metadata=tuple(metadata.items()),
    )


def _http(block: bytes) -> tuple[bytes, Headers, bytes]:
    head, found, body = block.partition(b"\r\n\r\n")
    if not found:
        raise DamagedError("a record without an HTTP message")
    first, *lines = head.split(b"\r\n")
    split = (line.partition(b":") for line in lines)
    return first, restored(tuple((name, value.strip(b" \t")) for name, _, value in split)), body
