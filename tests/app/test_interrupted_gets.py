"""A get that somebody interrupts: it ends there, says so, and goes on the next time."""

import json

import pytest

from answering import Answering
from pagekin.app.get import GetRequest, get
from pagekin.app.learn import LearnRequest, task_from
from pagekin.app.storing.workspace import temporary_workspace
from pagekin.cli.running import TerminalRunner
from pagekin.errors import StoppedError
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
        server.reply = lambda _method, path, _data: (
            (200, HTML, SITE[path]) if path in SITE else (404, HTML, b"nothing")
        )
        yield server


def request(server, output):
    settings = Settings(delay=0.0, autothrottle=False, concurrency=1)
    task = task_from([server.url + PRODUCTS[0]], None, settings)
    return GetRequest(LearnRequest(task, settings), Destination.parse(str(output)))


def pages_in(output, server):
    rows = (json.loads(line) for line in output.read_text(encoding="utf-8").splitlines())
    return {row["page"].removeprefix(server.url) for row in rows}


@pytest.mark.parametrize("step", ["learning", "looking at targets"])
def test_interrupted_while_learning_it_ends_without_a_table_and_goes_on_later(
    step, server, tmp_path
):
    output = tmp_path / "products.jsonl"
    runner = InterruptedRunner(step, 10)
    with temporary_workspace() as workspace:
        with pytest.raises(
            StoppedError, match=r"interrupted while learning.*run it again to go on"
        ):
            get(workspace, request(server, output), runner)
        assert runner.steps[-1] == step
        assert not output.exists()
        get(workspace, request(server, output), TerminalRunner())
    assert pages_in(output, server) == set(PRODUCTS)


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
