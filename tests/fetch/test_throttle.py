"""How far apart requests are put by the time that answers take."""

import pytest

from pagekin.fetch.throttle import BRISK, Throttle

SLOW = 8 * BRISK


@pytest.mark.parametrize("latency", [0.0, BRISK / 2, BRISK])
def test_a_brisk_answer_calls_for_no_delay(latency):
    throttle = Throttle()
    throttle.saw(latency, 200, most=1)
    assert throttle.delay == 0


def test_a_slow_host_gets_as_many_requests_as_it_can_answer_at_a_time():
    throttle = Throttle()
    throttle.saw(SLOW, 200, most=4)
    assert throttle.delay == SLOW / 4


def test_slower_at_once_faster_step_by_step():
    throttle = Throttle()
    delays = []
    for latency in (SLOW, 0.0, 0.0, 2 * SLOW):
        throttle.saw(latency, 200, most=1)
        delays.append(throttle.delay)
    assert delays == [SLOW, SLOW / 2, SLOW / 4, 2 * SLOW]


def test_error_pages_slow_it_down_but_never_speed_it_up():
    throttle = Throttle()
    throttle.saw(SLOW, 500, most=1)
    throttle.saw(0.0, 500, most=1)
    throttle.saw(0.0, 302, most=1)
    assert throttle.delay == SLOW


def test_there_is_an_end_to_patience():
    throttle = Throttle()
    throttle.saw(10_000.0, 200, most=1)
    assert throttle.delay == 10.0
