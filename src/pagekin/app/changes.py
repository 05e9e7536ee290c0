"""What became of the targets from one crawl to another, page by page, as records for any format."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter

from pagekin.app.crawl_differences import crawl_differences, has_targets
from pagekin.errors import NothingFoundError, UsageError
from pagekin.monitor import CrawlComparison
from pagekin.monitor.field_changes import row_text
from pagekin.monitor.substitutions import around_change
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.reading.comparison import PageDifference, compare
from pagekin.store.reading.crawls import (
    CrawlInfo,
    baseline_of,
    crawl_numbered,
    last_crawl,
    versions_of_crawl,
)
from pagekin.store.reading.record_sets import wrapper_numbered
from pagekin.store.states import CrawlPurpose, CrawlState, EventState
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.identity import BundlePath, bundles_of
from pagekin.wrappers.record import Record
from pagekin.wrappers.record_differences import RecordDifference
from pagekin.wrappers.record_keys import row_keys

_BUNDLE = "change"
# A page, a bundle, a field and an attribute; of a row "" and what it says.
_Spot = tuple[int, BundlePath, str, str]
# The states of pages that are told together, or not at all.
_TOGETHER = frozenset({"changed alike", "reordered", "template changed", "unchanged"})
_COLUMNS = ("state", "name", "field", "old", "new", "was", "reason")
# How changes look as records, one for each page and field.
LAYOUT = Wrapper((Bundle(_BUNDLE, tuple(Field(name, "text", ()) for name in _COLUMNS)),))


@dataclass(frozen=True, slots=True)
class ChangedField:
    """A field of a page that is another than before: `offers[A-7].price (currency)`."""

    name: str
    old: str = ""
    new: str = ""
    note: str = ""  # what is to be said where there are no two values: "2 added"

    def __str__(self) -> str:
        old, new = around_change(self.old, self.new)
        values = f"{old or '–'} → {new or '–'}"
        return f"{self.name}: {self.note or values}"


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a page."""

    state: str
    url: str
    was: str = ""  # where it stood before it moved
    reason: str = ""  # why it is gone or was not seen
    fields: tuple[ChangedField, ...] = ()
    name: str = ""  # of the page: its title

    def as_records(self) -> Iterator[Record]:
        """Yield a record for each field that is another, or one for the page."""
        for field in self.fields or (ChangedField(""),):
            reason = "; ".join(part for part in (self.reason, field.note) if part)
            texts = (self.state, self.name, field.name, field.old, field.new, self.was, reason)
            named = zip(_COLUMNS, texts, strict=True)
            values = {column: (Value(text, "text"),) for column, text in named if text}
            yield Record(_BUNDLE, 0, values)


def crawls_to_compare(
    connection: Connection, newer: int | None, older: int | None
) -> tuple[CrawlInfo, CrawlInfo]:
    """Find two crawls of one crawler, the older first; by default the last one and the one before it."""
    after = (
        _finished(connection, newer)
        if newer
        else last_crawl(connection, CrawlPurpose.CRAWL, CrawlState.FINISHED)
    )
    if after is None:
        raise NothingFoundError("no crawl has come to its end yet: there is nothing to compare")
    if older:
        before = _finished(connection, older)
        if _compared(before) != _compared(after):
            raise UsageError(
                f"{older} and {after.id} cannot be compared: both have to be crawls of one crawler "
                "('pagekin crawls' lists them)"
            )
        return before, after
    baseline = baseline_of(connection, after)
    if baseline is None:
        raise NothingFoundError(f"crawl {after.id} is the first: there is nothing to compare with")
    return baseline, after


def _compared(crawl: CrawlInfo) -> tuple[int, int | None, CrawlPurpose]:
    """Return what two crawls must have in common."""
    return crawl.site, crawl.crawler, crawl.purpose


def changes(
    store: Store,
    connection: Connection,
    older: CrawlInfo,
    newer: CrawlInfo,
    counts: Counter[str],
    *,
    everything: bool = False,
) -> Iterator[Change]:
    """Go through the targets of two crawls and tell what became of each, and count that in `counts`.

    What a whole site or its template did is one change, with the first of its pages; with `everything`
    each page is told, those that are unchanged included.
    """
    wrapper = _wrapper(connection, newer)
    found = crawl_differences(store, connection, older.id, newer.id)
    counts.update(found.counts)
    shared = set() if everything else set(_shared(found))
    told = [one for one in found.pages if everything or one.state not in _TOGETHER]
    titles = _titles(connection, told)
    for one in told:
        fields = tuple(field_changes(_own(one, shared), wrapper))
        name = titles.get(one.new_version or one.old_version, "")
        yield Change(one.state, one.url, one.old_url, one.reason, fields, name)
    if not everything:
        yield from _together(found)
        return
    targets = has_targets(connection, older.id)
    for one in compare(connection, older.id, newer.id, targets=targets):
        if one.state == "unchanged":
            yield Change(one.state, one.url)


def _shared(found: CrawlComparison) -> Iterator[_Spot]:
    """Yield the fields of pages that are told with those of many other pages."""
    for event in found.events:
        if event.wide or event.state is EventState.EXPLAINED:
            for place in event.places:
                if event.field:
                    yield place.page, event.bundle, event.field, event.attribute
                else:  # a row: what tells it apart is what it says
                    yield place.page, event.bundle, "", place.old or place.new or ""


def _own(page: PageDifference, shared: set[_Spot]) -> list[RecordDifference]:
    """Return the differences of a page without those that it shares with many others."""
    own = []
    for one in page.changes:
        fields = tuple(
            part
            for part in one.fields
            if (page.page, one.bundle, part.field, part.attribute) not in shared
        )
        is_own_row = not one.fields and (page.page, one.bundle, "", _said(one)) not in shared
        if fields or is_own_row:
            own.append(replace(one, fields=fields))
    return own


def _said(row: RecordDifference) -> str:
    """Return what a row says that was added or removed."""
    record = row.old or row.new
    return row_text(record) if record else ""


def _together(found: CrawlComparison) -> Iterator[Change]:
    """Yield what happened to many pages at once."""
    for event in found.events:
        if event.wide and event.state is not EventState.EXPLAINED:
            pages = {place.page for place in event.places}
            attribute = f" ({event.attribute})" if event.attribute else ""
            field = ChangedField(f"{event.name}{attribute}", event.old or "", event.new or "")
            where = f"on {len(pages):,} pages"
            yield Change("changed alike", event.places[0].url, reason=where, fields=(field,))
    changed = [page for page in found.pages if page.state == "template changed"]
    if changed:
        reason = f"on {len(changed):,} pages: {found.template}"
        yield Change("template changed", changed[0].url, reason=reason)


def _titles(connection: Connection, pages: Iterable[PageDifference]) -> dict[int | None, str]:
    """Return the titles of pages by their version: that of now, or the last one."""
    versions = (page.new_version or page.old_version for page in pages)
    return dict(
        connection.among(
            "SELECT id, title FROM pagekin_page_version WHERE id {}",
            [version for version in versions if version is not None],
        )
    )


def field_changes(
    found: Sequence[RecordDifference], wrapper: Wrapper | None
) -> Iterator[ChangedField]:
    """Say in which fields two versions of a page differ, under the names of the newer wrapper."""
    keys = row_keys(wrapper) if wrapper else {}
    names = dict(bundles_of(wrapper)) if wrapper else {}
    for bundle, several in groupby(found, key=attrgetter("bundle")):
        yield from _lines(list(several), names.get(bundle), keys.get(bundle, ""))


def _lines(
    several: Sequence[RecordDifference], bundle: Bundle | None, key: str
) -> Iterator[ChangedField]:
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
            yield ChangedField(f"{where}{name}{attribute}", field.old, field.new)
    counts = {
        "added": sum(one.old is None for one in several),
        "removed": sum(one.new is None for one in several),
    }
    if any(counts.values()):
        said = (f"{count} {what}" for what, count in counts.items() if count)
        yield ChangedField(title, note=", ".join(said))


def _wrapper(connection: Connection, crawl: CrawlInfo) -> Wrapper | None:
    """Return the wrapper that a crawl's records were made with."""
    versions = versions_of_crawl(connection, crawl.id)
    known = [one.wrapper_version for one in versions if one.wrapper_version is not None]
    return wrapper_numbered(connection, known[-1]) if known else None


def _finished(connection: Connection, number: int) -> CrawlInfo:
    crawl = crawl_numbered(connection, number)
    if crawl is None:
        raise UsageError(f"there is no crawl {number}; 'pagekin crawls' lists the crawls")
    if crawl.state in {CrawlState.EMPTY, CrawlState.FAILED}:
        raise UsageError(f"crawl {number} found nothing: there is nothing to compare with")
    if crawl.state is not CrawlState.FINISHED:
        raise UsageError(
            f"crawl {number} did not come to its end: what it has not seen is not gone"
        )
    return crawl
