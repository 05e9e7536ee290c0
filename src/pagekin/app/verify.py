"""Verifying a result: both versions of its page out of the archive, and what a person says of it."""

from collections.abc import Iterator, Sequence

from lxml import etree

from pagekin.app.result_finding import FoundResult, ResultField, VerifyRequest, find_result
from pagekin.app.storing.archived_page import archived_page
from pagekin.app.storing.replay import page_from
from pagekin.dom import Page
from pagekin.errors import ArchiveError, NothingFoundError, UsageError
from pagekin.report.verifier import PageSide, Verification, VerifiedChange
from pagekin.store.database import Connection
from pagekin.store.judgements import JudgedResult, judge, judgement_of
from pagekin.store.opening import Store
from pagekin.store.reading.crawl_pages import seen_at
from pagekin.store.reading.crawls import versions_of_crawl
from pagekin.store.reading.record_sets import records_of, wrapper_numbered
from pagekin.wrappers import Wrapper
from pagekin.wrappers.field_places import field_places
from pagekin.wrappers.node_readings import single_spaced
from pagekin.wrappers.record import Record

_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type
_ANOMALY, _NONE = "anomaly", "no anomaly"


def verification(store: Store, request: VerifyRequest) -> Verification:
    """Put together what is needed to verify a result by eye."""
    with store.connection() as connection:
        found = find_result(connection, request)
        changes = [_with_values(connection, found, field) for field in found.fields]
        wrappers = {
            crawl: _wrappers(connection, crawl) for crawl in (found.crawl.id, found.older.id)
        }
        judged = judgement_text(connection, found)
    fields = tuple(zip(found.fields, changes, strict=True))
    new = _side(store, found.url, found.crawl.id)
    old = _side(store, found.old_url or found.url, found.older.id)
    return Verification(
        found.url,
        _marked(*new, wrappers[found.crawl.id], found.key, [(f, c.new) for f, c in fields]),
        _marked(*old, wrappers[found.older.id], found.key, [(f, c.old) for f, c in fields]),
        changes,
        found.digest,
        judged,
    )


def judge_result(
    store: Store, request: VerifyRequest, *, anomaly: bool, who: str, note: str = ""
) -> str:
    """Keep that a result is an anomaly, or that it is none; return its digest."""
    with store.connection() as connection:
        found = find_result(connection, request)
        if not found.digest:
            raise UsageError(
                f"what changed on {found.url} is not one result: name it by its digest, "
                "or by --field"
            )
        said = JudgedResult(found.digest, anomaly, who, connection.now(), note)
        judge(connection, found.crawl.crawler, said)
    return found.digest


def judgement_text(connection: Connection, found: FoundResult) -> str:
    """Return what somebody has said of a result, "" if nobody has."""
    judged = judgement_of(connection, found.crawl.crawler, found.digest) if found.digest else None
    if judged is None:
        return ""
    note = f": {judged.note}" if judged.note else ""
    by = f" (by {judged.who})" if judged.who else ""
    return f"{_ANOMALY if judged.anomaly else _NONE}{note}{by}"


def _side(store: Store, url: str, crawl: int) -> tuple[PageSide, Page | None]:
    """Read a page as a crawl saw it, or say why it did not."""
    try:
        archived = archived_page(store, url, crawl)
    except (NothingFoundError, ArchiveError) as error:
        return PageSide(crawl, "", None, str(error)), None
    page = page_from(archived.exchange, archived.url)
    when = f"{archived.exchange.requested_at:%Y-%m-%d %H:%M}"
    return PageSide(crawl, when, page.root), page


def _marked(
    side: PageSide,
    page: Page | None,
    wrappers: Sequence[Wrapper],
    key: str,
    fields: Sequence[tuple[ResultField, str]],
) -> PageSide:
    """Add where the fields stand: where the wrapper finds them, else where their text stands."""
    if page is None:
        return side
    places: list[_Element] = []
    for field, text in fields:
        found = [
            place
            for wrapper in wrappers
            for name in _names(field)
            for place in field_places(page, wrapper, name, key)
        ]
        places += found or _with_text(page, text)
    return PageSide(side.crawl, side.when, side.root, field=tuple(dict.fromkeys(places)))


def _names(field: ResultField) -> list[str]:
    """Return what a field may be called in a wrapper: by its id, else as it was asked for."""
    if field.uid:
        return [field.uid]
    return [part for part in field.name.split(".") if part]


def _with_text(page: Page, text: str) -> list[_Element]:
    """Return the first element with nothing but a text in it."""
    wanted = single_spaced(text)
    if not wanted:
        return []
    body = page.root.find("body")
    elements = page.root.iter("*") if body is None else body.iter("*")
    return [one for one in elements if not len(one) and single_spaced(one.text or "") == wanted][:1]


def _with_values(connection: Connection, found: FoundResult, field: ResultField) -> VerifiedChange:
    """Return a field with its old and new values; those that the result does not tell are looked up."""
    old, new = field.old, field.new
    if old is None and new is None:
        old = _stored_text(connection, found.old_url or found.url, found.older.id, field, found.key)
        new = _stored_text(connection, found.url, found.crawl.id, field, found.key)
    return VerifiedChange(field.name, old or "", new or "", found.key)


def _stored_text(connection: Connection, url: str, crawl: int, field: ResultField, key: str) -> str:
    seen = seen_at(connection, url, crawl)
    records = list(_all(records_of(connection, seen.records))) if seen else []
    having = [one for one in records if any(name in one.fields for name in _names(field))]
    keyed = [one for one in having if key and _has_text(one, key)]
    for one in keyed or having:
        for name in _names(field):
            if one.first_text(name):
                return one.first_text(name)
    return ""


def _has_text(record: Record, text: str) -> bool:
    return any(value.text == text for values in record.fields.values() for value in values)


def _all(records: Sequence[Record]) -> Iterator[Record]:
    for record in records:
        yield record
        yield from _all(record.nested)


def _wrappers(connection: Connection, crawl: int) -> list[Wrapper]:
    versions = versions_of_crawl(connection, crawl)
    return [
        wrapper_numbered(connection, one.wrapper_version)
        for one in versions
        if one.wrapper_version is not None
    ]
