"""Fixed queries about records and fields: what changed in them, what is missing, what is there twice."""

from operator import itemgetter
from typing import Any

from pagekin.query.answer_table import AnswerTable
from pagekin.query.fixed.fixed_query import Answerer, Asked
from pagekin.store.states import EventKind, EventState

_FIELD_KINDS = (
    EventKind.CHANGED,
    EventKind.APPEARED,
    EventKind.MISSING,
    EventKind.TYPE_BROKEN,
    EventKind.ROW_ADDED,
    EventKind.ROW_REMOVED,
)
# What the crawl's own comparison has found: reports and `pagekin changes` never disagree.
_EVENTS = """
SELECT coalesce(page.url, ''), event.kind, coalesce(bundle.name, ''), coalesce(field.name, ''),
 coalesce(place.key, ''), coalesce(place.old, event.old, ''), coalesce(place.new, event.new, ''),
 event.detail, event.digest
FROM pagekin_event event LEFT JOIN pagekin_event_page place ON place.event_id = event.id
LEFT JOIN pagekin_page page ON page.id = place.page_id
LEFT JOIN pagekin_field field ON field.id = event.field_id
LEFT JOIN pagekin_bundle bundle ON bundle.id = field.bundle_id
WHERE event.crawl_id = %s AND event.state = %s AND event.kind {} ORDER BY event.id, place.number
LIMIT %s
"""
# Fields whose share of filled instances fell by more than so many percent points.
_COVERAGE = """
SELECT crawler.name, bundle.name, field.name, 100.0 * was.filled / was.instances,
 100.0 * now.filled / now.instances
FROM pagekin_field_figures was JOIN pagekin_field_figures now
 ON now.crawl_id = %s AND now.field_id = was.field_id
JOIN pagekin_field field ON field.id = was.field_id
JOIN pagekin_bundle bundle ON bundle.id = field.bundle_id
JOIN pagekin_crawler crawler ON crawler.id = bundle.crawler_id
WHERE was.crawl_id = %s AND was.instances > 0 AND now.instances > 0
 AND 100.0 * was.filled / was.instances - 100.0 * now.filled / now.instances > %s
ORDER BY crawler.id, field.id LIMIT %s
"""
# Keys of the records that stand for their pages, and the pages that share one.
_DUPLICATES = """
WITH keyed AS MATERIALIZED (
 SELECT seen.page_id, record.bundle_id, record.key FROM pagekin_crawl_page seen
 JOIN pagekin_record record ON record.set_id = seen.records_id
 WHERE seen.crawl_id = %s AND record.parent IS NULL AND record.key IS NOT NULL),
twice AS MATERIALIZED (
 SELECT bundle_id, key, count(DISTINCT page_id) AS pages FROM keyed
 GROUP BY bundle_id, key HAVING count(DISTINCT page_id) > 1)
SELECT page.url, twice.key, bundle.name, twice.pages FROM twice
JOIN keyed ON keyed.bundle_id = twice.bundle_id AND keyed.key = twice.key
JOIN pagekin_page page ON page.id = keyed.page_id
JOIN pagekin_bundle bundle ON bundle.id = twice.bundle_id
GROUP BY page.url, twice.key, bundle.name, twice.pages ORDER BY bundle.name, twice.key, page.url
LIMIT %s
"""


def changed_fields(asked: Asked) -> AnswerTable:
    """Return the pages where any field changed, one row for each field."""
    return events_of(*_FIELD_KINDS)(asked)


def events_of(*kinds: EventKind) -> Answerer:
    """Return what answers which events of some kinds a crawl has told."""

    def answer(asked: Asked) -> AnswerTable:
        marks = ", ".join(["%s"] * len(kinds))
        rows = asked.connection.rows(
            _EVENTS.replace("{}", f"IN ({marks})"),
            asked.crawl.id,
            EventState.TOLD.value,
            *(kind.value for kind in kinds),
            asked.most + 1,
        )
        columns = ("page", "event", "bundle", "field", "key", "old", "new", "detail", "result")
        return AnswerTable(columns, rows[: asked.most], is_cut=len(rows) > asked.most)

    return answer


def coverage_drops(asked: Asked) -> AnswerTable:
    """Return the fields that are filled more seldom than before."""
    assert asked.older is not None  # noqa: S101 - for the type checker; queries that compare have one
    points = asked.number("points")
    rows: Any = asked.connection.rows(_COVERAGE, asked.crawl.id, asked.older.id, points, asked.most)
    shown = [(*names, round(was, 1), round(now, 1)) for *names, was, now in rows]
    return AnswerTable(("page", "bundle", "field", "was %", "is %"), shown)


def duplicate_keys(asked: Asked) -> AnswerTable:
    """Return the pages whose key another page has, too."""
    rows = asked.connection.rows(_DUPLICATES, asked.crawl.id, asked.most + 1)
    columns = ("page", "key", "bundle", "pages")
    shown = sorted(rows[: asked.most], key=itemgetter(2, 1, 0))
    return AnswerTable(columns, shown, is_cut=len(rows) > asked.most)
