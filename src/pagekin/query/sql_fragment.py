"""Pieces of SQL with their parameters: the text is always ours, what people wrote is a parameter."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pagekin.store.database import Dialect

# The end of a sub-select that is to be looked up for each row: PostgreSQL would read all its tables at once.
LOOKED_UP = "LIMIT 1 OFFSET 0"


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece of SQL, `%s` for each parameter."""

    text: str
    parameters: tuple[Any, ...] = ()


def sql(template: str, *parts: Any) -> Fragment:
    """Fill in a template: each `?` becomes a fragment, or a parameter if it is anything else."""
    pieces = template.split("?")
    if len(pieces) != len(parts) + 1:
        raise ValueError(f"{len(parts)} parts for {len(pieces) - 1} places: {template}")
    text = pieces[0]
    parameters: list[Any] = []
    for part, piece in zip(parts, pieces[1:], strict=True):
        if isinstance(part, Fragment):
            text += part.text
            parameters += part.parameters
        else:
            text += "%s"
            parameters.append(part)
        text += piece
    return Fragment(text, tuple(parameters))


def joined(separator: str, parts: Iterable[Fragment]) -> Fragment:
    """Join fragments, such as conditions by AND."""
    several = list(parts)
    return Fragment(
        separator.join(part.text for part in several),
        tuple(parameter for part in several for parameter in part.parameters),
    )


def all_true(parts: Sequence[Fragment]) -> Fragment:
    """Join conditions by AND."""
    return joined(" AND ", parts) if parts else Fragment("TRUE")


def any_true(parts: Sequence[Fragment]) -> Fragment:
    """Join conditions by OR."""
    return sql("(?)", joined(" OR ", parts)) if parts else Fragment("FALSE")


def one_of(expression: str, values: Sequence[Any]) -> Fragment:
    """Return a condition: the expression is one of a few values."""
    if len(values) == 1:
        return sql(f"{expression} = ?", values[0])
    marks = ", ".join("?" * len(values))
    return sql(f"{expression} IN ({marks})", *values)


def each(table: str, alias: str, tests: Fragment, dialect: Dialect) -> Fragment:
    """Return a join that looks rows of a table up, for each row of what is before it and in that order.

    SQLite does so with CROSS JOIN. PostgreSQL would read whole tables, if it took conditions for
    likelier or less likely than they are, and sort in the end. DuckDB may: it reads columns.
    """
    if dialect is Dialect.SQLITE:
        return sql(f" CROSS JOIN {table} {alias} ON ?", tests)
    looked_up = " OFFSET 0" if dialect is Dialect.POSTGRESQL else ""
    rows = f"SELECT {alias}.* FROM {table} {alias} WHERE ?{looked_up}"  # noqa: S608 - ours
    return sql(f" CROSS JOIN LATERAL ({rows}) {alias}", tests)


def known_rows(
    rows: Sequence[tuple[object, ...]], columns: Sequence[str], dialect: Dialect
) -> Fragment:
    """Return rows that are known beforehand as a table: one parameter, or one for each column."""
    if dialect is Dialect.SQLITE:
        found = ", ".join(
            f"json_extract(value, '$[{place}]') AS {column}" for place, column in enumerate(columns)
        )
        return sql(f"(SELECT {found} FROM json_each(?))", json.dumps(rows))  # noqa: S608 - ours
    kinds = ["text[]" if column == "paired" else "bigint[]" for column in columns]
    lists = [[row[place] for row in rows] for place in range(len(columns))]
    if dialect is Dialect.DUCKDB:
        pairs = zip(kinds, columns, strict=True)
        found = ", ".join(f"unnest(?::{kind}) AS {column}" for kind, column in pairs)
        return sql(f"(SELECT {found})", *lists)
    marks = ", ".join(f"?::{kind}" for kind in kinds)
    found = f"(SELECT * FROM unnest({marks}) AS given({', '.join(columns)}))"  # noqa: S608
    return sql(found, *lists)


@dataclass(frozen=True, slots=True)
class _Stage:
    name: str
    content: Fragment
    is_kept: bool


@dataclass(slots=True)
class Stages:
    """The stages of a statement, each a table that the later ones read; the databases keep their order."""

    _made: list[_Stage] = field(default_factory=list)

    def take_back(self, name: str) -> Fragment | None:
        """Take the last stage away, if it is this one: what is read once need not be kept."""
        return self._made.pop().content if self._made and self._made[-1].name == name else None

    def add(self, name: str, content: Fragment, *, is_kept: bool = True) -> str:
        """Add a stage; return its name, which has a number.

        One that is not kept is a table only if several others read it: a single one reads its rows as
        they come, and stops when it has enough of them.
        """
        numbered = f"{name}_{len(self._made) + 1}"
        self._made.append(_Stage(numbered, content, is_kept))
        return numbered

    def statement(self, last: Fragment) -> Fragment:
        """Return the whole statement."""
        if not self._made:
            return last
        stages = joined(
            ",\n",
            (
                sql(f"{one.name} AS {'MATERIALIZED ' if one.is_kept else ''}(\n?)", one.content)
                for one in self._made
            ),
        )
        return sql("WITH ?\n?", stages, last)
