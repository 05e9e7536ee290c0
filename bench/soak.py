"""The soak test: a crawl of a very large demo shop, watched for growing memory and growing cost.

python -m bench.soak [--products 100000] [--pages N] [--database sqlite|postgresql] [--check]

Everything is stored and archived, in a data directory of its own. With --pages the crawl ends after so many
pages; the shop is as large all the same, and so is the frontier. It is learned while it has no more than
100,000 products. Lists come first and cost more than products: products are compared with products, in CPU
time and in runs of a fixed piece of work (see `gauge`), of which the latter must be flat: CPU time alone also
tells what else the machine was doing.
"""

import argparse
import contextlib
import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.corpus import OUT
from bench.gauge import Gauge
from bench.run import PAGEKIN
from bench.score import Score, read_urls, score
from bench.watching import Part, Sample, among_lists, among_targets, tenths, watch
from pagekin.demo import Shop, ShopPageKind, serve, truth

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "store"))
import postgres

MOST_MB = 500.0
# How much dearer than the middling tenth of the products the dearest may be and still count as flat.
FLAT = 1.3
# How much dearer than the first tenth the last may be.
GROWTH = 1.2
# A crawl that misses much of the shop is no test of a long crawl.
FOUND = 0.95
# Products of the shop while it is learned: a limit of pages has to suffice to find out how it is built.
LEARNED = 100_000


class CountedShop:
    """A shop that notes which products' pages were asked for."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.products: set[str] = set()

    def respond(self, request: Any) -> Any:
        """Answer a request."""
        if request.target.startswith(("/p/", "/outlet/item.php?")):
            self.products.add(request.target)
        return self.shop.respond(request)


@dataclass(frozen=True, slots=True)
class Soaked:
    """How the crawl went."""

    score: Score
    pages: int
    peak_mb: float
    products: list[Part]
    """One for each tenth of the products' pages."""
    lists: list[Part] = field(default_factory=list)
    """The same for the lists; these are not all alike."""
    learning_mb: float = 0.0
    """The most memory that learning took, before."""

    @property
    def failures(self) -> list[str]:
        """Say which demands do not hold."""
        costs = [part.runs or part.cpu_ms for part in self.products]
        middling, dearest = sorted(costs)[len(costs) // 2], max(costs)
        failures = []
        if self.peak_mb >= MOST_MB:
            failures.append(f"peak memory {self.peak_mb:.0f} MB, must be below {MOST_MB:.0f}")
        if dearest > FLAT * middling:
            failures.append(f"cost is not flat: a tenth at {dearest / middling:.2f} times another")
        growth = costs[-1] / costs[0]
        if growth > GROWTH:
            failures.append(f"the last tenth costs {growth:.2f} times the first")
        if self.score.f1 < FOUND:
            failures.append(f"found {self.score.hits} of {self.score.targets} products")
        return failures


def main(arguments: list[str]) -> int:
    """Learn, crawl, print and write what was seen; with --check, 1 when a demand does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--products", type=int, default=100_000, help="[%(default)s]")
    parser.add_argument("--pages", type=int, default=0, help="of the crawl; 0: all [%(default)s]")
    parser.add_argument("--max-pages", type=int, default=3000, help="for learning [%(default)s]")
    parser.add_argument("--strategy", default="gogetit", help="for learning [%(default)s]")
    parser.add_argument("--database", default="sqlite", choices=("sqlite", "postgresql"))
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    options = parser.parse_args(arguments)
    limits = ["--max-pages", str(options.max_pages), "--strategy", options.strategy]
    shutil.rmtree(OUT / "soak", ignore_errors=True)
    with database(options.database) as url:
        soaked = soak(options.products, options.pages, limits, OUT / "soak", url)
    print(
        f"{soaked.pages} pages, {soaked.score.hits} of {soaked.score.targets} products, "
        f"precision {soaked.score.precision:.4f}\n"
        f"peak memory {soaked.peak_mb:.0f} MB; learning, before: {soaked.learning_mb:.0f} MB"
    )
    for name, parts in (("list", soaked.lists), ("product", soaked.products)):
        print(f"CPU ms a {name}, by tenths:", *(f"{part.cpu_ms:.2f}" for part in parts))
        print(f"cost of a {name}, by tenths:", *(f"{part.runs:.2f}" for part in parts))
    (OUT / "soak.json").write_text(json.dumps(asdict(soaked), indent=1) + "\n", encoding="utf-8")
    for failure in soaked.failures if options.check else ():
        print(f"failed: {failure}")
    return 1 if options.check and soaked.failures else 0


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """Return the URL of an empty database, for as long as the block lasts; none for a file."""
    if kind == "sqlite":
        yield ""
        return
    with postgres.server() as server:
        if server is None:
            raise SystemExit("bench: no PostgreSQL server can be had")
        yield server.database()


def soak(products: int, most: int, limits: list[str], folder: Path, url: str = "") -> Soaked:
    """Serve the shop from this process, learn its products from one of them and crawl them."""
    folder.mkdir(parents=True, exist_ok=True)
    crawler, pages = folder / "crawler.json", folder / "pages.jsonl"
    place = {"PAGEKIN_DATA": str(folder / "data"), "PAGEKIN_DATABASE_URL": url}
    shop, gauge = Shop(products=products), Gauge()
    earlier = Shop(products=min(products, LEARNED))
    sample = next(page.path for page in truth(earlier) if page.kind is ShopPageKind.PRODUCT)
    with serve(earlier, log=False) as server:
        home = server.url.rstrip("/")
        learn = [PAGEKIN, "learn", home + sample, "--entry", f"{home}/index/", "--delay", "0"]
        learned = watch([*learn, *limits, "-o", str(crawler)], lambda: server.answered, place)
        server.shop = counted = CountedShop(shop)
        before = server.answered
        crawl = [PAGEKIN, "crawl", str(crawler), "--delay", "0", "-o", str(pages)]
        crawl += ["--max-pages", str(most)] if most else []
        samples = watch(
            crawl,
            lambda: server.answered - before,
            place,
            targets=lambda: len(counted.products),
            gauge=gauge,
        )
        fetched = server.answered - before
    found = {urlsplit(url)._replace(scheme="", netloc="").geturl() for url in read_urls(pages)}
    return Soaked(
        score(found, frozenset(counted.products) if most else _products(shop)),
        fetched,
        _peak(samples),
        tenths(among_targets(samples), gauge),
        tenths(among_lists(samples), gauge),
        _peak(learned),
    )


def _peak(samples: list[Sample]) -> float:
    return max(sample.peak_mb for sample in samples)


def _products(shop: Shop) -> frozenset[str]:
    return frozenset(page.path for page in truth(shop) if page.kind is ShopPageKind.PRODUCT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
