"""Work on all cores: the same for 1, 2 and 4 processes and under kills of them, and the CPU time of each part.

python -m bench.all_cores [--products 1000] [--fields 10] [--kills 50] [--seed 1]

A crawler of the demo shop is learned, and run with the first fields that are found by themselves. The shop runs in a process of its own, which is not counted. CPU time is told rather than wall time, since it hardly
depends on what else the machine does. The speed-up is what two cores would make of it that nobody else uses: the CPU
time with one process, divided by the larger of that of the crawl's own process and of half of all with several.
"""

import argparse
import asyncio
import gc
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil

from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.learn import LearnRequest, learn, task_from
from pagekin.app.step_runner import QuietRunner, Step
from pagekin.app.storing.workspace import open_workspace
from pagekin.demo import Shop, ShopPageKind, truth
from pagekin.demo.messages import Request
from pagekin.dom import parse_page
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps
from pagekin.pool import worthwhile
from pagekin.pool.process_pool import shared_pool
from pagekin.settings import Settings
from pagekin.site import Counts, Stop
from pagekin.store.location import StoreLocation
from pagekin.wrappers import Wrapper, by_itself

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "app"))
from killed_crawls import snapshot

from demo_crawlers import demo_crawler

_LEARNED_FROM = 50  # pages


def wrapper_of(shop: Shop, fields: int) -> Wrapper:
    """Return the first fields of the products that are found by themselves."""
    paths = [page.path for page in truth(shop) if page.kind is ShopPageKind.PRODUCT]
    pages = [
        parse_page(f"http://shop.test{path}", shop.respond(Request(path)).body)
        for path in paths[:_LEARNED_FROM]
    ]
    main, *_ = by_itself.induce(pages).bundles
    return Wrapper((replace(main, fields=main.fields[:fields], bundles=()),))


@contextmanager
def demo_shop(products: int, fields: int) -> Iterator[Crawler]:
    """Serve the demo shop by a process of its own, and yield a crawler of it."""
    command = [sys.executable, "-m", "pagekin", "demo", "--port", "0", "--products", str(products)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        assert process.stdout  # noqa: S101 - for the type checker
        url = process.stdout.readline().decode().split()[-1]
        try:
            shop = Shop(products)
            yield demo_crawler(
                SimpleNamespace(url=url, shop=shop), wrapper=wrapper_of(shop, fields)
            )
        finally:
            process.terminate()


class KillingRunner(QuietRunner):
    """Kills a process of the pool at so many random moments of a crawl."""

    def __init__(self, moments: list[int], dice: random.Random) -> None:
        self._dice = dice
        self._moments = sorted(moments)
        self.killed = 0

    def run(self, name: str, step: Step[Any], stop: Stop) -> Any:
        """Run a step to its end."""
        del name, stop
        return asyncio.run(step(self._watch))

    def _watch(self, counts: Counts) -> None:
        if self._moments and self._moments[0] <= counts.pages and (processes := _processes()):
            self._moments.pop(0)
            os.kill(self._dice.choice(processes).pid, signal.SIGKILL)
            self.killed += 1


@dataclass
class Result:
    """What a crawl stored, and the CPU seconds of its own process and of the pool."""

    stored: dict[str, Any]
    own: float
    pool: float
    killed: int


def crawled(
    crawler: Crawler, folder: Path, jobs: int, moments: list[int], dice: random.Random
) -> Result:
    """Crawl the shop by so many processes."""
    runner = KillingRunner(moments, dice)
    if jobs > 1:  # a long crawl is meant: the start of the processes is not counted
        for begun in [shared_pool(jobs).call(os.getpid) for _ in range(4 * jobs)]:
            begun.result()
    before, pool_before = _seconds(psutil.Process()), _pool_seconds()
    settings = Settings(delay=0.0, autothrottle=False, jobs=jobs)
    with open_workspace(folder) as workspace:
        crawl(workspace, CrawlRequest((crawler,), settings), runner)
    own = _seconds(psutil.Process()) - before
    return Result(
        snapshot(StoreLocation(folder)), own, _pool_seconds() - pool_before, runner.killed
    )


def learned(crawler: Crawler, folder: Path, jobs: int) -> tuple[str, tuple[str, ...], float]:
    """Learn a crawler of the shop by so many processes; return it, the targets, and the CPU seconds of this process."""
    before = _seconds(psutil.Process())
    settings = Settings(delay=0.0, autothrottle=False, jobs=jobs)
    delivered: list[Crawler] = []
    with open_workspace(folder) as workspace:
        request = LearnRequest(task_from(crawler.samples, None, settings), settings)
        targets = learn(workspace, request, QuietRunner(), delivered.append).targets
    summary = replace(delivered[-1].learned, at="")
    return (
        dumps(replace(delivered[-1], learned=summary)),
        targets,
        _seconds(psutil.Process()) - before,
    )


def _pool_seconds() -> float:
    times = psutil.Process().cpu_times()
    living = sum(map(_seconds, _processes()))
    return living + times.children_user + times.children_system


def _processes() -> list[psutil.Process]:
    """Return the processes of the pool."""
    found = []
    for one in psutil.Process().children():
        with suppress(psutil.Error):  # it was killed
            if "spawn_main" in " ".join(one.cmdline()):
                found.append(one)
    return found


def _seconds(process: psutil.Process) -> float:
    with suppress(psutil.Error):  # it was killed
        times = process.cpu_times()
        return float(times.user + times.system)
    return 0.0


def compare_crawls(crawler: Crawler, folder: Path, kills: int, dice: random.Random) -> int:
    """Crawl by one process and by several; return how many of the stores differ."""
    different = 0
    alone = crawled(crawler, folder / "alone", 1, [], dice)
    pages = len(alone.stored["pages"])
    print(f"1 process: {pages} pages, {1000 * alone.own / pages:.2f} ms CPU a page", flush=True)
    for number, (jobs, disturbed) in enumerate(((2, 0), (4, 0), (2, kills))):
        moments = [dice.randrange(pages // 4, pages * 3 // 4) for _ in range(disturbed)]
        found = crawled(crawler, folder / str(number), jobs, moments, dice)
        same = found.stored == alone.stored
        different += not same
        quickest = max(found.own, (found.own + found.pool) / 2)
        print(
            f"{jobs} processes, {found.killed} killed: {'the same' if same else 'DIFFERENT'}; "
            f"own process {1000 * found.own / pages:.2f}, pool {1000 * found.pool / pages:.2f} ms "
            f"CPU a page; two quiet cores: {alone.own / quickest:.2f} times as fast",
            flush=True,
        )
    return different


def compare_learning(crawler: Crawler, folder: Path) -> int:
    """Learn by one process and by several; return how many of the crawlers differ."""
    different = 0
    *expected, seconds = learned(crawler, folder / "learned", 1)
    print(f"learning, 1 process: {len(expected[1])} targets, {seconds:.1f} s CPU", flush=True)
    for jobs in (2, 4):
        *found, seconds = learned(crawler, folder / f"learned{jobs}", jobs)
        same = found == expected
        different += not same
        print(
            f"learning, {jobs} processes: {'the same' if same else 'DIFFERENT'}; "
            f"own process {seconds:.1f} s CPU",
            flush=True,
        )
    return different


def main(arguments: list[str]) -> int:
    """Crawl and learn the shop in each way, and compare."""
    parser = argparse.ArgumentParser(prog="python -m bench.all_cores", description=__doc__)
    for name, default in (("products", 1000), ("fields", 10), ("kills", 50), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default, help="[%(default)s]")
    options = parser.parse_args(arguments)
    worthwhile.WORTH_A_START = 0.0
    gc.set_threshold(50_000, 20, 100)  # as the commands do
    with (
        tempfile.TemporaryDirectory(prefix="pagekin-cores-") as folder,
        demo_shop(options.products, options.fields) as crawler,
    ):
        dice = random.Random(options.seed)
        different = compare_crawls(crawler, Path(folder), options.kills, dice)
        different += compare_learning(crawler, Path(folder))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
