"""The store's soak: crawls of a made-up shop are killed (kill -9) at random moments and must end the same.

python -m bench.store_soak [--sqlite 200] [--postgresql 100]

Prints how often crawls were killed, how many came to their end, and how many differed from an undisturbed
one or left a store that is not in order; 1 if any did.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from pagekin.store.checking import check
from pagekin.store.opening import Store, open_store
from pagekin.store.places import Place

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "store"))
import postgres
from killing import crawl_with_kills
from synthetic import crawl, snapshot

PRODUCTS = 600
_AT_MOST = 6  # kills to a crawl


def main(arguments: list[str]) -> int:
    """Kill, compare, count."""
    parser = argparse.ArgumentParser(prog="python -m bench.store_soak", description=__doc__)
    parser.add_argument("--sqlite", type=int, default=200, help="kills on SQLite [%(default)s]")
    parser.add_argument("--postgresql", type=int, default=100, help="on PostgreSQL [%(default)s]")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="pagekin-soak-") as folder, postgres.server() as server:
        undisturbed = _undisturbed(Path(folder) / "undisturbed")
        failed = _soak("sqlite", Place(Path(folder) / "sqlite"), options.sqlite, undisturbed)
        if server is None:
            print("no PostgreSQL server can be had: its kills are left out")
        else:
            place = Place(Path(folder) / "postgresql", server.database())
            failed += _soak("postgresql", place, options.postgresql, undisturbed)
    return 1 if failed else 0


def _undisturbed(directory: Path) -> Any:
    store = open_store(directory)
    return snapshot(store, asyncio.run(crawl(store, PRODUCTS)).id)


def _soak(name: str, place: Place, kills: int, undisturbed: Any) -> int:
    store = open_store(place)
    killed = crawls = wrong = 0
    while killed < kills:
        at_most = min(_AT_MOST, kills - killed)
        killed += crawl_with_kills(place, PRODUCTS, at_most, seed=crawls, longest=0.3)
        crawls += 1
        wrong += snapshot(store, _last(store)) != undisturbed
        if crawls % 10 == 0:
            print(
                f"{name}: {killed} kills, {crawls} crawls ended, {wrong} of them wrong", flush=True
            )
    problems = check(store).problems
    for problem in problems:
        print(f"{name}: {problem}")
    print(f"{name}: {killed} kills, {crawls} crawls ended, {wrong} of them wrong; done")
    return wrong + len(problems)


def _last(store: Store) -> int:
    with store.session() as session:
        [(number, unfinished)] = session.rows(
            "SELECT max(id), sum(CASE WHEN state = 'finished' THEN 0 ELSE 1 END) FROM pagekin_crawl"
        )
    if unfinished:
        raise RuntimeError(f"{unfinished} crawls did not come to their end")
    return int(number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
