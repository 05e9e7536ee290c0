"""Workers that share a PostgreSQL store, killed and frozen at random: each due crawl is made exactly once.

python -m bench.workers [--sites 200] [--workers 3] [--kills 30] [--freezes 5] [--seed 1]

Each worker has a data directory of its own, as on a machine of its own. Every site has an address of its own on loopback.
Prints how many runs came to their end, what was wrong, and the delays as the sites saw them; 1 if anything was wrong.
"""

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Self

from aiohttp import web

from pagekin.navigation.crawler_file import dumps
from pagekin.store.location import StoreLocation
from pagekin.store.opening import Store, open_store
from pagekin.store.reading.record_sets import records_of_crawl
from pagekin.store.reading.watches import StoredWatch, all_watches, runs_of
from pagekin.store.states import RunState, WatchState
from pagekin.store.writing.watch_runs import keep_watch

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "store"))
import postgres

from watched_shop import WatchedShop

LEASE = 6.0  # seconds; a frozen worker stays so for longer
DELAY, CONCURRENCY = 0.05, 2
_WORKER = (
    "import os, sys; from pagekin.app.worker import work; "
    "work('', os.getppid(), {}, lease=float(sys.argv[1]))"
)


class Sites:
    """Many small shops, each on an address of its own, and what they saw of whoever asked them."""

    def __init__(self, number: int) -> None:
        self.addresses = [f"127.77.{n // 200}.{n % 200 + 1}" for n in range(number)]
        self.port = 0
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        self.most: Counter[str] = Counter()  # requests at once
        self._now: Counter[str] = Counter()
        self._shop = WatchedShop()
        self._shop.server.server_close()  # its pages and its crawler are wanted, not its server

    def crawler(self, address: str) -> str:
        """Return the crawler of a site, as its file."""
        text = dumps(self._shop.crawler())
        return text.replace(self._shop.host, f"{address}:{self.port}")

    async def serve(self, ready: threading.Event, over: asyncio.Event) -> None:
        """Serve all sites until it is over."""
        app = web.Application()
        app.router.add_get("/{path:.*}", self._answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        for address in self.addresses:
            site = web.TCPSite(runner, address, self.port)
            await site.start()
            self.port = runner.addresses[0][1]
        ready.set()
        await over.wait()
        await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        host = request.host.partition(":")[0]
        if request.path != "/robots.txt":
            self.times[host].append(time.monotonic())
        self._now[host] += 1
        self.most[host] = max(self.most[host], self._now[host])
        await asyncio.sleep(0.02)
        self._now[host] -= 1
        status, body = self._shop.answer(request.path_qs)
        return web.Response(status=status, body=body, content_type="text/html")


@contextmanager
def serving(number: int) -> Iterator[Sites]:
    """Serve so many sites during the block."""
    sites, ready, loop, over = Sites(number), threading.Event(), asyncio.new_event_loop(), []

    async def serve() -> None:
        over.append(asyncio.Event())
        await sites.serve(ready, over[0])

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    ready.wait()
    try:
        yield sites
    finally:
        loop.call_soon_threadsafe(over[0].set)
        thread.join()
        loop.close()


@dataclass
class Workers:
    """The processes, each with its own data directory."""

    folder: Path
    url: str
    number: int
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __enter__(self) -> Self:
        self.processes = [self._start(number) for number in range(self.number)]
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.kill()
            process.wait()

    def kill(self, number: int) -> None:
        """Kill a worker, and start it again."""
        self.processes[number].kill()
        self.processes[number].wait()
        self.processes[number] = self._start(number)

    def freeze(self, number: int, seconds: float) -> None:
        """Halt a worker for so long."""
        process = self.processes[number]
        process.send_signal(signal.SIGSTOP)
        threading.Timer(seconds, process.send_signal, [signal.SIGCONT]).start()

    def _start(self, number: int) -> subprocess.Popen[bytes]:
        environ = os.environ | {
            "PAGEKIN_DATA": str(self.folder / f"machine-{number}"),
            "PAGEKIN_DATABASE_URL": self.url,
            "PAGEKIN_DELAY": str(DELAY),
            "PAGEKIN_CONCURRENCY": str(CONCURRENCY),
            "PAGEKIN_AUTOTHROTTLE": "no",
        }
        log = (self.folder / f"machine-{number}.log").open("ab")
        with log:
            return subprocess.Popen(
                [sys.executable, "-c", _WORKER, str(LEASE)], env=environ, stderr=log
            )


def enter_watches(store: Store, sites: Sites, now: float) -> None:
    """Make each site due now, and not again for a day."""
    with store.connection() as connection:
        for number, address in enumerate(sites.addresses):
            watch = StoredWatch(
                0, f"site {number}", "", sites.crawler(address), "every 1d", "UTC", now - 1,
                "", 0.0, 1, {}, WatchState.ACTIVE, now,
            )  # fmt: skip
            with connection.transaction():
                keep_watch(connection, watch, now)


def done(store: Store) -> int:
    """Return how many runs have ended."""
    with store.connection() as connection:
        sql = "SELECT count(*) FROM pagekin_run WHERE state IN (%s, %s)"
        [(number,)] = connection.rows(sql, RunState.DONE, RunState.FAILED)
    return int(number)


def wrong(store: Store, sites: Sites) -> list[str]:
    """Return what is not as it should be: one run, one crawl, and all records of each site."""
    problems = []
    with store.connection() as connection:
        for watch in all_watches(connection):
            ended = [run for run in runs_of(connection, watch.id) if run.tries]
            states = [run.state.value for run in ended]
            if states != ["done"]:
                problems.append(f"{watch.name}: {states} {[run.note for run in ended]}")
                continue
            found = sorted(
                record.first_text("price")
                for _, records in records_of_crawl(connection, ended[0].crawl or 0)
                for record in records
            )
            if found != sorted(f"€{10 + n}.00" for n in range(1, 7)):
                problems.append(f"{watch.name}: {found}")
        crawls = connection.rows(
            "SELECT crawler_id, count(*) FROM pagekin_crawl GROUP BY crawler_id HAVING count(*) > 1"
        )
        problems += [f"crawler {crawler}: {count} crawls" for crawler, count in crawls]
    too_many = {host: most for host, most in sites.most.items() if most > CONCURRENCY}
    problems += [f"{host}: {most} requests at once" for host, most in too_many.items()]
    return problems


def soak(sites: Sites, folder: Path, url: str, options: argparse.Namespace) -> list[str]:
    """Run all sites with disturbances, and return what was wrong."""
    store = open_store(StoreLocation(folder / "lead", url))
    enter_watches(store, sites, time.time())
    wanted, dice = len(sites.addresses), random.Random(options.seed)
    planned = ["kill"] * options.kills + ["freeze"] * options.freezes
    dice.shuffle(planned)
    moments = sorted(dice.uniform(0, 0.9 * wanted) for _ in planned)
    with Workers(folder, url, options.workers) as running:
        ended, patience = 0, time.monotonic() + 3600
        while ended < wanted and time.monotonic() < patience:
            ended = done(store)
            while planned and moments[0] <= ended:
                moments.pop(0)
                chosen = dice.randrange(options.workers)
                if planned.pop() == "kill":
                    running.kill(chosen)
                else:
                    running.freeze(chosen, 1.7 * LEASE)
            time.sleep(dice.uniform(0.05, 0.3))
    return wrong(store, sites)


def main(arguments: list[str]) -> int:
    """Run the soak, and tell what came of it."""
    parser = argparse.ArgumentParser(prog="python -m bench.workers", description=__doc__)
    for name, default in (
        ("sites", 200),
        ("workers", 3),
        ("kills", 30),
        ("freezes", 5),
        ("seed", 1),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, help="[%(default)s]")
    options = parser.parse_args(arguments)
    began = time.perf_counter()
    with (
        tempfile.TemporaryDirectory(prefix="pagekin-workers-") as folder,
        postgres.server() as server,
        serving(options.sites) as sites,
    ):
        if server is None:
            print("no PostgreSQL server can be had")
            return 1
        problems = soak(sites, Path(folder), server.database(), options)
    for problem in problems[:20]:
        print(problem)
    gaps = sorted(
        after - before for times in sites.times.values() for before, after in pairwise(times)
    )
    print(
        f"{options.sites} sites, {options.workers} workers, {options.kills} kills, "
        f"{options.freezes} freezes: {len(problems)} wrong; delay {DELAY} s, as seen: least "
        f"{gaps[0]:.3f}, 5th percentile {gaps[len(gaps) // 20]:.3f} s; at most "
        f"{max(sites.most.values())} requests at once; {time.perf_counter() - began:.0f} s"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
