"""Compares two crawls of a crawler: what is new, gone, moved, changed, and what could not be seen."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pagekin.store.database import Connection, Row

State = Literal["new", "vanished", "moved", "changed", "unchanged", "unseen"]
# Statuses that say that a page is gone; after any other failure nobody knows.
_GONE = (404, 410)
# Pages of the older crawl with what became of them, then pages that only the newer one has. Two versions
# are the same if their records are, or if they are one and the same.
_COMPARED = """
SELECT older.page_id, page.url, older.version_id, newer.version_id, newer.status, newer.error,
       newer.page_id IS NOT NULL, coalesce(now.name, ''),
       coalesce(v1.records_from_id, v1.id) = coalesce(v2.records_from_id, v2.id)
FROM pagekin_crawl_page older JOIN pagekin_page page ON page.id = older.page_id
JOIN pagekin_page_version v1 ON v1.id = older.version_id
LEFT JOIN pagekin_crawl_page newer ON newer.crawl_id = %s AND newer.page_id = older.page_id
LEFT JOIN pagekin_page_version v2 ON v2.id = newer.version_id
LEFT JOIN pagekin_kind kind ON kind.id = older.kind_id
LEFT JOIN pagekin_kind now ON now.id = newer.kind_id
WHERE older.crawl_id = %s AND (%s = '' OR kind.name = %s) ORDER BY older.page_id
"""
_NEW = """
SELECT newer.page_id, page.url, newer.version_id FROM pagekin_crawl_page newer
JOIN pagekin_page page ON page.id = newer.page_id
LEFT JOIN pagekin_crawl_page older ON older.crawl_id = %s AND older.page_id = newer.page_id
LEFT JOIN pagekin_kind kind ON kind.id = newer.kind_id
LEFT JOIN pagekin_kind was ON was.id = older.kind_id
WHERE newer.crawl_id = %s AND newer.version_id IS NOT NULL
AND (older.version_id IS NULL OR (%s <> '' AND was.name <> %s))
AND (%s = '' OR kind.name = %s) ORDER BY newer.page_id
"""
_KEYS = """
SELECT version.id, value.text FROM pagekin_page_version version
JOIN pagekin_value value ON value.version_id = version.records_from_id
JOIN pagekin_field field ON field.id = value.field_id AND field.name = %s
WHERE value.text <> '' AND version.id {} ORDER BY version.id, value.record, value.position
"""
_NUMBERS = """
SELECT page.url, old.record, old.num, new.num, coalesce(new.unit, '')
FROM pagekin_crawl_page older
JOIN pagekin_crawl_page newer ON newer.crawl_id = %s AND newer.page_id = older.page_id
 AND newer.version_id <> older.version_id
JOIN pagekin_page_version v1 ON v1.id = older.version_id
JOIN pagekin_page_version v2 ON v2.id = newer.version_id AND v2.records_from_id <> v1.records_from_id
JOIN pagekin_value old ON old.version_id = v1.records_from_id
JOIN pagekin_field field ON field.id = old.field_id AND field.name = %s
JOIN pagekin_value new ON new.version_id = v2.records_from_id AND new.record = old.record
 AND new.field_id = old.field_id AND new.position = old.position
JOIN pagekin_page page ON page.id = older.page_id
WHERE older.crawl_id = %s AND abs(new.num - old.num) > %s * abs(old.num)
 AND coalesce(new.unit, '') = coalesce(old.unit, '')
ORDER BY older.page_id, old.record
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """What became of a page from one crawl to another."""

    state: State
    url: str  # in the newer crawl; of a page that is not in it, in the older one
    old_version: int | None
    new_version: int | None
    old_url: str = ""  # of a page that moved
    reason: str = ""  # why a page is gone or was not seen


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number of a field that is another one now, in the same unit."""

    url: str
    record: int
    old: float
    new: float
    unit: str


def compare(
    connection: Connection, older: int, newer: int, *, kind: str = "", key: str = ""
) -> Iterator[Difference]:
    """Tell the pages of two crawls apart, all or those of a kind.

    Pages are the same if their records are; without records, if their content is. A page that became one
    of another kind is gone. With a key, the name of a field, a page that is gone and a new one with the same key are one page that moved. A page that was
    there before and could not be fetched now is neither: it was not seen.
    """
    gone: list[Difference] = []
    for difference in _both(connection, older, newer, kind):
        if difference.state == "vanished" and key:
            gone.append(difference)
        else:
            yield difference
    new = [
        Difference("new", url, None, version)
        for _, url, version in connection.each(_NEW, older, newer, kind, kind, kind, kind)
    ]
    yield from _moved(connection, gone, new, key) if gone and new else [*gone, *new]


def numbers_changed(
    connection: Connection, older: int, newer: int, field: str, more_than: float
) -> Iterator[NumberChange]:
    """Find numbers of a field that changed by more than a share: 0.1 for 10 %."""
    rows = connection.each(_NUMBERS, newer, field, older, more_than)
    return (NumberChange(*row) for row in rows)


def _both(connection: Connection, older: int, newer: int, kind: str) -> Iterator[Difference]:
    for row in connection.each(_COMPARED, newer, older, kind, kind):
        yield _difference(row, kind)


def _difference(row: Row, kind: str) -> Difference:
    _, url, old, new, status, error, there, now, same = row
    if new is not None and kind and now != kind:
        return Difference(
            "vanished", url, old, None, reason=f"the page there is no {kind} any more"
        )
    if new is not None:
        return Difference("unchanged" if same else "changed", url, old, new)
    if not there:
        return Difference("vanished", url, old, None, reason="nothing leads there any more")
    if status in _GONE or error.startswith("redirected to "):
        return Difference("vanished", url, old, None, reason=error)
    return Difference("unseen", url, old, None, reason=error)


def _moved(
    connection: Connection, gone: Sequence[Difference], new: Sequence[Difference], key: str
) -> Iterator[Difference]:
    """Pair what is gone with what is new by key; a key that several pages have tells nothing."""
    old_places = _by_key(connection, key, {one.old_version: one for one in gone})
    new_places = _by_key(connection, key, {one.new_version: one for one in new})
    moved = {}
    for text, before in old_places.items():
        now = new_places.get(text)
        if now is not None:
            moved[before.url] = now.url
            yield Difference("moved", now.url, before.old_version, now.new_version, before.url)
    arrived = set(moved.values())
    yield from (one for one in gone if one.url not in moved)
    yield from (one for one in new if one.url not in arrived)


def _by_key(
    connection: Connection, key: str, pages: dict[int | None, Difference]
) -> dict[str, Difference]:
    """Find pages by the first value of their key field."""
    first: dict[int, str] = {}
    for version, text in connection.among(_KEYS, [number for number in pages if number], key):
        first.setdefault(version, text)
    places: defaultdict[str, list[Difference]] = defaultdict(list)
    for version, text in first.items():
        places[text].append(pages[version])
    return {text: several[0] for text, several in places.items() if len(several) == 1}
