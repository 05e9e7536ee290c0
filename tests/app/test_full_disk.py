"""A disk without room makes a crawl wait and say so; nothing that was stored is lost."""

import os
import resource
import signal
import subprocess
import sys
import threading

import pytest
from killed_crawls import FAST, crawl_with_kills, environment, snapshot

from demo_crawlers import write_demo_crawler
from pagekin.demo import Shop, serve
from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store
from pagekin.store.upkeep.checking import check


def crawl_with_room_for(size, file, place):
    """Crawl in a process whose files may not grow beyond a size; stop it when it complains."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pagekin", "crawl", str(file), "-o", "full.jsonl"],
        cwd=file.parent,
        env=os.environ | FAST | environment(place),
        stderr=subprocess.PIPE,
        text=True,
    )
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
    deadline = threading.Timer(1500, process.kill)
    deadline.start()
    words = []
    for line in process.stderr:
        words.append(line)
        if "trying again" in line:
            process.send_signal(signal.SIGINT)
    process.stderr.close()
    deadline.cancel()
    return process.wait(), "".join(words)


@pytest.fixture(scope="module")
def crawler_file(tmp_path_factory):
    with serve(Shop(products=100)) as server:
        yield write_demo_crawler(server, tmp_path_factory.mktemp("crawler"))


@pytest.fixture(scope="module")
def wanted(crawler_file, tmp_path_factory):
    """What an undisturbed crawl leaves."""
    undisturbed = StoreLocation(tmp_path_factory.mktemp("undisturbed"))
    crawl_with_kills(crawler_file, undisturbed, 0, seed=0)
    return snapshot(undisturbed)


@pytest.mark.parametrize("size", [500_000, 900_000])
def test_a_crawl_waits_for_room_says_so_and_is_continued(size, crawler_file, wanted, tmp_path):
    full = StoreLocation(tmp_path / "full")
    open_store(full)
    code, words = crawl_with_room_for(size, crawler_file, full)
    assert code == 1, words
    assert "trying again" in words
    assert "no room" in words or "full" in words or "disk" in words
    assert check(open_store(full)).problems == ()
    crawl_with_kills(crawler_file, full, 0, seed=0)
    assert snapshot(full) == wanted
