"""The store's figures: values written a second beside the raw database, size of thirty crawls, queries.

python -m bench.store [--check] [--postgres URL] [--only write,thirty,changes,frontier]

Without --postgres a server is started if the tests could start one.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import resource
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.corpus import OUT
from bench.figures import Figure
from bench.store_shop import batches, crawl_days, made_records
from bench.watching import cpu_seconds
from pagekin.site import FailureKind
from pagekin.store.database import Connection
from pagekin.store.location import StoreLocation
from pagekin.store.opening import Store, open_store
from pagekin.store.page_results import ClassOfPages, KindOfPage, PageResult, QueuedPage
from pagekin.store.reading.comparison import numbers_changed
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_runs import open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter, WriterSettings

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "store"))
import postgres

VALUES = 100_000
ROUNDS = 5
TABLES = (
    "pagekin_page",
    "pagekin_page_version",
    "pagekin_record_set",
    "pagekin_record",
    "pagekin_value",
    "pagekin_attribute",
    "pagekin_link_set",
    "pagekin_link",
    "pagekin_crawl_page",
)
PRODUCTS = 10_000
DAYS = 30
URLS = 1_000_000
CLASSES = (ClassOfPages("c", content="{}"),)


def main(arguments: list[str]) -> int:
    """Measure, print, write; with --check, 1 when a demand does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.store", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    parser.add_argument("--postgres", default="", help="the URL of an empty database")
    parser.add_argument("--only", default=",".join(PARTS), help="[%(default)s]")
    options = parser.parse_args(arguments)
    figures: list[Figure] = []
    with stores(options.postgres) as made:
        for name in options.only.split(","):
            for figure in PARTS[name](made):
                print(figure, flush=True)
                figures.append(figure)
    OUT.mkdir(exist_ok=True)
    content = [{"name": f.name, "value": f.value, "holds": f.holds} for f in figures]
    (OUT / "store.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 1 if options.check and not all(figure.holds for figure in figures) else 0


@contextlib.contextmanager
def stores(url: str) -> Iterator[Callable[[str], Store | None]]:
    """Give a maker of empty stores: "sqlite" or "postgresql" (None if there is no server)."""
    folder = Path(tempfile.mkdtemp(prefix="pagekin-bench-"))
    numbers = iter(range(1000))
    with postgres.server() if not url else contextlib.nullcontext() as server:

        def make(database: str) -> Store | None:
            place = StoreLocation(folder / str(next(numbers)))
            if database == "postgresql":
                if not url and server is None:
                    return None
                place = StoreLocation(place.directory, url or server.database())
            return open_store(place)

        try:
            yield make
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def write(make: Callable[[str], Store | None]) -> Iterator[Figure]:
    """Measure the writer against plain executemany or COPY of the very rows that it has written.

    In turns, and the best of each counts: what else the machine does is not the store's doing.
    """
    pages = list(batches(VALUES))
    values = sum(map(made_records, pages))
    parts = -(-len(pages) // WriterSettings().most_at_once)
    gc.freeze()  # what was made beforehand is not to be looked through again and again
    for database, least in (("sqlite", 30_000), ("postgresql", 60_000)):
        times: defaultdict[str, list[float]] = defaultdict(list)
        cpu: defaultdict[str, list[float]] = defaultdict(list)
        for _ in range(ROUNDS):
            made = [make(database) for _ in range(3)]
            if not all(made):
                print("no PostgreSQL server: its figures are left out")
                return
            store, beside, alone = made
            _time(times["through"], cpu["through"], _through_writer, store, pages)
            _time(times["raw"], cpu["raw"], _raw, beside, _rows(store, TABLES, parts))
            _time(
                times["values"], cpu["values"], _raw, alone, _rows(store, ("pagekin_value",), parts)
            )
        through, raw, only = (values / min(times[name]) for name in ("through", "raw", "values"))
        yield Figure(f"{database}: values/s through the writer", through, least=least)
        yield Figure(f"{database}: values/s, the same rows raw", raw)
        yield Figure(f"{database}: share of raw", through / raw, least=0.5)
        if (
            database == "sqlite"
        ):  # on a busy machine the better measure: the work is all in this process
            yield Figure("sqlite: share of raw, by CPU time", min(cpu["raw"]) / min(cpu["through"]))
        yield Figure(f"{database}: values/s, rows of values alone raw", only)


def _through_writer(store: Store, pages: list[PageResult]) -> None:
    async def work() -> None:
        async with CrawlWriter(store, open_crawl(store, "http://s", CLASSES)) as writer:
            for page in pages:
                await writer.put(page)

    asyncio.run(work())


def _rows(store: Store, tables: tuple[str, ...], parts: int) -> list[dict[str, Any]]:
    """Read the rows of tables, cut into so many transactions: table → (columns, rows)."""
    made: list[dict[str, Any]] = [{} for _ in range(parts)]
    with store.connection() as connection:
        for table in tables:
            cursor = connection.raw.execute(f"SELECT * FROM {table}")  # type: ignore[attr-defined]  # noqa: S608
            columns = [column[0] for column in cursor.description]
            rows = cursor.fetchall()
            size = -(-len(rows) // parts)
            for number, part in enumerate(made):
                part[table] = columns, rows[number * size : (number + 1) * size]
    return made


def _raw(store: Store, parts: list[dict[str, Any]]) -> None:
    """Write rows that are ready, with their numbers, into tables with all their indexes.

    On SQLite with executemany, on PostgreSQL with COPY in its binary format; as many transactions as the
    writer makes, nothing looked up, nothing worked out.
    """
    with store.connection() as connection:
        for part in parts:
            with connection.transaction():
                for table, (columns, rows) in part.items():
                    if connection.postgres:
                        connection.insert(table, columns, rows)
                    else:
                        _executemany(connection.raw, table, columns, rows)  # type: ignore[attr-defined]


def _executemany(connection: Any, table: str, columns: list[str], rows: list[Any]) -> None:
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ",".join("?" * len(columns))
    connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608


def thirty(make: Callable[[str], Store | None]) -> Iterator[Figure]:
    """Crawl a shop of 10,000 products on thirty days with 1–2 % change a day, and look at the file."""
    store = make("sqlite")
    assert store is not None  # noqa: S101 - SQLite is always there
    sizes = list(crawl_days(store, PRODUCTS, DAYS))
    yield Figure("thirty crawls: MB after the first", sizes[0] / 1e6)
    yield Figure("thirty crawls: MB after the last", sizes[-1] / 1e6)
    yield Figure("thirty crawls: growth", sizes[-1] / sizes[0], most=2.0)
    with store.connection() as connection:
        crawls = [row[0] for row in connection.rows("SELECT id FROM pagekin_crawl ORDER BY id")]
        began = time.perf_counter()
        changed = list(numbers_changed(connection, crawls[0], crawls[-1], "price", 0.1))
        spent = 1000 * (time.perf_counter() - began)
        yield Figure("price changed by more than 10 %: ms", spent, most=500)
        yield Figure("price changed by more than 10 %: pages", len(changed))


def frontier(make: Callable[[str], Store | None]) -> Iterator[Figure]:
    """Fill a frontier with a million URLs and work 100,000 off; memory and cost must stay as they are."""
    for database in ("sqlite", "postgresql"):
        store = make(database)
        if store is None:
            continue
        added, worked = asyncio.run(_fill_and_work(store))
        yield Figure(f"{database}: URLs added/s", URLS / sum(added))
        first, last = sum(added[: len(added) // 10]), sum(added[-len(added) // 10 :])
        yield Figure(f"{database}: CPU of adding, last tenth / first", last / first, most=2.0)
        tenth = len(worked) // 10
        yield Figure(
            f"{database}: CPU of leasing and closing, last tenth / first",
            sum(worked[-tenth:]) / sum(worked[:tenth]),
            most=1.2,
        )
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield Figure(f"{database}: peak memory so far, MB", peak, most=500)


async def _fill_and_work(store: Store) -> tuple[list[float], list[float]]:
    target = KindOfPage("target")
    added, worked = [], []
    async with CrawlWriter(store, open_crawl(store, "http://s", CLASSES)) as writer:
        backend = await writer.do(backend_of)
        for start in range(0, URLS, 1000):
            began = cpu_of(backend)
            await writer.add(
                QueuedPage(f"http://shop.example/catalogue/product-{n}/", target, 2)
                for n in range(start, start + 1000)
            )
            added.append(cpu_of(backend) - began)
        for _ in range(100):
            began = cpu_of(backend)
            for _ in range(10):
                for lease in await writer.lease(100):
                    await writer.put(
                        PageResult(
                            lease.entry.url, target, Outcome.FAILED, 404, FailureKind.STATUS, "gone"
                        )
                    )
            worked.append(cpu_of(backend) - began)
    return added, worked


def backend_of(connection: Connection) -> int | None:
    """Give the process that works for a connection at the server; it must be on this machine."""
    if not connection.postgres:
        return None
    number: int = connection.rows("SELECT pg_backend_pid()")[0][0]
    return number


def cpu_of(backend: int | None) -> float:
    """Give the CPU seconds of this process so far, and of the one that works for it."""
    return time.process_time() + (cpu_seconds(backend) if backend else 0.0)


def _time(
    seconds: list[float], cpu: list[float], work: Callable[..., None], *arguments: Any
) -> None:
    """Do some work; note how long it took, and how much of that this process was at work."""
    began, worked = time.perf_counter(), time.process_time()
    work(*arguments)
    seconds.append(time.perf_counter() - began)
    cpu.append(time.process_time() - worked)


PARTS = {"write": write, "thirty": thirty, "frontier": frontier}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
