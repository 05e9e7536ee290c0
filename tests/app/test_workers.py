"""Workers: what is under way on all machines can be seen from any, and each run is one worker's."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from pagekin.app.scheduling.ending import Ending
from pagekin.app.scheduling.scheduler import LEASE
from pagekin.app.status import workers_table
from pagekin.app.worker import run_watches
from pagekin.navigation.crawler_file import dumps
from pagekin.settings import Settings
from pagekin.store.opening import open_store
from pagekin.store.reading.watches import StoredWatch, all_watches, open_runs, runs_of
from pagekin.store.states import RunState, WatchState
from pagekin.store.worker_rows import forget_worker, known_workers, note_worker
from pagekin.store.writing.watch_runs import claim_run, keep_watch
from watched_shop import watched_shop

NOW = 1_767_225_600.0


def watch(name, content="{}"):
    return StoredWatch(
        0, name, "", content, "every 1d", "UTC", NOW, "", 0.0, 1, {}, WatchState.ACTIVE, NOW
    )


def test_every_machine_sees_who_is_at_work_on_what_and_what_waits(store):
    with store.connection() as connection:
        for name in ("a", "b"):
            keep_watch(connection, watch(name), NOW)
        assert workers_table(connection, NOW - 1).rows == []
        claim_run(connection, "machine:7", NOW, LEASE)
        rows = [row[:6] for row in workers_table(connection, NOW + 20).rows]
    assert rows == [
        ("machine:7", "a", "crawling", "20 s", "20 s", 1),
        ("", "b", "waiting", "20 s", None, 0),
    ]


def test_idle_workers_are_seen_too_and_those_that_are_not_heard_of_any_more(store):
    with store.connection() as connection:
        keep_watch(connection, watch("a"), NOW)
        claim_run(connection, "one:1", NOW, LEASE)
        for name, seen in (("one:1", NOW + 10), ("two:2", NOW + 15), ("three:3", NOW - 600)):
            note_worker(connection, name, NOW - 700)
            note_worker(connection, name, seen, f"I am {name}")
        rows = [(*row[:5], row[-1]) for row in workers_table(connection, NOW + 20).rows]
        forget_worker(connection, "two:2")
        note_worker(connection, "one:1", NOW + 2 * 86_400)
        assert [one.name for one in known_workers(connection)] == ["one:1"]
    assert rows == [
        ("one:1", "a", "crawling", "20 s", "10 s", "I am one:1"),
        ("three:3", "", "lost", "12 min", "10 min", "I am three:3"),
        ("two:2", "", "idle", "12 min", "5 s", "I am two:2"),
    ]


@pytest.fixture
def ending():
    """An end that nobody asks for; it listens for signals, which are given back afterwards."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield Ending(os.getppid())
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_process_ends_by_a_signal_and_when_whoever_started_it_is_gone(ending):
    assert not ending.wait(0)
    signal.raise_signal(signal.SIGTERM)
    assert ending()
    with pytest.raises(KeyboardInterrupt):
        ending.sleep(60)
    assert Ending(parent=0)()


def test_a_worker_carries_out_all_that_is_due_and_says_so(ending):
    said = []
    with watched_shop() as shop:
        with open_store().connection() as connection:
            keep_watch(connection, watch("shop", dumps(shop.crawler())), NOW)
        settings = Settings(delay=0.0, autothrottle=False, jobs=1)
        run_watches(ending, lambda *_: settings, settings, said.append, once=True)
    with open_store().connection() as connection:
        [one] = all_watches(connection)
        done = [run.state for run in runs_of(connection, one.id) if run.tries]
    assert done == [RunState.DONE]
    assert "shop: done, crawl 1" in said


def test_what_a_worker_was_at_that_is_killed_is_gone_on_with_and_done_once(ending):
    """`pagekin worker` as people start it: first its process is killed, which it starts again, then itself."""
    held = {"/p?id=3": threading.Event(), "/p?id=5": threading.Event()}
    killed = {path: threading.Event() for path in held}
    command = [sys.executable, "-m", "pagekin", "worker", "--jobs=1"]
    environ = {**os.environ, "PAGEKIN_DELAY": "0", "PAGEKIN_CONCURRENCY": "1"}
    with watched_shop() as shop, open_store().connection() as connection:

        def hold(path):
            if path in held and not held[path].is_set():
                held[path].set()
                killed[path].wait()

        shop.before_answer = hold
        keep_watch(connection, watch("shop", dumps(shop.crawler())), NOW)
        worker = subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL)
        try:
            held["/p?id=3"].wait()
            [run] = [one for one in open_runs(connection, time.time()) if one.worker]
            os.kill(int(run.worker.split(":")[1]), signal.SIGKILL)
            killed["/p?id=3"].set()
            held["/p?id=5"].wait()
        finally:
            worker.kill()
            worker.wait()
            for event in killed.values():
                event.set()
        settings = Settings(delay=0.0, autothrottle=False, jobs=1)
        # Its process gives the run back as it ends.
        while open_runs(connection, time.time() + LEASE):
            run_watches(ending, lambda *_: settings, settings, lambda _: None, once=True)
        [one] = all_watches(connection)
        done = [run for run in runs_of(connection, one.id) if run.tries]
        crawls = connection.rows("SELECT state FROM pagekin_crawl")
        found = connection.rows("SELECT outcome FROM pagekin_crawl_page WHERE outcome = 'target'")
    assert [run.state for run in done] == [RunState.DONE]
    assert crawls == [("finished",)]
    assert len(found) == len(shop.prices)
    assert shop.requests.count("/p?id=3") > 1  # what was under way is asked for again
