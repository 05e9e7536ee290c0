"""The settings of one crawler: a file beside its own."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.app.sites.crawler_settings import (
    own_settings,
    settings_file,
    settings_of_watch,
    write_settings,
)
from pagekin.app.watch import WatchRequest, watch
from pagekin.errors import FileFormatError, UsageError
from pagekin.settings import load
from pagekin.store.opening import open_store
from watched_shop import watched_shop


def test_settings_beside_a_crawler_win_over_those_of_its_site(tmp_path):
    shared = tmp_path / "pagekin.toml"
    shared.write_text('delay = 3\nretries = 5\n[site."h.test"]\ndelay = 4\ntimeout = 9\n')
    crawler = tmp_path / "shop.json"
    write_settings(crawler, {"delay": "7", "forms": True})
    found = load({}, {}, shared, "h.test", settings_file(crawler))
    assert (found.delay, found.timeout, found.retries, found.forms) == (7.0, 9.0, 5, True)
    assert load({}, {"PAGEKIN_DELAY": "8"}, shared, "h.test", settings_file(crawler)).delay == 8
    assert load({"delay": 9}, {}, shared, "h.test", settings_file(crawler)).delay == 9


def test_no_settings_are_no_file(tmp_path):
    crawler = tmp_path / "shop.json"
    write_settings(crawler, {"delay": 1})
    assert own_settings(crawler) == {"delay": 1.0}
    write_settings(crawler, {})
    assert own_settings(crawler) == {}
    assert list(tmp_path.iterdir()) == []


def test_what_makes_no_sense_is_refused_and_nothing_written(tmp_path):
    crawler = tmp_path / "shop.json"
    with pytest.raises(UsageError, match=r"^delay: 'x' is not a number$"):
        write_settings(crawler, {"retries": 3, "delay": "x"})
    assert own_settings(crawler) == {}
    settings_file(crawler).write_text("dealy = 3\n")
    with pytest.raises(FileFormatError, match=r"shop.toml: .*did you mean 'delay'"):
        own_settings(crawler)


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_every_text_comes_back_as_it_was(tmp_path_factory, text):
    crawler = tmp_path_factory.getbasetemp() / "any.json"
    write_settings(crawler, {"login_success": text})
    assert own_settings(crawler) == {"login_success": text}


def test_crawls_and_watches_are_run_with_them(tmp_path, monkeypatch):
    with watched_shop() as shop:
        file = Path(shop.write_crawler(tmp_path))
        write_settings(file, {"user_agent": "own/1", "delay": 2})
        kept = watch(open_store(), WatchRequest(str(file)), 0.0, "UTC").watch
    settings = settings_of_watch(kept, "h.test", {}, tmp_path / "pagekin.toml")
    assert (settings.user_agent, settings.delay) == ("own/1", 2.0)
    given = replace(kept, settings={"delay": 5})
    assert settings_of_watch(given, "h.test", os.environ, tmp_path / "none.toml").delay == 5
