"""Runs of watches in the store: planned once, taken once, carried on, caught up once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from pagekin.store.reading.watches import (
    StoredWatch,
    all_watches,
    next_start,
    runs_of,
    watch_named,
)
from pagekin.store.states import RunState, RunStep, WatchState
from pagekin.store.writing.watch_runs import (
    LeaseLostError,
    claim_run,
    delete_watch,
    end_run,
    give_back_run,
    keep_watch,
    plan_missing,
    record_crawl,
    record_step,
    renew_lease,
    run_at_once,
    set_watch_state,
)

NOW = 1_767_225_600.0  # the beginning of 2026
HOUR = 3600.0
LEASE = 60.0


def watch(name="shop", **values):
    given = {
        "file": "/shop.json",
        "content": "{}",
        "schedule": "every 1h",
        "time_zone": "UTC",
        "starts_at": NOW,
        "window": "",
        "jitter": 0.0,
        "confirm": 1,
        "settings": {},
        "state": WatchState.ACTIVE,
        "made_at": NOW,
    }
    return StoredWatch(0, name, **{**given, **values})


@pytest.fixture
def connection(store):
    with store.connection() as connection:
        yield connection


@pytest.fixture
def kept(connection):
    return keep_watch(connection, watch(), NOW)


def claim(connection, now, worker="a"):
    return claim_run(connection, worker, now, LEASE)


def finish(connection, now, worker="a"):
    found = claim(connection, now, worker)
    end_run(connection, found, RunState.DONE, now)
    return found.run.due


def due_times(connection, kept):
    return [(run.due, run.state) for run in reversed(runs_of(connection, kept.id))]


def test_a_watch_comes_back_as_it_was(connection):
    given = watch(window="22:00-06:00", jitter=5.0, settings={"delay": 2}, time_zone="Asia/Tokyo")
    kept = keep_watch(connection, given, NOW)
    assert kept == replace(given, id=kept.id) == watch_named(connection, "shop")


def test_a_watch_given_again_is_changed_and_not_doubled(connection, kept):
    finish(connection, NOW)
    changed = keep_watch(connection, replace(kept, schedule="every 2h"), NOW + 1)
    assert all_watches(connection) == [replace(kept, schedule="every 2h")]
    assert due_times(connection, changed) == [
        (NOW, RunState.DONE),
        (NOW + 2 * HOUR, RunState.WAITING),
    ]


def test_the_first_run_is_due_at_the_start(connection, kept):
    assert due_times(connection, kept) == [(NOW, RunState.WAITING)]
    assert claim(connection, NOW - 1) is None
    assert claim(connection, NOW).run.due == NOW


def test_whoever_takes_a_run_plans_the_next(connection, kept):
    claim(connection, NOW + 1)
    assert due_times(connection, kept) == [
        (NOW, RunState.RUNNING),
        (NOW + HOUR, RunState.WAITING),
    ]
    assert next_start(connection) == NOW + 1 + LEASE


def test_a_run_is_taken_by_one_worker(store, connection, kept):
    for number in range(20):
        keep_watch(connection, watch(f"watch {number}"), NOW)

    def work(worker):
        with store.connection() as own:
            found = iter(lambda: claim(own, NOW, worker), None)
            return [one.watch.name for one in found]

    with ThreadPoolExecutor(4) as pool:
        taken = [name for names in pool.map(work, "abcd") for name in names]
    assert len(taken) == len(set(taken)) == 21


def test_missed_runs_are_caught_up_once(connection, kept):
    assert finish(connection, NOW) == NOW
    late = NOW + 10.5 * HOUR
    assert finish(connection, late) == NOW + HOUR
    assert claim(connection, late) is None
    assert finish(connection, NOW + 11 * HOUR) == NOW + 11 * HOUR


def test_two_runs_of_a_watch_are_never_under_way_at_once(connection, kept):
    long = claim(connection, NOW)
    renew_lease(connection, long, NOW + 3 * HOUR)
    assert claim(connection, NOW + HOUR, "b") is None
    end_run(connection, long, RunState.DONE, NOW + 2.5 * HOUR)
    assert claim(connection, NOW + 2.5 * HOUR, "b").run.due == NOW + HOUR
    assert due_times(connection, kept)[-1] == (NOW + 3 * HOUR, RunState.WAITING)


def test_another_worker_goes_on_when_the_lease_has_ended(connection, kept):
    first = record_crawl(connection, claim(connection, NOW), 17)
    assert record_step(connection, first, RunStep.CRAWLED).run.step is RunStep.CRAWLED
    assert claim(connection, NOW + LEASE - 1, "b") is None
    second = claim(connection, NOW + LEASE, "b")
    assert (second.run.id, second.run.step, second.run.crawl, second.run.tries) == (
        first.run.id,
        RunStep.CRAWLED,
        17,
        2,
    )


def test_a_worker_that_was_thought_dead_can_do_no_more_for_the_run(connection, kept):
    first = claim(connection, NOW)
    second = claim(connection, NOW + LEASE, "a")  # by the same name
    assert not renew_lease(connection, first, NOW + 9 * HOUR)
    for change in (
        lambda: record_step(connection, first, RunStep.CRAWLED),
        lambda: record_crawl(connection, first, 1),
        lambda: end_run(connection, first, RunState.DONE, NOW),
        lambda: give_back_run(connection, first, NOW, ""),
    ):
        with pytest.raises(LeaseLostError):
            change()
    end_run(connection, second, RunState.DONE, NOW + LEASE)
    with pytest.raises(LeaseLostError):
        end_run(connection, second, RunState.FAILED, NOW + LEASE)


def test_a_run_that_is_given_back_is_taken_before_the_next(connection, kept):
    give_back_run(connection, claim(connection, NOW), NOW + 2 * HOUR, "busy")
    assert claim(connection, NOW + HOUR) is None
    assert claim(connection, NOW + 2 * HOUR, "b").run.due == NOW


def test_a_run_begins_when_its_jitter_is_over(connection):
    keep_watch(connection, watch(jitter=1800.0), NOW)
    begins = next_start(connection)
    assert NOW < begins < NOW + 1800
    assert claim(connection, begins - 1) is None
    assert claim(connection, begins).run.due == NOW


def test_a_late_run_waits_for_its_window_and_one_that_has_begun_goes_on(connection):
    keep_watch(connection, watch(window="00:00-01:00"), NOW)
    assert claim(connection, NOW + 2 * HOUR) is None
    assert next_start(connection) == NOW + 24 * HOUR
    assert claim(connection, NOW + 24 * HOUR).run.due == NOW
    assert claim(connection, NOW + 26 * HOUR, "b").run.due == NOW


def test_what_was_due_in_a_pause_is_left_out(connection, kept):
    finish(connection, NOW)
    set_watch_state(connection, kept, WatchState.PAUSED, NOW + 1)
    assert claim(connection, NOW + 5 * HOUR) is None
    set_watch_state(connection, kept, WatchState.ACTIVE, NOW + 5.5 * HOUR)
    assert claim(connection, NOW + 5.6 * HOUR) is None
    assert finish(connection, NOW + 6 * HOUR) == NOW + 6 * HOUR


def test_a_pause_lets_the_run_under_way_end_and_a_stop_does_not(connection, kept):
    under_way = claim(connection, NOW)
    set_watch_state(connection, kept, WatchState.PAUSED, NOW + 1)
    assert renew_lease(connection, under_way, NOW + HOUR)
    set_watch_state(connection, kept, WatchState.STOPPED, NOW + 2)
    assert not renew_lease(connection, under_way, NOW + HOUR)
    assert due_times(connection, kept) == [(NOW, RunState.FAILED)]
    set_watch_state(connection, kept, WatchState.ACTIVE, NOW + 3)
    assert finish(connection, NOW + HOUR) == NOW + HOUR


def test_a_watch_can_be_run_at_once_besides_its_schedule(connection, kept):
    finish(connection, NOW)
    run_at_once(connection, kept, NOW + 100.5)
    assert finish(connection, NOW + 101) == NOW + 100
    assert due_times(connection, kept)[-1] == (NOW + HOUR, RunState.WAITING)


def test_a_plan_that_is_lost_is_made_again(connection, kept):
    finish(connection, NOW)
    connection.execute("DELETE FROM pagekin_run WHERE state = 'waiting'")
    for _ in range(2):
        plan_missing(connection, NOW + 1)
    assert due_times(connection, kept)[-1] == (NOW + HOUR, RunState.WAITING)


def test_a_watch_is_deleted_with_its_runs(connection, kept):
    delete_watch(connection, kept.id)
    assert all_watches(connection) == []
    assert connection.rows("SELECT count(*) FROM pagekin_run") == [(0,)]
