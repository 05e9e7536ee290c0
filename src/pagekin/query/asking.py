"""Asks a crawl a query: from the text to the answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from operator import itemgetter
from typing import Any

from pagekin.errors import UsageError
from pagekin.query.answer import (
    AnswerColumn,
    AnswerReader,
    FoundRow,
    QueryAnswer,
    ResultRow,
    shows_nothing,
)
from pagekin.query.asked_query import AskedCrawl
from pagekin.query.change_conditions import ComparedSubject
from pagekin.query.compiling import Compiler
from pagekin.query.conditions import FieldName, Query, conditions_of
from pagekin.query.earlier_crawls import EarlierCrawls
from pagekin.query.known_names import KnownNames, Subject, known_names
from pagekin.query.only_reading import SECONDS, only_reading
from pagekin.query.parsing import parse
from pagekin.query.plain_answer import plain_columns, plain_results, with_plain_columns
from pagekin.query.query_text import query_text
from pagekin.query.record_pairs import UNCLEAR
from pagekin.query.sql_fragment import Fragment
from pagekin.query.text_tests import TextLookup
from pagekin.store.database import Connection, Dialect, Row
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.storable_text import storable

ROWS = 1_000
_PAIRED = FoundRow._fields.index("paired")


@dataclass(frozen=True, slots=True)
class QueryLimits:
    """How much a query may take: rows of the answer, and seconds."""

    rows: int = ROWS
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class CompiledQuery:
    """A query that is ready to be run: its statement, and what the answer shows."""

    statement: Fragment
    columns: tuple[AnswerColumn, ...]
    is_plain: bool  # the statement reads the columns, too
    question: str  # as results are known by it: small letters, no needless parentheses
    crawl: AskedCrawl
    older: tuple[int, ...]
    notes: tuple[str, ...]


def ask(
    connection: Connection,
    text: str,
    crawl: int,
    limits: QueryLimits | None = None,
    zone: tzinfo | None = None,
    *,
    elsewhere: Sequence[int] = (),
) -> QueryAnswer:
    """Return the answer of a crawl to a query; days are those of a time zone, by default the machine's.

    Fields that only other crawls have are known by name if those are asked the same: here nothing has them.
    """
    most = limits or QueryLimits()
    with only_reading(connection, most.seconds):
        if (
            connection.dialect is Dialect.POSTGRESQL
        ):  # it joins in the order in which compiled statements do
            connection.execute("SET LOCAL join_collapse_limit = 1")
            connection.execute("SET LOCAL from_collapse_limit = 1")
        asked = asked_crawl(connection, crawl, elsewhere)
        compiled = compiled_for(asked, connection, text, most.rows, zone)
        answer = answer_to(connection, compiled, most.rows)
        if answer is None:
            compiled = compiled_for(asked, connection, text, most.rows, zone, is_careful=True)
            answer = answer_to(connection, compiled, most.rows)
        assert answer is not None  # noqa: S101 - nothing is unclear any more
        return answer


def explain(connection: Connection, text: str, crawl: int, rows: int = ROWS) -> str:
    """Return the SQL of a query and its parameters; the query is not run."""
    with only_reading(connection):
        statement = compile_query(connection, text, crawl, rows).statement
    lines = [statement.text]
    for number, parameter in enumerate(statement.parameters, 1):
        if isinstance(parameter, TextLookup):
            told = f"the texts that pass “{parameter.test.kind}”, out of: {parameter.texts.text}"
            lines.append(f"-- {number}: {told} {parameter.texts.parameters!r}")
        else:
            lines.append(f"-- {number}: {parameter!r}")
    return "\n".join(lines)


def compile_query(connection: Connection, text: str, crawl: int, rows: int) -> CompiledQuery:
    """Compile a query for a crawl and its names; QueryError says what is wrong with it, and where."""
    return compiled_for(asked_crawl(connection, crawl), connection, text, rows)


def compiled_for(
    crawl: AskedCrawl,
    connection: Connection,
    text: str,
    rows: int,
    zone: tzinfo | None = None,
    *,
    is_careful: bool = False,
) -> CompiledQuery:
    """Compile a query for a crawl that is known already.

    What is not compiled carefully takes it that keys tell all records of a page apart, and looks.
    """
    text = storable(text)
    query = parse(text)
    earlier = EarlierCrawls(connection, crawl.info, zone, text)
    compiler = Compiler(crawl, text, earlier, connection, is_careful)
    columns = tuple(_columns(query, crawl.names, text))  # also tells names that are wrong
    found = compiler.rows(query.where, rows + 1)
    columns = tuple(_with_old(columns, compiler.compared))
    plain = plain_columns(columns, connection.dialect)
    if plain is not None:
        found = with_plain_columns(found, plain)
    return CompiledQuery(
        compiler.stages.statement(found),
        columns,
        plain is not None,
        query_text(query).casefold(),
        crawl,
        earlier.compared,
        tuple(earlier.notes),
    )


def answer_to(connection: Connection, compiled: CompiledQuery, rows: int) -> QueryAnswer | None:
    """Run a compiled query; None if it has to be compiled carefully."""
    statement = compiled.statement
    parameters = [_found(connection, one) for one in statement.parameters]
    found = sorted(connection.rows(statement.text, *parameters), key=itemgetter(0, 2))
    if any(row[_PAIRED] == UNCLEAR for row in found):
        return None
    results = (
        plain_results(found[:rows], compiled.columns, compiled.question)
        if compiled.is_plain
        else None
    )
    if results is None:
        results = _read(connection, compiled, found[:rows])
    return QueryAnswer(
        compiled.crawl.id,
        tuple(column.name for column in compiled.columns),
        results[:rows],
        compiled.older,
        is_cut=len(found) > rows or len(results) > rows,
        notes=compiled.notes,
    )


def _read(
    connection: Connection, compiled: CompiledQuery, found: Sequence[Row]
) -> tuple[ResultRow, ...]:
    """Read what is to be shown of rows."""
    width = len(FoundRow._fields)
    reader = AnswerReader(
        connection, compiled.crawl.names, compiled.crawl.id, compiled.columns, compiled.older
    )
    return tuple(reader.rows([FoundRow(*row[:width]) for row in found], compiled.question))


def asked_crawl(connection: Connection, crawl: int, elsewhere: Sequence[int] = ()) -> AskedCrawl:
    """Read what has to be known of a crawl to ask it something."""
    info = crawl_numbered(connection, crawl)
    if info is None:
        raise UsageError(f"there is no crawl {crawl}; 'pagekin crawls' lists the crawls")
    crawlers = connection.rows(
        "SELECT crawler_id FROM pagekin_crawl_class WHERE crawl_id = %s ORDER BY id", crawl
    )
    kinds: dict[int, tuple[int, ...]] = {}
    if len(crawlers) > 1:
        for (crawler,) in crawlers:
            rows = connection.rows("SELECT id FROM pagekin_kind WHERE crawler_id = %s", crawler)
            kinds[crawler] = tuple(kind for (kind,) in rows)
    others = tuple(known_names(connection, one) for one in elsewhere if one != crawl)
    names = replace(known_names(connection, crawl), elsewhere=others)
    return AskedCrawl(info, names, kinds, connection.dialect)


def _found(connection: Connection, parameter: Any) -> Any:
    """Return a parameter; one that is to be found out first is."""
    if isinstance(parameter, TextLookup):
        texts = parameter.texts
        return parameter.found(connection.rows(texts.text, *texts.parameters))
    return parameter


def _columns(query: Query, names: KnownNames, text: str) -> Iterator[AnswerColumn]:
    """Yield the columns: what conditions are about, then what is to be shown besides, each once."""
    asked: list[FieldName] = [condition.name for condition in conditions_of(query.where)]
    seen: set[Subject] = set()
    for name in (*asked, *query.show):
        subject = names.subject(name, text)
        if subject not in seen and not shows_nothing(subject):
            seen.add(subject)
            yield AnswerColumn(".".join(name.parts).lower(), subject)


def _with_old(
    columns: Sequence[AnswerColumn], compared: Sequence[ComparedSubject]
) -> Iterator[AnswerColumn]:
    """Yield the columns, before each of what has changed those of what it was in earlier crawls."""
    for column in columns:
        changes = [
            (number, one)
            for number, one in enumerate(compared)
            if one.subject == column.subject and one.older is not None
        ]
        crawls = list(dict.fromkeys(one.older for _, one in changes))
        for older in crawls:
            numbers = tuple(number for number, one in changes if one.older == older)
            name = f"{column.name} {'before' if len(crawls) == 1 else f'in crawl {older}'}"
            yield AnswerColumn(name, column.subject, numbers, older)
        yield column
