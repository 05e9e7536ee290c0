"""Jobs: taken by one worker, written down as they come along, stopped, given back, and taken up again."""

import threading

import pytest
from django.db import connections

from pagekin.console.jobs import job_table, worker
from pagekin.console.jobs.job_rows import (
    LEASE,
    KeptAs,
    add_job,
    end_job,
    give_back,
    keep_job,
    last_job,
    lost_worker,
    stop_job,
    take_job,
)
from pagekin.console.jobs.job_runner import JobRunner
from pagekin.console.models import Job, JobState
from pagekin.errors import NothingFoundError, StoppedError
from pagekin.site import Counts, SeenKind, Stop


@pytest.fixture(autouse=True)
def _console(empty_console):
    pass


def taken(kind, **request):
    """Enter a job, and have a worker take it."""
    add_job(kind, "a", request, "ada")
    return take_job("one", 0.0)


def again(job):
    return Job.objects.get(pk=job.pk)


def test_the_same_job_is_not_entered_twice_while_it_is_under_way():
    first = add_job("find", "shop", {"samples": ["a"]}, "ada")
    assert add_job("find", "shop", {"samples": ["a"]}, "uwe") == first
    assert add_job("find", "shop", {"samples": ["b"]}, "ada") != first
    taken = take_job("w", 0.0)
    end_job(taken, JobState.DONE, 1.0, {"known": 3})
    assert add_job("find", "shop", {"samples": ["a"]}, "ada") != first
    assert last_job("shop", "find").request == {"samples": ["a"]}


def test_jobs_are_taken_in_their_order_by_one_worker_each():
    first, second = add_job("find", "a", {}, ""), add_job("find", "b", {}, "")
    assert [take_job("one", 0.0), take_job("two", 0.0), take_job("three", 0.0)] == [
        first,
        second,
        None,
    ]
    assert again(first).worker == "one"


def test_a_job_whose_worker_is_dead_is_taken_up_and_the_dead_one_can_do_no_more_for_it():
    job = add_job("find", "a", {}, "")
    dead = take_job("one", 0.0)
    assert take_job("two", LEASE - 1) is None
    assert keep_job(dead, 10.0, counts={"pages": 1}) is KeptAs.GOING_ON
    assert take_job("two", LEASE + 1) is None
    assert take_job("two", 10.0 + LEASE + 1) == job
    assert keep_job(dead, 99.0) is KeptAs.LOST
    end_job(dead, JobState.DONE, 99.0, {"wrong": True})
    assert again(job).state == JobState.RUNNING
    assert again(job).counts == {"pages": 1}


def test_a_worker_that_is_known_to_be_dead_is_not_waited_for():
    add_job("find", "a", {}, "")
    take_job("one", 0.0)
    lost_worker("one")
    assert take_job("two", 1.0).worker == "two"


def test_what_kills_its_worker_again_and_again_is_given_up():
    job = add_job("find", "a", {}, "")
    for number in range(3):
        assert take_job(f"w{number}", 100.0 * number) == job
    assert take_job("w3", 1000.0) is None
    assert again(job).state == JobState.FAILED
    assert "three times" in again(job).notices[0]


def test_a_job_that_is_given_back_waits_and_has_not_been_tried():
    job = add_job("find", "a", {}, "")
    give_back(take_job("one", 0.0))
    assert (again(job).state, again(job).tries) == (JobState.WAITING, 0)
    assert take_job("two", 0.0) == job


def test_a_job_that_is_stopped_before_it_begins_never_does():
    job = add_job("find", "a", {}, "")
    stop_job(job.pk)
    assert take_job("one", 0.0) is None
    assert again(job).state == JobState.STOPPED


def test_a_wish_to_stop_is_heard_once():
    job = taken("find")
    stop_job(job.pk)
    assert keep_job(job, 1.0) is KeptAs.STOPPED
    assert keep_job(job, 2.0) is KeptAs.GOING_ON


async def until_interrupted(watch, stop, begun):
    watch(Counts(7, 3, 1, 2, (SeenKind("/p/…", 9, 7, 3),)))
    begun.set()
    await stop.interrupted.wait()
    return "what there is"


async def reading(watch):
    watch(Counts(pages=1, queued=4))
    return "the rest"


def test_stopping_ends_the_step_under_way_and_the_next_one_is_run():
    job = taken("find")
    begun, stop = threading.Event(), Stop()

    def press():
        begun.wait()
        Job.objects.filter(pk=job.pk).update(stop=True)
        connections.close_all()

    pressing = threading.Thread(target=press)
    pressing.start()
    with JobRunner(job, lambda: False) as runner:
        found = runner.run("learning", lambda watch: until_interrupted(watch, stop, begun), stop)
        after = runner.run("reading", reading, Stop())
    pressing.join()
    assert (found, after) == ("what there is", "the rest")
    assert runner.is_stopped
    counts = again(job).counts
    assert counts.pop("kinds") == [{"shape": "/p/…", "known": 9, "looked_at": 7, "targets": 3}]
    found = {"pages": 7, "found": 3, "failed": 1, "waiting": 2}
    assert counts == found | {"done": 1, "of": 5}  # reading what was found takes nothing back
    assert again(job).step == "reading"


def test_a_worker_that_is_to_end_leaves_its_job_to_be_continued(monkeypatch):
    job = taken("test")
    ending = threading.Event()

    def work(given):
        stop = Stop()
        given.runner.run("learning", lambda watch: until_interrupted(watch, stop, ending), stop)
        raise AssertionError("nothing comes after")

    monkeypatch.setitem(job_table._KINDS, "test", job_table.JobKind("test", "", "", work))
    worker.carry_out(job, ending.is_set)
    assert again(job).state == JobState.WAITING
    assert again(job).tries == 0


@pytest.mark.parametrize(
    ("raised", "state", "said"),
    [
        (NothingFoundError("no page like it"), JobState.FAILED, ["no page like it"]),
        (StoppedError("interrupted"), JobState.STOPPED, []),
        (ZeroDivisionError("1/0"), JobState.FAILED, ["unexpected ZeroDivisionError: 1/0"]),
    ],
)
def test_what_a_job_raises_is_told_to_who_asked_for_it(monkeypatch, raised, state, said):
    job = taken("test")

    def work(given):
        given.runner.notice("at work")
        raise raised

    monkeypatch.setitem(job_table._KINDS, "test", job_table.JobKind("test", "", "", work))
    worker.carry_out(job, lambda: False)
    assert again(job).state == state
    assert again(job).notices == ["at work", *said]


def test_the_result_of_a_job_is_kept(monkeypatch):
    job = taken("test", n=2)
    kind = job_table.JobKind("test", "", "", lambda work: {"twice": 2 * work.request["n"]})
    monkeypatch.setitem(job_table._KINDS, "test", kind)
    worker.carry_out(job, lambda: False)
    assert (again(job).state, again(job).result) == (JobState.DONE, {"twice": 4})
    assert again(job).ended_at is not None
