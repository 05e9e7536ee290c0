"""Answers of the plainest kind, read by the statement itself: every column is a field of the row's own record.

What else there is (lists, fields around a record, what is known of pages) takes an `AnswerReader`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat

from pagekin.query.answer import (
    NO_RECORD,
    AnswerColumn,
    ResultRow,
)
from pagekin.query.known_names import FieldSubject
from pagekin.query.sql_fragment import Fragment, joined, sql
from pagekin.query.value_sources import FieldSource, PageRow, value_sources
from pagekin.store.database import Dialect, Row

_MOST_TABLES = 30  # in one statement: SQLite takes 64


@dataclass(frozen=True, slots=True)
class PlainColumns:
    """The tables that columns are read from, and their texts."""

    tables: Fragment
    texts: str


def plain_columns(columns: Sequence[AnswerColumn], dialect: Dialect) -> PlainColumns | None:
    """Return how columns are read together with the rows; None if they are not as plain as that."""
    tables: list[Fragment] = []
    texts = []
    for number, column in enumerate(columns):
        if not isinstance(column.subject, FieldSubject) or not column.subject.fields:
            return None
        found = []
        records, record = ("old_set", "old_record") if column.changes else ("set_id", "record")
        row = PageRow("shown.page_id", f"shown.{records}", Fragment("NULL"))
        for place, source in enumerate(value_sources(column.subject, dialect)):
            alias = f"column_{number}_{place}"
            if not isinstance(source, FieldSource) or source.is_many:
                return None
            tables.append(
                sql(
                    f" LEFT JOIN {source.tables(alias)} ON ? AND {alias}.record = shown.{record} "
                    f"AND {alias}.position = 0",
                    source.belongs(alias, row),
                )
            )
            found.append(source.columns(alias).text)
        texts.append(f"coalesce({', '.join(found)})" if len(found) > 1 else found[0])
    if len(tables) > _MOST_TABLES:
        return None
    return PlainColumns(joined("", tables), "".join(f", {text}" for text in texts))


def with_plain_columns(found: Fragment, columns: PlainColumns) -> Fragment:
    """Return SQL for rows with their columns, their URL and their key."""
    return sql(
        "SELECT shown.*, (SELECT page.url FROM pagekin_page page WHERE page.id = shown.page_id), "  # noqa: S608
        f"one.bundle_id, one.parent, one.key{columns.texts} FROM (?) shown "
        "LEFT JOIN pagekin_record one ON one.set_id = shown.set_id AND one.number = shown.record"
        "?",
        found,
        columns.tables,
    )


def plain_results(
    found: Sequence[Row], columns: Sequence[AnswerColumn], question: str
) -> tuple[ResultRow, ...] | None:
    """Return the results that rows with their columns are; None if some are not as plain as that."""
    if not found:
        return ()
    pages, _, records, _, details, _, _, paired, *more = zip(*found, strict=True)
    urls, bundles, parents, keys, *texts = more
    own = [
        {one.bundle for one in column.subject.fields}
        for column in columns
        if isinstance(column.subject, FieldSubject)
    ]
    several = set(bundles)
    is_plain = (
        len(several) == 1
        and all(several <= one for one in own)
        and len(set(zip(pages, records, strict=True))) == len(found)
        and NO_RECORD not in records
        and not any(details)
        and (None not in keys or parents.count(None) == len(parents))
    )
    if not is_plain:
        return None
    shown = [key or "" for key in keys]
    values = zip(*texts, strict=True) if texts else repeat(())
    made = zip(urls, shown, values, paired, records, repeat(question))
    return tuple(map(ResultRow._make, made))
