"""Sets of archived pages mined by files: by the pool and by Dask, from a folder and from an object store, under kills.

python -m bench.file_mining [--pages 100000] [--files 100] [--kills 4] [--folder out/file_mining]

Pages of the demo shop are written to WARC files, which are kept in the folder, and mined by one process first. Each
other way has to give the same records, each once, though some of its processes are killed on the way. Told are the pages a second (which depend on what
else the machine does), the CPU time of all processes a page (which hardly does), and the memory of the largest process.
The object store is moto's S3 server, in a process of its own, which is not counted.
"""

import argparse
import contextlib
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import fsspec
import psutil
import pyarrow.parquet

from bench.corpus import OUT
from pagekin.app.extract_files import FilesRequest, extract_files
from pagekin.app.file_mining import total
from pagekin.app.step_runner import QuietRunner
from pagekin.demo import Shop, ShopPageKind, truth
from pagekin.demo.messages import Request
from pagekin.navigation.crawler_file import dumps
from pagekin.site import Stop

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from archives import warc
from demo_crawlers import demo_crawler

SITE = "http://bench.test/"
_DIFFERENT = 500  # pages; the others are the same under other addresses
_EVERY = 0.2  # seconds between two looks at the processes
_AT_WORK = 3.0  # seconds of CPU time


def main(arguments: list[str]) -> int:
    """Write the files, mine them in each way, and print what was seen; 1 if any record is lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m bench.file_mining", description=__doc__)
    for name, default in (("pages", 100_000), ("files", 100), ("kills", 4)):
        parser.add_argument(f"--{name}", type=int, default=default, help="[%(default)s]")
    parser.add_argument("--folder", type=Path, default=OUT / "file_mining", help="[%(default)s]")
    options = parser.parse_args(arguments)
    shop = Shop(1000)
    crawler = dumps(demo_crawler(SimpleNamespace(url=SITE, shop=shop)))
    source = options.folder / f"{options.pages}-{options.files}"
    write_files(shop, source, options.pages, options.files)
    here = f"{source}/*.warc.gz"
    right = int(measured(by_one, crawler, here, 0, options))  # what the others are compared with
    with bucket(source) as remote:
        for place in (here, f"{remote}/*.warc.gz"):
            for way in (by_pool, by_dask):
                for kills in (0, options.kills):
                    right += measured(way, crawler, place, kills, options)
    return 0 if right == 9 else 1


def write_files(shop: Shop, folder: Path, pages: int, files: int) -> None:
    """Write the pages of products to so many files, unless that was done before."""
    if folder.exists():
        return
    paths = [page.path for page in truth(shop) if page.kind is ShopPageKind.PRODUCT][:_DIFFERENT]
    bodies = [(path, shop.respond(Request(path)).body) for path in paths]
    aside = folder.with_name(f"{folder.name}.part")
    aside.mkdir(parents=True, exist_ok=True)
    for file in range(files):
        records = []
        for number in range(file, pages, files):
            path, body = bodies[number % len(bodies)]
            url = f"{SITE.rstrip('/')}{path}?copy={number}"
            records.append((url, "200 OK", {"Content-Type": "text/html; charset=utf-8"}, body))
        (aside / f"{file:04}.warc.gz").write_bytes(warc(records))
    aside.rename(folder)


@contextlib.contextmanager
def bucket(folder: Path) -> Iterator[str]:
    """Serve the files of a folder by moto's S3 server, in a process of its own, on loopback."""
    code = (
        "from moto.server import ThreadedMotoServer as S; import sys, time; "
        "s = S(ip_address='127.0.0.1', port=0, verbose=False); s.start(); "
        "print(*s.get_host_and_port(), flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        assert server.stdout  # noqa: S101 - for the type checker
        host, port = server.stdout.readline().decode().split()
        os.environ |= {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "anybody",
            "AWS_SECRET_ACCESS_KEY": "anything",
            "AWS_DEFAULT_REGION": "us-east-1",
        }
        system = fsspec.filesystem("s3")
        system.mkdir("archive")
        for file in sorted(folder.iterdir()):
            system.put_file(str(file), f"archive/{file.name}")
        try:
            yield "s3://archive"
        finally:
            server.kill()


def by_one(request: FilesRequest) -> list[Any]:
    """Mine by this process alone."""
    return extract_files(replace(request, jobs=1), QuietRunner(), Stop())


def by_pool(request: FilesRequest) -> list[Any]:
    """Mine by the processes of this machine."""
    return extract_files(request, QuietRunner(), Stop())


def by_dask(request: FilesRequest) -> list[Any]:
    """Mine by two workers of a cluster of Dask on loopback."""
    import distributed  # noqa: PLC0415 - it takes a while

    with distributed.LocalCluster(
        2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as cluster:
        request = FilesRequest(
            request.learned, request.places, request.folder, dask=cluster.scheduler_address
        )
        return extract_files(request, QuietRunner(), Stop())


def measured(
    way: Callable[[FilesRequest], list[Any]],
    crawler: str,
    place: str,
    kills: int,
    options: argparse.Namespace,
) -> bool:
    """Mine in one way, while some processes are killed; print what was seen, and return whether all is right."""
    out = options.folder / "parts" / f"{way.__name__}-{place[:2]}-{kills}"
    subprocess.run(["rm", "-rf", str(out)], check=True)
    watch = _Watch(kills)
    began = time.monotonic()
    with watch:
        mined = way(FilesRequest(crawler, [place], out, jobs=2))
    seconds = time.monotonic() - began
    rows = [
        url
        for part in out.glob("*.parquet")
        for url in pyarrow.parquet.read_table(part, columns=["url"])["url"].to_pylist()
    ]
    is_right = len(rows) == len(set(rows)) == options.pages == total(mined)["records"]
    where = "object store" if "://" in place else "folder"
    print(
        f"{way.__name__[3:]:5} {where:13} {watch.killed} killed: {options.pages / seconds:6.0f} pages/s, "
        f"{1000 * watch.cpu / options.pages:5.2f} ms CPU a page, {watch.memory / 2**20:4.0f} MB; "
        f"{'each record once' if is_right else f'WRONG: {len(rows)} rows, {len(set(rows))} pages'}",
        flush=True,
    )
    return is_right


class _Watch(threading.Thread):
    """Watches the processes of this one: their CPU time and memory; kills some of them at random moments."""

    def __init__(self, kills: int) -> None:
        super().__init__(daemon=True)
        self._left = kills
        self._dice = random.Random(1)
        self._over = threading.Event()
        self._times: dict[int, float] = {}
        self.killed = 0
        self.memory = 0
        self._before: dict[int, float] = {}  # what processes had used up that were there already

    @property
    def cpu(self) -> float:
        """The CPU time of all processes that there were, in seconds."""
        return sum(used - self._before.get(one, 0.0) for one, used in self._times.items())

    def __enter__(self) -> Self:
        self._before = {one.pid: _used(one) for one in _all()}
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self.join()
        self._times |= {one.pid: _used(one) for one in _all()}

    def run(self) -> None:
        """Look at the processes until it is over."""
        while not self._over.wait(_EVERY):
            self._times |= {one.pid: _used(one) for one in _all()}
            workers = [one for one in _all() if one.pid != os.getpid()]
            with contextlib.suppress(psutil.Error):
                self.memory = max(self.memory, *(one.memory_info().rss for one in workers), 0)
            # Those that have loaded everything, and are at work.
            busy = [one for one in workers if self._times.get(one.pid, 0.0) > _AT_WORK]
            if busy and self._left and self._dice.random() < 0.1:
                with contextlib.suppress(psutil.Error):
                    self._dice.choice(busy).kill()
                    self._left, self.killed = self._left - 1, self.killed + 1


def _all() -> list[psutil.Process]:
    """Return this process and those that it has started to work."""
    found = [psutil.Process()]
    for one in found[0].children(recursive=True):
        with contextlib.suppress(psutil.Error):
            command = " ".join(one.cmdline())
            if "resource_tracker" not in command and "moto.server" not in command:
                found.append(one)
    return found


def _used(process: psutil.Process) -> float:
    try:
        return float(sum(process.cpu_times()[:2]))
    except psutil.Error:
        return 0.0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
