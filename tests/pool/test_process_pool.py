"""A pool of processes: results in order, whatever becomes of its processes."""

import multiprocessing
import os
import signal
from itertools import count
from pathlib import Path

import pytest

from pagekin.errors import ProcessLostError
from pagekin.pool.process_pool import ProcessPool, shared_pool
from pagekin.pool.shared_value import shared
from pagekin.pool.worthwhile import WORTH_A_START, WorthwhilePool


@pytest.fixture(scope="module")
def pool():
    opened = ProcessPool(2)
    yield opened
    opened.close()


def double(number):
    return 2 * number


def fail(number):
    raise ValueError(number)


def die_on_three(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def process(_):
    return os.getpid()


def length(value):
    return value.made(len)


def nothing():
    pass


def test_results_come_in_order_and_little_is_taken_ahead(pool):
    numbers = count()
    found = pool.map(double, numbers, lost=str)
    assert [next(found) for _ in range(20)] == [2 * number for number in range(20)]
    found.close()
    assert next(numbers) < 40


def test_an_error_is_that_of_the_one_call(pool):
    with pytest.raises(ValueError, match="7"):
        pool.call(fail, 7).result()
    assert pool.call(double, 2).result() == 4


def test_what_ends_its_process_gets_the_reason_and_all_else_goes_on(pool):
    calls = [pool.call(die_on_three, number) for number in range(6)]
    with pytest.raises(ProcessLostError, match="ended each process"):
        calls[3].result()
    assert [calls[number].result() for number in (0, 1, 2, 4, 5)] == [0, 1, 2, 4, 5]
    assert list(pool.map(die_on_three, range(2, 5), lost=lambda number: -number)) == [2, -3, 4]


def test_nothing_is_lost_when_others_kill_its_processes(pool):
    found = []
    for number, doubled in enumerate(pool.map(double, range(200), lost=str)):
        found.append(doubled)
        if number in {20, 60}:
            os.kill(pool.call(process, 0).result(), signal.SIGKILL)
    assert found == [2 * number for number in range(200)]


def test_a_shared_value_is_read_by_each_process_once_and_gone_in_the_end(pool):
    with shared("abc") as value:
        assert [pool.call(length, value).result() for _ in range(3)] == [3, 3, 3]
    assert not Path(value.path).exists()


def test_a_pool_is_started_once_the_work_has_taken_as_long_as_that():
    pool = WorthwhilePool(2, nothing)
    assert pool.ready() is None
    pool.spend(WORTH_A_START / 2)
    assert pool.ready() is None
    pool.spend(WORTH_A_START)
    assert pool.ready() is None  # it is starting
    pool._started.result()
    assert pool.ready() is not None


def test_with_one_job_there_is_no_pool():
    pool = WorthwhilePool(1, nothing)
    pool.spend(100 * WORTH_A_START)
    assert pool.ready() is None


def ready_in_a_daemon(_):
    multiprocessing.current_process()._config["daemon"] = True
    pool = WorthwhilePool(2, nothing)
    pool.spend(100 * WORTH_A_START)
    return pool.jobs, pool.ready()


def test_a_process_that_may_start_no_others_does_the_work_itself(pool):
    assert pool.call(ready_in_a_daemon, 0).result() == (1, None)


def use_the_pool_and_end():
    assert shared_pool(1).call(double, 2).result() == 4


def test_a_process_that_has_used_its_pool_can_end():
    """Such as one beside the console that runs watches: it would wait for the pool for ever."""
    begun = multiprocessing.get_context("spawn").Process(target=use_the_pool_and_end)
    begun.start()
    begun.join(300)
    try:
        assert begun.exitcode == 0
    finally:
        begun.kill()
