"""A crawl of a million made-up products that fetches nothing: all that grows is store, frontier and writer.

python -m bench.store_million [--products 1000000] [--database sqlite|postgresql] [--check]

Lists lead to 24 products and 10 other lists each and come first, so that all products wait at once; products
have ten values and five links. Prints the CPU time (the server's, too) of the lists and of each tenth of the
products, and the most memory that it took.
"""

import argparse
import asyncio
import json
import resource
import sys
from collections.abc import Iterator
from itertools import pairwise

from bench.corpus import OUT
from bench.figures import Figure
from bench.store import backend_of, cpu_of, stores
from bench.store_shop import HUB, PER_PAGE, SITE, Prices, visit
from pagekin.store.crawls import open_crawl
from pagekin.store.opening import Store
from pagekin.store.results import Entry
from pagekin.store.writer import Writer

MOST_MB = 500
FLAT = 1.2
_PARTS = 10
_AT_ONCE = 100


def main(arguments: list[str]) -> int:
    """Crawl, print, write; with --check, 1 when a demand does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.store_million", description=__doc__)
    parser.add_argument("--products", type=int, default=1_000_000, help="[%(default)s]")
    parser.add_argument("--database", default="sqlite", choices=("sqlite", "postgresql"))
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    options = parser.parse_args(arguments)
    with stores("") as make:
        store = make(options.database)
        if store is None:
            print("no PostgreSQL server can be had")
            return 1
        marks = asyncio.run(_crawl(store, options.products))
    figures = list(_figures(options.database, options.products, marks))
    for figure in figures:
        print(figure)
    content = [{"name": one.name, "value": one.value, "holds": one.holds} for one in figures]
    OUT.mkdir(exist_ok=True)
    file = OUT / f"million-{options.database}.json"
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 1 if options.check and not all(figure.holds for figure in figures) else 0


def _figures(database: str, products: int, marks: list[float]) -> Iterator[Figure]:
    yield Figure(f"{database}: CPU ms a list", 1000 * marks[0] / -(-products // PER_PAGE))
    costs = [1000 * (end - start) * _PARTS / products for start, end in pairwise(marks)]
    for number, cost in enumerate(costs, 1):
        yield Figure(f"{database}: CPU ms a product, tenth {number}", cost)
    yield Figure(f"{database}: last tenth / first", costs[-1] / costs[0], most=FLAT)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure(f"{database}: peak memory, MB", peak, most=MOST_MB)


async def _crawl(store: Store, products: int) -> list[float]:
    """Crawl, and give the CPU seconds when the lists and each tenth of the products were done."""
    prices, done = Prices(products, branches=10), 0
    marks: list[float] = []
    async with Writer(store, open_crawl(store, SITE, "products", "{}")) as writer:
        backend = await writer.do(backend_of)
        began = cpu_of(backend)
        await writer.add([Entry(f"{SITE}/c/0", HUB)])
        while leases := await writer.lease(_AT_ONCE):
            if leases[0].entry.kind != HUB:
                if done >= len(marks) * products / _PARTS:
                    marks.append(cpu_of(backend) - began)
                    print(f"{done:,} products after {marks[-1]:,.1f} s of CPU", flush=True)
                done += len(leases)
            for lease in leases:
                await writer.put(visit(lease, prices))
        await writer.flush()
        marks.append(cpu_of(backend) - began)
        await writer.finish()
    return marks


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
