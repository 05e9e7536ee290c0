"""A get that somebody interrupts: it ends there, says so, and goes on the next time."""

import asyncio
import json
import time
from dataclasses import replace

import pytest

from answering import Answering
from pagekin.app.crawl import CrawlRequest
from pagekin.app.get import GetRequest, WantedTable, get, get_again
from pagekin.app.learn import LearnRequest, task_from
from pagekin.app.storing.workspace import temporary_workspace
from pagekin.cli.running import TerminalRunner
from pagekin.errors import StoppedError, UsageError
from pagekin.output import Destination
from pagekin.settings import Settings
from shops import home, links, product_paths, products, surroundings

PRODUCTS = product_paths(24)
SITE = surroundings() | {"/": home(links(PRODUCTS))} | products(PRODUCTS)
HTML = [("Content-Type", "text/html")]


class InterruptedRunner(TerminalRunner):
    """Runs steps as a command does; Ctrl-C is pressed in one of them, when it has seen some pages."""

    def __init__(self, step="", pages=0):
        self.steps = []
        self._step, self._pages = step, pages

    def run(self, name, step, stop):
        self.steps.append(name)

        def watched(watch):
            def see(counts):
                watch(counts)
                if name == self._step and counts.pages >= self._pages:
                    stop.interrupted.set()

            return step(see)

        return super().run(name, watched, stop)


@pytest.fixture(scope="module")
def server():
    with Answering() as server:
        server.requests = []

        def reply(_method, path, _data):
            server.requests.append(path)
            return (200, HTML, SITE[path]) if path in SITE else (404, HTML, b"nothing")

        server.reply = reply
        yield server


def request(server, output):
    settings = Settings(delay=0.0, autothrottle=False, concurrency=1)
    task = task_from([server.url + PRODUCTS[0]], None, settings)
    return GetRequest(LearnRequest(task, settings), WantedTable(Destination.parse(str(output))))


def pages_in(output, server):
    rows = (json.loads(line) for line in output.read_text(encoding="utf-8").splitlines())
    return {row["url"].removeprefix(server.url) for row in rows}


@pytest.mark.parametrize("step", ["learning", "looking at targets"])
def test_interrupted_while_learning_it_writes_the_rows_of_what_it_has_seen_and_goes_on_later(
    step, server, tmp_path
):
    output = tmp_path / "products.jsonl"
    runner = InterruptedRunner(step, 10)
    with temporary_workspace() as workspace:
        with pytest.raises(StoppedError, match=r"interrupted while learning: \d+ rows .*to go on"):
            get(workspace, request(server, output), runner)
        assert "crawling" not in runner.steps
        assert 0 < len(pages_in(output, server)) <= len(PRODUCTS)
        assert pages_in(output, server) <= set(PRODUCTS)
        get(workspace, request(server, output), TerminalRunner())
    assert pages_in(output, server) == set(PRODUCTS)


def test_interrupted_while_it_writes_it_says_so_and_has_a_whole_file(server, tmp_path):
    output = tmp_path / "products.jsonl"
    with temporary_workspace() as workspace:
        some = get(workspace, request(server, output), InterruptedRunner("writing", 5))
        assert some.is_interrupted
        assert 5 <= len(pages_in(output, server)) <= len(PRODUCTS)


def test_so_many_rows_are_enough(server, tmp_path):
    output = tmp_path / "products.jsonl"
    with temporary_workspace() as workspace:
        wanted = replace(request(server, output).table, limit=5)
        some = get(workspace, replace(request(server, output), table=wanted), TerminalRunner())
    assert some.crawl.stopped == "5 rows (--limit)"
    assert not some.is_interrupted
    assert len(pages_in(output, server)) == 5


def test_a_limit_on_pages_is_one_on_all_that_is_fetched(server, tmp_path):
    output = tmp_path / "products.jsonl"
    server.requests.clear()
    with temporary_workspace() as workspace:
        asked = replace(request(server, output), max_pages=16)
        some = get(workspace, asked, TerminalRunner())
    assert some.crawl.stopped == "16 pages fetched (--max-pages)"
    assert len(pages_in(output, server)) > 3
    assert len(server.requests) <= 16 + 4  # what was under way, and robots.txt


def test_rows_of_a_run_that_a_limit_ended_are_there_once_when_the_next_one_goes_on(
    server, tmp_path
):
    output = tmp_path / "products.jsonl"
    table = WantedTable(Destination.parse(str(output), append=True))
    with temporary_workspace() as workspace:
        asked = replace(request(server, output), table=table, max_pages=16)
        some = get(workspace, asked, TerminalRunner())
        assert some.crawl.stopped
        assert 0 < len(pages_in(output, server)) < len(PRODUCTS)
        get(workspace, replace(asked, max_pages=0), TerminalRunner())
    assert len(output.read_text(encoding="utf-8").splitlines()) == len(PRODUCTS)


@pytest.mark.parametrize("refused", [0, 12], ids=["the first request", "in the middle"])
def test_a_long_wait_for_a_host_that_refuses_ends_when_somebody_interrupts_it(
    refused, server, tmp_path, caplog
):
    asked = []

    def reply(_method, path, _data):
        asked.append(path)
        if len(asked) > refused:
            return 429, [("Retry-After", "250")], b"later"
        return (200, HTML, SITE[path]) if path in SITE else (404, HTML, b"nothing")

    class Impatient(TerminalRunner):
        """Presses Ctrl-C as soon as the wait was announced."""

        def run(self, name, step, stop):
            async def watched(watch):
                work = asyncio.ensure_future(step(watch))
                while not work.done():
                    if "left alone for 250 seconds" in caplog.text:
                        stop.interrupted.set()
                    await asyncio.wait((work,), timeout=0.02)
                return await work

            return super().run(name, watched, stop)

    with Answering() as refusing, temporary_workspace() as workspace:
        refusing.reply = reply
        before = time.monotonic()
        with pytest.raises(StoppedError, match=r"interrupted .*run it again to go on"):
            get(workspace, request(refusing, tmp_path / "products.jsonl"), Impatient())
    assert time.monotonic() - before < 100  # seconds, of 250


def test_the_first_rows_are_shown_as_soon_as_the_fields_are_known(server, tmp_path):
    shown, runner = [], InterruptedRunner()
    asked = replace(
        request(server, tmp_path / "products.jsonl"),
        preview=lambda first, _: shown.append((len(first), list(runner.steps))),
    )
    with temporary_workspace() as workspace:
        get(workspace, asked, runner)
    [(rows, steps)] = shown
    assert rows == 5
    assert "crawling" not in steps


def test_a_crawler_that_was_learned_before_gives_its_table_again(server, tmp_path):
    output, again = tmp_path / "products.jsonl", tmp_path / "again.csv"
    with temporary_workspace() as workspace:
        got = get(workspace, request(server, output), TerminalRunner())
        asked = CrawlRequest((got.crawler,), Settings(delay=0.0))
        table = WantedTable(Destination.parse(str(again)))
        assert not get_again(workspace, asked, table, TerminalRunner()).is_interrupted
        bare = replace(asked, crawlers=(replace(got.crawler, wrapper=None),))
        with pytest.raises(UsageError, match="no fields yet"):
            get_again(workspace, bare, table, TerminalRunner())
    assert len(again.read_text(encoding="utf-8").splitlines()) == len(PRODUCTS) + 1


def test_interrupted_before_anything_is_learned_it_goes_on_later(server, tmp_path):
    output = tmp_path / "products.jsonl"
    with temporary_workspace() as workspace:
        with pytest.raises(StoppedError):
            get(workspace, request(server, output), InterruptedRunner("learning", 0))
        get(workspace, request(server, output), TerminalRunner())
    assert pages_in(output, server) == set(PRODUCTS)


def test_interrupted_while_crawling_it_writes_all_that_it_has_and_goes_on_later(server, tmp_path):
    output = tmp_path / "products.jsonl"
    with temporary_workspace() as workspace:
        some = get(workspace, request(server, output), InterruptedRunner("crawling", 20))
        assert some.crawl.stopped == "interrupted"
        written = pages_in(output, server)
        assert len(written) == some.crawl.counts.targets > 1
        assert written < set(PRODUCTS)
        get(workspace, request(server, output), TerminalRunner())
    assert pages_in(output, server) == set(PRODUCTS)


def appending(server, output):
    asked = request(server, output)
    return replace(asked, table=WantedTable(Destination.parse(str(output), append=True)))


def test_what_goes_on_writes_the_rows_so_far_anew_and_none_twice(server, tmp_path):
    output = tmp_path / "products.jsonl"
    with temporary_workspace() as workspace:
        get(workspace, appending(server, output), InterruptedRunner("crawling", 20))
        assert 0 < len(output.read_text(encoding="utf-8").splitlines()) < len(PRODUCTS)
        get(workspace, appending(server, output), TerminalRunner())
    assert len(output.read_text(encoding="utf-8").splitlines()) == len(PRODUCTS)


def test_a_table_of_earlier_days_is_continued_only_by_a_whole_one(server, tmp_path):
    output, beside = tmp_path / "products.jsonl", tmp_path / "products.2.jsonl"
    earlier = '{"url": "https://earlier.example/"}\n'
    output.write_text(earlier, encoding="utf-8")
    with temporary_workspace() as workspace:
        get(workspace, appending(server, output), InterruptedRunner("crawling", 20))
        assert output.read_text(encoding="utf-8") == earlier
        assert beside.is_file()
        with pytest.raises(StoppedError, match=r"interrupted while writing: .* is as it was"):
            get(workspace, appending(server, output), InterruptedRunner("writing", 5))
        assert output.read_text(encoding="utf-8") == earlier


def test_a_crawl_that_was_to_find_a_few_rows_leaves_nothing_to_go_on_with(server, tmp_path, capsys):
    output = tmp_path / "products.jsonl"
    with temporary_workspace() as workspace:
        wanted = replace(request(server, output).table, limit=5)
        some = get(workspace, replace(request(server, output), table=wanted), TerminalRunner())
        asked = CrawlRequest((some.crawler,), Settings(delay=0.0))
        table = WantedTable(Destination.parse(str(output)))
        get_again(workspace, asked, table, TerminalRunner())
    assert "interrupted" not in capsys.readouterr().err
    assert pages_in(output, server) == set(PRODUCTS)
