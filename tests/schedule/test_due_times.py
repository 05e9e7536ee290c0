"""Schedules over years of real clock changes."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise, takewhile
from zoneinfo import ZoneInfo

import pytest

from pagekin.errors import UsageError
from pagekin.schedule import (
    local_time,
    moment_of,
    read_cron,
    read_duration,
    read_local_time,
    read_schedule,
    time_zone,
)

# Clocks set by an hour at two o'clock, by half an hour, at midnight, by two hours, and by a whole day.
ZONES = (
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "Antarctica/Troll",
    "Pacific/Apia",
)


def moment(text, zone="UTC"):
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def times(schedule, start, count, zone="UTC", earliest=None):
    begin = moment(start, zone)
    found = read_schedule(schedule).from_moment(
        begin if earliest is None else moment(earliest, zone), begin, ZoneInfo(zone)
    )
    return [f"{local_time(one, ZoneInfo(zone)):%m-%d %H:%M}" for one in islice(found, count)]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("clock", ["00:00", "02:30"])
@pytest.mark.parametrize("kind", ["cron", "every 1d"])
def test_ten_years_have_one_run_on_each_local_day(zone, clock, kind):
    hour, minute = clock.split(":")
    schedule = read_schedule(f"{minute} {hour} * * *" if kind == "cron" else kind)
    where, begin, end = ZoneInfo(zone), moment(f"2010-06-01T{clock}", zone), moment("2020-06-01")
    found = list(takewhile(lambda one: one < end, schedule.from_moment(begin, begin, where)))
    days = Counter(local_time(one, where).date() for one in found)
    whole = {
        date(2010, 6, 1) + timedelta(n) for n in range((date(2020, 5, 31) - date(2010, 6, 1)).days)
    }
    whole -= {date(2011, 12, 30)} if zone == "Pacific/Apia" else set()
    assert whole <= set(days)
    assert set(days.values()) == {1}
    assert all(one < other for one, other in pairwise(found))


@pytest.mark.parametrize(
    ("zone", "begin"),
    [
        ("Europe/Berlin", "2012-03-23"),
        ("Europe/Berlin", "2012-10-26"),
        ("Australia/Lord_Howe", "2012-10-05"),
        ("America/Sao_Paulo", "2012-10-19"),
        ("America/Sao_Paulo", "2012-02-24"),
        ("Pacific/Apia", "2011-12-28"),
    ],
)
@pytest.mark.parametrize("schedule", ["30 2 * * *", "0,30 0-3 * * *", "every 1d", "*/20 2 * * *"])
def test_asked_at_any_moment_a_schedule_names_the_same_times(zone, begin, schedule):
    """A scheduler asks from where it is; what it was told before must not matter."""
    known, where, begin = read_schedule(schedule), ZoneInfo(zone), moment(f"{begin}T02:30", zone)
    whole = list(islice(known.from_moment(begin, begin, where), 40))
    asked, found = begin, {}
    while asked < min(whole[-1], begin + 5 * 86400):
        found[next(known.from_moment(asked, begin, where))] = None
        asked += 1019  # seconds: at ever other minutes of the hour
    assert list(found) == whole[: len(found)]


def test_a_daily_run_whose_time_is_left_out_comes_when_the_clock_has_jumped():
    assert times("30 2 * * *", "2026-03-28T12:00", 2, "Europe/Berlin") == [
        "03-29 03:00",
        "03-30 02:30",
    ]


def test_a_daily_run_whose_time_comes_twice_is_run_the_first_time():
    berlin = ZoneInfo("Europe/Berlin")
    start = moment("2026-10-24T12:00", "Europe/Berlin")
    first, second = islice(read_schedule("30 2 * * *").from_moment(start, start, berlin), 2)
    assert first == datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp()
    assert second == datetime(2026, 10, 26, 1, 30, tzinfo=UTC).timestamp()


def test_an_hourly_run_comes_each_hour_that_passes():
    start, berlin = moment("2026-03-29T00:00", "Europe/Berlin"), ZoneInfo("Europe/Berlin")
    for schedule in ("0 * * * *", "every 1h"):
        found = list(islice(read_schedule(schedule).from_moment(start, start, berlin), 30))
        assert {after - before for before, after in pairwise(found)} == {3600}


def test_hours_count_from_the_start():
    assert times("every 6h", "2026-01-01T01:10", 3) == ["01-01 01:10", "01-01 07:10", "01-01 13:10"]
    assert times("6 h", "2026-01-01T01:10", 1, earliest="2026-01-03T01:11") == ["01-03 07:10"]
    assert times("90 min", "2026-01-01T00:00", 1, earliest="2026-01-01T01:30") == ["01-01 01:30"]


def test_days_and_weeks_keep_the_local_time():
    assert times("2 weeks", "2026-03-20T08:00", 2, "Europe/Berlin") == [
        "03-20 08:00",
        "04-03 08:00",
    ]
    assert times("every 3 days", "2026-01-01T08:00", 2, earliest="2026-01-02T00:00") == [
        "01-04 08:00",
        "01-07 08:00",
    ]


def test_nothing_is_due_before_the_start():
    assert times("30 2 * * *", "2026-01-05T02:31", 1, earliest="2026-01-01T00:00") == [
        "01-06 02:30"
    ]
    assert times("1d", "2026-01-05T02:31", 1, earliest="2026-01-01T00:00") == ["01-05 02:31"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("6h", "every 6h"),
        ("90min", "every 90min"),
        ("1 day", "every 1d"),
        ("2 weeks", "every 2w"),
        ("Every hour", "every 1h"),
        (" 0 6  * * MON ", "0 6 * * MON"),
    ],
)
def test_a_schedule_is_shown_in_one_way(text, shown):
    assert str(read_schedule(text)) == shown
    assert read_schedule(shown) == read_schedule(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "every",
        "0h",
        "6x",
        "every 6 hh",
        "-1d",
        "1.5h",
        "99999999d",
        "61 * * * *",
        "* * * *",
        "0 0 30 2 *",
        "a b c d e",
        "0 0 * * * *",
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused_with_an_example(text):
    with pytest.raises(UsageError):
        read_schedule(text)


def test_a_cron_expression_that_is_none_says_what_it_needs():
    with pytest.raises(UsageError, match="five fields"):
        read_cron("6h")
    with pytest.raises(UsageError, match="bad hour"):
        read_cron("0 24 * * *")


@pytest.mark.parametrize(
    ("text", "seconds"), [("0", 0), ("10 min", 600), ("2h", 7200), ("1d", 86400)]
)
def test_a_length_of_time_is_read_in_seconds(text, seconds):
    assert read_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "0 0 * * *", "-1h"])
def test_what_is_no_length_of_time_is_refused(text):
    with pytest.raises(UsageError, match="not a length of time"):
        read_duration(text)


@pytest.mark.parametrize(
    ("text", "now", "then"),
    [
        ("02:30", "2026-01-01T02:29", "01-01 02:30"),
        ("02:30", "2026-01-01T02:31", "01-02 02:30"),
        ("02:30", "2026-03-28T12:00", "03-29 03:00"),
        ("2026-02-03 04:05", "2026-01-01T02:29", "02-03 04:05"),
    ],
)
def test_a_time_of_day_is_the_next_one_of_the_local_clock(text, now, then):
    berlin = ZoneInfo("Europe/Berlin")
    found = read_local_time(text, berlin, moment(now, "Europe/Berlin"))
    assert f"{local_time(found, berlin):%m-%d %H:%M}" == then


@pytest.mark.parametrize("text", ["", "soon", "25:00", "2:3", "2026-02-30 04:05"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(UsageError, match="is not a time"):
        read_local_time(text, ZoneInfo("UTC"), 0.0)


def test_an_unknown_time_zone_suggests_the_nearest():
    with pytest.raises(UsageError, match="did you mean Europe/Berlin"):
        time_zone("Europe/Berln")
    for name in ("", "../etc/passwd", "/etc/passwd", "x\0y"):
        with pytest.raises(UsageError):
            time_zone(name)


def test_a_day_that_a_zone_left_out_has_no_moment():
    assert moment_of(datetime(2011, 12, 30, 12), ZoneInfo("Pacific/Apia")) is None  # noqa: DTZ001
