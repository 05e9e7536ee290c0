"""The soak test: a crawl of a very large demo shop, watched for growing memory and growing cost.

python -m bench.soak [--products 100000] [--database sqlite|postgresql] [--check]

Everything is stored and archived, in a data directory of its own.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from bench.corpus import OUT
from bench.run import PAGEKIN
from bench.score import Score, read_urls, score
from pagekin.demo import Kind, Shop, serve, truth

sys.path.append(str(Path(__file__).parents[1] / "tests" / "store"))
import postgres

MOST_MB = 500.0
# How much dearer than the middling tenth of a crawl its dearest tenth may be and still count as flat.
FLAT = 1.3
# How much dearer than the first tenth the last may be.
GROWTH = 1.2
# A crawl that misses much of the shop is no test of a long crawl.
FOUND = 0.95
_PARTS = 10
_EVERY_SECONDS = 0.25
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Sample:
    """The state of a process at one moment: CPU and memory so far, and requests at the server."""

    pages: int
    cpu_seconds: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Soaked:
    """How the crawl went."""

    score: Score
    pages: int
    peak_mb: float
    cpu_ms_per_page: list[float]
    """One figure for each tenth of the crawl."""

    @property
    def failures(self) -> list[str]:
        """Say which demands do not hold."""
        costs = sorted(self.cpu_ms_per_page)
        middling, dearest = costs[len(costs) // 2], costs[-1]
        failures = []
        if self.peak_mb >= MOST_MB:
            failures.append(f"peak memory {self.peak_mb:.0f} MB, must be below {MOST_MB:.0f}")
        if dearest > FLAT * middling:
            failures.append(f"cost is not flat: a tenth at {dearest:.2f} ms a page")
        growth = self.cpu_ms_per_page[-1] / self.cpu_ms_per_page[0]
        if growth > GROWTH:
            failures.append(f"the last tenth costs {growth:.2f} times the first")
        if self.score.f1 < FOUND:
            failures.append(f"found {self.score.hits} of {self.score.targets} products")
        return failures


def main(arguments: list[str]) -> int:
    """Learn, crawl, print and write what was seen; with --check, 1 when a demand does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    parser.add_argument("--products", type=int, default=100_000, help="[%(default)s]")
    parser.add_argument("--max-pages", type=int, default=3000, help="for learning [%(default)s]")
    parser.add_argument("--strategy", default="gogetit", help="for learning [%(default)s]")
    parser.add_argument("--database", default="sqlite", choices=("sqlite", "postgresql"))
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    options = parser.parse_args(arguments)
    limits = ["--max-pages", str(options.max_pages), "--strategy", options.strategy]
    shutil.rmtree(OUT / "soak", ignore_errors=True)
    with database(options.database) as url:
        soaked = soak(options.products, limits, OUT / "soak", url)
    tenths = " ".join(f"{cost:.2f}" for cost in soaked.cpu_ms_per_page)
    print(
        f"{soaked.pages} pages, {soaked.score.hits} of {soaked.score.targets} products, "
        f"precision {soaked.score.precision:.4f}\n"
        f"peak memory {soaked.peak_mb:.0f} MB\nCPU ms a page, by tenths: {tenths}"
    )
    (OUT / "soak.json").write_text(json.dumps(asdict(soaked), indent=1) + "\n", encoding="utf-8")
    for failure in soaked.failures if options.check else ():
        print(f"failed: {failure}")
    return 1 if options.check and soaked.failures else 0


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """Give the URL of an empty database, for as long as the block lasts; none for a file."""
    if kind == "sqlite":
        yield ""
        return
    with postgres.server() as server:
        if server is None:
            raise SystemExit("bench: no PostgreSQL server can be had")
        yield server.database()


def soak(products: int, limits: list[str], folder: Path, url: str = "") -> Soaked:
    """Serve the shop from this process, learn its products from one of them and crawl them all."""
    folder.mkdir(parents=True, exist_ok=True)
    crawler, pages = folder / "crawler.json", folder / "pages.jsonl"
    place = {"PAGEKIN_DATA": str(folder / "data"), "PAGEKIN_DATABASE_URL": url}
    shop = Shop(products=products)
    sample = next(page.path for page in truth(shop) if page.kind is Kind.PRODUCT)
    with serve(shop, log=False) as server:
        home = server.url.rstrip("/")
        learn = [PAGEKIN, "learn", home + sample, "--entry", f"{home}/index/", "--delay", "0"]
        watch([*learn, *limits, "-o", str(crawler)], lambda: server.answered, place)
        before = server.answered
        crawl = [PAGEKIN, "crawl", str(crawler), "--delay", "0", "-o", str(pages)]
        samples = watch(crawl, lambda: server.answered - before, place)
        fetched = server.answered - before
    found = {urlsplit(url)._replace(scheme="", netloc="").geturl() for url in read_urls(pages)}
    wanted = frozenset(page.path for page in truth(shop) if page.kind is Kind.PRODUCT)
    return Soaked(
        score=score(found, wanted),
        pages=fetched,
        peak_mb=max(sample.peak_mb for sample in samples),
        cpu_ms_per_page=[round(cost, 3) for cost in tenths(samples)],
    )


def watch(
    command: list[str], pages: Callable[[], int], environment: Mapping[str, str] | None = None
) -> list[Sample]:
    """Run a command and look at its process again and again until it ends."""
    samples = []
    variables = {**os.environ, **(environment or {})}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, env=variables) as process:
        while True:
            samples.append(_look(process.pid, pages()))
            try:
                code = process.wait(_EVERY_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            break
    if code:
        raise SystemExit(f"bench: exit {code} from {' '.join(command)}")
    return samples


def tenths(samples: list[Sample]) -> list[float]:
    """Work out the CPU milliseconds a page in each tenth of the pages; starting up is not in it."""
    started = sum(sample.pages == 0 for sample in samples)
    samples = samples[max(0, started - 1) :]
    last = samples[-1].pages
    marks = [_cpu_at(samples, last * part / _PARTS) for part in range(_PARTS + 1)]
    return [1000 * (after - before) * _PARTS / max(1, last) for before, after in pairwise(marks)]


def _cpu_at(samples: list[Sample], pages: float) -> float:
    """Interpolate the CPU time when so many pages were done."""
    before = samples[0]
    for sample in samples:
        if sample.pages >= pages:
            span = sample.pages - before.pages
            share = (pages - before.pages) / span if span else 1.0
            return before.cpu_seconds + share * (sample.cpu_seconds - before.cpu_seconds)
        before = sample
    return before.cpu_seconds


def cpu_seconds(pid: int) -> float:
    """Read how much CPU time a process has had."""
    # The name of the program, in brackets, may hold spaces: count from behind it.
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _look(pid: int, pages: int) -> Sample:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    peak = next((line.split()[1] for line in status if line.startswith("VmHWM:")), "0")
    return Sample(pages, cpu_seconds(pid), int(peak) * 1024 / 1e6)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
