"""Reads exchanges back: one at a position, or all of a file; everything is checked first."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO

from pagekin.archive.archive_errors import reason_of
from pagekin.archive.position import Position
from pagekin.archive.warc_files import path_of
from pagekin.archive.warc_members import Damage, Located, WarcRecord, located_records, parse_members
from pagekin.archive.warc_parsing import (
    belong_together,
    body_of,
    exchange_of,
    is_answer,
    refers_to_body,
)
from pagekin.archive.warc_records import Original, payload_digest
from pagekin.errors import ArchiveError, DamagedError
from pagekin.site.exchange import Exchange

KnownBody = Callable[[str], Position | None]
"""Returns the position where the body with a digest stands in itself, if there is one."""
_Read = Callable[[str, int, int], bytes]  # file, offset, length


def nothing_known(_digest: str) -> None:
    """Return None: for archives that are written once, no earlier content is known."""


class WarcReader:
    """Reads the files of one archive; `known` finds the bodies that revisits refer to."""

    def __init__(
        self, directory: Path, known: KnownBody = nothing_known, archive_id: int = 0
    ) -> None:
        self._directory = directory
        self._known = known
        self._id = archive_id

    def read(self, position: Position) -> Exchange:
        """Return what was written at a position; raise DamagedError if something else stands there."""
        answer, request = self._records(position)
        try:
            return self._exchange(answer, request, position.digest)
        except DamagedError as error:
            raise DamagedError(f"{_place(position)}: {error}") from None

    def damaged(self, positions: Iterable[Position]) -> Iterator[tuple[Position, DamagedError]]:
        """Yield those positions that do not hold what was written there; each file is read once, in order."""
        for file, some in groupby(positions, attrgetter("file")):
            with ExitStack() as stack:
                read = self._reading(file, stack)
                for position in some:
                    try:
                        answer, request = self._parsed(position, self._bytes(position, read))
                        self._exchange(answer, request, position.digest)
                    except DamagedError as error:
                        yield position, error

    def original(self, position: Position) -> Original:
        """Return the name of the record that holds a body, after checking that it does."""
        answer, _ = self._records(position)
        if refers_to_body(answer) or payload_digest(body_of(answer)) != position.digest:
            raise DamagedError(f"{_place(position)}: another body than expected")
        headers = answer.headers
        return Original(answer.record_id, headers["warc-target-uri"], headers["warc-date"])

    def checked(self, position: Position) -> tuple[WarcRecord, bytes]:
        """Return the answer at a position and all bytes there, after checking them."""
        data = self._bytes(position, self._read)
        return self._parsed(position, data)[0], data

    def iterate(self, file: str) -> Iterator[tuple[Position, Exchange | DamagedError]]:
        """Yield everything that a file holds, and the reason for what cannot be read."""
        try:
            opened = self._open(file)
        except OSError as error:
            raise ArchiveError(
                f"the archive file {self._directory / file} cannot be read: {reason_of(error)}"
            ) from None
        with opened:
            held: Located | None = None
            for found in located_records(opened):
                if held:
                    yield self._stored(file, held, found)
                    held = None
                if isinstance(found, Damage):
                    size = found.end - found.offset
                    damage = Position(file, found.offset, size, "", False, self._id)  # noqa: FBT003
                    yield damage, DamagedError(f"{_place(damage)}: {found.reason}")
                elif is_answer(found.record):
                    held = found
            if held:
                yield self._stored(file, held, None)

    def _stored(
        self, file: str, answer: Located, following: Located | Damage | None
    ) -> tuple[Position, Exchange | DamagedError]:
        """Put an answer together with its request, if that is what follows it."""
        request, length = None, answer.length
        if isinstance(following, Located) and belong_together(answer.record, following.record):
            request, length = following.record, length + following.length
        digest = answer.record.headers.get("warc-payload-digest", "")
        whole = not refers_to_body(answer.record)
        position = Position(file, answer.offset, length, digest, whole, self._id)
        try:
            return position, self._exchange(answer.record, request, digest)
        except DamagedError as error:
            return position, DamagedError(f"{_place(position)}: {error}")

    def _exchange(self, answer: WarcRecord, request: WarcRecord | None, digest: str) -> Exchange:
        if refers_to_body(answer):
            body = self._body_elsewhere(digest)
        else:
            body = body_of(answer)
            if payload_digest(body) != digest:
                raise DamagedError("another body than expected")
        return exchange_of(answer, request, body)

    def _body_elsewhere(self, digest: str) -> bytes:
        position = self._known(digest)
        if position is None or not position.whole:
            raise DamagedError(f"its body, {digest}, is not known to stand anywhere")
        answer, _ = self._records(replace(position, digest=digest))
        body = body_of(answer)
        if refers_to_body(answer) or payload_digest(body) != digest:
            raise DamagedError(f"its body should stand at {_place(position)}, where another is")
        return body

    def _records(self, position: Position) -> tuple[WarcRecord, WarcRecord | None]:
        """Return the answer at a position, and its request if that is there."""
        return self._parsed(position, self._bytes(position, self._read))

    def _parsed(self, position: Position, data: bytes) -> tuple[WarcRecord, WarcRecord | None]:
        try:
            answer, *requests = parse_members(data)
        except (DamagedError, ValueError) as error:
            raise DamagedError(f"{_place(position)}: {error}") from None
        request = requests[0] if requests else None
        if (
            len(requests) > 1
            or not is_answer(answer)
            or (request and not belong_together(answer, request))
            or answer.headers.get("warc-payload-digest") != position.digest
        ):
            raise DamagedError(f"{_place(position)}: another record than expected")
        return answer, request

    def _bytes(self, position: Position, read: _Read) -> bytes:
        try:
            data = read(position.file, position.offset, position.length)
        except OSError as error:
            raise DamagedError(f"{_place(position)}: {reason_of(error)}") from None
        if len(data) != position.length or not data:
            raise DamagedError(f"{_place(position)}: the file ends before it")
        return data

    def _reading(self, file: str, stack: ExitStack) -> _Read:
        """Return a way to read a file that keeps it open; one that cannot be opened says so when it is read."""
        try:
            opened = stack.enter_context(self._open(file))
        except OSError:
            return self._read

        def read(_: str, offset: int, length: int) -> bytes:
            opened.seek(offset)
            return opened.read(length)

        return read

    def _open(self, file: str) -> BinaryIO:
        """Open a file of the archive."""
        return path_of(self._directory, file).open("rb")

    def _read(self, file: str, offset: int, length: int) -> bytes:
        """Read some bytes of a file of the archive."""
        with path_of(self._directory, file).open("rb", buffering=0) as opened:
            opened.seek(offset)
            return opened.read(length)


def _place(position: Position) -> str:
    return f"{position.file} at byte {position.offset}"
