"""A crawler that was learned within limits says what it could not see."""

import asyncio

import pytest

from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.errors import UsageError
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import PRODUCTS, home, links, listing, products, surroundings, table, url


def chain_of_lists():
    """Ten lists of ten products, each of which leads to the next."""
    lists = [f"/list/{number}" for number in range(10)]
    site = surroundings() | products(PRODUCTS) | {"/": home(links(lists[:1], "shelves"))}
    for number, path in enumerate(lists):
        more = f"<p class=next><a href={lists[number + 1]}>Next</a></p>" if number < 9 else ""
        site[path] = listing(path, PRODUCTS[10 * number : 10 * number + 10], more)
    return site


def learn(strategy, stop, **more):
    task = LearningTask((url(PRODUCTS[3]),), url("/"), Scope.around(url("/")), **more)
    site = FakeSite(table(chain_of_lists()))
    return asyncio.run(STRATEGIES[strategy](site, task, Settings(), stop, lambda _: None)).crawler


@pytest.mark.parametrize("strategy", ["auto", "gogetit"])
def test_what_lies_deeper_was_not_seen(strategy):
    learned = learn(strategy, Stop(max_depth=3)).learned
    assert not learned.complete
    assert learned.ended == "links further than 3 from the entry were not followed (--max-depth)"


@pytest.mark.parametrize("strategy", ["auto", "gogetit"])
def test_a_depth_that_nothing_lies_beyond_stops_nothing(strategy):
    assert learn(strategy, Stop(max_depth=30)).learned.complete


@pytest.mark.parametrize("strategy", ["indesit", "trivial"])
@pytest.mark.parametrize(
    ("most", "ended"),
    [(30, "30 pages fetched (--max-pages)"), (0, "no class-link was left to follow")],
)
def test_a_search_by_schemas_says_whether_it_came_to_its_end(strategy, most, ended):
    learned = learn(strategy, Stop(max_pages=most)).learned
    assert (learned.complete, learned.ended) == (not most, ended)


def test_gogetit_says_that_it_takes_no_negatives():
    with pytest.raises(UsageError, match=r"no negatives \(--not\); use auto"):
        learn("gogetit", Stop(), negatives=(url("/about"),))


def test_those_who_watch_a_map_grow_hear_of_each_page():
    told = []
    task = LearningTask((url(PRODUCTS[3]),), url("/"), Scope.around(url("/")))
    site = FakeSite(table(chain_of_lists()) | {url("/help/"): 500})
    learning = STRATEGIES["gogetit"](
        site,
        task,
        Settings(),
        Stop(),
        lambda counts: told.append((counts.pages, counts.targets, counts.failed, counts.queued)),
    )
    learned = asyncio.run(learning).crawler.learned
    assert [pages for pages, *_ in told] == list(range(2, len(told) + 2))
    assert told[-1] == (learned.pages, learned.targets, 1, 0)
