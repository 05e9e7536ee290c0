"""What became of the targets from one crawl to another, page by page, as records for any format."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

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
from pagekin.wrappers.identity import bundles_of, by_identity, shared_fields
from pagekin.wrappers.record import Record
from pagekin.wrappers.record_differences import RecordDifference, differences
from pagekin.wrappers.record_keys import key_of, row_keys

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
    wrappers = _wrapper(connection, older), _wrapper(connection, newer)
    kind = TARGET if newer.purpose == CRAWL else ""
    for one in list(compare(connection, older.id, newer.id, kind=kind, key=key_of(wrappers[1]))):
        reason, fields = reason_from(one.reason), tuple(_fields(connection, one, *wrappers))
        yield Change(one.state, one.url, one.old_url, reason, fields)


def field_changes(
    old: Sequence[Record], new: Sequence[Record], before: Wrapper | None, after: Wrapper | None
) -> Iterator[str]:
    """Say in which fields two versions of a page differ, of those that both wrappers look for."""
    if before is None or after is None:
        found, names, keys = list(differences(old, new)), {}, {}
    else:
        keys = row_keys(after)
        names = dict(bundles_of(after))
        shared = shared_fields(before, after)
        found = list(differences(by_identity(old, before), by_identity(new, after), shared, keys))
    for bundle, several in groupby(found, key=attrgetter("bundle")):
        yield from _lines(list(several), names.get(bundle), keys.get(bundle, ""))


def _lines(several: Sequence[RecordDifference], bundle: Bundle | None, key: str) -> Iterator[str]:
    """Say what differs in the records of one bundle."""
    names = {field.id: field.name for field in bundle.fields} if bundle else {}
    title = bundle.name if bundle else several[0].bundle[-1]
    for one in several:
        where = (
            f"{title}[{one.new.first_text(key) or one.new.index + 1}]."
            if one.new and bundle and bundle.each
            else ""
        )
        for field in one.fields:
            name = names.get(field.field, field.field)
            attribute = f" ({field.attribute})" if field.attribute else ""
            yield f"{where}{name}{attribute}: {field.old or '–'} → {field.new or '–'}"
    counts = {
        "added": sum(one.old is None for one in several),
        "removed": sum(one.new is None for one in several),
    }
    if any(counts.values()):
        said = (f"{count} {what}" for what, count in counts.items() if count)
        yield f"{title}: {', '.join(said)}"


def _wrapper(connection: Connection, crawl: CrawlInfo) -> Wrapper | None:
    """Return the wrapper that a crawl's records were made with."""
    return loads(crawl_version(connection, crawl.id)).wrapper if crawl.purpose == CRAWL else None


def _finished(connection: Connection, number: int) -> CrawlInfo:
    crawl = crawl_numbered(connection, number)
    if crawl is None:
        raise UsageError(f"there is no crawl {number}; 'pagekin crawls' lists the crawls")
    if crawl.state != FINISHED:
        raise UsageError(
            f"crawl {number} did not come to its end: what it has not seen is not gone"
        )
    return crawl


def _fields(
    connection: Connection, one: Difference, before: Wrapper | None, after: Wrapper | None
) -> Iterator[str]:
    if one.state in {"changed", "moved"} and one.old_version and one.new_version:
        old, new = records_of(connection, one.old_version), records_of(connection, one.new_version)
        yield from field_changes(old, new, before, after)
