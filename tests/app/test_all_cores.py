"""Learning, crawls, extraction and mining on several processes end as on one, whichever processes are killed."""

import asyncio
import os
import signal
from dataclasses import replace
from functools import partial

import pytest

from app.killed_crawls import snapshot
from demo_crawlers import WRAPPER, demo_crawler
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.learn import LearnRequest, learn, task_from
from pagekin.app.mine import MineRequest, mine
from pagekin.app.page_mining import PageMiner
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.page_looks import PageLooks
from pagekin.app.storing.page_noting import PageNotes
from pagekin.app.storing.workspace import open_workspace
from pagekin.demo import Shop, serve
from pagekin.dom import parse_page
from pagekin.dom.page import UnparsedPage
from pagekin.navigation.crawler_file import dumps
from pagekin.pool.process_pool import shared_pool
from pagekin.pool.worthwhile import WorthwhilePool
from pagekin.settings import Settings
from pagekin.site import FailureKind, Stop
from pagekin.store.location import StoreLocation

SETTINGS = partial(Settings, delay=0.0, autothrottle=False)


@pytest.fixture(scope="module")
def server():
    with serve(Shop(products=100)) as running:
        yield running


@pytest.fixture
def pool(monkeypatch):
    """A pool of two that is called from the first page on, however quick the machine is."""
    monkeypatch.setattr(
        WorthwhilePool, "ready", lambda self: shared_pool(2) if self.jobs > 1 else None
    )
    return shared_pool(2)


def crawled(crawler, folder, jobs):
    with open_workspace(folder) as workspace:
        found = crawl(workspace, CrawlRequest((crawler,), SETTINGS(jobs=jobs)), QuietRunner())
        assert found.counts.targets == 80
    return snapshot(StoreLocation(folder))


def test_a_crawl_by_a_pool_whose_processes_are_killed_is_stored_like_one_in_one_process(
    server, pool, tmp_path, monkeypatch
):
    elsewhere = []
    look = PageLooks._look_elsewhere

    async def counted(self, pool, page, *rest):
        elsewhere.append(page.url)
        if len(elsewhere) in {20, 60}:
            os.kill(pool.call(os.getpid).result(), signal.SIGKILL)
        return await look(self, pool, page, *rest)

    monkeypatch.setattr(PageLooks, "_look_elsewhere", counted)
    crawler = demo_crawler(server)
    alone = crawled(crawler, tmp_path / "one", jobs=1)
    assert not elsewhere
    assert crawled(crawler, tmp_path / "two", jobs=2) == alone
    assert elsewhere


def learned(sample, folder, jobs):
    task = task_from((sample,), None, SETTINGS(jobs=jobs))
    delivered = []
    with open_workspace(folder) as workspace:
        request = LearnRequest(task, SETTINGS(jobs=jobs))
        found = learn(workspace, request, QuietRunner(), delivered.append)
    [crawler] = delivered
    summary = replace(crawler.learned, at="")
    return dumps(replace(crawler, learned=summary)), found.targets


def test_a_crawler_learned_by_a_pool_whose_processes_are_killed_is_that_of_one_process(
    server, pool, tmp_path, monkeypatch
):
    elsewhere = []
    take = PageNotes.take

    async def counted(self, page):
        elsewhere.append(page.url)
        if len(elsewhere) in {10, 40}:
            os.kill(pool.call(os.getpid).result(), signal.SIGKILL)
        return await take(self, page)

    monkeypatch.setattr(PageNotes, "take", counted)
    sample = demo_crawler(server).samples[0]
    alone = learned(sample, tmp_path / "one", jobs=1)
    assert not elsewhere
    assert learned(sample, tmp_path / "two", jobs=2) == alone
    assert len(elsewhere) > 50


def test_a_page_that_ends_each_process_is_one_that_did_not_come(pool, monkeypatch):
    monkeypatch.setattr("pagekin.app.storing.page_noting.note_page", end_process)
    page = UnparsedPage("http://h/1", b"<p>", {})
    failure = asyncio.run(PageNotes(2).take(page))
    assert (failure.url, failure.kind) == ("http://h/1", FailureKind.TOO_LARGE)


def end_process(_):
    os.kill(os.getpid(), signal.SIGKILL)


def test_kept_crawls_are_mined_alike_by_one_process_and_by_several(server, pool, tmp_path):
    crawler = demo_crawler(server)
    with open_workspace(tmp_path) as workspace:
        crawl(workspace, CrawlRequest((crawler,), SETTINGS()), QuietRunner())
        mined, seen = [], []
        for jobs in (1, 2):
            mined.append(mine(workspace, MineRequest(crawler, (), jobs), QuietRunner(), Stop()))
            seen.append(snapshot(StoreLocation(tmp_path)))
    assert mined[0] == mined[1]
    assert seen[0] == seen[1]


def test_pages_are_extracted_in_order_and_what_was_counted_is_the_same(pool):
    bodies = [f"<h1>Cup {number}</h1>".encode() for number in range(60)] + [b"<div>" * 3000]
    pages = [UnparsedPage(f"http://h/{number}", body, {}) for number, body in enumerate(bodies)]
    one, several = PageMiner(WRAPPER), PageMiner(WRAPPER)
    assert list(several.mine_each(pages, 2)) == list(one.mine_each(pages, 1))
    assert several.in_part == one.in_part != ""
    assert several.template_changed == one.template_changed is not None


def test_a_page_that_nobody_asks_for_its_tree_is_never_parsed(monkeypatch):
    body = "<title>Käse</title><a href=/x>x</a>".encode("latin-1")
    page, parsed = UnparsedPage("http://h/", body, {}, "http://h/r"), parse_page("http://h/", body)
    assert (page.url, page.requested, page.body) == ("http://h/", "http://h/r", body)
    assert "_parsed_page" not in page.__dict__
    assert (page.title, page.links, page.encoding) == (parsed.title, parsed.links, parsed.encoding)
