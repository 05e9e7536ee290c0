"""A search that was interrupted goes on from what it knew, and comes to where it would have come."""

import asyncio
import subprocess
import sys
from dataclasses import replace

import pytest

import shops
from pagekin.discovery import LearningTask, auto
from pagekin.discovery.search_memory import unpacked
from pagekin.navigation.crawler_file import dumps
from pagekin.settings import Settings
from pagekin.site import Stop, remembering_site
from pagekin.testing import FakeSite
from pagekin.urls import Scope


@pytest.fixture(autouse=True)
def forgetful(monkeypatch):
    """Small sites will do: a search keeps its state once it has forgotten the first pages themselves."""
    monkeypatch.setattr(remembering_site, "MOST", 8)


class EveryState:
    """Keeps all states; recalls the one that it is given."""

    def __init__(self, state=None):
        self.state = state
        self.states = []

    def recall(self):
        return self.state

    def keep(self, state):
        self.states.append(state())


def learn(pages, memory):
    """Learn; give the crawler's file but for its date, the targets, and what was asked for."""
    site = FakeSite(shops.table(pages))
    sample = shops.url(shops.SAMPLE)
    task = LearningTask((sample,), shops.url("/"), Scope.around(sample))
    found = asyncio.run(auto.learn(site, task, Settings(), Stop(), memory=memory))
    crawler = replace(found.crawler, learned=replace(found.crawler.learned, at=""))
    return dumps(crawler), found.targets, site.requests


def with_sessions():
    """Make a shop whose links have a parameter that makes no difference, which begins the search again."""
    site = shops.shop(shelves=8)
    lists = {path: body for path, body in site.items() if path.startswith("/c/")}
    for place, (path, body) in enumerate(lists.items()):
        site[path] = body.replace(b'<a href="/p/', b'<a href="/p?from=%d&item=' % place)
    for path in shops.PRODUCTS:
        for place in range(len(lists)):
            site[f"/p?from={place}&item={path.removeprefix('/p/')}"] = site[path]
        site[f"/p?item={path.removeprefix('/p/')}"] = site[path]
    return site


SITES = {
    "five shelves": shops.shop,
    "thirty shelves": lambda: shops.shop(shelves=30),
    "with kin on targets": lambda: shops.shop(more=lambda path: shops.links(shops.PRODUCTS[:9])),
    "with a needless parameter": with_sessions,
}


@pytest.mark.parametrize("pages", SITES.values(), ids=SITES)
def test_from_every_state_it_comes_to_the_same_end(pages):
    memory = EveryState()
    crawler, targets, requests = learn(pages(), memory)
    assert memory.states
    for state in memory.states:
        again, same, asked = learn(pages(), EveryState(state))
        assert (again, same) == (crawler, targets)
        assert len(asked) < len(requests)


def test_a_state_means_the_same_in_every_process():
    """Numbers that stand for texts must not depend on the process."""
    script = (
        f"import sys; sys.path[:0] = {sys.path}; import test_search_memory as t\n"
        "t.remembering_site.MOST = 8; memory = t.EveryState(); t.learn(t.shops.shop(), memory)\n"
        "sys.stdout.buffer.write(memory.states[0])"
    )
    made = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    crawler, targets, _ = learn(shops.shop(), EveryState())
    assert learn(shops.shop(), EveryState(made.stdout))[:2] == (crawler, targets)


@pytest.mark.parametrize("state", [b"", b"no state", b"cnowhere\nNothing\n.", b"\x80\x05N."])
def test_what_is_no_state_of_this_version_is_not_used(state):
    assert unpacked(state) is None
    whole = learn(shops.shop(), EveryState())
    assert learn(shops.shop(), EveryState(state)) == whole


def test_as_long_as_all_pages_are_known_no_state_is_kept(monkeypatch):
    """To begin again costs nothing then."""
    monkeypatch.setattr(remembering_site, "MOST", 10_000)
    memory = EveryState()
    learn(shops.shop(), memory)
    assert memory.states == []
