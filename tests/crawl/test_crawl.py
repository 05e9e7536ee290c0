"""Running a crawler: what it follows, fetches, turns away and knows again."""

import asyncio
from dataclasses import replace

import pytest

from pagekin.crawl import StructureDrivenCrawl
from pagekin.crawl.decider import Decider
from pagekin.crawl.follower import Follower, links_of
from pagekin.crawl.page_fingerprint import KnownTargets, PageFingerprint
from pagekin.crawl.visits import PlannedVisit
from pagekin.dom import parse_page
from pagekin.dom.features import Feature
from pagekin.errors import FetchError
from pagekin.navigation import (
    ANY,
    TARGET,
    Crawler,
    LearningSummary,
    MapNode,
    Navigation,
    Step,
    chain,
)
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.site import Stop, content_digest
from pagekin.testing import FakeSite
from pagekin.urls import Scope, url_pattern
from pagekin.urls.tracking_parameters import untracked

HOME = "http://h.test/"
PARTS = (("folder 1", "c"), ("folder 1", "p"))
IN_LIST, IN_PAGER = "html/body/ul.list/li/a", "html/body/nav/a"
PRODUCT = MembershipRule(((Feature("token", "p.price"),),))


def url(path):
    return "http://h.test" + path


def ul(*paths, where="list"):
    return f"<ul class={where}>" + "".join(f"<li><a href={p}>{p}</a>" for p in paths) + "</ul>"


def nav(*paths):
    return "<nav>" + "".join(f"<a href={p}>{p}</a>" for p in paths) + "</nav>"


def product(number, more="", head=""):
    return f"<title>Shop</title>{head}<body><h1>{number}</h1><p class=price>{number}</p>{more}"


def crawler(*steps, starts=("/",), membership=PRODUCT, plain=("/c/…", "/p/…")):
    """Make a crawler by hand."""
    return Crawler(
        samples=(url("/p/1"),),
        entry=url(starts[0]),
        scope=Scope("h.test"),
        navigation=Navigation(tuple(map(url, starts)), steps, PARTS, plain),
        membership=membership,
        learned=LearningSummary(
            "auto", "2026-01-02T03:04:05+00:00", 9, 0, 9, 9, complete=True, ended=""
        ),
        map=(MapNode(HOME, 1, 0, ()),),
    )


SHOP = (
    Step(HOME, "/c/…", shape="/c/…", path=IN_LIST),
    Step("/c/…", "/c/…", shape="/c/…", path=IN_PAGER),
    Step("/c/…", TARGET, shape="/p/…", path=IN_LIST),
)


def crawl(pages, learned, stop=None, concurrency=8):
    """Run a crawler on a site of path → HTML; give the run, what it found and what it asked for."""
    answers = {
        url(path): page.encode() if isinstance(page, str) else url(page["to"])
        for path, page in pages.items()
    }
    site = FakeSite(answers)

    async def work():
        run = StructureDrivenCrawl(site, learned, stop or Stop(), concurrency=concurrency)
        return run, [
            target.page.url.removeprefix("http://h.test") async for target in run.targets()
        ]

    run, found = asyncio.run(work())
    return run, found, [asked.removeprefix("http://h.test") for asked in site.requests]


def shop(products=6, pages=3):
    """A home page, one list of several pages, its products."""
    each = products // pages
    site = {"/": ul("/c/0", "/about") + nav("/c/9"), "/about": "<p>about</p>"}
    for n in range(pages):
        mine = [f"/p/{p}" for p in range(n * each, (n + 1) * each)]
        site[f"/c/{n}"] = ul(*mine, "/about") + nav(*[f"/c/{n + 1}"] * (n + 1 < pages))
    return site | {f"/p/{p}": product(p, ul("/p/99")) for p in range(products)}


def test_links_are_followed_by_kind_of_page_place_and_form_and_nothing_else_is_fetched():
    _, found, asked = crawl(shop(), crawler(*SHOP))
    assert found == [f"/p/{n}" for n in range(6)]
    assert sorted(asked) == ["/", *(f"/c/{n}" for n in range(3)), *(f"/p/{n}" for n in range(6))]


def test_loops_run_to_the_end_and_end():
    site = shop(products=60, pages=30)
    site["/c/29"] += nav("/c/0")  # and round again
    _, found, asked = crawl(site, crawler(*SHOP))
    assert len(found) == 60
    assert len(asked) == len(set(asked)) == 1 + 30 + 60


def test_hubs_come_first_so_that_lists_are_read_before_they_shift():
    site = {"/": ul(*(f"/c/{n}" for n in range(20)))}
    site |= {f"/c/{n}": ul(*(f"/p/{n * 10 + k}" for k in range(10))) for n in range(20)}
    site |= {f"/p/{n}": product(n) for n in range(200)}
    _, found, asked = crawl(site, crawler(*SHOP))
    assert len(found) == 200
    assert {path[:3] for path in asked[1:21]} == {"/c/"}


def test_targets_wait_no_longer_than_connections_would_be_idle():
    """One list page leads to the next, so that hubs come one at a time."""
    _, _, asked = crawl(shop(products=300, pages=30), crawler(*SHOP), concurrency=4)
    last_hub = asked.index("/c/29")
    assert 8 < sum(path.startswith("/p/") for path in asked[:last_hub]) <= 30 * 9


def test_no_target_is_forgotten_when_the_last_hub_is_a_redirect_to_a_known_one():
    site = {"/": ul("/c/0", "/c/1", "/c/2"), "/c/0": ul(*(f"/p/{n}" for n in range(20)))}
    site |= {"/c/1": {"to": "/c/0"}, "/c/2": {"to": "/c/0"}}
    _, found, _ = crawl(site | {f"/p/{n}": product(n) for n in range(20)}, crawler(*SHOP), None, 1)
    assert len(found) == 20


def test_pages_may_be_reached_from_target_to_target():
    steps = (Step(HOME, TARGET, shape="/p/…"), Step(TARGET, TARGET, shape="/p/…", path=IN_PAGER))
    site = {"/": ul("/p/0")} | {f"/p/{n}": product(n, nav(f"/p/{n + 1}")) for n in range(40)}
    run, found, _ = crawl(site, crawler(*steps))
    assert found == [f"/p/{n}" for n in range(40)]
    assert [failure.url for failure in run.failures] == [url("/p/40")]


def test_steps_from_any_page_hold_everywhere():
    steps = (*SHOP[:2], Step(ANY, TARGET, shape="/p/…"))
    site = shop() | {"/p/99": product(99)}
    _, found, _ = crawl(site, crawler(*steps))
    assert set(found) == {f"/p/{n}" for n in [*range(6), 99]}


def test_a_start_that_is_a_hub_itself_is_read_as_both():
    steps = (Step(url("/c/0"), "/c/…", shape="/c/…", path=IN_PAGER), *SHOP[1:])
    _, found, _ = crawl(shop(), crawler(*steps, starts=("/c/0",)))
    assert found == [f"/p/{n}" for n in range(6)]


def test_a_start_may_be_a_target_too():
    steps = (Step(url("/p/0"), TARGET, shape="/p/…"),)
    site = {"/p/0": product(0, ul("/p/1")), "/p/1": product(1, ul("/p/2")), "/p/2": product(2)}
    _, found, _ = crawl(site, crawler(*steps, starts=("/p/0",)))
    assert found == ["/p/0", "/p/1"]


def test_what_is_not_kin_is_turned_away_and_named():
    site = shop() | {"/p/3": "<h1>Sorry, this is gone</h1>"}
    run, found, _ = crawl(site, crawler(*SHOP))
    assert "/p/3" not in found
    assert run.turned_away == [url("/p/3")]
    assert run.numbers["turned away"] == 1


def test_hubs_are_not_called_turned_away_and_kin_among_hubs_is_found():
    site = shop() | {"/c/1": product("c1", ul("/p/5"))}
    run, found, _ = crawl(site, crawler(*SHOP))
    assert "/c/1" in found
    assert run.turned_away == []


def test_without_membership_the_navigation_decides():
    site = shop() | {"/p/3": "<h1>Sorry, this is gone</h1>"}
    _, found, _ = crawl(site, crawler(*SHOP, membership=None))
    assert found == [f"/p/{n}" for n in range(6)]


def test_a_target_tells_what_led_to_it_and_how_sure_it_is():
    """Where the navigation decides there is no doubt; a start was found on itself."""

    async def work(learned):
        site = FakeSite({url(path): page.encode() for path, page in shop(products=3).items()})
        run = StructureDrivenCrawl(site, learned, Stop())
        return [(target.page.url, target.found_on, target.score) async for target in run.targets()]

    assert asyncio.run(work(crawler(*SHOP, membership=None))) == [
        (url(f"/p/{n}"), url(f"/c/{n}"), 1.0) for n in range(3)
    ]
    start = replace(crawler(), navigation=Navigation((url("/p/1"),), ()))
    [(page, found_on, score)] = asyncio.run(work(start))
    assert (page, found_on) == (url("/p/1"), url("/p/1"))
    assert 0.5 <= score <= 1.0


def test_a_chain_of_url_patterns_is_followed_as_the_paper_has_it():
    patterns = url_pattern([url("/c/0"), url("/c/1")]), url_pattern([url("/p/1"), url("/p/2")])
    learned = replace(crawler(membership=None), navigation=chain(HOME, patterns))
    site = shop(pages=1) | {"/c/0": ul("/p/1", "/c/8", "/about")}
    _, found, asked = crawl(site, learned)
    assert found == ["/p/1"]
    assert sorted(asked) == ["/", "/c/0", "/c/9", "/p/1"]


def test_failures_are_counted_and_named_and_the_crawl_goes_on():
    site = shop()
    del site["/p/3"]
    run, found, _ = crawl(site, crawler(*SHOP))
    assert len(found) == 5
    assert run.counts.failed == 1
    assert str(run.failures[0]) == "http://h.test/p/3: the server answered 404"


def test_a_crawl_cannot_do_without_all_of_its_starts():
    with pytest.raises(FetchError, match=r"cannot fetch the entry http://h.test/gone: .* 404"):
        crawl({}, crawler(*SHOP, starts=("/gone",)))
    run, found, _ = crawl(shop(), crawler(*SHOP, starts=("/gone", "/")))
    assert len(found) == 6
    assert run.counts.failed == 1


def test_a_stopped_crawl_says_so():
    run, found, asked = crawl(shop(products=60, pages=3), crawler(*SHOP), Stop(max_pages=10))
    assert len(asked) == 10
    assert 0 < len(found) < 10
    assert run.stopped == "10 pages fetched (--max-pages)"


@pytest.mark.parametrize(
    ("links", "why"),
    [
        (["/p/1", "/p/1/"], "a slash at the end"),
        (["/p/1", "/p/1?ref=home"], "a query that changes nothing"),
        (["/p/1?a=1&b=2", "/p/1?b=2&a=1"], "another order of the query"),
    ],
)
def test_one_page_under_several_urls_is_kept_once_and_reported(links, why):
    steps = (Step(HOME, TARGET, pattern=url_pattern([url(link)])) for link in links)
    run, found, _ = crawl({"/": ul(*links)} | dict.fromkeys(links, product(1)), crawler(*steps))
    assert found == links[:1], why
    assert run.duplicates == [url(links[1])]
    assert run.numbers["duplicates"] == 1


def test_tracking_is_left_out_before_a_page_is_fetched():
    _, found, asked = crawl(
        {
            "/": ul("/p/1?utm_source=home", "/p/1?id=3&fbclid=x"),
            "/p/1": product(1),
            "/p/1?id=3": product(3),
        },
        crawler(Step(HOME, TARGET, shape="/p/…"), Step(HOME, TARGET, shape="/p/…?id")),
    )
    assert found == ["/p/1", "/p/1?id=3"]
    assert asked == ["/", "/p/1", "/p/1?id=3"]


@pytest.mark.parametrize(
    ("tracked", "plain"),
    [
        ("http://h/p?utm_source=a&utm_medium=b", "http://h/p"),
        ("http://h/p?id=1&gclid=x&page=2", "http://h/p?id=1&page=2"),
        ("http://h/p;jsessionid=0A1B?id=1", "http://h/p?id=1"),
        ("http://h/p?PHPSESSID=0a1b", "http://h/p"),
        ("http://h/p?session_id=12", "http://h/p?session_id=12"),
        ("http://h/p", "http://h/p"),
    ],
)
def test_what_counts_as_tracking(tracked, plain):
    assert untracked(tracked) == plain


def is_new(*pages):
    """Tell of each page (path, HTML), one after the other, whether it is new."""
    known = KnownTargets()
    parsed = (parse_page(url(path), html.encode()) for path, html in pages)
    return [known.is_new(PageFingerprint.of(page, content_digest(page.body))) for page in parsed]


def canonical(path):
    return f"<link rel=canonical href={path}>"


def versions(**languages):
    return "".join(
        f"<link rel=alternate hreflang={name} href={path}>" for name, path in languages.items()
    )


def test_a_printed_version_that_names_its_page_is_known():
    page, printed = product(1, head=canonical("/p/1")), product(1, "<b>", canonical("/p/1"))
    assert is_new(("/p/1", page), ("/p/1/print", printed)) == [True, False]
    assert is_new(("/p/1/print", printed), ("/p/1", page)) == [True, False]
    assert is_new(("/p/1", page), ("/p/1?view=print", printed)) == [True, False]


def test_a_canonical_link_to_the_home_page_is_not_believed():
    """Too many sites have it on every page, and some have one headline for all as well."""
    pages = [(f"/p/{n}", product("Shop", f"<b>{n}", canonical("/"))) for n in range(3)]
    assert is_new(*pages) == [True, True, True]


def test_a_canonical_link_to_a_page_that_calls_itself_otherwise_is_not_believed():
    first = "/p/kettle"
    pages = [(f"/p/{n}", product(n, "", canonical(first))) for n in ("kettle", "pot", "cup")]
    assert is_new(*pages) == [True, True, True]


def test_a_canonical_link_without_the_query_is_believed_if_the_page_calls_itself_the_same():
    """Shops say with it that a size or a button does not matter; careless sites have it on every page."""
    sizes = [
        (f"/kettle?size={n}", product("Kettle", f"<b>{n}", canonical("/kettle"))) for n in "xyz"
    ]
    assert is_new(*sizes) == [True, False, False]
    items = [(f"/item?id={n}", product(n, "", canonical("/item"))) for n in "xyz"]
    assert is_new(*items) == [True, True, True]


def test_pages_without_a_headline_are_told_apart_by_their_content():
    items = [(f"/item?id={n}", f"<title>Shop</title>{canonical('/item')}<p>{n}") for n in "xyz"]
    assert is_new(*items) == [True, True, True]


@pytest.mark.parametrize("further", ["/c/tea?page=2", "/c/tea/page/2", "/c/tea/2", "/c/tea?p=2"])
def test_a_further_page_of_a_list_is_not_its_first_page_whatever_it_says(further):
    pages = [(path, product("Tea", path, canonical("/c/tea"))) for path in ("/c/tea", further)]
    assert is_new(*pages) == [True, True]


def test_versions_in_other_languages_that_name_each_other_are_one_page():
    head = versions(en="/en/p/1", de="/de/p/1", fr="/fr/p/1")
    pages = [(f"/{language}/p/1", product(language, head=head)) for language in ("en", "de", "fr")]
    assert is_new(*pages) == [True, False, False]


def test_versions_that_are_not_named_in_return_are_pages_of_their_own():
    """A menu of languages that leads to the home pages says nothing about this page."""
    pages = [(f"/{n}", product(n, head=versions(en="/en", de="/de"))) for n in ("a", "b", "en")]
    assert is_new(*pages) == [True, True, True]


def test_the_same_content_at_another_path_is_another_page():
    assert is_new(("/p/1", product(1)), ("/p/2", product(1))) == [True, True]


def follow(page, kinds, *steps, scope=None):
    navigation = Navigation((HOME,), steps, PARTS, ("/c/…", "/p/…"))
    follower = Follower(navigation, scope or Scope("h.test"))
    links = links_of(parse_page(HOME, page.encode()), [follower.steps_from(kinds)])
    return [(link.url, link.kind) for link in links if link.kind is not None]


def test_a_follower_gives_each_link_the_kind_of_page_it_leads_to():
    page = ul("/c/1", "/p/1") + nav("/c/2")
    assert follow(page, {HOME}, *SHOP) == [(url("/c/1"), "/c/…")]
    assert follow(page, {"/c/…"}, *SHOP) == [(url("/p/1"), TARGET), (url("/c/2"), "/c/…")]
    assert follow(page, {HOME, "/c/…"}, *SHOP) == [
        *((url("/c/1"), "/c/…"), (url("/p/1"), TARGET), (url("/c/2"), "/c/…"))
    ]
    assert follow(page, {TARGET}, *SHOP) == []


def test_a_step_without_a_path_follows_its_links_wherever_they_stand():
    page = ul("/p/1") + nav("/p/2") + "<link rel=canonical href=/p/3>"
    assert follow(page, {HOME}, Step(HOME, TARGET, shape="/p/…")) == [
        (url("/p/1"), TARGET),
        (url("/p/2"), TARGET),
    ]


def test_a_follower_keeps_to_the_site_and_its_filters():
    page = ul("http://other.test/p/1", "/p/1", "/p/print")
    step = Step(HOME, TARGET, shape="/p/…")
    assert follow(page, {HOME}, step, scope=Scope("h.test", reject="print")) == [
        (url("/p/1"), TARGET)
    ]


class Told:
    """Stands for the trap detector, and notes what it is told of looks ahead."""

    def __init__(self):
        self.worth = []

    def look(self, _entry, *, is_new_target):
        self.worth.append(is_new_target)


def test_a_look_ahead_is_worth_it_for_a_target_that_nobody_has_seen():
    decider = Decider([crawler(*SHOP)])
    entry = PlannedVisit(url("/p/1"), TARGET, 1, url("/c/0"))
    first = parse_page(url("/p/1"), product(1).encode())
    decider.decide(decider.looker.look(first, entry, content_digest(first.body)), entry)
    decider.traps = Told()
    for path, html in {
        "/p/2": product(2),  # a new one
        "/p/3": "<h1>Sorry, this is gone</h1>",  # no target
        "/p/4": product(1),  # what another page has shown
        "/p/1": product("1, now blue"),  # a page that was found
    }.items():
        decider.look(entry, parse_page(url(path), html.encode()))
    decider.look(entry, None)
    assert decider.traps.worth == [True, False, False, False, False]


def test_a_crawl_that_goes_on_knows_which_pages_showed_what_another_had_shown():
    decider = Decider([crawler(*SHOP)])
    hashes = []
    for path in ("/c/0", "/c/1"):
        page = parse_page(url(path), ul("/p/1").encode())
        visit = PlannedVisit(url(path), "/c/…")
        look = decider.looker.look(page, visit, content_digest(page.body))
        decided = decider.decide(look, visit)
        hashes += decided.hashes()
    resumed = Decider([crawler(*SHOP)], hashes)
    assert [resumed.is_again(url(path)) for path in ("/c/0", "/c/1", "/c/2")] == [
        False,
        True,
        False,
    ]
