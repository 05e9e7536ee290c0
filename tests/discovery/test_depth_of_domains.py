"""Further domains of a site, each with the depth to which its links are followed."""

import asyncio

import pytest

from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import (
    SAMPLE,
    crawl,
    home,
    links,
    listing,
    name,
    page,
    product,
    product_paths,
    products,
    shop,
    table,
    url,
)

DOCS = "http://docs.test"
CHAIN = 6  # pages of the list on the other host, each with three products
OTHERS = product_paths(3 * CHAIN, first=500)


def two_hosts():
    """A shop that has a list of further products on another host: page after page, from its home page."""
    pages = table(shop())
    pages[url("/")] = pages[url("/")].replace(
        b"</main>", f'<a class=on href="{DOCS}/l/1">more</a></main>'.encode()
    )
    for number in range(1, CHAIN + 1):
        on = links([f"/l/{number + 1}"], "next") if number < CHAIN else ""
        shown = OTHERS[3 * (number - 1) : 3 * number]
        pages[f"{DOCS}/l/{number}"] = listing("More", shown, on)
    return pages | {DOCS + path: body for path, body in products(OTHERS).items()}


def asked_of_docs(site):
    return {address.removeprefix(DOCS) for address in site.requests if address.startswith(DOCS)}


def learned(domains, strategy="auto", stop=None):
    scope = Scope.around(url("/"), domains=domains)
    site = FakeSite(two_hosts())
    task = LearningTask((url(SAMPLE),), url("/"), scope)
    settings = Settings(threshold=0.7, labels="tag+class", fold=True)
    crawler = asyncio.run(
        STRATEGIES[strategy](site, task, settings, stop or Stop(), lambda _: None)
    ).crawler
    return crawler, site


@pytest.mark.parametrize("strategy", ["auto", "gogetit"])
def test_another_domain_is_left_alone_unless_it_is_named(strategy):
    _, site = learned((), strategy)
    assert not asked_of_docs(site)


@pytest.mark.parametrize("strategy", ["auto", "gogetit"])
@pytest.mark.parametrize(("depth", "lists"), [(1, 1), (3, 3)])
def test_its_depth_is_kept_while_learning(strategy, depth, lists):
    """The first page of the list is one link from the entry, its products two."""
    _, site = learned((("docs.test", depth),), strategy)
    asked = asked_of_docs(site)
    assert {path for path in asked if path.startswith("/l/")} == {
        f"/l/{number}" for number in range(1, lists + 1)
    }
    assert {path for path in asked if path.startswith("/p/")} <= set(OTHERS[: 3 * (lists - 1)])


@pytest.mark.parametrize(("depth", "found"), [(1, 0), (3, 6), (0, len(OTHERS))])
def test_its_depth_is_kept_by_the_crawler(depth, found):
    crawler, _ = learned((("docs.test", depth),))
    site = FakeSite(two_hosts())
    _, targets = crawl(site, crawler)
    assert sum(target.startswith(DOCS) for target in targets) == found
    assert sum(not target.startswith(DOCS) for target in targets) == 100


def test_the_depth_is_that_of_the_shortest_way():
    """The list is found first from deep within, and linked from the home page as well."""
    pages = two_hosts()
    scope = Scope.around(url("/"), domains=(("docs.test", 3),))
    pages[url("/about")] = home(links([f"{DOCS}/l/3"], "docs"))
    site = FakeSite(pages)
    crawler = asyncio.run(
        STRATEGIES["auto"](
            site, LearningTask((url(SAMPLE),), url("/"), scope), Settings(), Stop(), print
        )
    ).crawler
    assert "/l/3" in asked_of_docs(site)
    assert "/l/4" in asked_of_docs(site)
    assert "/l/5" not in asked_of_docs(site)
    assert crawler.learned.complete


def test_a_target_that_no_way_is_worth_is_told_with_the_reason():
    """One product among thirty notes of another domain, all linked in the same way; as its depth is limited, it cannot be a start."""
    pages = table(shop())
    stray = f"{DOCS}/p/{name(7)}"
    notes = [f"/p/{name(number)}" for number in range(30)]
    pages[url("/")] = pages[url("/")].replace(
        b"</main>", f'<a class=on href="{DOCS}/notes">notes</a></main>'.encode()
    )
    pages[f"{DOCS}/notes"] = page("Notes", links(notes, "notes"))
    pages |= {DOCS + path: page(path, f"<p>A note on {path}</p>") for path in notes}
    pages[stray] = product(900)
    scope = Scope.around(url("/"), domains=(("docs.test", 3),))
    task = LearningTask((url(SAMPLE),), url("/"), scope)
    result = asyncio.run(
        STRATEGIES["auto"](FakeSite(pages), task, Settings(), Stop(), lambda _: None)
    )
    learned = result.crawler.learned
    assert learned.expected == 100
    assert f"1 known target is not reached, such as {stray}: no way there is worth" in learned.ended
    assert stray not in result.targets
    _, found = crawl(FakeSite(pages), result.crawler)
    assert len(found) == learned.expected
