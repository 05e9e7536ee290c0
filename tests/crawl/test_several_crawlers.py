"""Crawls of several page classes, and of a whole site: one traversal, each page in the class that takes it."""

import asyncio
import random
from dataclasses import replace

import pytest

from pagekin.crawl.decider import Decider
from pagekin.crawl.frontier import InMemoryFrontier, starts_of
from pagekin.crawl.traversal import Traversal
from pagekin.crawl.visits import DUPLICATE, NOT_KIN, PAGE, LastSeen, PlannedVisit
from pagekin.dom import parse_page
from pagekin.dom.features import Feature
from pagekin.navigation import TARGET, Crawler, LearningSummary, Navigation, Step, chain, whole_site
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.site import Answer, FailureKind, Stop, Validators, content_digest
from pagekin.testing import FakeSite
from pagekin.urls import Scope, url_pattern

HOME = "http://h.test/"
PARTS = tuple(("folder 1", name) for name in ("c", "p", "n", "a"))
LEARNED = LearningSummary("auto", "2026-01-02T03:04:05+00:00", 9, 0, 9, 9, complete=True, ended="")


def url(path):
    return f"http://h.test{path}"


def crawler(hub, target, sign="", *, starts=(HOME,)):
    """Make a crawler that follows /HUB/… to /TARGET/…, and knows its class by the class of a headline."""
    hub, target = f"/{hub}/…", f"/{target}/…"
    steps = (
        *(Step(start, hub, shape=hub) for start in starts),
        Step(hub, hub, shape=hub),
        Step(hub, TARGET, shape=target),
    )
    return Crawler(
        samples=(url("/sample"),),
        entry=starts[0],
        scope=Scope("h.test"),
        navigation=Navigation(starts, steps, PARTS, (hub, target)),
        learned=LEARNED,
        map=(),
        membership=MembershipRule(((Feature("token", f"h1.{sign}"),),)) if sign else None,
    )


PRODUCTS = crawler("c", "p", "product")
ARTICLES = crawler("n", "a", "article")
EVERYTHING = whole_site(Scope("h.test"), HOME, "2026-01-02T03:04:05+00:00")


def page(*paths, sign="", text=""):
    links = "".join(f"<a href={path}>{path}</a>" for path in paths)
    return f"<title>{text}</title><h1 class={sign}>{text}</h1>{links}".encode()


SITE = {
    HOME: page("/c/1", "/n/1", "/about", text="Welcome"),
    url("/c/1"): page("/p/1", "/p/2", "/n/1", text="Products"),
    url("/n/1"): page("/a/1", "/a/2", "/c/1", text="News"),
    url("/p/1"): page("/a/2", sign="product", text="Cup"),
    url("/p/2"): page(sign="product", text="Jug"),
    url("/a/1"): page("/p/2", sign="article", text="Opening"),
    url("/a/2"): page("/imprint", sign="article", text="Sale"),
    url("/about"): page("/team", text="About us"),
    url("/team"): page("http://elsewhere.test/", text="Our team"),
    url("/imprint"): page(text="Imprint"),
}


def traversal(site, crawlers, *, frontier=None, visit=None, hashes=()):
    return Traversal(
        visit or FakeSite(site).visit,
        frontier or InMemoryFrontier(starts_of(crawlers)),
        Decider(crawlers, hashes),
        Stop(),
        ahead=8,
    )


def outcomes(site, *crawlers, **options):
    async def run():
        return [outcome async for outcome in traversal(site, crawlers, **options).run()]

    return asyncio.run(run())


def taken(found):
    """Give the kind and the crawler of each page, by its path."""
    return {one.url.removeprefix("http://h.test"): (one.kind, one.crawler) for one in found}


def test_each_page_belongs_to_the_class_that_takes_it():
    assert taken(outcomes(SITE, PRODUCTS, ARTICLES)) == {
        "/": (HOME, 0),
        "/c/1": ("/c/…", 0),
        "/n/1": ("/n/…", 1),
        "/p/1": (TARGET, 0),
        "/p/2": (TARGET, 0),
        "/a/1": (TARGET, 1),
        "/a/2": (TARGET, 1),
    }


@pytest.mark.parametrize("crawlers", [(PRODUCTS,), (ARTICLES,)])
def test_several_crawlers_fetch_what_each_would_fetch_alone(crawlers):
    alone = set(taken(outcomes(SITE, *crawlers)))
    assert alone < set(taken(outcomes(SITE, PRODUCTS, ARTICLES)))


def test_the_order_of_the_crawlers_decides_nothing_but_their_numbers():
    forth = taken(outcomes(SITE, PRODUCTS, ARTICLES))
    back = taken(outcomes(SITE, ARTICLES, PRODUCTS))
    del forth["/"], back["/"]  # a start of both: the first crawler's
    assert back == {path: (kind, 1 - number) for path, (kind, number) in forth.items()}


def test_of_two_classes_the_one_with_the_better_score_takes_a_page():
    half = MembershipRule(((Feature("token", "h1.product"), Feature("token", "p.sold-out")),))
    unsure = replace(crawler("c", "p", "product"), membership=half)
    found = taken(outcomes(SITE, unsure, PRODUCTS))
    assert found["/p/1"] == (TARGET, 1)
    assert taken(outcomes(SITE, PRODUCTS, PRODUCTS))["/p/1"] == (TARGET, 0)  # the first of equals


@pytest.mark.parametrize("sign", ["product", ""])
def test_a_page_that_somebody_has_said_is_not_kin_is_none_whatever_it_has(sign):
    told = replace(crawler("c", "p", sign), negatives=(url("/p/2"),))
    found = taken(outcomes(SITE, told))
    assert found["/p/1"] == (TARGET, 0)
    assert found["/p/2"] == (NOT_KIN, 0)
    moved = SITE | {url("/c/1"): page("/p/1", "/p/3"), url("/p/3"): url("/p/2")}  # a redirect
    assert taken(outcomes(moved, told))["/p/3"] == (NOT_KIN, 0)


def test_a_page_expected_of_one_class_may_be_of_another():
    site = SITE | {url("/p/2"): page(sign="article", text="Told as news")}
    found = taken(outcomes(site, PRODUCTS, ARTICLES))
    assert found["/p/2"] == (TARGET, 1)
    assert taken(outcomes(site, PRODUCTS))["/p/2"] == (NOT_KIN, 0)


def test_a_page_that_no_class_takes_is_turned_away_by_the_one_that_expected_it():
    site = SITE | {url("/a/1"): page(text="Gone")}
    assert taken(outcomes(site, PRODUCTS, ARTICLES))["/a/1"] == (NOT_KIN, 1)


def test_a_hub_of_one_class_is_a_hub_of_another_as_well():
    """Both reach the list; each takes its own links from it."""
    mixed = SITE | {url("/c/1"): page("/p/1", "/a/1", text="All of it")}
    news = crawler("c", "a", "article")
    found = taken(outcomes(mixed, PRODUCTS, news))
    assert found["/p/1"] == (TARGET, 0)
    assert found["/a/1"] == (TARGET, 1)


def test_a_class_without_a_rule_takes_what_its_navigation_names():
    by_url = crawler("n", "a")
    found = taken(outcomes(SITE, PRODUCTS, by_url))
    assert found["/a/2"] == (TARGET, 1)
    assert found["/p/2"] == (TARGET, 0)


def test_a_class_told_by_url_patterns_shares_a_crawl():
    patterns = tuple(
        url_pattern([url(f"/{folder}/1"), url(f"/{folder}/2")]) for folder in ("n", "a")
    )
    pattern_class = replace(ARTICLES, membership=None, navigation=chain(HOME, patterns))
    found = taken(outcomes(SITE, PRODUCTS, pattern_class))
    assert found["/a/1"] == found["/a/2"] == (TARGET, 1)
    assert found["/p/1"] == (TARGET, 0)


def test_starts_of_several_crawlers_are_visited_once():
    other = crawler("n", "a", "article", starts=(HOME, url("/n/1")))
    found = outcomes(SITE, PRODUCTS, other)
    assert [one.url for one in found[:2]] == [HOME, url("/n/1")]
    assert len({one.url for one in found}) == len(found)
    assert taken(found)["/a/1"] == (TARGET, 1)


def test_one_page_is_a_target_once_whichever_classes_take_it():
    site = SITE | {url("/n/1"): page("/a/1?x=1", "/a/1?x=2", text="News")}
    site |= {url(f"/a/1?x={n}"): page(sign="article", text="Twice") for n in (1, 2)}
    query = crawler("n", "a", "article")
    steps = (*query.navigation.steps, Step("/n/…", TARGET, shape="/a/…?x"))
    query = replace(query, navigation=replace(query.navigation, steps=steps))
    found = taken(outcomes(site, PRODUCTS, query))
    assert [found["/a/1?x=1"], found["/a/1?x=2"]] == [(TARGET, 1), (DUPLICATE, 1)]


# The whole site.


def test_a_crawl_of_everything_visits_every_page_in_scope():
    found = taken(outcomes(SITE, EVERYTHING))
    assert found == {address.removeprefix("http://h.test"): (PAGE, 0) for address in SITE}


@pytest.mark.parametrize("whole", [0, 2])
def test_classes_beside_the_whole_site_take_their_pages(whole):
    crawlers = [PRODUCTS, ARTICLES]
    crawlers.insert(whole, EVERYTHING)
    products, articles = crawlers.index(PRODUCTS), crawlers.index(ARTICLES)
    found = taken(outcomes(SITE, *crawlers))
    assert set(found) == {address.removeprefix("http://h.test") for address in SITE}
    assert {path: number for path, (kind, number) in found.items() if kind == TARGET} == {
        **dict.fromkeys(("/p/1", "/p/2"), products),
        **dict.fromkeys(("/a/1", "/a/2"), articles),
    }
    assert found["/about"] == (PAGE, whole)


def test_a_crawl_of_everything_keeps_to_its_scope():
    limited = replace(EVERYTHING, scope=Scope("h.test", reject="/p/|/about"))
    found = taken(outcomes(SITE, limited))
    assert not {"/p/1", "/p/2", "/about", "/team"} & set(found)
    assert "/a/1" in found


def endless(site, answer):
    """Make a visit that falls back to a function for what the table does not have."""

    async def visit(address, known=None):
        if address in site:
            return await FakeSite(site).visit(address, known)
        return Answer(parse_page(address, answer(address)))

    return visit


def test_a_crawl_of_everything_ends_though_a_calendar_does_not():
    def month(address):
        number = int(address.rpartition("=")[2])
        return page(f"/calendar?month={number + 1}", text=f"Month {number}")

    site = SITE | {url("/about"): page("/calendar?month=1", "/team", text="About us")}
    found = outcomes(site, EVERYTHING, visit=endless(site, month))
    assert set(SITE) <= {one.url for one in found}
    assert len(found) < 1000


def test_a_crawl_of_everything_does_not_try_all_combinations_of_filters():
    names = [f"f{n}" for n in range(12)]

    def filtered(address):
        chosen = address.partition("?")[2].split("&")
        more = [name for name in names if f"{name}=1" not in chosen]
        return page(
            *(f"/list?{'&'.join(sorted([*chosen, f'{name}=1']))}" for name in more),
            text=f"With {chosen}",
        )

    site = SITE | {url("/about"): page(*(f"/list?{name}=1" for name in names), text="About us")}
    found = outcomes(site, EVERYTHING, visit=endless(site, filtered))
    assert len(found) < 1000  # of 4096
    assert any(one.failure and one.failure.kind is FailureKind.TRAP for one in found)


@pytest.mark.parametrize("seed", range(2))
def test_a_crawl_of_everything_does_not_take_a_large_site_for_a_trap(seed):
    """Pages that only name pages like them, as in a wiki, and pages that name none, as in a catalogue."""
    dice = random.Random(seed)
    site = {HOME: page("/wiki/0", *(f"/list/{n}" for n in range(12)), text="Home")}
    for number in range(900):
        others = (number // 2, 2 * number + 1, 2 * number + 2, dice.randrange(900))
        links = (f"/wiki/{n}" for n in others if n < 900)
        site[url(f"/wiki/{number}")] = page(*links, text=f"Word {number}")
    for number in range(12):
        items = [f"/item/{100 * number + n}" for n in range(100)]
        site[url(f"/list/{number}")] = page(*items, text=f"List {number}")
        site |= {url(item): page(text=f"Item {item}") for item in items}
    assert {one.url for one in outcomes(site, EVERYTHING)} == set(site)


# The order, interruption, and what an earlier crawl knew.


def scattered(seed):
    dice = random.Random(seed)
    paths = [f"/{folder}/{n}" for folder in ("c", "n", "p", "a") for n in range(15)]
    site = {HOME: page("/c/0", "/n/0", "/about")}
    for path in paths:
        sign = {"p": "product", "a": "article"}.get(path[1], "")
        text = f"{path[:3]} {dice.randrange(12)}"
        site[url(path)] = page(*dice.sample(paths, 5), sign=sign, text=text)
    for path in dice.sample(paths, 5):
        site[url(path)] = url(dice.choice(paths))
    return site | {url("/about"): page(text="About")}


def slowly(site, seed):
    dice = random.Random(seed)

    async def visit(address, known=None):
        for _ in range(dice.randrange(20)):
            await asyncio.sleep(0)
        return await FakeSite(site).visit(address, known)

    return visit


MIXES = [(PRODUCTS, ARTICLES), (EVERYTHING,), (PRODUCTS, EVERYTHING, ARTICLES)]


def told(found):
    return [(one.url, one.entry.url, one.entry.found_on, one.kind, one.crawler) for one in found]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("crawlers", MIXES)
def test_outcomes_do_not_depend_on_the_order_of_the_responses(crawlers, seed):
    site = scattered(seed)
    wanted = told(outcomes(site, *crawlers))
    for other in range(3):
        assert told(outcomes(site, *crawlers, visit=slowly(site, other))) == wanted


class Kept(InMemoryFrontier):
    """A frontier that outlives the process: what was handed out is handed out again, in its order."""

    def __init__(self, starts):
        super().__init__(starts)
        self.handed_out, self.again, self.hashes = [], [], []

    async def take(self, count):
        entries, self.again = self.again, []
        entries = entries or await super().take(count)
        self.handed_out += entries
        return entries

    async def put(self, outcome):
        await super().put(outcome)
        self.handed_out.remove(outcome.entry)
        self.hashes += outcome.decision.hashes() if outcome.decision else ()

    def interrupted(self):
        self.again, self.handed_out = self.handed_out, []


@pytest.mark.parametrize("after", [1, 5, 12])
@pytest.mark.parametrize("crawlers", MIXES)
def test_a_crawl_that_was_killed_ends_as_if_it_had_not_been(crawlers, after):
    site = scattered(1)
    wanted = told(outcomes(site, *crawlers))
    frontier = Kept(starts_of(crawlers))

    async def begin():
        run = traversal(site, crawlers, frontier=frontier).run()
        found = [await anext(run) for _ in range(after + 1)]
        await run.aclose()
        return found[:-1]  # the last one was never put

    first = told(asyncio.run(begin()))
    frontier.interrupted()
    rest = told(outcomes(site, *crawlers, frontier=frontier, hashes=frontier.hashes))
    assert first + rest == wanted


def seen_before(address, kind, number, *, content=b"", packed=b""):
    digest = content_digest(content)
    return LastSeen(1, digest, Validators(digest=digest), kind, 0.9, packed, number)


def test_what_another_class_decided_before_does_not_stand():
    decider = Decider([PRODUCTS, ARTICLES])

    def stands(kind, number, before_kind, before_number, packed=b"12345678"):
        before = seen_before(HOME, before_kind, before_number, packed=packed)
        return decider.stands(PlannedVisit(url("/x"), kind, 1, HOME, before, number))

    assert stands("/c/…", 0, "/c/…", 0)
    assert not stands("/c/…", 0, "/c/…", 1)
    assert stands(TARGET, 0, TARGET, 1)  # its rule says so, whoever found it
    assert stands(TARGET, 1, NOT_KIN, 1)
    assert not stands(TARGET, 0, NOT_KIN, 1)
    assert not stands(TARGET, 0, TARGET, 2)  # a class that takes no part any more


def test_a_page_of_the_whole_site_is_what_it_was():
    decider = Decider([PRODUCTS, EVERYTHING])
    entry = PlannedVisit(url("/about"), PAGE, 1, HOME, seen_before(HOME, PAGE, 1), 1)
    assert decider.again(entry).kind == PAGE
    start = PlannedVisit(HOME, HOME, before=seen_before(HOME, PAGE, 1), crawler=1)
    assert decider.again(start).crawler == 1


# Links.


def test_links_tell_the_markup_they_come_from_and_images_are_among_them():
    body = (
        "<a href=/p/1>Cup</a><map><area href=/p/2 alt=Jug></map><a href=http://elsewhere.test/x>Out</a>"
        "<img src=/i/cup.png alt='A cup'><img src=/i/cup.png><img src=data:image/gif;base64,R0>"
    )
    page_there = parse_page(url("/c/1"), body.encode())
    decider, visit = Decider([PRODUCTS]), PlannedVisit(url("/c/1"), "/c/…")
    decision = decider.decide(decider.looker.look(page_there, visit, b""), visit)
    assert [(one.url, one.anchor, one.kind, one.tag) for one in decision.links] == [
        (url("/p/1"), "Cup", TARGET, "a"),
        (url("/p/2"), "", TARGET, "area"),
        ("http://elsewhere.test/x", "Out", None, "a"),
        (url("/i/cup.png"), "A cup", None, "img"),
    ]


def test_a_link_that_only_another_crawler_follows_is_told_once_as_that_one_spells_it():
    body = b"<a href='/a/1?utm_source=x'>News</a>"
    there = parse_page(url("/n/1"), body)
    decider = Decider([PRODUCTS, ARTICLES])
    visit = PlannedVisit(url("/n/1"), "/n/…", crawler=1)
    found = decider.decide(decider.looker.look(there, visit, b""), visit)
    assert [(one.url, one.kind, one.crawler) for one in found.links] == [(url("/a/1"), TARGET, 1)]


def test_a_target_can_be_told_without_its_links():
    decider = Decider([PRODUCTS])
    shown = b"<title>Cup</title><h1 class=product>Cup</h1>"
    for path, body, is_new in (
        ("/p/1", shown, True),
        ("/p/1?from=home", shown, False),  # the same page once more
        ("/a/3", b"<h1 class=article>News</h1>", False),
    ):
        page = parse_page(url(path), body)
        visit = PlannedVisit(url(path), TARGET)
        assert decider.is_new_target(page, visit, content_digest(body)) == is_new
