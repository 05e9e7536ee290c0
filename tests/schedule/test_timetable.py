"""Windows, jitter and quiet hours."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from pagekin.schedule import Timetable, end_of_quiet, local_time, read_schedule
from pagekin.settings.setting_values import time_window

BERLIN = ZoneInfo("Europe/Berlin")


def moment(text):
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).timestamp()


def shown(moment):
    return f"{local_time(moment, BERLIN):%m-%d %H:%M}"


def timetable(schedule, start="2026-01-01T00:00", window="", jitter=0.0, name="shop"):
    return Timetable(
        name, read_schedule(schedule), BERLIN, moment(start), time_window(window), jitter
    )


def due_times(table, count, earliest="2026-01-01T00:00"):
    found, at = [], moment(earliest)
    for _ in range(count):
        due = table.from_moment(at)
        found.append(shown(due.due))
        at = due.due + 1
    return found


def test_what_is_due_while_the_window_is_closed_is_due_once_when_it_opens():
    table = timetable("every 6h", window="22:00-05:00")
    assert due_times(table, 4) == ["01-01 00:00", "01-01 22:00", "01-02 00:00", "01-02 22:00"]
    assert due_times(table, 1, "2026-01-01T13:00") == ["01-01 22:00"]
    assert due_times(timetable("0 12 * * *", window="22:00-05:00"), 2) == [
        "01-01 22:00",
        "01-02 22:00",
    ]


def test_a_window_that_opens_when_the_clock_jumps_opens_then():
    table = timetable("0 12 * * *", window="02:30-04:00")
    assert due_times(table, 2, "2026-03-28T12:30") == ["03-29 03:00", "03-30 02:30"]


def test_a_window_opens_once_on_the_day_that_has_an_hour_twice():
    table = timetable("*/10 * * * *", window="02:30-02:40")
    assert due_times(table, 3, "2026-10-24T12:00") == ["10-25 02:30", "10-26 02:30", "10-27 02:30"]
    daily = timetable("0 12 * * *", window="02:30-02:40")
    assert due_times(daily, 2, "2026-10-24T12:30") == ["10-25 02:30", "10-26 02:30"]


def test_the_next_due_time_is_after_the_last():
    table = timetable("every 6h")
    assert shown(table.after(moment("2026-01-01T00:00")).due) == "01-01 06:00"
    assert shown(table.after(moment("2026-01-01T00:00") - 0.5).due) == "01-01 00:00"


def test_a_run_begins_a_little_later_always_the_same():
    def delays(name):
        table = timetable("every 1h", jitter=600, name=name)
        due = [table.from_moment(moment("2026-01-01T00:00") + 3600 * n) for n in range(100)]
        return [one.begins - one.due for one in due]

    found = delays("shop")
    assert found == delays("shop") != delays("other")
    assert all(0 <= delay <= 600 for delay in found)
    assert max(found) > 400
    assert min(found) < 200


def test_no_run_begins_after_its_window_has_closed():
    table = timetable("0 4 * * *", window="22:00-04:05", jitter=3600)
    for day in range(1, 29):
        due = table.from_moment(moment(f"2026-01-{day:02}T00:00"))
        assert due.begins < moment(f"2026-01-{day:02}T04:05")


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-01-01T21:59", "01-01 21:59"),
        ("2026-01-01T22:00", "01-02 07:00"),
        ("2026-01-02T06:59", "01-02 07:00"),
        ("2026-01-02T07:00", "01-02 07:00"),
        ("2026-03-28T23:00", "03-29 07:00"),
    ],
)
def test_what_comes_in_quiet_hours_waits_until_they_end(now, then):
    assert shown(end_of_quiet(time_window("22:00-07:00"), BERLIN, moment(now))) == then


def test_without_quiet_hours_nothing_waits():
    assert end_of_quiet(None, BERLIN, 17.5) == 17.5
