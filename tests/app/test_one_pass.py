"""A get parses a page once and extracts it once; what was seen while learning is parsed once more."""

import json
from collections import Counter

import pytest

from pagekin.app.get import GetRequest, WantedTable, get
from pagekin.app.learn import LearnRequest, task_from
from pagekin.app.page_mining import PageMiner
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import temporary_workspace
from pagekin.demo import Shop, ShopPageKind, serve, truth
from pagekin.dom import page as dom_page
from pagekin.output import Destination
from pagekin.settings import Settings
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extractor

SHOP = Shop(products=100)
PRODUCTS = {known.path for known in truth(SHOP) if known.kind is ShopPageKind.PRODUCT}
# Learning sees less than half of the shop.
SETTINGS = Settings(delay=0.0, autothrottle=False, max_pages=50)


class StepCounter(QuietRunner):
    """Counts parses and extractions, by page and by the step that was under way last."""

    def __init__(self, monkeypatch):
        self.parsed, self.extracted = Counter(), Counter()
        self._step = "before"
        parse, extract = dom_page._page, Extractor.extract

        def counted_parse(url, *more):
            self.parsed[self._step, url] += 1
            return parse(url, *more)

        def counted_extract(extractor, page):
            self.extracted[self._step, page.url] += 1
            return extract(extractor, page)

        monkeypatch.setattr(dom_page, "_page", counted_parse)
        monkeypatch.setattr(Extractor, "extract", counted_extract)

    def run(self, name, step, stop):
        self._step = name
        try:
            return super().run(name, step, stop)
        finally:
            self._step = f"after {name}"


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    output = tmp_path_factory.mktemp("got") / "r.jsonl"
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        serve(SHOP) as server,
        temporary_workspace() as workspace,
    ):
        root = server.url.rstrip("/")
        runner = StepCounter(monkeypatch)
        task = task_from([root + sorted(PRODUCTS)[7]], None, SETTINGS)
        request = GetRequest(
            LearnRequest(task, SETTINGS), WantedTable(Destination.parse(str(output)))
        )
        got = get(workspace, request, runner)
        runner.products = {json.loads(line)["url"] for line in output.read_text().splitlines()}
        assert len(runner.products) == got.crawl.counts.targets
        return runner


def by_page(counter, *steps):
    found = Counter()
    for (step, url), number in counter.items():
        if step in steps:
            found[url] += number
    return found


def test_a_page_that_only_the_crawl_sees_is_parsed_once(counted):
    learned = by_page(counted.parsed, "learning")
    parsed = by_page(counted.parsed, *{step for step, _ in counted.parsed})
    fresh = [parsed[url] for url in counted.products if url not in learned]
    assert len(fresh) >= 10
    assert set(fresh) == {1}


def test_a_page_that_was_seen_while_learning_is_parsed_at_most_once_more(counted):
    later = by_page(counted.parsed, *({step for step, _ in counted.parsed} - {"learning"}))
    learned = by_page(counted.parsed, "learning")
    assert max(later[url] for url in learned) == 1


def test_every_target_is_extracted_once_and_nothing_afterwards(counted):
    extracted = by_page(counted.extracted, "crawling", "after crawling")
    assert extracted == dict.fromkeys(counted.products, 1)


def test_a_miner_looks_at_single_locators_on_so_many_pages_only(monkeypatch):
    looked = []
    monkeypatch.setattr(
        "pagekin.app.page_mining.DriftWatch.look", lambda _, page: looked.append(page)
    )
    page = dom_page.parse_page("http://h/", b"<h1>Cup</h1>")
    miner = PageMiner(Wrapper(()), look_at=2)
    for _ in range(5):
        miner.mine(page)
    assert len(looked) == 2
