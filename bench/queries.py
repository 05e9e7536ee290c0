"""Queries on a store of thirty crawls with a million values each: their CPU time, beside hand-written SQL.

python -m bench.queries [--check] [--folder out/queries] [--pages 27650] [--crawls 30] [--rounds 5]

The store is filled through the store's own writer and kept in the folder: that takes minutes, the queries
seconds. PostgreSQL gets a copy of it. CPU time is this process's, and that of the server's process for it.
"""

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.corpus import OUT
from bench.figures import Figure
from bench.query_shop import CRAWLS, PAGES, fill
from bench.store import backend_of, cpu_of
from pagekin.query.asking import ROWS, ask
from pagekin.store.database import Connection
from pagekin.store.location import StoreLocation
from pagekin.store.opening import Store, open_store
from pagekin.store.upkeep.backup import backup, restore

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "store"))
import postgres

MOST = {"sqlite": 60, "postgresql": 150}  # CPU ms
TIMES = 1.5  # of hand-written SQL
_VALUES = """
SELECT page.url, record.key, value.text FROM pagekin_crawl_page seen
CROSS JOIN pagekin_value value CROSS JOIN pagekin_record record CROSS JOIN pagekin_page page
WHERE seen.crawl_id = %s AND value.field_id = {field} AND value.set_id = seen.records_id
AND {test} AND record.set_id = seen.records_id AND record.number = value.record
AND page.id = seen.page_id ORDER BY seen.page_id, value.record LIMIT 1001
"""
_CHANGED = """
WITH changed AS MATERIALIZED (
SELECT now.page_id, now.records_id AS new_set, was.records_id AS old_set
FROM pagekin_crawl_page now CROSS JOIN pagekin_crawl_page was
WHERE now.crawl_id = %s AND was.crawl_id = %s AND was.page_id = now.page_id
AND was.records_id <> now.records_id),
pairs AS MATERIALIZED (
SELECT changed.page_id, new_set, old_set, now.number, was.number AS old_number, now.key
FROM changed CROSS JOIN pagekin_record now CROSS JOIN pagekin_record was
WHERE now.set_id = new_set AND now.bundle_id = {bundle} AND was.set_id = old_set
AND was.bundle_id = {bundle} AND was.key = now.key)
SELECT page.url, pairs.key, old.text, new.text FROM pairs
CROSS JOIN pagekin_value new CROSS JOIN pagekin_value old CROSS JOIN pagekin_page page
WHERE new.field_id = {field} AND new.set_id = new_set AND new.record = pairs.number
AND old.field_id = {field} AND old.set_id = old_set AND old.record = pairs.old_number
AND {test} AND page.id = pairs.page_id ORDER BY pairs.page_id, pairs.number LIMIT 1001
"""
_FIGURE_5 = """
new.text <> old.text AND new.num > 500 AND EXISTS (SELECT 1 FROM pagekin_attribute kind
WHERE kind.field_id = {field} AND kind.set_id = new_set AND kind.record = pairs.number
AND kind.name = 'currency' AND kind.text = 'CAD') AND EXISTS (SELECT 1 FROM pagekin_value name
WHERE name.field_id = {name} AND name.set_id = new_set AND name.record = pairs.number
AND lower(name.text) LIKE '%%thinkpad%%')
"""
_CURRENCY = """
SELECT page.url, record.key, found.text FROM pagekin_crawl_page seen
CROSS JOIN pagekin_attribute found CROSS JOIN pagekin_record record CROSS JOIN pagekin_page page
WHERE seen.crawl_id = %s AND found.field_id = {field} AND found.set_id = seen.records_id
AND found.name = 'currency' AND found.text = 'USD' AND record.set_id = seen.records_id
AND record.number = found.record AND page.id = seen.page_id
ORDER BY seen.page_id, found.record LIMIT 1001
"""
_MISSING = """
SELECT page.url, record.key FROM pagekin_crawl_page seen CROSS JOIN pagekin_record record
CROSS JOIN pagekin_page page WHERE seen.crawl_id = %s AND record.set_id = seen.records_id
AND record.bundle_id = {bundle} AND NOT EXISTS (SELECT 1 FROM pagekin_value found
WHERE found.field_id = {image} AND found.set_id = record.set_id AND found.record = record.number)
AND page.id = seen.page_id ORDER BY seen.page_id, record.number LIMIT 1001
"""
_MORE_THAN_10 = "abs(new.num - old.num) > 0.1 * abs(old.num) AND new.unit = old.unit"


@dataclass(frozen=True, slots=True)
class Question:
    """A query, and SQL that somebody who knows the tables would write for it."""

    text: str
    by_hand: str
    back: int = 0  # crawls to go back for the second parameter


QUESTIONS = (
    Question("price > 500", _VALUES.replace("{test}", "value.num > 500")),
    Question("price.currency = USD", _CURRENCY),
    Question("price has changed", _CHANGED.replace("{test}", "new.text <> old.text"), 1),
    Question(
        "price changed by more than 10% since crawl #7",
        _CHANGED.replace("{test}", _MORE_THAN_10),
        7,
    ),
    Question(
        "price changed by more than 10% since crawl #29",
        _CHANGED.replace("{test}", _MORE_THAN_10),
        29,
    ),
    Question(
        "(PRICE.VALUE > 500 AND PRICE.VALUE has changed since crawl #7 AND PRICE.CURRENCY = 'CAD') "
        "ANDWHERE (NAME contains 'ThinkPad')",
        _CHANGED.replace("{test}", _FIGURE_5),
        7,
    ),
    Question("image is missing", _MISSING),
    Question(
        "name contains ThinkPad",
        _VALUES.replace("{field}", "{name}").replace(
            "{test}", "lower(value.text) LIKE '%%thinkpad%%'"
        ),
    ),
)


def main(arguments: list[str]) -> int:
    """Fill, measure, print, write; with --check, 1 when a demand does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.queries", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    parser.add_argument("--folder", type=Path, default=OUT / "queries", help="[%(default)s]")
    parser.add_argument("--pages", type=int, default=PAGES, help="[%(default)s]")
    parser.add_argument("--crawls", type=int, default=CRAWLS, help="[%(default)s]")
    parser.add_argument("--rounds", type=int, default=5, help="[%(default)s]")
    parser.add_argument("--only", default="sqlite,postgresql", help="[%(default)s]")
    options = parser.parse_args(arguments)
    store = filled(options.folder / f"{options.pages}-{options.crawls}", options)
    figures = []
    for database in options.only.split(","):
        with _on(database, store, options.folder) as measured:
            if measured is None:
                print("no PostgreSQL server: its figures are left out")
                continue
            for figure in measure(measured, database, options.rounds):
                print(figure, flush=True)
                figures.append(figure)
    OUT.mkdir(exist_ok=True)
    content = [{"name": f.name, "value": f.value, "holds": f.holds} for f in figures]
    (OUT / "queries.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 1 if options.check and not all(figure.holds for figure in figures) else 0


def filled(folder: Path, options: argparse.Namespace) -> Store:
    """Return the store in a folder; a new one is filled first."""
    store = open_store(folder)
    with store.connection() as connection:
        [(crawls,)] = connection.rows("SELECT count(*) FROM pagekin_crawl WHERE state = 'finished'")
    if not crawls:
        began = time.monotonic()
        for number, _ in enumerate(fill(store, options.pages, options.crawls), 1):
            print(f"crawl {number} after {time.monotonic() - began:.0f} s", flush=True)
    return store


@contextlib.contextmanager
def _on(database: str, store: Store, folder: Path) -> Iterator[Store | None]:
    """Yield the store, or a copy of it on a PostgreSQL server."""
    if database == "sqlite":
        yield store
        return
    with postgres.server() as server:
        if server is None:
            yield None
            return
        location = StoreLocation(folder / "postgresql", server.database())
        copy = folder / "copy.sqlite3"
        copy.unlink(missing_ok=True)
        backup(store, copy)
        restore(location, copy)
        copy.unlink()
        made = open_store(location)
        with made.connection() as connection:
            connection.execute("ANALYZE")
        yield made


def measure(store: Store, database: str, rounds: int) -> Iterator[Figure]:
    """Ask each question and run its SQL, in turns; the best of each counts."""
    with store.connection() as connection:
        names = _names(connection)
        crawls = [row[0] for row in connection.rows("SELECT id FROM pagekin_crawl ORDER BY id")]
        backend = backend_of(connection)
        if backend:  # what helpers of the server's process do is not in its time
            connection.execute("SET max_parallel_workers_per_gather = 0")
        for question in QUESTIONS:
            older = crawls[max(-1 - question.back, -len(crawls))]
            text = question.text.replace(f"#{question.back}", str(older))
            statement = question.by_hand.replace("{field}", "{price}").format(**names)
            if not connection.postgres:
                statement = statement.replace("%%", "%")
            given = [crawls[-1], older][: statement.count("%s")]
            times: dict[str, list[float]] = {"query": [], "by hand": []}
            rows = 0
            for _ in range(rounds):
                answer = _timed(times["query"], backend, ask, connection, text, crawls[-1])
                found = _timed(times["by hand"], backend, connection.rows, statement, *given)
                rows = len(found)
                assert len(answer.rows) == min(rows, ROWS), (text, len(answer.rows), rows)  # noqa: S101
            asked, by_hand = min(times["query"]), min(times["by hand"])
            told = f"{database}: {question.text[:60]}"
            yield Figure(f"{told} ({rows} rows), CPU ms", asked, most=MOST[database])
            yield Figure(f"{told}, by hand", by_hand)
            yield Figure(f"{told}, times by hand", asked / by_hand, most=TIMES)


def _timed(
    spent: list[float], backend: int | None, work: Callable[..., Any], *arguments: Any
) -> Any:
    began = cpu_of(backend)
    result = work(*arguments)
    spent.append(1000 * (cpu_of(backend) - began))
    return result


def _names(connection: Connection) -> dict[str, int]:
    """Return the numbers of the fields and of the bundle that are asked for."""
    fields = dict(connection.rows("SELECT name, id FROM pagekin_field"))
    bundles = dict(connection.rows("SELECT name, id FROM pagekin_bundle"))
    return {name: fields[name] for name in ("price", "name", "image")} | {"bundle": bundles["item"]}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
