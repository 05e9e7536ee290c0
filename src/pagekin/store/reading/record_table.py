"""Records as a table: one page of its rows, sorted and filtered by the database, never all of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pagekin.store.database import Connection, Row
from pagekin.store.states import Outcome
from pagekin.store.storable_text import storable

_ESCAPE = "!"


class CellComparison(StrEnum):
    """How the value of a field is compared with what a person typed."""

    CONTAINS = "contains"
    IS = "is"
    LEAST = "at least"
    MOST = "at most"
    MISSING = "is missing"


@dataclass(frozen=True, slots=True)
class TableField:
    """A column of a table: a field as a crawl's wrapper has it, and how it was filled."""

    number: int
    name: str
    type: str
    many: bool  # values in one record
    instances: int
    typed: int
    has_numbers: bool | None = None  # None if nobody has looked

    @property
    def coverage(self) -> float | None:
        """The share of records that have a value of the field's type; None if nobody has counted."""
        return self.typed / self.instances if self.instances else None


@dataclass(frozen=True, slots=True)
class RecordTable:
    """The records of a bundle in a crawl; `records` is 0 if nobody has counted."""

    crawl: int
    bundle: int
    name: str
    fields: tuple[TableField, ...]

    @property
    def records(self) -> int:
        """The number of records."""
        return max((field.instances for field in self.fields), default=0)


@dataclass(frozen=True, slots=True)
class RecordCondition:
    """What the records to be shown have in common."""

    field: int
    comparison: CellComparison
    text: str = ""
    number: float | None = None  # the same, for comparisons of numbers


@dataclass(frozen=True, slots=True)
class RowRange:
    """Which rows, in which order; without a field that of the pages."""

    first: int
    most: int
    by: int | None = None
    descending: bool = False


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value: its text, and the address that it leads to, if it does."""

    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A record: its page, its key, and the values of each field in the order of the table's."""

    page: str
    key: str
    cells: tuple[tuple[ShownValue, ...], ...]


def tables_of(connection: Connection, crawl: int, crawler: int) -> list[RecordTable]:
    """Return the tables that the records of a crawler's pages make up in a crawl, without their rows."""
    rows = connection.rows(
        "SELECT field.bundle_id, found.bundle_name, bundle.name, field.id, found.name, found.type, "
        "found.many, coalesce(figures.instances, 0), coalesce(figures.typed, 0), "
        "figures.minimum, figures.id IS NOT NULL "
        "FROM pagekin_crawl_class class JOIN pagekin_wrapper_field found "
        "ON found.wrapper_version_id = class.wrapper_version_id "
        "JOIN pagekin_field field ON field.id = found.field_id "
        "JOIN pagekin_bundle bundle ON bundle.id = field.bundle_id "
        "LEFT JOIN pagekin_field_figures figures ON figures.field_id = field.id "
        "AND figures.crawl_id = class.crawl_id "
        "WHERE class.crawl_id = %s AND class.crawler_id = %s ORDER BY found.position",
        crawl,
        crawler,
    )
    names: dict[int, str] = {}
    fields: defaultdict[int, list[TableField]] = defaultdict(list)
    for bundle, called, name, number, field, kind, many, instances, typed, least, known in rows:
        names.setdefault(bundle, called or name)
        numbers = least is not None if known else None
        column = TableField(number, field, kind, bool(many), instances, typed, numbers)
        fields[bundle].append(column)
    return [
        RecordTable(crawl, bundle, name, tuple(fields[bundle])) for bundle, name in names.items()
    ]


def rows_of(
    connection: Connection,
    table: RecordTable,
    wanted: RowRange,
    conditions: Sequence[RecordCondition] = (),
) -> list[TableRow]:
    """Return some rows of a table."""
    places = list(_places(connection, table, wanted, conditions))
    sets = {row[2] for row in places}
    values = _values(connection, table, sets)
    return [
        TableRow(
            url, key or "", tuple(tuple(values[of_set, number, f.number]) for f in table.fields)
        )
        for url, key, of_set, number in places
    ]


def _places(
    connection: Connection,
    table: RecordTable,
    wanted: RowRange,
    conditions: Sequence[RecordCondition],
) -> Iterator[Row]:
    """Yield the records of the rows: page, key, set and number. Those without a value to sort by come last."""
    if wanted.by is None:
        rows = _by_page(connection, table, wanted, conditions)
    else:
        rows = _by_value(connection, table, wanted, conditions)
        if len(rows) < wanted.most:
            without = RecordCondition(wanted.by, CellComparison.MISSING)
            passed = wanted.first + len(rows)
            first = 0 if rows else passed - _with_value(connection, table, wanted, conditions)
            rest = RowRange(first, wanted.most - len(rows))
            rows += _by_page(connection, table, rest, (*conditions, without))
    urls: dict[int, str] = dict(
        connection.among("SELECT id, url FROM pagekin_page WHERE id {}", {row[0] for row in rows})
    )
    keys = {
        (of_set, number): key
        for of_set, number, key in connection.among(
            "SELECT set_id, number, key FROM pagekin_record WHERE set_id {}",
            {row[1] for row in rows},
        )
    }
    return ((urls[page], keys[of_set, number], of_set, number) for page, of_set, number in rows)


def _by_page(
    connection: Connection,
    table: RecordTable,
    wanted: RowRange,
    conditions: Sequence[RecordCondition],
) -> list[Row]:
    way = "DESC" if wanted.descending else "ASC"
    source = _source(table, conditions)
    return connection.rows(
        f"SELECT seen.page_id, {source.of_set}, {source.record} {source.sql} "
        f"ORDER BY seen.page_id {way}, {source.record} LIMIT %s OFFSET %s",
        *source.parameters,
        wanted.most,
        wanted.first,
    )


def _by_value(
    connection: Connection,
    table: RecordTable,
    wanted: RowRange,
    conditions: Sequence[RecordCondition],
) -> list[Row]:
    way = "DESC" if wanted.descending else "ASC"
    numbers = f"value.num IS NULL, value.num {way}, "
    texts = f"lower(value.text) {way}, "
    has_numbers = {one.number: one.has_numbers for one in table.fields}[wanted.by or 0]
    order = {None: numbers + texts, True: numbers, False: texts}[has_numbers]
    source = _source_with_value(table, wanted, conditions)
    return connection.rows(
        f"SELECT seen.page_id, {source.of_set}, {source.record} {source.sql} "
        f"ORDER BY {order}seen.page_id, {source.record} LIMIT %s OFFSET %s",
        *source.parameters,
        wanted.most,
        wanted.first,
    )


def _with_value(
    connection: Connection,
    table: RecordTable,
    wanted: RowRange,
    conditions: Sequence[RecordCondition],
) -> int:
    """Count the records that have a value to sort by."""
    source = _source_with_value(table, wanted, conditions)
    [(number,)] = connection.rows(f"SELECT count(*) {source.sql}", *source.parameters)
    return int(number)


@dataclass(frozen=True, slots=True)
class _Source:
    """Records of a crawl as SQL from FROM on, each once; set and record are columns of it."""

    sql: str
    parameters: tuple[object, ...]
    of_set: str
    record: str


def _source(table: RecordTable, conditions: Sequence[RecordCondition]) -> _Source:
    """Return the records on which conditions hold.

    The joins are in the order in which values are sorted: by field, then by set. A condition on a field with one
    value at most leads, since to go through its values is quicker than to look them up for each record.
    """
    several = {one.number for one in table.fields if one.many}
    leading = next(
        (
            one
            for one in conditions
            if one.comparison is not CellComparison.MISSING and one.field not in several
        ),
        None,
    )
    seen = (table.crawl, Outcome.TARGET.value)
    if leading is None:
        tests, given = _tests(conditions, "record.set_id", "record.number")
        sql = (
            "FROM pagekin_crawl_page seen CROSS JOIN pagekin_record record WHERE seen.crawl_id = %s "
            "AND seen.outcome = %s AND record.set_id = seen.records_id AND record.bundle_id = %s"
        )
        parameters = (*seen, table.bundle, *given)
        return _Source(sql + tests, parameters, "record.set_id", "record.number")
    others = [one for one in conditions if one is not leading]
    test, compared = _test(leading, "found")
    tests, given = _tests(others, "found.set_id", "found.record")
    sql = (
        "FROM pagekin_crawl_page seen CROSS JOIN pagekin_value found WHERE seen.crawl_id = %s "
        f"AND seen.outcome = %s AND found.field_id = %s AND found.set_id = seen.records_id{test}"
    )
    parameters = (*seen, leading.field, *compared, *given)
    return _Source(sql + tests, parameters, "found.set_id", "found.record")


def _source_with_value(
    table: RecordTable, wanted: RowRange, conditions: Sequence[RecordCondition]
) -> _Source:
    """Return the same records as far as they have a value of a field, and that as `value`."""
    if not conditions:
        sql = (
            "FROM pagekin_crawl_page seen CROSS JOIN pagekin_value value WHERE seen.crawl_id = %s "
            "AND seen.outcome = %s AND value.field_id = %s AND value.set_id = seen.records_id "
            "AND value.position = 0"
        )
        parameters = (table.crawl, Outcome.TARGET.value, wanted.by)
        return _Source(sql, parameters, "value.set_id", "value.record")
    source = _source(table, conditions)
    sql = source.sql.replace(" WHERE ", " CROSS JOIN pagekin_value value WHERE ", 1) + (
        f" AND value.field_id = %s AND value.set_id = {source.of_set} "
        f"AND value.record = {source.record} AND value.position = 0"
    )
    return _Source(sql, (*source.parameters, wanted.by), source.of_set, source.record)


def _tests(
    conditions: Sequence[RecordCondition], of_set: str, record: str
) -> tuple[str, list[object]]:
    """Return what a record has to fulfil, as SQL with its parameters; set and record are columns."""
    tests: str = ""
    given: list[object] = []
    for one in conditions:
        comparison, compared = _test(one, "other")
        negated = "NOT " if one.comparison is CellComparison.MISSING else ""
        tests += (
            f" AND {negated}EXISTS (SELECT 1 FROM pagekin_value other WHERE other.field_id = %s "  # noqa: S608 - ours
            f"AND other.set_id = {of_set} AND other.record = {record}{comparison})"
        )
        given += [one.field, *compared]
    return tests, given


def _test(condition: RecordCondition, value: str) -> tuple[str, list[object]]:
    """Return what a value has to fulfil, as SQL with its parameters."""
    text = storable(condition.text).lower()
    match condition.comparison:
        case CellComparison.CONTAINS:
            escaped = text.replace(_ESCAPE, _ESCAPE * 2)
            for sign in "%_":
                escaped = escaped.replace(sign, _ESCAPE + sign)
            return f" AND lower({value}.text) LIKE %s ESCAPE '{_ESCAPE}'", [f"%{escaped}%"]
        case CellComparison.IS:
            return f" AND lower({value}.text) = %s", [text]
        case CellComparison.LEAST:
            return f" AND {value}.num >= %s", [condition.number]
        case CellComparison.MOST:
            return f" AND {value}.num <= %s", [condition.number]
        case CellComparison.MISSING:
            return "", []


def _values(
    connection: Connection, table: RecordTable, sets: set[int]
) -> defaultdict[tuple[int, int, int], list[ShownValue]]:
    """Return the values of all records of some sets, by set, number of the record, and field."""
    made: defaultdict[tuple[int, int, int], list[ShownValue]] = defaultdict(list)
    for field in table.fields:
        addresses = _addresses(connection, field, sets)
        rows = connection.among(
            "SELECT set_id, record, position, text FROM pagekin_value "
            "WHERE field_id = %s AND set_id {} ORDER BY set_id, record, position",
            sets,
            field.number,
        )
        for of_set, record, position, text in rows:
            address = addresses.get((of_set, record, position), "")
            made[of_set, record, field.number].append(ShownValue(text, address))
    return made


def _addresses(
    connection: Connection, field: TableField, sets: set[int]
) -> dict[tuple[int, int, int], str]:
    rows = connection.among(
        "SELECT set_id, record, position, text FROM pagekin_attribute "
        "WHERE field_id = %s AND name IN ('src', 'href') AND set_id {}",
        sets,
        field.number,
    )
    return {(of_set, record, position): text for of_set, record, position, text in rows}
