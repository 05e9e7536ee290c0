"""A console on a store with two days of the small demo shop, once for all tests of asking."""

import shutil

import pytest
from console_clients import ADMINISTRATOR, USER, Console, enter_account
from django.db import connections

from demo_crawlers import demo_crawler
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.console.current_store import open_here
from pagekin.navigation.crawler_file import dumps
from pagekin.settings import Settings
from pagekin.store.opening import open_store


@pytest.fixture(scope="session")
def two_days_data(empty_console_data, demo_shop, tmp_path_factory):
    """A data directory with two crawls, a week apart: some prices are others then."""
    directory = tmp_path_factory.mktemp("console-days") / "data"
    shutil.copytree(empty_console_data, directory)
    crawler, settings = demo_crawler(demo_shop), Settings(delay=0.0)
    with open_workspace(directory) as workspace:
        for demo_shop.day in (1, 8):
            crawl(workspace, CrawlRequest((crawler,), settings), QuietRunner())
        demo_shop.day = 1
        open_here(workspace.store)
    (directory / "crawlers").mkdir(exist_ok=True)
    (directory / "crawlers" / "shop.json").write_text(dumps(crawler), encoding="utf-8")
    enter_account(ADMINISTRATOR, administrator=True)
    enter_account(USER, administrator=False)
    enter_account("eve", administrator=False)
    connections.close_all()
    return directory


@pytest.fixture
def asking(two_days_data, data_directories, monkeypatch):
    """A console with both days, for one test."""
    directory = next(data_directories)
    shutil.copytree(two_days_data, directory)
    monkeypatch.setenv("PAGEKIN_DATA", str(directory))
    open_here(open_store())
    yield Console(directory)
    connections.close_all()
