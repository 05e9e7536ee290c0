"""What became of the targets from one crawl to another, page by page, as records for any format."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pagekin.app.failure_texts import reason_from
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation import TARGET
from pagekin.navigation.crawler_file import loads
from pagekin.store.database import Connection
from pagekin.store.reading.comparison import Difference, compare
from pagekin.store.reading.crawl_pages import records_of
from pagekin.store.reading.crawls import (
    CRAWL,
    FINISHED,
    CrawlInfo,
    crawl_numbered,
    crawl_version,
    crawls_of,
    last_crawl,
)
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.page_keys import key_of
from pagekin.wrappers.record import Record

_BUNDLE = "change"
# How a change looks as a record: what became of the page, where it was, why, and which fields differ.
LAYOUT = Wrapper(
    (
        Bundle(
            _BUNDLE,
            (
                *(Field(name, "text", ()) for name in ("state", "was", "reason")),
                Field("fields", "text", (), many=True),
            ),
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a page."""

    state: str
    url: str
    was: str = ""  # where it stood before it moved
    reason: str = ""  # why it is gone or was not seen
    fields: tuple[str, ...] = ()  # "price: € 3.00 → € 3.50"

    def as_record(self) -> Record:
        """Give it as a record of the page."""
        texts = {"state": self.state, "was": self.was, "reason": self.reason}
        single = {name: (Value(text, "text"),) for name, text in texts.items() if text}
        fields = tuple(Value(text, "text") for text in self.fields)
        return Record(_BUNDLE, 0, {**single, "fields": fields}, many=frozenset({"fields"}))


def crawls_to_compare(
    connection: Connection, newer: int | None, older: int | None
) -> tuple[CrawlInfo, CrawlInfo]:
    """Find two crawls of one crawler, the older first; by default the last one and the one before it."""
    after = _finished(connection, newer) if newer else last_crawl(connection, CRAWL, FINISHED)
    if after is None:
        raise NothingFoundError("no crawl has come to its end yet: there is nothing to compare")
    if older:
        before = _finished(connection, older)
        if (before.crawler, before.purpose) != (after.crawler, after.purpose):
            raise UsageError(
                f"{older} and {after.id} cannot be compared: both have to be crawls of one crawler "
                "('pagekin crawls' lists them)"
            )
        return before, after
    earlier = [
        crawl
        for crawl in crawls_of(connection, after.crawler)
        if (crawl.purpose, crawl.state) == (after.purpose, FINISHED) and crawl.id < after.id
    ]
    if not earlier:
        raise NothingFoundError(f"crawl {after.id} is the first: there is nothing to compare with")
    return earlier[-1], after


def changes(connection: Connection, older: CrawlInfo, newer: CrawlInfo) -> Iterator[Change]:
    """Go through the targets of two crawls and tell what became of each."""
    is_crawl = newer.purpose == CRAWL
    wrapper = loads(crawl_version(connection, newer.id)).wrapper if is_crawl else None
    kind = TARGET if is_crawl else ""
    for one in list(compare(connection, older.id, newer.id, kind=kind, key=key_of(wrapper))):
        reason, fields = reason_from(one.reason), tuple(_fields(connection, one))
        yield Change(one.state, one.url, one.old_url, reason, fields)


def differences(old: Sequence[Record], new: Sequence[Record]) -> Iterator[str]:
    """Say in which fields two versions of a page differ."""
    before, after = _by_bundle(old), _by_bundle(new)
    for bundle in dict.fromkeys((*before, *after)):
        one, other = before.get(bundle, []), after.get(bundle, [])
        if len(one) == len(other) == 1:
            names = dict.fromkeys((*one[0].fields, *other[0].fields))
            texts = ((name, _text(one[0], name), _text(other[0], name)) for name in names)
            yield from (f"{name}: {was} → {now}" for name, was, now in texts if was != now)
        elif one != other:
            yield f"{bundle}: {len(one)} → {len(other)}" if len(one) != len(other) else bundle


def _finished(connection: Connection, number: int) -> CrawlInfo:
    crawl = crawl_numbered(connection, number)
    if crawl is None:
        raise UsageError(f"there is no crawl {number}; 'pagekin crawls' lists the crawls")
    if crawl.state != FINISHED:
        raise UsageError(
            f"crawl {number} did not come to its end: what it has not seen is not gone"
        )
    return crawl


def _fields(connection: Connection, one: Difference) -> Iterator[str]:
    if one.state in {"changed", "moved"} and one.old_version and one.new_version:
        old, new = records_of(connection, one.old_version), records_of(connection, one.new_version)
        yield from differences(old, new)


def _by_bundle(records: Sequence[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.bundle, []).append(record)
    return found


def _text(record: Record, name: str) -> str:
    return ", ".join(value.text for value in record.fields.get(name, ())) or "–"
