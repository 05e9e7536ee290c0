"""Two crawls compared: what became of each page, and the events that follow from it.

This is the one source of what a crawl's summary, `pagekin changes`, reports and alerts tell.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pagekin.monitor.event_groups import EventGroup, EventPlace
from pagekin.monitor.field_changes import (
    FieldNames,
    ValueTexts,
    field_changes_of,
    grouped,
)
from pagekin.monitor.moved_fields import moved_fields
from pagekin.monitor.order_alone import OrderJudge, PageOfVersion, PageVersionsOf
from pagekin.monitor.template_signs import (
    NO_SIGNS,
    ComparedCrawls,
    TemplateSigns,
    template_signs,
)
from pagekin.store.database import Connection
from pagekin.store.reading.comparison import PageDifference, compare
from pagekin.store.reading.crawls import versions_of_crawl
from pagekin.store.reading.record_sets import wrapper_numbered
from pagekin.store.reading.unseen_pages import GONE
from pagekin.store.states import EventKind, EventState, Outcome
from pagekin.store.writing.wrapper_ids import bundle_uid
from pagekin.wrappers import Wrapper
from pagekin.wrappers.identity import BundlePath, bundles_of

_SEEN = frozenset({"changed", "changed alike", "reordered", "unchanged"})


@dataclass(frozen=True, slots=True)
class CrawlComparison:
    """What became of the pages from one crawl to another; those that have no differences are only counted."""

    older: int
    newer: int
    pages: tuple[PageDifference, ...]
    unchanged: int
    events: tuple[EventGroup, ...]
    template: TemplateSigns = NO_SIGNS

    @property
    def counts(self) -> dict[str, int]:
        """How many pages are in each state."""
        found = Counter[str](page.state for page in self.pages)
        found["unchanged"] += self.unchanged
        return dict(+found)


def compare_crawls(
    connection: Connection,
    older: int,
    newer: int,
    page_of: PageOfVersion | None = None,
    *,
    targets: bool = True,
) -> CrawlComparison:
    """Compare two crawls: of the targets, or of all pages that came.

    `page_of` reads a version of a page from the archive; without it, items that changed places on pages
    where they are fields of their own count as changed.
    """
    wrapper = wrapper_of_crawl(connection, newer)
    judge = OrderJudge(wrapper, page_of)
    failed = _failed(connection, older), _failed(connection, newer)
    pages: list[PageDifference] = []
    recovered: list[PageDifference] = []
    unchanged = 0
    for page in compare(connection, older, newer, targets=targets):
        if page.state in _SEEN and page.page in failed[0]:
            recovered.append(page)
        if page.state == "unchanged":
            unchanged += 1
        else:
            pages.append(_in_order(page, judge))
    names, numbers = FieldNames(wrapper), field_numbers(connection, newer, wrapper)
    changes = [change for page in pages for change in field_changes_of(page, names)]
    compared = ComparedCrawls(connection, older, newer, numbers, _bundle_numbers(connection, newer))
    moved = moved_fields(wrapper_of_crawl(connection, older), wrapper, changes, compared)
    signs = replace(template_signs(pages, unchanged, changes, names, compared), moved=moved)
    fields = grouped(changes, names, numbers, ValueTexts(connection, older, newer))
    events = [
        replace(event, state=EventState.EXPLAINED) if signs.explains(event) else event
        for event in (*_page_events(pages, recovered, failed), *fields)
    ]
    told = tuple(_state(page, own, signs) for page, own in _with_events(pages, events))
    return CrawlComparison(older, newer, told, unchanged, tuple(events), signs)


def events_between(
    connection: Connection,
    older: int,
    newer: int,
    page_of: PageOfVersion | None = None,
    *,
    targets: bool = True,
) -> list[EventGroup]:
    """Return what happened from one crawl to another, alike things on many pages as one event."""
    return list(compare_crawls(connection, older, newer, page_of, targets=targets).events)


def _in_order(page: PageDifference, judge: OrderJudge) -> PageDifference:
    """Leave out of a page's differences what is order alone."""
    if not page.changes:
        return page
    versions = PageVersionsOf(
        page.old_version, page.new_version, page.old_url or page.url, page.url
    )
    left = judge.without_order(page.changes, versions)
    if not left and page.state == "changed":
        return replace(page, state="reordered", changes=())
    return replace(page, changes=left)


def _with_events(
    pages: Sequence[PageDifference], events: Iterable[EventGroup]
) -> Iterator[tuple[PageDifference, list[EventGroup]]]:
    by_page: dict[int, list[EventGroup]] = {}
    for event in events:
        for number in {place.page for place in event.places}:
            by_page.setdefault(number, []).append(event)
    return ((page, by_page.get(page.page, [])) for page in pages)


def _state(
    page: PageDifference, events: Sequence[EventGroup], signs: TemplateSigns
) -> PageDifference:
    """Return a page with its state: whether it changed itself, or only as the site or the template did."""
    if page.state not in {"changed", "vanished"} or not events:
        return page
    if all(map(signs.has_moved, events)):
        return replace(page, state="unchanged")
    own = [event for event in events if event.state is not EventState.EXPLAINED]
    if not own:
        return replace(page, state="template changed")
    if page.state == "changed" and all(event.wide for event in own):
        return replace(page, state="changed alike")
    return page


def _page_events(
    pages: Iterable[PageDifference],
    recovered: Iterable[PageDifference],
    failed: tuple[set[int], set[int]],
) -> Iterator[EventGroup]:
    """Yield what happened to whole pages."""
    before, now = failed
    for page in recovered:
        yield _page_event(EventKind.RECOVERED, page)
    for page in pages:
        if page.state == "new":
            yield _page_event(EventKind.NEW, page)
        elif page.state == "vanished":
            yield _page_event(EventKind.VANISHED, page)
        elif page.state == "moved":
            yield _page_event(EventKind.MOVED, page, page.old_url, page.url)
        elif page.state == "unseen" and page.page in now - before:
            yield _page_event(EventKind.FAILING, page)
        elif page.state == "changed" and not page.changes:
            yield _page_event(EventKind.CONTENT, page)


def _page_event(
    kind: EventKind, page: PageDifference, old: str | None = None, new: str | None = None
) -> EventGroup:
    place = EventPlace(page.page, page.url, old=old, new=new)
    return EventGroup(kind, (place,), old=old, new=new, detail=page.reason)


def wrapper_of_crawl(connection: Connection, crawl: int) -> Wrapper:
    """Return the wrapper that a crawl's records were made with; of several crawlers, all their bundles."""
    versions = (one.wrapper_version for one in versions_of_crawl(connection, crawl))
    found = [wrapper_numbered(connection, one) for one in versions if one is not None]
    return Wrapper(tuple(bundle for wrapper in found for bundle in wrapper.bundles))


def field_numbers(
    connection: Connection, crawl: int, wrapper: Wrapper
) -> dict[tuple[BundlePath, str], int]:
    """Return the numbers that the store has for the fields of a wrapper."""
    rows = connection.rows(
        "SELECT bundle.uid, field.uid, field.id FROM pagekin_crawl_class class "
        "JOIN pagekin_bundle bundle ON bundle.crawler_id = class.crawler_id "
        "JOIN pagekin_field field ON field.bundle_id = bundle.id WHERE class.crawl_id = %s",
        crawl,
    )
    numbers = {(bundle, field): number for bundle, field, number in rows}
    return {
        (path, field.id): numbers[bundle_uid(path), field.id]
        for path, bundle in bundles_of(wrapper)
        for field in bundle.fields
        if (bundle_uid(path), field.id) in numbers
    }


def _bundle_numbers(connection: Connection, crawl: int) -> dict[str, int]:
    """Return the numbers that the store has for the bundles of a crawl's crawlers."""
    rows = connection.rows(
        "SELECT bundle.uid, bundle.id FROM pagekin_crawl_class class "
        "JOIN pagekin_bundle bundle ON bundle.crawler_id = class.crawler_id WHERE class.crawl_id = %s",
        crawl,
    )
    return dict(rows)


def _failed(connection: Connection, crawl: int) -> set[int]:
    """Return the pages that could not be fetched, and may be there."""
    rows = connection.rows(
        "SELECT page_id FROM pagekin_crawl_page WHERE crawl_id = %s AND outcome = %s "
        "AND coalesce(status, 0) NOT IN (%s, %s)",
        crawl,
        Outcome.FAILED.value,
        *GONE,
    )
    return {page for (page,) in rows}
