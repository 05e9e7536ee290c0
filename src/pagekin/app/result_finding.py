"""Finds what a person wants to verify: an event or a result by its digest, or a page by its URL."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pagekin.app.query import as_table, query
from pagekin.errors import NothingFoundError, UsageError
from pagekin.query.answer_table import AnswerTable, Cell
from pagekin.query.links.graph_places import crawl_with
from pagekin.store.database import Connection, Row
from pagekin.store.reading.crawls import CrawlInfo, baseline_of, crawl_numbered
from pagekin.store.states import EventKind
from pagekin.store.writing.page_ids import url_digest
from pagekin.urls import InvalidUrl, canonical

_DIGEST = re.compile(r"[0-9a-f]{6,64}")
_EVENT = (
    "SELECT event.id, event.crawl_id, event.older_id, event.kind, coalesce(field.uid, ''), "
    "coalesce(field.name, ''), event.attribute, event.old, event.new, event.digest "
    "FROM pagekin_event event LEFT JOIN pagekin_field field ON field.id = event.field_id "
)
_PLACES = (
    "SELECT page.url, coalesce(place.key, ''), place.old, place.new FROM pagekin_event_page place "
    "JOIN pagekin_page page ON page.id = place.page_id WHERE place.event_id = %s "
    "ORDER BY place.number"
)
_ON_PAGE = (
    f"{_EVENT} JOIN pagekin_event_page place ON place.event_id = event.id "
    "JOIN pagekin_page page ON page.id = place.page_id "
    "WHERE event.crawl_id = %s AND page.digest = %s ORDER BY event.id"
)
_NO_FIELDS = frozenset({"page", "key", "paired by", "result"})
_EARLIER = re.compile(r"(.+) (?:before|in crawl \d+)")  # the column with what a field was


@dataclass(frozen=True, slots=True)
class VerifyRequest:
    """What to verify: a digest or a URL, and what else is needed to know what is meant."""

    result: str
    field: str = ""
    page: str = ""  # of an event with several
    crawl: int | None = None
    since: int | None = None
    query: str = ""  # whose result it is, if nobody has saved it


@dataclass(frozen=True, slots=True)
class ResultField:
    """A field that a result is about, and its values if they are known."""

    name: str
    uid: str = ""
    old: str | None = None
    new: str | None = None


@dataclass(frozen=True, slots=True)
class FoundResult:
    """A page in two crawls, and what is said of it."""

    url: str
    crawl: CrawlInfo
    older: CrawlInfo
    digest: str = ""
    key: str = ""
    old_url: str = ""  # of a page that moved
    fields: tuple[ResultField, ...] = ()


def find_result(connection: Connection, request: VerifyRequest) -> FoundResult:
    """Find what is to be verified; UsageError or NothingFoundError if that is nothing or unclear."""
    if "://" in request.result:
        return _by_url(connection, request)
    digest = request.result.lower()
    if not _DIGEST.fullmatch(digest):
        raise UsageError(
            f"{request.result!r} is neither a URL nor a result, such as 3f2a90c1: the column "
            "'result' of answers and reports has them"
        )
    found = _by_event(connection, request, digest) or _by_answer(connection, request, digest)
    if found is None:
        raise NothingFoundError(
            f"no event and no saved answer is {digest}; name its question with --query, "
            "or its page: pagekin verify URL --field FIELD"
        )
    return found


def _by_event(connection: Connection, request: VerifyRequest, digest: str) -> FoundResult | None:
    rows = connection.rows(
        f"{_EVENT} WHERE event.digest LIKE %s AND %s IN (0, event.crawl_id) "
        "ORDER BY event.id DESC LIMIT 1",
        f"{digest}%",
        request.crawl or 0,
    )
    if not rows:
        return None
    event = rows[0]
    places = connection.rows(_PLACES, event[0])
    wanted = [place for place in places if request.page in {"", place[0]}]
    if not wanted:
        raise UsageError(
            f"the event is about {len(places):,} pages, and {request.page or 'none'} is not among "
            "them: --page URL names one"
        )
    url, key, old, new = wanted[0]
    moved = event[3] == EventKind.MOVED.value
    return _between(
        connection,
        FoundResult(
            url,
            _crawl(connection, event[1]),
            _crawl(connection, event[1]),
            event[9],
            key,
            event[7] or "" if moved else "",
            () if moved else tuple(_fields([event], {event[0]: (old, new)})),
        ),
        event[2] if request.since is None else request.since,
    )


def _by_answer(connection: Connection, request: VerifyRequest, digest: str) -> FoundResult | None:
    """Find a result among the answers that were kept, or in that to the question."""
    older = None
    if request.query:
        answer = query(connection, request.query, request.crawl)
        answers = [(answer.crawl, as_table(answer))]
        older = next(iter(answer.older), None)
    else:
        rows = connection.rows(
            "SELECT crawl_id, content FROM pagekin_query_result WHERE %s IN (0, crawl_id) "
            "AND content LIKE %s ORDER BY crawl_id DESC",
            request.crawl or 0,
            f'%"{digest}%',
        )
        answers = [(crawl, _kept(content)) for crawl, content in rows]
    for crawl, table in answers:
        for row in table.as_dicts():
            found = str(row.get("result", ""))
            if found.startswith(digest):
                key = str(row.get("key") or "")
                info = _crawl(connection, crawl)
                fields = _answered_fields(row)
                result = FoundResult(str(row["page"]), info, info, found, key, "", fields)
                return _between(connection, result, request.since or older)
    return None


def _answered_fields(row: dict[str, Cell]) -> tuple[ResultField, ...]:
    """Return the fields that a row shows, each with what it was before if the row says so."""
    old: dict[str, Cell] = {}
    fields = []
    for name, value in row.items():
        earlier = _EARLIER.fullmatch(name)
        if earlier and earlier[1] in row:
            old.setdefault(earlier[1], value)
        elif name not in _NO_FIELDS:
            new = None if value is None or name not in old else str(value)
            was = old.get(name)
            fields.append(ResultField(name, "", None if was is None else str(was), new))
    return tuple(fields)


def _by_url(connection: Connection, request: VerifyRequest) -> FoundResult:
    url = canonical(request.result)
    if isinstance(url, InvalidUrl):
        raise UsageError(f"{request.result} is no URL: {url.reason}")
    crawl = crawl_with(connection, url, request.crawl)
    events = connection.rows(_ON_PAGE, crawl.id, url_digest(url))
    if request.field:
        events = [row for row in events if request.field in {row[4], row[5]}]
    places = {row[0]: _values_at(connection, row[0], url) for row in events}
    fields = tuple(_fields(events, places)) or (_named([request.field]) if request.field else ())
    digests = {row[9] for row in events}
    result = FoundResult(
        url, crawl, crawl, digests.pop() if len(digests) == 1 else "", fields=fields
    )
    since = next((row[2] for row in events if row[2]), None)
    return _between(connection, result, request.since or since)


def _between(connection: Connection, found: FoundResult, older: int | None) -> FoundResult:
    """Add the older crawl: the one that is named, else the one before."""
    if older is not None:
        return replace(found, older=_crawl(connection, older))
    before = baseline_of(connection, found.crawl)
    if before is None:
        raise NothingFoundError(
            f"crawl {found.crawl.id} is the first: there is nothing to compare with"
        )
    return replace(found, older=before)


def _crawl(connection: Connection, number: int) -> CrawlInfo:
    crawl = crawl_numbered(connection, number)
    if crawl is None:
        raise UsageError(f"there is no crawl {number}; 'pagekin crawls' lists the crawls")
    return crawl


def _fields(
    events: Sequence[Row], places: dict[int, tuple[str | None, str | None]]
) -> list[ResultField]:
    """Return the fields of events, with the values of a page, or those that all pages share."""
    found = []
    for number, _, _, _, uid, name, attribute, old, new, _ in events:
        if name:
            was, now = places.get(number, (None, None))
            shown = f"{name} ({attribute})" if attribute else name
            values = (old if was is None else was, new if now is None else now)
            found.append(ResultField(shown, uid, *values))
    return found


def _values_at(connection: Connection, event: int, url: str) -> tuple[str | None, str | None]:
    rows = connection.rows(_PLACES, event)
    return next(((old, new) for place, _, old, new in rows if place == url), (None, None))


def _named(names: Sequence[str]) -> tuple[ResultField, ...]:
    return tuple(ResultField(name) for name in names)


def _kept(content: str) -> AnswerTable:
    known = json.loads(content)
    return AnswerTable(tuple(known["columns"]), [tuple(row) for row in known["rows"]])
