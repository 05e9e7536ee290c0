"""The history of a value: what a field was in each crawl, of the record that a key names, or of a page."""

from dataclasses import dataclass

from pagekin.errors import QueryError, UsageError
from pagekin.query.conditions import FieldName
from pagekin.query.known_names import FieldSubject, known_names
from pagekin.query.only_reading import only_reading
from pagekin.query.parsing import parse
from pagekin.query.sql_fragment import Fragment, all_true, joined, one_of, sql
from pagekin.query.value_sources import FieldSource, PageRow, value_sources
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo, crawl_numbered, earlier_crawls
from pagekin.store.storable_text import storable
from pagekin.store.writing.page_ids import url_digest

_MOST = 1000  # crawls to go back
_KEYED = sql(
    "SELECT one.set_id, one.number, one.bundle_id, known.page_id FROM pagekin_record one "
    "JOIN pagekin_record_set known ON known.id = one.set_id"
)


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A value in a crawl; None if the record was there without it."""

    crawl: int
    at: float
    url: str
    text: str | None
    number: float | None
    unit: str | None


@dataclass(frozen=True, slots=True)
class ValueHistory:
    """The values of a field over the crawls, the first one first."""

    field: str
    key: str
    points: tuple[HistoryPoint, ...]


def value_history(connection: Connection, field: str, key: str, crawl: int) -> ValueHistory:
    """Return the history of a field up to a crawl, of the record with a key, or of the page at a URL."""
    last = crawl_numbered(connection, crawl)
    if last is None:
        raise UsageError(f"there is no crawl {crawl}; 'pagekin crawls' lists the crawls")
    with only_reading(connection):
        name = _name(field)
        subject = known_names(connection, crawl).subject(name, field)
        if not isinstance(subject, FieldSubject):
            raise QueryError("only fields have a history here", field, 1)
        crawls = [last.id, *(one.id for one in earlier_crawls(connection, last, _MOST))]
        parts = [
            _points(source, storable(key), last, crawls)
            for source in value_sources(subject, connection.dialect)
            if isinstance(source, FieldSource)
        ]
        statement = sql("? ORDER BY 1, 3", joined(" UNION ", parts))
        rows = connection.rows(statement.text, *statement.parameters)
    return ValueHistory(".".join(name.parts), key, tuple(HistoryPoint(*row) for row in rows))


def _name(field: str) -> FieldName:
    """Return the name that a text is: as in a query."""
    query = parse(f"show {field}")
    if query.where is not None or len(query.show) != 1:
        raise QueryError("this is not the name of one field", field, 1)
    return query.show[0]


def _points(source: FieldSource, key: str, last: CrawlInfo, crawls: list[int]) -> Fragment:
    columns = source.columns("found")
    row = PageRow("named.page_id", "named.set_id", Fragment("NULL"))
    named = sql("? WHERE one.key = ? AND one.bundle_id = ?", _KEYED, key, source.field.bundle)
    if "://" in key:
        named = sql(
            "? JOIN pagekin_page page ON page.id = known.page_id "
            "WHERE page.site_id = ? AND page.digest = ? AND one.bundle_id = ?",
            _KEYED,
            last.site,
            url_digest(key),
            source.field.bundle,
        )
    seen = [
        one_of("seen.crawl_id", crawls),
        Fragment("seen.page_id = named.page_id AND seen.records_id = named.set_id"),
        Fragment("crawl.id = seen.crawl_id AND page.id = seen.page_id"),
    ]
    return sql(
        f"SELECT crawl.id, crawl.began_at, page.url, {columns.text}, {columns.number}, "  # noqa: S608
        f"{columns.unit or 'CAST(NULL AS text)'} FROM (?) named CROSS JOIN pagekin_crawl_page seen "
        "CROSS JOIN pagekin_crawl crawl CROSS JOIN pagekin_page page "
        f"LEFT JOIN {source.tables('found')} ON ? AND found.record = named.number WHERE ?",
        named,
        source.belongs("found", row),
        all_true(seen),
    )
