"""A console on a store of its own, with a crawl of a small demo shop, and people of each role."""

import os
import shutil
from contextlib import contextmanager
from unittest import mock

import pytest
from console_browser import BrowserThread, ConsoleTabs, served
from console_clients import ADMINISTRATOR, USER, Console, enter_account
from django.db import connections
from django.test import override_settings
from furnished_console import FurnishedConsole

from demo_crawlers import demo_crawler
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.console.current_store import open_here
from pagekin.console.serving import open_console
from pagekin.console.setup import ConsoleSetting
from pagekin.demo import Shop, serve
from pagekin.navigation.crawler_file import dumps
from pagekin.settings import Settings
from pagekin.store.opening import open_store
from watched_shop import watched_shop

PRODUCTS = 100  # the smallest shop there is


@pytest.fixture(scope="session")
def empty_console_data(new_data, tmp_path_factory):
    """A data directory with the tables of a console, and nobody in it; to be copied."""
    directory = tmp_path_factory.mktemp("console") / "data"
    shutil.copytree(new_data, directory)
    with mock.patch.dict(os.environ, {"PAGEKIN_DATA": str(directory)}):
        open_console(ConsoleSetting())
    connections.close_all()
    return directory


@pytest.fixture(scope="session")
def demo_shop():
    with serve(Shop(PRODUCTS)) as server:
        yield server


@pytest.fixture(scope="session")
def console_data(empty_console_data, demo_shop, tmp_path_factory):
    """The same with a crawl of the demo shop, a crawler made here, an administrator and a user."""
    directory = tmp_path_factory.mktemp("console-shop") / "data"
    shutil.copytree(empty_console_data, directory)
    crawler, settings = demo_crawler(demo_shop), Settings(delay=0.0)
    with open_workspace(directory) as workspace:
        crawl(workspace, CrawlRequest((crawler,), settings), QuietRunner())
        open_here(workspace.store)
    (directory / "crawlers").mkdir(exist_ok=True)
    (directory / "crawlers" / "shop.json").write_text(dumps(crawler), encoding="utf-8")
    enter_account(ADMINISTRATOR, administrator=True)
    enter_account(USER, administrator=False)
    connections.close_all()
    return directory


@contextmanager
def _console(data, directories, monkeypatch):
    directory = next(directories)
    shutil.copytree(data, directory)
    monkeypatch.setenv("PAGEKIN_DATA", str(directory))
    open_here(open_store())
    yield Console(directory)
    connections.close_all()
    shutil.rmtree(directory.parent, ignore_errors=True)


@pytest.fixture
def console(console_data, data_directories, monkeypatch):
    """A console with the demo shop, for one test."""
    with _console(console_data, data_directories, monkeypatch) as made:
        yield made


@pytest.fixture
def empty_console(empty_console_data, data_directories, monkeypatch):
    """A console that nobody has used yet."""
    with _console(empty_console_data, data_directories, monkeypatch) as made:
        yield made


@pytest.fixture(scope="session")
def browser_thread():
    """One browser for all tests of the console."""
    thread = BrowserThread()
    yield thread
    thread.close()


@pytest.fixture(scope="session")
def small_shop():
    with watched_shop() as shop:
        shop.prices = {
            number: 10 + number for number in range(1, 21)
        }  # enough to see a new template
        yield shop


@pytest.fixture(scope="session")
def furnished_data(empty_console_data, small_shop, tmp_path_factory):
    """A data directory with one of everything in it, to be copied."""
    directory = tmp_path_factory.mktemp("furnished") / "data"
    shutil.copytree(empty_console_data, directory)
    open_here(open_store(directory))
    FurnishedConsole(directory, small_shop).furnish()
    return directory


@pytest.fixture
def furnished(furnished_data, small_shop, data_directories, monkeypatch):
    """A console with one of everything in it."""
    with _console(furnished_data, data_directories, monkeypatch) as made:
        yield FurnishedConsole(made.data, small_shop)


@pytest.fixture
def tabs(furnished, browser_thread, monkeypatch):
    """What opens tabs of the furnished console; a test with it is carried out in the thread of the browser."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # tests read the store in that thread, too
    with served() as url:
        opened = ConsoleTabs(browser_thread, url, furnished)
        yield opened
        browser_thread.run(opened.close)


@pytest.fixture(autouse=True)
def _quick_passwords():
    """A password is meant to take long to check; tests have no time for that."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
