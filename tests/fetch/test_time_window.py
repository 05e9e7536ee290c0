"""Requests are made in the hours that are set, and no others."""

import asyncio
import logging
from datetime import datetime, timedelta

from loopback import Answer, opened, serving

from pagekin.dom import Page
from pagekin.fetch import hours

NOON = datetime.fromisoformat("2026-03-01T12:00:00+00:00")


async def test_in_the_window_nobody_waits(monkeypatch, caplog):
    monkeypatch.setattr(hours, "now", lambda: NOON)
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

    monkeypatch.setattr(hours, "now", now)
    monkeypatch.setattr(hours, "LOOK_AGAIN", 0.01)
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
    monkeypatch.setattr(hours, "now", lambda: waiting.set() or NOON)
    async with serving({"/": Answer()}) as server, asyncio.timeout(5):
        async with opened(server, time_window="22:00-6:00") as site:
            fetching = asyncio.create_task(site.fetch(server.url("/")))
            await waiting.wait()
        assert (await fetching).detail == "given up, since the site was closed"
        assert not server.log
