"""The soak of kills: real crawls of the demo shop, killed (kill -9) at random moments, must end the same.

python -m bench.store_soak [--sqlite 200] [--postgresql 100] [--products 100]

Each round is a crawl with a store and an archive of its own, killed a few times and continued until it
comes to its end. A kill counts if the crawl was under way: begun in the store, and not yet finished there.
Prints how often crawls were killed, how many came to their end, and how many differed from an undisturbed
one (pages, records, links, archived contents, output) or left a store that is not in order; 1 if any did.
"""

import argparse
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from pagekin.demo import Shop, serve
from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store
from pagekin.store.states import CrawlState
from pagekin.store.upkeep.checking import check

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "store", "app"))
import postgres
from killed_crawls import crawl_with_kills, snapshot, start

from demo_crawlers import write_demo_crawler

_AT_MOST = 7  # kills to a crawl


def main(arguments: list[str]) -> int:
    """Kill, compare, count."""
    parser = argparse.ArgumentParser(prog="python -m bench.store_soak", description=__doc__)
    parser.add_argument("--sqlite", type=int, default=200, help="kills on SQLite [%(default)s]")
    parser.add_argument("--postgresql", type=int, default=100, help="on PostgreSQL [%(default)s]")
    parser.add_argument("--products", type=int, default=100, help="of the shop [%(default)s]")
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="pagekin-soak-") as folder,
        serve(Shop(products=options.products), log=False) as demo,
        postgres.server() as server,
    ):
        soak = Soak.prepare(write_demo_crawler(demo, folder))
        failed = soak.run("sqlite", options.sqlite, StoreLocation)
        if server is None:
            print("no PostgreSQL server can be had: its kills are left out")
        else:
            failed += soak.run(
                "postgresql",
                options.postgresql,
                lambda directory: StoreLocation(directory, server.database()),
            )
    return 1 if failed else 0


@dataclass(frozen=True, slots=True)
class Soak:
    """A crawler, and what it comes to if nobody disturbs it."""

    crawler: Path
    wanted: Any
    seconds: float  # that it takes then

    @classmethod
    def prepare(cls, crawler: Path) -> "Soak":
        """Crawl undisturbed."""
        place = StoreLocation(crawler.parent / "undisturbed")
        crawl_with_kills(crawler, place, 0, seed=0)
        began = time.perf_counter()  # not before: at first everything has to be loaded
        crawl_with_kills(crawler, StoreLocation(crawler.parent / "timed"), 0, seed=0)
        spent = time.perf_counter() - began
        return cls(crawler, _outcome(crawler, place), spent)

    def run(self, name: str, kills: int, make: Callable[[Path], StoreLocation]) -> int:
        """Kill crawls so many times in all; give how many things were wrong."""
        dice = random.Random(name)
        killed = besides = wrong = ended = 0
        while killed < kills:
            ended += 1
            place = make(self.crawler.parent / f"{name}-{ended}")
            worked, other = self._crawl(place, min(_AT_MOST, kills - killed), dice)
            killed, besides = killed + worked, besides + other
            wrong += self._compare(name, place)
            shutil.rmtree(place.directory)
            if ended % 10 == 0 or killed >= kills:
                print(
                    f"{name}: {killed} kills of crawls under way, {besides} before or after; "
                    f"{ended} crawls ended, {wrong} wrong",
                    flush=True,
                )
        return wrong

    def _crawl(self, place: StoreLocation, kills: int, dice: random.Random) -> tuple[int, int]:
        """Crawl to the end, killed at any moment: what was continued once or twice is near its end."""
        output = f"pages-{place.directory.name}.jsonl"
        worked = other = 0
        while True:
            process = start(["crawl", str(self.crawler), "-o", output], place, self.crawler.parent)
            if worked < kills:
                process.join(dice.uniform(0, self.seconds / 2))
                process.kill()
            process.join()
            if process.exitcode == 0:
                return worked, other
            if process.exitcode != -signal.SIGKILL:
                raise RuntimeError(f"the crawl ended with exit code {process.exitcode}")
            under_way = _is_under_way(place)
            worked, other = worked + under_way, other + (not under_way)

    def _compare(self, name: str, place: StoreLocation) -> int:
        store = open_store(place)
        with store.connection() as connection:
            crawls = [number for (number,) in connection.rows("SELECT id FROM pagekin_crawl")]
        wrong = [str(problem) for problem in check(store, archive=False).problems]
        # Killed after its end, before it could say so, a crawl is followed by a second one.
        for crawl in crawls:
            found = _outcome(self.crawler, place, crawl)
            wrong += [
                f"crawl {crawl}, {part}: {_difference(self.wanted[part], found[part])}"
                for part in self.wanted
                if found[part] != self.wanted[part]
            ]
        for what in wrong:
            print(f"{name}: {place.directory.name}: {what}", flush=True)
        return bool(wrong)


def _is_under_way(place: StoreLocation) -> bool:
    if not place.url and not place.file.exists():
        return False
    with open_store(place).connection() as connection:
        return bool(
            connection.rows("SELECT 1 FROM pagekin_crawl WHERE state = %s", CrawlState.RUNNING)
        )


def _difference(wanted: Any, found: Any) -> str:
    """Show some of what is missing and some of what is there instead."""
    if isinstance(wanted, dict):
        wanted, found = list(wanted.items()), list(found.items())
    if not isinstance(wanted, list):
        return f"{found!r} instead of {wanted!r}"
    missing = [one for one in wanted if one not in found]
    more = [one for one in found if one not in wanted]
    return f"{len(missing)} missing, {len(more)} more, {missing[:2]!r} against {more[:2]!r}"


def _outcome(crawler: Path, place: StoreLocation, crawl: int = 1) -> dict[str, Any]:
    """Give all that a crawl left: in the store, in the archive, in its output."""
    output = crawler.parent / f"pages-{place.directory.name}.jsonl"
    lines = map(json.loads, output.read_text(encoding="utf-8").splitlines())
    found = snapshot(place, crawl)
    pages = [_as_if_new(page) for page in found["pages"]]
    return {**found, "pages": pages, "output": sorted(line["url"] for line in lines)}


def _as_if_new(page: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give a page that a second crawl found unchanged as the first has seen it."""
    return tuple(HTTPStatus.OK if part == HTTPStatus.NOT_MODIFIED else part for part in page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
