"""Imports exchanges from WARC files that were made elsewhere: by wget, browsers, other crawlers or pagekin.

Nothing in such a file ends the import: what cannot be used is counted, by reason.
"""

import hashlib
import json
import sqlite3
from base64 import b32encode
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from pagekin.archive.archive_errors import reason_of
from pagekin.archive.foreign import ForeignRecord, Unusable, foreign_records
from pagekin.archive.http_message import split_message
from pagekin.archive.warc_records import restored
from pagekin.site.exchange import Exchange

MAX_BODY = 32 * 1024 * 1024
_HEAD = 1 << 20  # HTTP headers that come with a body


class WarcImport:
    """An iterable of the exchanges of some files.

    `skipped` counts what was left out, by reason; `lost` counts those of it that should have been exchanges.
    """

    def __init__(self, files: Iterable[Path], *, max_body: int = MAX_BODY) -> None:
        self.taken = 0
        self.skipped: Counter[str] = Counter()
        self.lost: Counter[str] = Counter()
        self._files = list(files)
        self._max_block = max_body + _HEAD

    def __iter__(self) -> Iterator[Exchange]:
        self.taken = 0
        self.skipped.clear()
        self.lost.clear()
        with closing(_Originals(self._max_block)) as originals:
            for file in self._files:
                try:
                    yield from self._exchanges(file, originals)
                except OSError as error:
                    self._skip(Unusable(reason_of(error)))

    def _exchanges(self, file: Path, originals: "_Originals") -> Iterator[Exchange]:
        """Yield each answer with its request, which stands right before or right after it."""
        before: ForeignRecord | None = None
        answer: ForeignRecord | None = None
        with file.open("rb") as opened:
            for found in foreign_records(opened, self._max_block):
                if isinstance(found, Unusable):
                    self._skip(found)
                    continue
                if answer:
                    request = next((r for r in (before, found) if _is_request_to(r, answer)), None)
                    yield from self._taken(file, answer, request, originals)
                    answer = None
                if found.kind in {"response", "revisit", "resource"}:
                    answer = found
                elif found.kind == "request":
                    before = found
                else:
                    reason = f"not a page: {found.kind or 'unnamed'} record"
                    self._skip(Unusable(reason, is_loss=False))
            if answer:
                request = before if _is_request_to(before, answer) else None
                yield from self._taken(file, answer, request, originals)

    def _taken(
        self,
        file: Path,
        answer: ForeignRecord,
        request: ForeignRecord | None,
        originals: "_Originals",
    ) -> Iterator[Exchange]:
        result = _exchange(file, answer, request, originals)
        if isinstance(result, Unusable):
            self._skip(result)
        else:
            self.taken += 1
            yield result

    def _skip(self, unusable: Unusable) -> None:
        self.skipped[unusable.reason] += 1
        if unusable.is_loss:
            self.lost[unusable.reason] += 1


class _Originals:
    """The places of bodies that revisits may refer to; on disk, since there may be millions."""

    def __init__(self, max_block: int) -> None:
        self._max_block = max_block
        self._table = sqlite3.connect("", isolation_level=None)
        self._table.execute("PRAGMA journal_mode = OFF")
        self._table.execute(
            "CREATE TABLE original (digest TEXT PRIMARY KEY, file TEXT, offset INTEGER) WITHOUT ROWID"
        )

    def remember(self, file: Path, record: ForeignRecord, body: bytes) -> None:
        """Note where a body stands, if it can be read again."""
        if record.offset is None:
            return
        sha1 = b32encode(hashlib.sha1(body, usedforsecurity=False).digest()).decode()
        digest = record.headers.get("warc-payload-digest") or f"sha1:{sha1}"
        self._table.execute(
            "INSERT OR IGNORE INTO original VALUES (?, ?, ?)", (digest, str(file), record.offset)
        )

    def body(self, digest: str) -> bytes | None:
        """Return a body that was seen before; None if it was not, or cannot be read."""
        query = "SELECT file, offset FROM original WHERE digest = ?"
        found = self._table.execute(query, (digest,)).fetchone()
        if not found:
            return None
        with Path(found[0]).open("rb") as file:
            file.seek(found[1])
            record = next(foreign_records(file, self._max_block), None)
        if not isinstance(record, ForeignRecord):
            return None
        message = split_message(record.block)
        return message[2] if message else None

    def close(self) -> None:
        """Forget everything."""
        self._table.close()


def _exchange(
    file: Path, answer: ForeignRecord, request: ForeignRecord | None, originals: _Originals
) -> Exchange | Unusable:
    moment = _moment(answer.headers.get("warc-date", ""))
    if moment is None:
        return Unusable("no date")
    if not answer.url.lower().startswith(("http://", "https://")):
        return Unusable("not fetched by HTTP", is_loss=False)
    if answer.headers.get("warc-segment-number"):
        return Unusable("in several parts")
    message = _message(file, answer, originals)
    if isinstance(message, Unusable):
        return message
    status_line, headers, body = message
    asked = split_message(request.block) if request else None
    first, request_headers, request_body = asked or (b"", (), b"")
    return Exchange(
        url=answer.url,
        requested_at=moment,
        status_line=status_line,
        headers=restored(headers),
        body=body,
        method=first.partition(b" ")[0].decode("ascii", "replace"),
        request_headers=request_headers,
        request_body=request_body,
        truncated=answer.headers.get("warc-truncated", ""),
        metadata=_metadata(answer.headers.get("warc-json-metadata", "")),
    )


def _message(
    file: Path, answer: ForeignRecord, originals: _Originals
) -> tuple[bytes, tuple[tuple[bytes, bytes], ...], bytes] | Unusable:
    """Return status line, headers and body of an answer."""
    if answer.kind == "resource":  # a page without the protocol around it
        kind = answer.headers.get("content-type", "").encode()
        return b"HTTP/1.1 200 OK", ((b"Content-Type", kind),), answer.block
    message = split_message(answer.block)
    if message is None or not message[0].startswith(b"HTTP/"):
        return Unusable("not an HTTP response")
    if answer.kind == "response":
        originals.remember(file, answer, message[2])
        return message
    if answer.headers.get("warc-profile", "").endswith("server-not-modified"):
        return message
    body = originals.body(answer.headers.get("warc-payload-digest", ""))
    if body is None:
        return Unusable("revisit of something that is not in these files, or comes later")
    return message[0], message[1], body


def _is_request_to(request: ForeignRecord | None, answer: ForeignRecord) -> bool:
    """Whether a request belongs to an answer: one of the two names the other."""
    if request is None or request.kind != "request" or request.url != answer.url:
        return False
    names = (request.headers.get("warc-record-id"), answer.headers.get("warc-record-id"))
    concurrent = (
        answer.headers.get("warc-concurrent-to"),
        request.headers.get("warc-concurrent-to"),
    )
    return any(
        name is not None and name == other for name, other in zip(names, concurrent, strict=True)
    )


def _moment(date: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _metadata(text: str) -> tuple[tuple[str, str], ...]:
    """Return metadata as the archive keeps them; none if they have another form."""
    try:
        metadata = json.loads(text)
    except ValueError:
        return ()
    if not isinstance(metadata, dict):
        return ()
    return tuple((name, value) for name, value in metadata.items() if isinstance(value, str))
