"""Workers: what is under way on all machines can be seen from any, and each run is one worker's."""

import os
import signal

import pytest

from pagekin.app.scheduling.ending import Ending
from pagekin.app.scheduling.scheduler import LEASE
from pagekin.app.status import workers_table
from pagekin.app.worker import run_watches
from pagekin.navigation.crawler_file import dumps
from pagekin.settings import Settings
from pagekin.store.opening import open_store
from pagekin.store.reading.watches import StoredWatch, all_watches, runs_of
from pagekin.store.states import RunState, WatchState
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
