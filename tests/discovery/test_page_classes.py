"""The kinds of pages of a site, found by looking around."""

import asyncio
import random
from collections import Counter

import pytest

import ejazz
from pagekin.demo import Request, Shop, ShopPageKind, truth
from pagekin.discovery.page_classes import (
    TEXTS_FROM,
    ReadableShapes,
    TourFrontier,
    page_classes,
)
from pagekin.dom.features import Feature
from pagekin.errors import FetchError, NothingFoundError
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope

SHOP = "http://shop.test"


def found(pages, entry=f"{SHOP}/", stop=None, site=None, **options):
    site = site or FakeSite(pages)
    scope = Scope.around(entry)
    return asyncio.run(page_classes(site, entry, scope, stop or Stop(), **options))


def table(shop):
    """Give the demo shop as a table for a fake site; what only redirects is not in it."""
    known = {known.path: known.kind for known in truth(shop)}
    answers = {path: shop.respond(Request(path, origin=SHOP)) for path in known}
    return {SHOP + path: a.body for path, a in answers.items() if a.status == 200}


@pytest.fixture(scope="module")
def demo():
    shop = Shop(100)
    return shop, table(shop)


def by_kind(shop, result):
    """Give the kinds that a class's examples are of."""
    paths = [[url.removeprefix(SHOP) for url in c.examples] for c in result.classes]
    return [{shop.classify(path) for path in examples} for examples in paths]


def test_the_classes_of_a_shop_are_found_with_their_sizes(demo):
    shop, pages = demo
    result = found(pages)
    sizes = Counter(known.kind for known in truth(shop))
    expected = {
        kind: sizes[kind]
        for kind in (ShopPageKind.PRODUCT, ShopPageKind.BLOG_POST, ShopPageKind.HELP_TOPIC)
    }
    assert result.stopped is None
    kinds = by_kind(shop, result)
    for kind, size in expected.items():
        [place] = [place for place, of in enumerate(kinds) if of == {kind}]
        assert result.classes[place].pages == result.classes[place].known == size
        assert result.classes[place].signs
    assert [c.known for c in result.classes] == sorted(
        (c.known for c in result.classes), reverse=True
    )


def test_a_small_budget_sees_every_kind_of_page_that_there_is_a_number_of(demo):
    """A quarter of the pages: no kind is left out because there are so many products."""
    shop, pages = demo
    site = FakeSite(pages)
    found(pages, stop=Stop(len(pages) // 4), site=site)
    seen = Counter(shop.classify(url.removeprefix(SHOP)) for url in site.requests)
    many = Counter(known.kind for known in truth(shop) if SHOP + known.path in pages)
    private = {ShopPageKind.ACCOUNT, ShopPageKind.ORDERS, ShopPageKind.ORDER}
    for kind in {kind for kind, number in many.items() if number >= 5} - private:
        assert seen[kind] >= 3, kind


def test_what_was_not_fetched_is_counted_by_the_form_of_its_urls():
    result = found(ejazz.ejazz(40), ejazz.ENTRY, Stop(150))
    assert result.stopped == "150 pages fetched (--max-pages)"
    [artists] = [c for c in result.classes if "detalhes-artistas" in c.examples[0]]
    assert artists.pages < 30
    assert 36 <= artists.known <= 40
    assert artists.shapes == (("/detalhes-…-artistas.asp?cd", artists.pages),)


def test_every_page_is_in_one_class_and_what_is_fetched_is_counted(demo):
    _, pages = demo
    site = FakeSite(pages)
    counts = []
    result = found(pages, site=site, watch=lambda now: counts.append(now.pages))
    assert sum(c.pages for c in result.classes) == result.counts.pages - result.counts.failed
    assert len(site.requests) == len(set(site.requests)) == result.counts.pages
    assert counts == sorted(counts)
    assert counts[-1] == result.counts.pages
    assert all(sum(n for _, n in c.shapes) == c.pages for c in result.classes)


class Slow(FakeSite):
    """Answers in another order than it is asked."""

    seed = 0

    async def fetch(self, url):
        for _ in range(random.Random(f"{url} {self.seed}").randint(0, 20)):
            await asyncio.sleep(0)
        return await super().fetch(url)


def test_the_order_of_the_answers_makes_no_difference(demo):
    _, pages = demo
    results = []
    for seed in range(3):
        site = Slow(pages)
        site.seed = seed
        results.append(found(pages, site=site, stop=Stop(120)))
    assert results[0] == results[1] == results[2]


def test_further_pages_of_a_list_are_of_the_lists_class():
    def listing(place, last):
        name = f"/list/{'abcd'[place]}"
        numbers = "".join(f'<a href="{name}/page/{n}">{n}</a>' for n in range(2, 5))
        things = "".join(f'<li><a href="/t/{place}{last}{n}">it</a></li>' for n in range(3))
        back = "<i class=back></i><b class=b></b><s class=s></s>" if last > 1 else ""
        return f"<html><body><ul>{things}</ul><p>{numbers}</p>{back}</body></html>".encode()

    lists = "".join(f'<h2><a href="/list/{x}">{x}</a></h2>' for x in "abcd")
    pages = {f"{SHOP}/": lists.encode()}
    for place, name in enumerate("abcd"):
        pages[f"{SHOP}/list/{name}"] = listing(place, 1)
        for n in range(2, 5):
            pages[f"{SHOP}/list/{name}/page/{n}"] = listing(place, n)
            pages |= {
                f"{SHOP}/t/{place}{k}{t}": b"<table><tr><td>x<dl><dt>y</dl></table><form><input></form>"
                for k in range(1, 5)
                for t in range(3)
            }
    things, lists, entry = found(pages).classes
    assert (things.pages, lists.pages) == (48, 16)
    assert entry.examples == (f"{SHOP}/",)


def test_links_that_lead_to_no_page_are_soon_left_alone():
    pictures = "".join(f'<a href="/img/{n}.jpg">{n}th</a>' for n in range(200))
    things = "".join(f'<p><a href="/t/{n}">it</a></p>' for n in range(30))
    pages = {f"{SHOP}/": (pictures + things).encode()}
    pages |= {f"{SHOP}/t/{n}": b"<h1>A thing</h1>" for n in range(30)}
    site = FakeSite(pages)
    result = found(pages, site=site)
    assert result.counts.failed <= 20
    assert result.counts.queued == 200 - result.counts.failed
    assert sum(c.pages for c in result.classes) == 31


def test_redirects_to_what_is_known_are_no_pages():
    pages = {
        f"{SHOP}/": b'<a href="/a">a</a><a href="/old">old</a><a href="/home">home</a>',
        f"{SHOP}/a": b'<p>A</p><a href="/old">old</a>',
        f"{SHOP}/old": f"{SHOP}/a",
        f"{SHOP}/home": f"{SHOP}/",
    }
    result = found(pages)
    assert sum(c.pages for c in result.classes) == 2
    assert (result.counts.pages, result.counts.queued) == (4, 0)


def test_depth_is_limited():
    pages = {f"{SHOP}/{n or ''}": f'<a href="/{n + 1}">on</a>'.encode() for n in range(9)}
    result = found(pages, stop=Stop(max_depth=3))
    assert sum(c.pages for c in result.classes) == 4


def test_a_label_counts_also_where_new_texts_are_no_longer_remembered():
    size = TEXTS_FROM + 50
    links = "".join(f'<a href="/t/{n}">it</a>' for n in range(size))
    pages = {f"{SHOP}/": links.encode()}
    pages |= {f"{SHOP}/t/{n}": f"<p>{n}</p><b>Same label</b>".encode() for n in range(size)}
    things = found(pages).classes[0]
    assert things.pages == size
    assert Feature("text", "b Same label") in things.signs


@pytest.mark.parametrize(
    ("pages", "error", "why"),
    [
        ({f"{SHOP}/": b"<p>alone</p>"}, NothingFoundError, "it has none"),
        (
            {f"{SHOP}/": b'<a href="/gone">x</a>'},
            NothingFoundError,
            "none of the 1 pages that http://shop.test/ links to could be fetched",
        ),
        ({f"{SHOP}/": b'<a href="/">me</a>'}, NothingFoundError, "its links lead back to it"),
        ({f"{SHOP}/": b'<a href="http://b.test/">b</a>'}, NothingFoundError, "other sites"),
        ({}, FetchError, "cannot fetch the entry"),
    ],
)
def test_where_there_is_nothing_it_is_said_why(pages, error, why):
    with pytest.raises(error, match=why):
        found(pages)


def test_one_page_is_better_than_nothing_if_no_more_were_wanted():
    result = found({f"{SHOP}/": b'<a href="/a">a</a>', f"{SHOP}/a": b"a"}, stop=Stop(1))
    assert [c.pages for c in result.classes] == [1]
    assert result.counts.queued == 1


def test_the_frontier_takes_turns_among_forms_and_link_paths():
    frontier = TourFrontier()
    for n in range(100):
        frontier.add(f"{SHOP}/p/{n}", "ul/li/a", 1)
    for letter in "abcdefghij":
        frontier.add(f"{SHOP}/c/{letter}", "ul/li/a", 1)
        frontier.add(f"{SHOP}/c/{letter.upper()}", "nav/a", 1)
    taken = [url.removeprefix(SHOP) for url, _ in frontier.next(12)]
    assert Counter(path[:3] for path in taken) == {"/p/": 6, "/c/": 6}
    assert sum(path[3:].isupper() for path in taken) == 3


def test_the_frontier_hands_out_the_nearer_first_and_nothing_twice():
    frontier = TourFrontier()
    for n in range(20):
        frontier.add(f"{SHOP}/p/{n}", "a", 1 + n % 2)
    frontier.add(f"{SHOP}/p/3", "a", 1)
    assert len(frontier) == 20
    assert {depth for _, depth in frontier.next(10)} == {1}
    for url, _ in frontier.next(10):
        frontier.settle(url)
    assert {depth for _, depth in frontier.next(99)} == {2}
    assert len(frontier) == 10


@pytest.mark.parametrize(("others", "shown"), [(1, "/p/…"), (2, "/p/cup-…-#")])
def test_folders_are_enough_where_nineteen_in_twenty_pages_below_them_are_of_one_class(
    others, shown
):
    cups = [f"{SHOP}/p/cup-{number}" for number in range(20 - others)]
    pots = [f"{SHOP}/p/pot-{number}" for number in range(others)]
    known = [*cups, *pots, *(f"{SHOP}/p/cup-{number}" for number in range(20, 60))]
    shapes = ReadableShapes(known, [*cups, *pots], [0] * len(cups) + [1] * len(pots))
    assert shapes.shape(cups[0]).removeprefix(SHOP) == shown
    assert shapes.shape(known[-1]) == shapes.shape(cups[0])


@pytest.mark.parametrize(
    ("failed", "came", "left_alone"), [(2, 0, False), (3, 0, True), (3, 1, False)]
)
def test_links_of_a_form_are_left_alone_when_three_led_nowhere_and_none_to_a_page(
    failed, came, left_alone
):
    frontier = TourFrontier()
    urls = [f"{SHOP}/gone/{number}" for number in range(20)]
    for url in urls:
        frontier.add(url, "html/body/a", 1)
    for number, url in enumerate(urls[: failed + came]):
        frontier.settle(url, failed=number < failed)
    assert len(frontier.next(5)) == (0 if left_alone else 5)
    assert len(frontier) == 20 - failed - came
    assert list(frontier.failed) == urls[:failed]


def test_watchers_of_a_tour_hear_what_was_fetched_what_failed_and_what_is_left(demo):
    _, pages = demo
    told = []
    result = found(
        pages | {f"{SHOP}/help/": 500},
        stop=Stop(max_pages=30),
        watch=lambda counts: told.append((counts.pages, counts.failed, counts.queued)),
    )
    assert [pages for pages, *_ in told] == list(range(2, 31))
    assert told[-1][1] == result.counts.failed > 0
    assert told[-1][2] == result.counts.queued > 0


def test_what_was_tried_least_comes_first_whatever_was_found_first():
    """Of three places the first two were tried often, the last never: it gets all turns until it has as many."""
    frontier = TourFrontier()
    for place in "abc":
        for number in range(40):
            frontier.add(f"{SHOP}/{place}/{number}", "a", 1)
    for place, count in (("a", 12), ("b", 6)):
        for number in range(count):
            frontier.settle(f"{SHOP}/{place}/{number}")
    taken = [url.removeprefix(SHOP)[1] for url, _ in frontier.next(30)]
    assert taken[:6] == ["c"] * 6
    assert Counter(taken[:18]) == {"b": 6, "c": 12}
    assert Counter(taken) == {"a": 4, "b": 10, "c": 16}
