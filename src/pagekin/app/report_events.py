"""The events of a crawl as a section of a report."""

from collections.abc import Mapping, Sequence

from pagekin.monitor import EventGroup
from pagekin.monitor.event_rows import StoredEvent
from pagekin.report.document import ReportCell, ReportSection, ReportTable
from pagekin.store.database import Connection
from pagekin.store.states import EventKind, EventState

_MOST_ROWS = 1000  # of a table: a report is for reading, what is longer is for files


def event_section(connection: Connection, events: Sequence[StoredEvent]) -> ReportSection:
    """Return the events that people hear of, as a table."""
    told = [one for one in events if one.state is EventState.TOLD]
    shown = told[:_MOST_ROWS]
    titles = _titles(connection, shown)
    columns: tuple[str, ...] = ("page", "what", "field", "value", "pages")
    rows = [_event_row(one, titles) for one in shown]
    if all(one.pages <= 1 for one in shown):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    held = len(events) - len(told)
    also = f" {held:,} more are held back or explained by these." if held else ""
    text = f"{len(told):,} event{'' if len(told) == 1 else 's'}.{also}"
    tables = (ReportTable(columns, tuple(rows), len(told) - len(rows)),) if rows else ()
    return ReportSection("What happened", text=text, tables=tables)


def _titles(connection: Connection, events: Sequence[StoredEvent]) -> dict[int, str]:
    """Return the title of the first page of each event: as it is now, or as it was last."""
    pages = sorted({one.event.places[0].page for one in events if one.event.places})
    crawls = {one.crawl for one in events} | {one.older for one in events if one.older}
    return {
        page: title
        for crawl in sorted(crawls)
        for page, title in connection.among(
            "SELECT seen.page_id, version.title FROM pagekin_crawl_page seen "
            "JOIN pagekin_page_version version ON version.id = seen.version_id "
            "WHERE seen.crawl_id = %s AND seen.page_id {}",
            pages,
            crawl,
        )
    }


def _event_row(one: StoredEvent, titles: Mapping[int, str]) -> tuple[ReportCell, ...]:
    event = one.event
    first = event.places[0] if event.places else None
    url = first.url if first else ""
    title = titles.get(first.page, "") if first else ""
    attribute = f" ({event.attribute})" if event.attribute else ""
    key = f" [{first.key}]" if first and first.key and one.pages == 1 else ""
    changed = event.old is not None or event.new is not None
    value = (
        ReportCell(event.new or "", was=event.old or "") if changed else ReportCell(_said(event))
    )
    return (
        ReportCell(title or url, url),
        ReportCell(event.kind.value),
        ReportCell(f"{event.name}{attribute}{key}"),
        value,
        ReportCell(f"{one.pages:,}" if one.pages > 1 else ""),
    )


def _said(event: EventGroup) -> str:
    """Return the detail of an event; of a changed template only the first, for a warning says the rest."""
    first, semicolon, _ = event.detail.partition("; ")
    is_long = event.kind is EventKind.TEMPLATE and semicolon
    return f"{first} …" if is_long else event.detail
