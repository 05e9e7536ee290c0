"""Stored records, read back as the wrapper made them.

Values are sorted by field first, for comparisons; so records are put together again for many pages at a time.
"""

import functools
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from pagekin.errors import UsageError
from pagekin.store.database import Connection
from pagekin.store.states import Outcome
from pagekin.store.writing.record_rows import MISFIT, attribute_value
from pagekin.store.writing.wrapper_ids import APART
from pagekin.values import type_named
from pagekin.values.value import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record
from pagekin.wrappers.wrapper_json import from_content

_AT_ONCE = 500  # pages

Records = tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class _StoredField:
    """A field as the wrapper version of a set has it."""

    bundle: int
    bundle_name: str
    name: str
    type: str
    many: bool
    position: int


def records_of_crawl(connection: Connection, crawl: int) -> Iterator[tuple[str, Records]]:
    """Go through the targets of a crawl, each with its records, in the order they were found in."""
    rows = connection.each(
        "SELECT page.url, seen.records_id FROM pagekin_crawl_page seen "
        "JOIN pagekin_page page ON page.id = seen.page_id "
        "WHERE seen.crawl_id = %s AND seen.outcome = %s AND seen.version_id IS NOT NULL "
        "ORDER BY seen.page_id",
        crawl,
        Outcome.TARGET,
    )
    reader = RecordReader(connection)
    seen = list(rows)  # URLs and numbers: what is large comes in portions
    for start in range(0, len(seen), _AT_ONCE):
        some = seen[start : start + _AT_ONCE]
        found = reader.records({records for _, records in some if records is not None})
        for url, records in some:
            yield url, found.get(records, ())


def records_after(
    connection: Connection, crawl: int, after: int, most: int
) -> list[tuple[int, str, Records]]:
    """Return some targets of a crawl behind one, each with its number, its URL and its records."""
    seen = connection.rows(
        "SELECT seen.page_id, page.url, seen.records_id FROM pagekin_crawl_page seen "
        "JOIN pagekin_page page ON page.id = seen.page_id WHERE seen.crawl_id = %s "
        "AND seen.outcome = %s AND seen.version_id IS NOT NULL AND seen.page_id > %s "
        "ORDER BY seen.page_id LIMIT %s",
        crawl,
        Outcome.TARGET,
        after,
        most,
    )
    found = RecordReader(connection).records({one for _, _, one in seen if one is not None})
    return [(page, url, found.get(records, ())) for page, url, records in seen]


def records_of(connection: Connection, records: int | None) -> Records:
    """Return the records of a set; none without one."""
    if records is None:
        return ()
    return RecordReader(connection).records([records]).get(records, ())


class RecordReader:
    """Reads record sets; wrapper versions are read once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._wrappers: dict[int, tuple[dict[int, _StoredField], bool]] = {}
        self._bundles: dict[int, str] = {}

    def records(self, sets: Iterable[int]) -> dict[int, Records]:
        """Return the records of many sets."""
        wanted = sorted(sets)
        versions: dict[int, int] = dict(
            self._connection.among(
                "SELECT id, wrapper_version_id FROM pagekin_record_set WHERE id {}", wanted
            )
        )
        by_version: defaultdict[int, list[int]] = defaultdict(list)
        for number, version in versions.items():
            by_version[version].append(number)
        found: dict[int, Records] = {}
        for version, numbers in by_version.items():
            found |= self._of_version(version, numbers)
        return found

    def _of_version(self, version: int, sets: list[int]) -> dict[int, Records]:
        fields, is_whole = self._fields(version)
        values = self._values(fields, sets)
        names: defaultdict[int, list[str]] = defaultdict(list)
        many: defaultdict[int, set[str]] = defaultdict(set)
        for field in sorted(fields.values(), key=lambda one: one.position):
            if field.name not in names[field.bundle]:
                names[field.bundle].append(field.name)
            if field.many:
                many[field.bundle].add(field.name)
        called = {one.bundle: one.bundle_name for one in fields.values() if one.bundle_name}
        lists = {bundle: frozenset(some) for bundle, some in many.items()}
        inner: defaultdict[tuple[int, int | None], list[Record]] = defaultdict(list)
        rows = self._connection.among(
            'SELECT set_id, number, bundle_id, "index", parent FROM pagekin_record '
            "WHERE set_id {} ORDER BY set_id, number",
            sets,
        )
        # From the last to the first: what is inside a record has a higher number.
        for of_set, number, bundle, index, parent in reversed(list(rows)):
            own = values.get((of_set, number), {})
            made = Record(
                called.get(bundle) or self._bundle(bundle),
                index,
                {
                    name: tuple(own.get(name, ()))
                    for name in names[bundle]
                    if is_whole or name in own
                },
                tuple(reversed(inner.pop((of_set, number), []))),
                _named(lists.get(bundle, frozenset()), own, is_whole=is_whole),
            )
            inner[of_set, parent].append(made)
        return {of_set: tuple(reversed(inner.pop((of_set, None), []))) for of_set in sets}

    def _values(
        self, fields: dict[int, _StoredField], sets: Sequence[int]
    ) -> dict[tuple[int, int], dict[str, list[Value]]]:
        """Return the values of records, by set, number of the record, and name of the field."""
        made: defaultdict[tuple[int, int], dict[str, list[Value]]] = defaultdict(dict)
        for number, field in fields.items():
            attributes = self._attributes(number, field.type, sets)
            rows = self._connection.among(
                "SELECT set_id, record, position, text FROM pagekin_value "
                "WHERE field_id = %s AND set_id {} ORDER BY set_id, record, position",
                sets,
                number,
            )
            for of_set, record, position, text in rows:
                found = attributes.get((of_set, record, position))
                if found is None:
                    value = Value(text, field.type)
                else:
                    misfit = found.pop(MISFIT, None)
                    value = Value(text, field.type, found, misfit)
                made[of_set, record].setdefault(field.name, []).append(value)
        return made

    def _attributes(
        self, field: int, kind: str, sets: Sequence[int]
    ) -> dict[tuple[int, int, int], dict[str, Any]]:
        rows = self._connection.among(
            "SELECT set_id, record, position, name, text, num FROM pagekin_attribute "
            "WHERE field_id = %s AND set_id {}",
            sets,
            field,
        )
        order = _attribute_order(kind)
        made: defaultdict[tuple[int, int, int], dict[str, Any]] = defaultdict(dict)
        last = len(order)
        for of_set, record, position, name, text, num in sorted(
            rows, key=lambda row: order.get(row[3], last)
        ):
            made[of_set, record, position][name] = attribute_value(text, num)
        return made

    def _fields(self, version: int) -> tuple[dict[int, _StoredField], bool]:
        """Return the fields of a wrapper version, and whether those are all that it looked for."""
        if version not in self._wrappers:
            [(content,)] = self._connection.rows(
                "SELECT content <> '' FROM pagekin_wrapper_version WHERE id = %s", version
            )
            rows = self._connection.rows(
                "SELECT field.id, field.bundle_id, found.bundle_name, found.name, found.type, "
                "found.many, found.position FROM pagekin_wrapper_field found JOIN pagekin_field field "
                "ON field.id = found.field_id WHERE found.wrapper_version_id = %s "
                "ORDER BY found.position",
                version,
            )
            fields = {
                number: _StoredField(bundle, called, name, kind, bool(many), position)
                for number, bundle, called, name, kind, many, position in rows
            }
            self._wrappers[version] = fields, bool(content)
        return self._wrappers[version]

    def _bundle(self, number: int) -> str:
        if number not in self._bundles:
            rows = self._connection.rows("SELECT name FROM pagekin_bundle WHERE id = %s", number)
            self._bundles[number] = rows[0][0]
        return self._bundles[number]


def _named(many: frozenset[str], own: Mapping[str, object], *, is_whole: bool) -> frozenset[str]:
    return many if is_whole else many.intersection(own)


def wrapper_numbered(connection: Connection, version: int) -> Wrapper:
    """Return a wrapper version; one of which only the fields are known has no locators."""
    content = connection.rows("SELECT content FROM pagekin_wrapper_version WHERE id = %s", version)[
        0
    ][0]
    if content:
        return from_content(json.loads(content), f"wrapper version {version}")
    rows = connection.rows(
        "SELECT bundle.uid, bundle.name, field.uid, found.name, found.type, found.many, found.key "
        "FROM pagekin_wrapper_field found JOIN pagekin_field field ON field.id = found.field_id "
        "JOIN pagekin_bundle bundle ON bundle.id = field.bundle_id "
        "WHERE found.wrapper_version_id = %s ORDER BY found.position",
        version,
    )
    fields: defaultdict[str, list[Field]] = defaultdict(list)
    names: dict[str, str] = {}
    for bundle, called, uid, name, kind, many, key in rows:
        names[bundle] = called
        for around in _around(bundle):
            names.setdefault(around, around.rpartition(APART)[2])
        fields[bundle].append(Field(name, kind, (), many=bool(many), key=bool(key), id=uid))
    return Wrapper(tuple(_bundle(uid, names, fields) for uid in names if APART not in uid))


def _around(uid: str) -> Iterator[str]:
    parts = uid.split(APART)
    return (APART.join(parts[:size]) for size in range(1, len(parts)))


def _bundle(uid: str, names: dict[str, str], fields: dict[str, list[Field]]) -> Bundle:
    inner = [one for one in names if one.rpartition(APART)[0] == uid]
    return Bundle(
        names[uid],
        tuple(fields.get(uid, ())),
        bundles=tuple(_bundle(one, names, fields) for one in inner),
        id=uid.rpartition(APART)[2],
    )


@functools.cache
def _attribute_order(kind: str) -> dict[str, int]:
    """Return the places of a type's attributes; nobody knows them of a type that is gone."""
    try:
        return dict(zip(type_named(kind).attributes, count(), strict=False))
    except UsageError:
        return {}
