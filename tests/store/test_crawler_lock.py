"""A crawler is run by one process at a time, on however many machines."""

import contextlib
import os
import signal
import subprocess
import sys

import pytest

from pagekin.errors import UsageError
from pagekin.store.crawler_lock import crawler_lock, is_at_work

CRAWLER, SAMPLE = "3f2a6c0de1b4", "https://shop.test/p/1"
HOLDER = """
import sys
from pathlib import Path
from pagekin.store.crawler_lock import crawler_lock
from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store

with crawler_lock(open_store(StoreLocation(Path(sys.argv[1]), sys.argv[2])), sys.argv[3], "a page"):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextlib.contextmanager
def held_by_another(store, crawler=CRAWLER):
    """Let another process hold the lock; it ends in good order unless the test kills it."""
    location = store.location
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, location.directory, location.url, crawler],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        assert process.stdout.readline() == b"held\n"
        yield process


def take(store):
    with crawler_lock(store, CRAWLER, SAMPLE):
        pass


def test_a_second_process_is_refused_and_told_so_and_another_crawler_is_not(store):
    with held_by_another(store) as process:
        with pytest.raises(
            UsageError, match="is at work with the crawler of pages like"
        ) as refused:
            take(store)
        assert SAMPLE in str(refused.value)
        if store.location.url:
            assert f"{os.uname().nodename}:{process.pid}" in str(refused.value)
        assert is_at_work(store, CRAWLER)
        assert not is_at_work(store, "another")
        with crawler_lock(store, "another", SAMPLE):
            pass
    take(store)


def test_a_killed_holder_frees_the_lock(store):
    with held_by_another(store) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        for _ in range(50):  # the server notices as soon as it reads from the connection
            if not is_at_work(store, CRAWLER):
                break
        take(store)


def test_the_lock_is_free_again_after_the_block_also_when_it_fails(store):
    def fail():
        with crawler_lock(store, CRAWLER, SAMPLE):
            assert is_at_work(store, CRAWLER)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not is_at_work(store, CRAWLER)
    take(store)


def test_machines_that_share_a_server_share_its_locks(postgres_store, tmp_path):
    elsewhere = type(postgres_store)(
        type(postgres_store.location)(tmp_path / "another machine", postgres_store.location.url)
    )
    with crawler_lock(elsewhere, CRAWLER, SAMPLE), pytest.raises(UsageError):
        take(postgres_store)
    take(postgres_store)


def test_asking_who_is_at_work_takes_nothing_from_anybody(postgres_store):
    with crawler_lock(postgres_store, CRAWLER, SAMPLE):
        assert is_at_work(postgres_store, CRAWLER)
    assert not is_at_work(postgres_store, CRAWLER)
    with held_by_another(postgres_store):
        assert is_at_work(postgres_store, CRAWLER)
