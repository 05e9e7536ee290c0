"""What an adaptive search wants to fetch next, and when it has seen enough: the rules one by one."""

import asyncio
from dataclasses import replace

import pytest

from pagekin.discovery.adaptive_search import AdaptiveSearch
from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClass, LinkClasses
from pagekin.dom import parse_page
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import (
    ROOT,
    article,
    home,
    links,
    name,
    page,
    product,
    product_paths,
    products,
    table,
    url,
)

PRODUCTS = product_paths(60)
SAMPLE = PRODUCTS[0]
MENU = {"/news/", "/help/", "/about", "/contact", "/imprint"}


class Search:
    """A search that knows some pages of a site: the sample, the entry, and those that it is given."""

    def __init__(self, site, *fetched, stop=None):
        self.explored = ExploredSite(Scope("shop.test"))
        self.fake = FakeSite(table(site))
        self.told = []
        self.search = AdaptiveSearch(
            self.fake,
            self.explored,
            stop or Stop(),
            lambda counts: self.told.append((counts.pages, counts.failed, counts.queued)),
            concurrency=2,
        )
        sample = self.number(SAMPLE)
        self.explored.samples.append(sample)
        self.search.bodies[sample] = site[SAMPLE]
        for path in (SAMPLE, "/", *fetched):
            self.add(path, site[path])
        self.explored.evidence.vocabulary.close_texts()
        self.search.entries = [self.number("/")]
        self.search.survey(settle=True)

    def number(self, path):
        return self.explored.number(url(path))

    def add(self, path, html):
        made = parse_page(url(path), html)
        self.explored.add(self.number(path), made, is_sample=path == SAMPLE)

    def paths(self, numbers):
        return [self.explored.urls[number].removeprefix(ROOT) for number in numbers]

    @property
    def wanted(self):
        return self.paths(self.search._wanted())

    @property
    def members(self):
        return set(self.paths(self.search.members))


def shop(*lists, more=lambda path: ""):
    return {"/": home(*lists)} | products(PRODUCTS, more)


def test_seven_others_like_the_sample_come_first_then_the_menus():
    """With the sample they are eight: enough to tell what is special about it."""
    wanted = Search(shop(links(PRODUCTS))).wanted
    assert all(path in PRODUCTS for path in wanted[:7])
    assert set(wanted[7:]) == MENU


@pytest.mark.parametrize(("size", "followed"), [(20, 20), (21, 3)])
def test_a_short_collection_of_the_entry_is_followed_completely_of_a_long_one_three(size, followed):
    topics = [f"/topic/{n}" for n in range(size)]
    wanted = Search(shop(links(PRODUCTS), links(topics, "topics"))).wanted
    assert len([path for path in wanted if path in topics]) == followed


def test_of_a_class_that_is_kin_twenty_are_looked_at():
    site = shop(links(PRODUCTS))
    search = Search(site, *PRODUCTS[1:5])
    assert set(PRODUCTS[:5]) <= search.members
    assert len([path for path in search.wanted if path in PRODUCTS]) == 15
    search = Search(site, *PRODUCTS[1:20])
    assert [path for path in search.wanted if path in PRODUCTS] == []


def test_links_that_lead_to_further_kin_are_followed_to_the_end():
    """Each product leads to another that no list has."""
    hidden = product_paths(60, first=61)
    following = dict(zip(PRODUCTS, hidden, strict=True))
    site = shop(links(PRODUCTS), more=lambda path: links([following[path]], "next"))
    site |= products(hidden)
    search = Search(site, *PRODUCTS[1:20], *hidden[:3])
    assert set(PRODUCTS[20:]) <= set(search.wanted)


def test_a_hub_that_brings_one_new_target_in_five_pages_is_worth_its_class():
    shelves = [f"/shelf/{n}" for n in range(40)]

    def wanted(bringing):
        """Ten shelves were fetched; so many of them list a product that was not known before."""
        site = shop(links(PRODUCTS[:21]), links(shelves, "shelves"))
        for n, shelf in enumerate(shelves):
            site[shelf] = page("Shelf", links([PRODUCTS[30 + n]] if n < bringing else [], "one"))
        search = Search(site, *PRODUCTS[1:20], *shelves[:10])
        return len([path for path in search.wanted if path in shelves])

    assert wanted(2) == 30
    assert wanted(1) == 0


@pytest.mark.parametrize(
    ("pages", "linking", "is_popular"), [(40, 4, True), (40, 3, False), (39, 39, False)]
)
def test_what_a_tenth_of_forty_pages_link_to_is_popular(pages, linking, is_popular):
    stories = [f"/story/{n}" for n in range(pages - 2)]
    site = shop()
    for n, path in enumerate(stories):
        site[path] = article(n, links(["/map"] if n < linking else [], "map"))
    search = Search(site, *stories)
    assert len(search.explored.pages) == pages
    assert ("/map" in search.paths(search.search._popular())) is is_popular


def chain(length, brings=None):
    """Make pages of which each links only to the next, and one of them to products, too."""
    site = shop(links(PRODUCTS[:21]), links(["/x/1"], "way"))
    for n in range(1, length + 1):
        found = links(PRODUCTS[30:33]) if n == brings else ""
        site[f"/x/{n}"] = page(f"x {n}", found + links([f"/x/{n + 1}"], "on"))
    return Search(site, *PRODUCTS[1:5], *(f"/x/{n}" for n in range(1, length + 1)))


def test_a_chain_of_pages_that_bring_nothing_is_left_after_ten():
    """The first is linked from where products are, so ten more may follow."""
    search = chain(11)
    within = search.search._within
    assert [within[search.number(f"/x/{n}")] for n in (1, 11, 12)] == [True, True, False]
    assert "/x/12" not in search.wanted
    search = chain(11, brings=4)
    assert search.search._within[search.number("/x/12")]


def test_what_is_deeper_than_allowed_is_not_wanted():
    site = shop(links(PRODUCTS), links(["/a"], "a")) | {"/a": page("a", links(["/b"], "b"))}
    assert "/b" in Search(site, "/a").wanted
    assert "/b" not in Search(site, "/a", stop=Stop(max_depth=1)).wanted
    assert "/b" in Search(site, "/a", stop=Stop(max_depth=2)).wanted


def test_urls_that_redirect_to_kin_are_ways_unless_kin_is_linked_directly():
    def ways(linked):
        """Ten products are linked by an old name, so many of them by their own as well."""
        old = [f"/old/{n}" for n in range(10)]
        search = Search(shop(links(old, "old"), links(PRODUCTS[: linked + 1])), *PRODUCTS[1:11])
        for path, new in zip(old, PRODUCTS[1:11], strict=True):
            moved = parse_page(url(new), b"")
            search.explored.add(search.number(path), moved)
        assert set(PRODUCTS[:11]) <= search.members
        return set(search.paths(search.search._ways())) == set(old)

    assert ways(8)
    assert not ways(9)


@pytest.mark.parametrize(
    ("fetched", "members", "is_settled"),
    [(10, 0, True), (10, 10, True), (10, 5, False), (9, 0, False), (9, 9, False)],
)
def test_urls_of_a_form_are_settled_after_ten_that_are_all_alike(fetched, members, is_settled):
    search = Search(shop(links(PRODUCTS)), *PRODUCTS[1:20]).search
    urls = [search.explored.number(url(path)) for path in PRODUCTS[:20]]
    assert search._settled(LinkClass(urls, fetched, members)) is is_settled


@pytest.mark.parametrize(("fetched", "is_settled"), [(3, True), (2, False)])
def test_urls_of_a_form_are_settled_when_three_are_missing(fetched, is_settled):
    search = Search(shop(links(PRODUCTS))).search
    urls = [search.explored.number(url(f"/gone/{n}")) for n in range(5)]
    for number in urls[:fetched]:
        search.explored.fail(number)
    assert search._settled(LinkClass(urls, fetched, 0)) is is_settled


def test_who_is_kin_is_decided_again_when_there_is_half_as_much_again():
    site = shop(links(PRODUCTS))
    search = Search(site, *PRODUCTS[1:9])
    assert search.search._decided_on == 10
    for path in PRODUCTS[9:13]:
        search.add(path, site[path])
    search.search.survey()
    assert search.search._decided_on == 10
    assert set(PRODUCTS[:13]) <= search.members  # judged by the last decision
    search.add(PRODUCTS[13], site[PRODUCTS[13]])
    search.search.survey()
    assert search.search._decided_on == 15
    search.search.survey(settle=True)
    assert search.search.counts.targets == 14


def test_pages_are_counted_and_told_and_none_is_fetched_twice():
    search = Search(shop(links(PRODUCTS)))
    chosen = [SAMPLE, *PRODUCTS[1:4], "/nowhere"]
    asyncio.run(search.search.fetch(search.number(path) for path in chosen))
    assert search.fake.requests == [url(path) for path in chosen[1:]]
    urls = len(search.explored.urls)
    assert search.told == [(1, 0, urls - 3), (2, 0, urls - 4), (3, 0, urls - 5), (4, 1, urls - 6)]
    assert search.paths(search.explored.failed) == ["/nowhere"]


def test_an_audit_takes_forty_likely_ones_and_forty_others_and_can_end_the_search_if_they_bring_nothing():
    stories = [f"/story/{n}" for n in range(60)]
    site = shop(links(PRODUCTS)) | {path: article(n) for n, path in enumerate(stories)}
    site |= {path: page(path, "<h1>x</h1>") for path in MENU}
    site["/"] = home(links(PRODUCTS), links(stories, "stories"))
    search = Search(site, *PRODUCTS[1:20], *MENU, *stories[:12])
    assert search.wanted == []
    assert asyncio.run(search.search._audit())
    assert search.search.audited == 40
    asked = set(search.fake.requests)
    assert len(asked & {url(path) for path in stories}) == 40
    assert asked - {url(path) for path in stories} == {url(path) for path in PRODUCTS[20:]}
    assert asyncio.run(search.search._audit())
    assert search.search.audited == 48


def test_an_audit_that_finds_likely_ones_to_be_none_is_not_the_last():
    """All goods that were looked at are there; of the others on the list, three in four are sold and gone."""
    goods = PRODUCTS[:30]
    site = {"/": home(links(PRODUCTS))} | products(goods)
    site |= {path: page(path, "<h1>x</h1>") for path in MENU}
    search = Search(site, *goods[1:20], *MENU)
    assert search.wanted == []
    assert not asyncio.run(search.search._audit())
    assert search.members == set(goods)
    assert asyncio.run(search.search._audit())


def test_an_audit_that_finds_kin_is_not_the_last():
    stories = [f"/story/{n}" for n in range(60)]
    hidden = product_paths(60, first=61)
    site = shop(links(PRODUCTS))
    site |= {path: article(n, links([hidden[n]], "odd")) for n, path in enumerate(stories)}
    site |= {path: page(path, "<h1>x</h1>") for path in MENU}
    site |= {"/": home(links(PRODUCTS), links(stories, "stories"))}
    plain = {path: article(n) for n, path in enumerate(stories[:12])}
    search = Search(site | plain, *PRODUCTS[1:20], *MENU, *stories[:12])
    assert not asyncio.run(search.search._audit())


def test_who_stands_in_one_letter_only_is_found_as_long_as_letters_go_on_to_name_new_people():
    """One letter in eight names somebody whom no other names: little, but it adds up to nearly all there are."""
    letters = [f"/letter/{n}" for n in range(480)]
    people = dict(zip(letters[::8], PRODUCTS, strict=True))
    site = {"/": home(links(letters, "letters"))} | products(PRODUCTS)
    site |= {
        path: article(n, links(people.get(path, "/").split(), "people"))
        for n, path in enumerate(letters)
    }
    search = Search(site)
    asyncio.run(search.search.run())
    known = search.paths(search.search.classes.likely_targets())
    assert len(set(known) & set(PRODUCTS)) >= 0.95 * len(PRODUCTS)


@pytest.mark.parametrize(("kin", "all_are"), [(3, False), (4, True), (9, True)])
def test_where_one_in_five_links_leads_to_kin_all_are_followed(kin, all_are):
    """None is likely to be kin, but what they bring together is worth it. Most kin are in a list of their own."""
    menu = {path: page(path, "<h1>x</h1>") for path in MENU}
    told = [path.replace("/p/", "/best/of/") for path in PRODUCTS[:20]]
    site = shop(links(PRODUCTS), links(told, "best")) | menu
    site |= {path: product(n) for n, path in enumerate(told)}
    search = Search(site, *PRODUCTS[1:20], *MENU, *told)
    members = {search.number(path) for path in [*PRODUCTS[:kin], *told]}
    search.search.members, search.search.classes = members, LinkClasses(search.explored, members)
    assert set(search.wanted) == (set(PRODUCTS[20:]) if all_are else set())


@pytest.mark.parametrize(("kin", "goes_on"), [(2, True), (1, False)])
def test_where_nothing_tells_kin_all_pages_beside_them_are_looked_at(kin, goes_on):
    """A crawl has to look at all of them as well; the sample alone may be the only one of its kind."""
    menu = {path: page(path, "<h1>x</h1>") for path in MENU}
    search = Search(shop(links(PRODUCTS)) | menu, *PRODUCTS[1:30], *MENU)
    members = {search.number(path) for path in PRODUCTS[:kin]}
    search.search.members, search.search.classes = members, LinkClasses(search.explored, members)
    assert set(search.wanted) == (set(PRODUCTS[30:]) if goes_on else set())


def test_an_audit_looks_first_where_no_link_was_followed():
    """Of two hundred stories in one list, and one page that stands at a place of its own."""
    stories = [f"/story/{n}" for n in range(200)]
    site = shop(links(PRODUCTS[:21]), links(stories, "stories"))
    site |= {path: article(n) for n, path in enumerate(stories)}
    site[stories[0]] = article(0, links(["/story/900"], "aside"))
    search = Search(site, *PRODUCTS[1:20], *stories[:30])
    audited = search.search._untried_first(search.explored.frontier())
    assert "/story/900" in search.paths(audited[:20])
    assert set(audited) == set(search.explored.frontier())


def test_pages_beside_the_sample_on_its_shortest_list_come_before_menus():
    """The addresses of products differ in form, so that only the shelf tells which are beside it."""
    forms = ("/p/{0}-{1}", "/{1}", "/{1}/{0}", "/x/y/{1}", "/shop/{0}.html", "/a/b/c/{1}.html")
    others = [form.format(n, name(n)) for n in range(100, 103) for form in forms]
    site = {
        "/": home(links(["/shelf"], "shelves"), links([SAMPLE, *others, *PRODUCTS[20:]], "all"))
    }
    site |= {SAMPLE: product(1), "/shelf": page("Shelf", links([SAMPLE, *others], "one"))}
    wanted = Search(site, "/shelf").wanted
    beside = [path for path in wanted if path in others]
    assert len(beside) >= 7
    assert max(map(wanted.index, beside[:7])) < min(map(wanted.index, MENU))


@pytest.mark.parametrize(("canonical", "is_there"), [("/list?id=1", True), ("/other?id=1", False)])
def test_a_page_is_the_one_that_it_names_if_their_urls_differ_in_their_queries_only(
    canonical, is_there
):
    known = Search(shop(links(["/list?id=1", "/other?id=1"])))
    head = f"<link rel=canonical href='{canonical}'>"
    asked = known.number("/list?id=1&sort=a")
    known.search._add(
        asked, parse_page(url("/list?id=1&sort=a"), page("List", "<p>x</p>", head=head))
    )
    assert (known.number(canonical) in known.explored.done) is is_there


def test_a_page_with_another_name_is_not_the_one_that_it_calls_itself():
    """All of a shop's lists name the first of them, by mistake; nothing else is the same."""
    known = Search(shop(links(["/list?id=1"])))
    known.search._add(
        known.number("/list?id=1"), parse_page(url("/list?id=1"), page("One", "<h1>One</h1>"))
    )
    head = "<link rel=canonical href='/list?id=1'>"
    two = parse_page(url("/list?id=2"), page("Two", "<h1>Two</h1>", head=head))
    known.search._add(known.number("/list?id=2"), two)
    assert known.number("/list?id=2") in known.explored.pages
    unknown = parse_page(url("/list?id=3"), page("Three", "", head=head.replace("id=1", "id=999")))
    known.search._add(known.number("/list?id=3"), unknown)
    assert known.number("/list?id=3") in known.explored.pages  # nothing leads to what it names


@pytest.mark.parametrize(
    ("tried", "kin", "goes_on"), [(249, 0, True), (250, 0, False), (260, 1, True)]
)
def test_of_a_page_whose_links_bring_nothing_two_hundred_and_fifty_are_tried(tried, kin, goes_on):
    """As many more for each that is kin."""
    stories = [f"/story/{n}" for n in range(300)]
    hidden = product_paths(3, first=100)
    site = shop(links(PRODUCTS[:21]), links(["/archive"], "archive")) | products(hidden)
    site["/archive"] = page("Archive", links(stories + hidden, "stories"))
    site |= {path: article(n) for n, path in enumerate(stories)}
    search = Search(site, *PRODUCTS[1:20], "/archive", *stories[:tried], *hidden[:kin])
    assert set(hidden[:kin]) <= search.members
    assert search.search._within[search.number(stories[-1])] is goes_on
    assert search.search._within[search.number("/help/")]  # which another page has


def test_requests_under_way_are_twice_as_many_as_are_made_at_once():
    class Counted(FakeSite):
        under_way = most = 0

        async def fetch(self, address):
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            for _ in range(5):
                await asyncio.sleep(0)
            self.under_way -= 1
            return await super().fetch(address)

    search = Search(shop(links(PRODUCTS)))
    search.search._site, search.search.concurrency = Counted(search.fake.pages), 3
    asyncio.run(search.search.fetch(search.number(path) for path in PRODUCTS[1:20]))
    assert search.search._site.most == 6


def test_a_search_ended_early_if_something_was_too_deep_or_it_was_stopped():
    site = shop(links(PRODUCTS), links(["/a"], "a")) | {"/a": page("a", links(["/b"], "b"))}

    def ended(depth, *more):
        return Search(site | {"/b": page("b", "")}, "/a", *more, stop=Stop(max_depth=depth)).search

    assert ended(0).ended_early is None
    assert ended(2).ended_early is None
    assert "further than 1 from the entry" in ended(1).ended_early
    assert ended(1, "/b").ended_early is None  # it was seen all the same
    stopped = ended(0)
    stopped.stopped = "somebody had enough"
    assert stopped.ended_early == "somebody had enough"


@pytest.mark.parametrize(
    ("body", "linked", "is_renamed"),
    [(None, False, True), (product(2), False, False), (None, True, False)],
)
def test_a_sample_that_is_linked_under_another_spelling_only_gets_that(body, linked, is_renamed):
    """The page has to be the same, and nothing may lead to the sample as a person has spelled it."""
    other = f"{SAMPLE}/"
    listed = [other, *([SAMPLE] if linked else [])]
    site = shop(links([*listed, *PRODUCTS[1:]]))
    search = Search(site)
    assert search.wanted[0] == other
    search.search._add(search.number(other), parse_page(url(other), body or site[SAMPLE]))
    assert search.search.renamed == ({url(SAMPLE): url(other)} if is_renamed else {})


def test_the_more_is_known_the_more_is_fetched_before_stock_is_taken():
    search = Search(shop(links(PRODUCTS)))
    assert search.search._batch() == 16
    search.explored.pages += range(100)
    assert search.search._batch() == len(search.explored.pages) // 4 == 25
    for n in range(16_000):
        search.explored.number(url(f"/x/{n}"))
    assert search.search._batch() == len(search.explored.urls) // 400 == 40


def test_a_search_ends_when_somebody_breaks_it_off_and_keeps_states_to_go_on_from():
    site = shop(links(PRODUCTS)) | {path: page(path, "<h1>x</h1>") for path in MENU}
    search, kept = Search(site), []
    asyncio.run(search.search.run(lambda: True, lambda: kept.append(1)))
    assert search.fake.requests == kept == []
    asyncio.run(search.search.run(lambda: len(kept) == 2, lambda: kept.append(1)))
    assert len(kept) == 2
    first = len(search.fake.requests)
    assert 0 < first < len(PRODUCTS)
    asyncio.run(search.search.run())
    assert len(search.fake.requests) > first
    assert set(PRODUCTS) <= set(search.paths(search.search.classes.likely_targets()))


def test_a_search_that_is_stopped_says_why_and_what_it_knows_is_in_order():
    site = shop(links(PRODUCTS)) | {path: page(path, "<h1>x</h1>") for path in MENU}
    search = Search(site, stop=Stop(max_pages=12))
    asyncio.run(search.search.run())
    assert search.search.stopped == "12 pages fetched (--max-pages)"
    assert len(search.fake.requests) == search.search.counts.pages == 12
    assert search.search._decided_on == len(search.explored.pages) == 14
    assert search.search.counts.targets == len(search.members)


def test_a_state_that_was_kept_knows_nobody_who_helps_until_it_is_attached():
    site = shop(links(PRODUCTS)) | {path: page(path, "<h1>x</h1>") for path in MENU}
    search = Search(site)
    state = search.search.__getstate__()
    assert not {"_site", "_stop", "_watch"} & set(state)
    assert state["explored"] is search.explored
    again = AdaptiveSearch.__new__(AdaptiveSearch)
    vars(again).update(state)
    other, told = FakeSite(table(site)), []
    again.attach(other, Stop(), told.append)
    asyncio.run(again.run())
    assert other.requests
    assert told
    assert search.fake.requests == []


@pytest.mark.parametrize(("untold", "goes_on"), [(1, False), (2, True), (3, True)])
def test_what_stands_beside_kin_is_looked_at_if_half_of_all_kin_are_told_by_nothing_else(
    untold, goes_on
):
    """Four kin: those in a list of their own are told by that, the others stand among much else."""
    menu = {path: page(path, "<h1>x</h1>") for path in MENU}
    told = [path.replace("/p/", "/best/of/") for path in PRODUCTS[: 4 - untold]]
    site = shop(links(PRODUCTS), links(told, "best")) | menu
    site |= {path: product(n) for n, path in enumerate(told)}
    search = Search(site, *PRODUCTS[1:30], *MENU, *told)
    members = {search.number(path) for path in [*PRODUCTS[:untold], *told]}
    search.search.members, search.search.classes = members, LinkClasses(search.explored, members)
    assert set(search.wanted) == (set(PRODUCTS[30:]) if goes_on else set())


def test_a_class_of_hubs_that_brings_much_is_followed_though_few_of_it_were_tried():
    """Two shelves were seen, each with three products that nothing else names; the others are not tried one by one."""
    shelves = [f"/shelf/{n}" for n in range(30)]
    hidden = product_paths(90, first=100)
    site = shop(links(PRODUCTS[:21]), links(shelves, "shelves")) | products(hidden)
    site |= {
        shelf: page("Shelf", links(hidden[3 * n : 3 * n + 3], "one"))
        for n, shelf in enumerate(shelves)
    }
    search = Search(site, *PRODUCTS[1:20], *shelves[:2], *hidden[:4])
    assert set(shelves[2:]) <= set(search.wanted)


class Audited(Search):
    """A search about which nothing changes whatever it fetches: there always is something that might be worth it."""

    def __init__(self, *, decided=True):
        stories = [f"/story/{n}" for n in range(400)]
        site = shop(links(PRODUCTS), links(stories, "stories"))
        site |= {path: article(n) for n, path in enumerate(stories)}
        super().__init__(site, *PRODUCTS[1:], *stories[:30])
        search = self.search
        search.survey = lambda **_: None
        search._wanted = lambda: iter([0])
        search._doubted = False
        search._known = search.members | search.classes.likely_targets()
        if not decided:
            search.decision = replace(search.decision, steps=())

    def can_end(self):
        return asyncio.run(self.search._audit())


def test_ways_that_only_might_lead_to_kin_are_left_alone_after_three_audits_without_news():
    search = Audited()
    assert [search.can_end() for _ in range(3)] == [False, False, True]
    assert search.search.audited == 3 * 40
    search = Audited()
    search.search._known = set()  # so that the first brings news
    assert [search.can_end() for _ in range(4)] == [False, False, False, True]


@pytest.mark.parametrize(("pages", "can_end"), [(299, False), (300, True)])
def test_as_long_as_nothing_sets_the_sample_apart_three_hundred_pages_are_looked_at(pages, can_end):
    search = Audited(decided=False)
    search.search._fruitless = 10
    search.explored.pages += [search.explored.pages[-1]] * (pages - len(search.explored.pages))
    assert search.can_end() is can_end


@pytest.mark.parametrize(("gain", "wanted"), [(0.0, 0), (0.5, 15)])
def test_what_is_told_by_its_place_is_looked_at_only_if_it_leads_on_to_others(gain, wanted):
    search = Search(shop(links(PRODUCTS)), *PRODUCTS[1:5])
    classes = search.search.classes
    classes.told = {search.number(path) for path in PRODUCTS}
    for link_class in classes.by_key.values():
        link_class.gain = gain
    search.search.explored.samples = []  # or seven like the sample would come first
    assert len([path for path in search.wanted if path in PRODUCTS]) == wanted


def test_readings_are_weighed_once_enough_is_seen():
    """Of a few pages they say little, so the rules alone lead the search until it could end."""
    site = products(PRODUCTS) | {"/": home(links(PRODUCTS))}
    search = Search(site, *PRODUCTS[:5]).search
    assert search.readings == []
    asyncio.run(search.run())
    assert search.readings[0].bits == search.decision.bits
