"""A crawl of a million made-up products that fetches nothing: all that grows is store, frontier and writer.

python -m bench.store_million [--products 1000000] [--database sqlite|postgresql] [--check]

Lists lead to 24 products and 10 other lists each and come first, so that all products wait at once; products
have ten values and five links. Prints the CPU time (the server's, too) of the lists and of each tenth of the
products, and the most memory that it took. What must be flat is the cost in runs of a fixed piece of work
(see `gauge`) that is done now and then: the CPU time alone also tells what else the machine was doing.
"""

import argparse
import asyncio
import json
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from bench.corpus import OUT
from bench.figures import Figure
from bench.gauge import Gauge
from bench.store import backend_of, cpu_of, stores
from bench.store_shop import CLASSES, HUB, PER_PAGE, SITE, Prices, visit
from pagekin.store.opening import Store
from pagekin.store.page_results import QueuedPage
from pagekin.store.writing.crawl_runs import open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter

MOST_MB = 500
FLAT = 1.2
_PARTS = 10
_AT_ONCE = 100


@dataclass(slots=True)
class Meter:
    """Reads the CPU time whenever a part is done; that of the gauge is no part of it."""

    backend: int | None
    gauge: Gauge = field(default_factory=Gauge)
    marks: list[tuple[float, int]] = field(default_factory=list)

    def mark(self) -> float:
        """Note what was used up to now, and give it."""
        used = cpu_of(self.backend) - self.gauge.seconds
        self.marks.append((used, self.gauge.runs))
        return used - self.marks[0][0]

    def costs(self) -> list[tuple[float, float]]:
        """Give for each part its CPU seconds, and the same in runs of the gauge."""
        return [
            (after - before, (after - before) / self.gauge.speed(earlier, later))
            for (before, earlier), (after, later) in pairwise(self.marks)
        ]


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
        meter = asyncio.run(_crawl(store, options.products))
    figures = list(_figures(options.database, options.products, meter))
    for figure in figures:
        print(figure)
    content = [{"name": one.name, "value": one.value, "holds": one.holds} for one in figures]
    OUT.mkdir(exist_ok=True)
    file = OUT / f"million-{options.database}.json"
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 1 if options.check and not all(figure.holds for figure in figures) else 0


def _figures(database: str, products: int, meter: Meter) -> Iterator[Figure]:
    (lists, _), *parts = meter.costs()
    yield Figure(f"{database}: CPU ms a list", 1000 * lists / -(-products // PER_PAGE))
    for number, (cost, _) in enumerate(parts, 1):
        yield Figure(
            f"{database}: CPU ms a product, tenth {number}", 1000 * cost * _PARTS / products
        )
    for number, (_, runs) in enumerate(parts, 1):
        yield Figure(
            f"{database}: cost of 1,000 products, tenth {number}", 1000 * runs * _PARTS / products
        )
    (first, first_runs), (last, last_runs) = parts[0], parts[-1]
    yield Figure(f"{database}: CPU time, last tenth / first", last / first)
    yield Figure(f"{database}: cost, last tenth / first", last_runs / first_runs, most=FLAT)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Figure(f"{database}: peak memory, MB", peak, most=MOST_MB)


async def _crawl(store: Store, products: int) -> Meter:
    """Crawl, and read the meter when the lists and each tenth of the products are done."""
    prices, done = Prices(products, branches=10), 0
    async with CrawlWriter(store, open_crawl(store, SITE, CLASSES)) as writer:
        meter = Meter(await writer.do(backend_of))
        meter.mark()
        await writer.add([QueuedPage(f"{SITE}/c/0", HUB)])
        while leases := await writer.lease(_AT_ONCE):
            if leases[0].entry.kind != HUB:
                if done >= (len(meter.marks) - 1) * products / _PARTS:
                    print(f"{done:,} products after {meter.mark():,.1f} s of CPU", flush=True)
                done += len(leases)
            meter.gauge.run()
            for lease in leases:
                await writer.put(visit(lease, prices))
        await writer.flush()
        meter.mark()
        await writer.finish()
    return meter


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
