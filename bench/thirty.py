"""Thirty crawls of the demo shop, one a day: what each transfers, and how store and archive grow.

python -m bench.thirty [--products 10000] [--days 30] [--postgres URL] [--check]

The crawler is learned by `pagekin learn` from one product; then `pagekin crawl` runs once a day on one data
directory, as a user's would. The sizes are those of the files (of the database, on PostgreSQL).
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path

import psycopg

from bench.corpus import OUT
from bench.figures import Figure
from bench.run import PAGEKIN
from bench.score import read_urls
from pagekin.demo import Server, Shop, ShopPageKind, serve, truth
from pagekin.store.location import StoreLocation

# How much store and archive may grow from the first crawl to the last, and how much the last may transfer.
GROWTH = 2.0
TRANSFER = 0.1
FOUND = 0.99
_FAST = ("--delay", "0")
_OWN_SERVER = {"PAGEKIN_AUTOTHROTTLE": "no"}  # it is ours: nobody is to be spared


@dataclass(frozen=True, slots=True)
class Day:
    """A crawl, and what there is after it."""

    day: int
    requests: int
    transferred: int
    seconds: float
    store: int
    archive: int
    found: float
    """The share of the day's products that the crawl gave."""

    def __str__(self) -> str:
        return (
            f"day {self.day:2}: {self.requests:6} requests, {self.transferred / 1e6:8.2f} MB, "
            f"{self.seconds:6.1f} s; store {self.store / 1e6:7.2f} MB, "
            f"archive {self.archive / 1e6:8.2f} MB; {100 * self.found:.2f} % of the products"
        )


def main(arguments: list[str]) -> int:
    """Crawl day by day, print and write; with --check, 1 when a demand does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.thirty", description=__doc__)
    parser.add_argument("--products", type=int, default=10_000, help="[%(default)s]")
    parser.add_argument("--days", type=int, default=30, help="[%(default)s]")
    parser.add_argument("--postgres", default="", help="the URL of an empty database")
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    options = parser.parse_args(arguments)
    folder = OUT / "thirty"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    days = []
    for day in crawl_days(Shop(products=options.products), options.days, folder, options.postgres):
        print(day, flush=True)
        days.append(day)
    figures = list(growth(days))
    for figure in figures:
        print(figure)
    content = {"days": [asdict(day) for day in days], "figures": [asdict(one) for one in figures]}
    (OUT / "thirty.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 1 if options.check and not all(figure.holds for figure in figures) else 0


def growth(days: list[Day]) -> Iterator[Figure]:
    """Compare the last crawl with the first."""
    first, last = days[0], days[-1]
    yield Figure("store, last / first", last.store / first.store, most=GROWTH)
    yield Figure("archive, last / first", last.archive / first.archive, most=GROWTH)
    yield Figure(
        "bytes of the last crawl / first", last.transferred / first.transferred, most=TRANSFER
    )
    yield Figure("products found, least of all days", min(day.found for day in days), least=FOUND)


def crawl_days(shop: Shop, days: int, folder: Path, postgres: str = "") -> Iterator[Day]:
    """Learn on the first day, and crawl on every one."""
    crawler = folder / "crawler.json"
    with serve(shop, log=False) as server:
        home = server.url.rstrip("/")
        sample = next(page.path for page in truth(shop) if page.kind is ShopPageKind.PRODUCT)
        learn = ["learn", home + sample, "--entry", home, *_FAST, "--strategy", "gogetit"]
        # In a directory of its own: what learning has fetched would not be fetched by the first crawl.
        _run([*learn, "-o", str(crawler)], folder / "learned")
        for day in range(1, days + 1):
            server.day = day
            yield crawl_day(server, crawler, folder, postgres)


def crawl_day(server: Server, crawler: Path, folder: Path, postgres: str = "") -> Day:
    """Crawl the shop as it is today; measure."""
    data, pages = folder / "data", folder / "pages.jsonl"
    pages.unlink(missing_ok=True)
    requests, sent, began = server.answered, server.sent, time.perf_counter()
    _run(["crawl", str(crawler), *_FAST, "-o", str(pages)], data, postgres)
    spent = time.perf_counter() - began
    wanted = {page.path for page in truth(server.shop) if page.kind is ShopPageKind.PRODUCT}
    found = {url.removeprefix(server.url.rstrip("/")) for url in read_urls(pages)}
    return Day(
        server.day,
        server.answered - requests,
        server.sent - sent,
        round(spent, 1),
        _database_size(postgres) if postgres else _store_size(StoreLocation(data).file),
        sum(
            file.stat().st_size for file in StoreLocation(data).archive.rglob("*") if file.is_file()
        ),
        len(found & wanted) / len(wanted),
    )


def _run(arguments: list[str], data: Path, postgres: str = "") -> None:
    place = {"PAGEKIN_DATA": str(data), "PAGEKIN_DATABASE_URL": postgres}
    environment = os.environ | _OWN_SERVER | place
    subprocess.run([PAGEKIN, *arguments], env=environment, check=True, stdin=subprocess.DEVNULL)


def _store_size(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


def _database_size(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(row[0]) if row else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
