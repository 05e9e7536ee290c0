"""Requests are made in the hours that are set, and no others."""

import asyncio
import logging
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from loopback import Answer, opened, serving

from pagekin.dom import Page
from pagekin.fetch import time_window
from pagekin.fetch.fetch_stats import FetchStats
from pagekin.settings import setting_values

NOON = datetime.fromisoformat("2026-03-01T12:00:00+00:00")


async def test_in_the_window_nobody_waits(monkeypatch, caplog):
    monkeypatch.setattr(time_window, "now", lambda: NOON)
    async with (
        serving({"/": Answer()}) as server,
        opened(server, time_window="11:00-13:00") as site,
    ):
        assert isinstance(await site.fetch(server.url("/")), Page)
        assert site.stats.waiting_until is None
    assert "waiting" not in caplog.text


async def test_outside_it_requests_wait_and_it_is_said(monkeypatch, caplog):
    caplog.set_level(logging.WARNING)
    clock = [NOON]
    waiting = asyncio.Event()

    def now():
        waiting.set()
        return clock[0]

    monkeypatch.setattr(time_window, "now", now)
    monkeypatch.setattr(time_window, "LOOK_AGAIN", 0.01)
    async with serving({"/": Answer()}) as server, opened(server, time_window="22:00-6:00") as site:
        pages = asyncio.gather(site.fetch(server.url("/")), site.fetch(server.url("/b")))
        await waiting.wait()
        assert site.stats.waiting_until == NOON + timedelta(hours=10)
        assert not server.log
        clock[0] = NOON + timedelta(hours=10)
        assert isinstance((await pages)[0], Page)
        assert site.stats.waiting_until is None
    assert caplog.text.count("outside the time window 22:00-06:00: waiting until 22:00") == 1


async def test_closing_does_not_wait_for_the_window(monkeypatch):
    waiting = asyncio.Event()
    monkeypatch.setattr(time_window, "now", lambda: waiting.set() or NOON)
    async with serving({"/": Answer()}) as server, asyncio.timeout(1500):
        async with opened(server, time_window="22:00-6:00") as site:
            fetching = asyncio.create_task(site.fetch(server.url("/")))
            await waiting.wait()
        assert (await fetching).detail == "given up, since the site was closed"
        assert not server.log


@pytest.mark.parametrize(
    ("window", "began", "opened_at"),
    [
        # On that day the clock goes from 02:00 to 03:00: an hour less to wait.
        ("04:30-06:00", "2026-03-29T00:30", "2026-03-29T04:30+02:00"),
        ("02:30-04:00", "2026-03-29T00:30", "2026-03-29T03:00+02:00"),
        ("02:10-02:50", "2026-03-29T00:30", "2026-03-30T02:10+02:00"),
        # And on that one from 03:00 to 02:00: an hour more.
        ("04:30-06:00", "2026-10-25T00:30", "2026-10-25T04:30+01:00"),
        ("02:10-02:50", "2026-10-25T00:30", "2026-10-25T02:10+02:00"),
    ],
)
async def test_the_clock_on_the_wall_counts_also_when_it_is_put_forward_or_back(
    monkeypatch, window, began, opened_at
):
    berlin = ZoneInfo("Europe/Berlin")
    instant = datetime.fromisoformat(began).replace(tzinfo=berlin).timestamp()

    def now():
        local = datetime.fromtimestamp(instant, berlin)
        return local.astimezone(timezone(local.utcoffset()))  # as the system gives it

    async def sleep(seconds):
        nonlocal instant
        instant += seconds

    monkeypatch.setattr(time_window, "now", now)
    monkeypatch.setattr(time_window.asyncio, "sleep", sleep)
    await time_window.RequestHours(setting_values.time_window(window), FetchStats()).wait()
    assert instant == datetime.fromisoformat(opened_at).timestamp()
