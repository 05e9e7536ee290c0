"""How long pages that bring nothing are followed: page by page, up to the one at which it ends."""

from zlib import crc32

import pytest

from pagekin.crawl.traps.trap_detector import TrapDetector, VisitedPage
from pagekin.crawl.visits import PAGE, CrawledLink, PlannedVisit
from pagekin.navigation import TARGET

ROOT = "http://shop.test"
START = f"{ROOT}/"
HUB = "hub"
# Written out, so that a limit that changes is seen here.
PATIENCE, FAMILY_PATIENCE, TARGET_PATIENCE, PAGE_PATIENCE = 250, 500, 500, 1000
DEEP = 250
EMPTY, VAIN = 200, 24


def shape(url):
    """The first folder and the names in the query: what pages have in common."""
    path, _, query = url.removeprefix(ROOT).partition("?")
    names = sorted(pair.partition("=")[0] for pair in query.split("&"))
    return f"/{path.split('/')[1]}/…" + (f"?{'&'.join(names)}" if query else "")


def at(folder, number, query=""):
    return f"{ROOT}/{folder}/{number}{query}"


def chosen(folder, one_in, *, query="", tried):
    """Return a page that is among those tried nevertheless, or one that is not."""
    found = (at(folder, f"new{n}", query) for n in range(10_000))
    return next(url for url in found if (crc32(url.encode()) % one_in == 0) == tried)


class Watched:
    """A detector that is told of one page after the other."""

    def __init__(self, **options):
        self.traps = TrapDetector(shape, **options)

    def visit(self, url, kind=HUB, *, found_on=START, names=(), depth=1, pays=False, is_news=True):
        """Visit a page that names others, (URL, kind) each; return which of these are followed."""
        visited = VisitedPage(PlannedVisit(url, kind, depth, found_on), url, pays, is_news)
        links = self.traps.sift(visited, [CrawledLink(there, kind=to) for there, to in names])
        return [link.url for link in links if link.kind is not None]

    def visit_many(self, folder, numbers, kind=HUB, query="", **rest):
        for number in numbers:
            self.visit(at(folder, number, query), kind, **rest)

    def follows(self, url, kind=HUB, found_on=START):
        entry = PlannedVisit(url, kind, 1, found_on)
        return self.traps.why_not(entry) is None


def limit(watched, folder, kind=HUB, *, most=1500, one_in=8, **rest):
    """Return how many pages of a folder are visited until others are no longer followed."""
    other = chosen(folder, one_in, query=rest.get("query", ""), tried=False)
    for number in range(most):
        if not watched.follows(other, kind):
            return number
        watched.visit_many(folder, [number], kind, **rest)
    return None


def test_hubs_that_bring_nothing_are_followed_for_a_while_and_the_reason_names_them():
    watched = Watched()
    assert limit(watched, "offers") == PATIENCE
    entry = PlannedVisit(chosen("offers", 8, tried=False), HUB, 1, START)
    reason = "left out as a trap: pages like /offers/… bring nothing new"
    assert watched.traps.why_not(entry) == reason
    assert watched.follows(at("other", 1))


def test_a_start_is_visited_whatever_pages_like_it_were_worth():
    watched = Watched()
    watched.visit_many("offers", range(2 * FAMILY_PATIENCE))
    start = at("offers", "start")
    assert watched.follows(start, kind=start)


def test_some_that_would_be_left_out_are_tried_until_these_bring_nothing_either():
    watched = Watched()
    watched.visit_many("offers", range(PATIENCE + 24))
    assert watched.follows(chosen("offers", 8, tried=True))
    watched.visit_many("offers", [PATIENCE + 24])
    assert not watched.follows(chosen("offers", 8, tried=True))


def test_every_page_that_paid_is_worth_half_a_page_of_patience():
    watched = Watched()
    watched.visit_many("offers", range(-100, 0), pays=True)
    assert limit(watched, "offers") == PATIENCE + 50


def test_one_page_that_pays_makes_up_for_all_before_it():
    watched = Watched()
    watched.visit_many("offers", range(-PATIENCE + 1, 0))
    watched.visit(at("offers", "good"), pays=True)
    assert limit(watched, "offers") == PATIENCE


@pytest.mark.parametrize(
    ("query", "pages"), [("?a=1", PATIENCE // 2), ("?a=1&b=2", 62), ("?a&b&c&d&e", 30)]
)
def test_the_more_parameters_are_combined_the_sooner_it_ends_but_not_at_once(query, pages):
    watched = Watched()
    assert watched.follows(at("offers", "plain"))
    assert limit(watched, "offers", query=query) == pages


def test_parameters_that_all_pages_of_a_family_have_combine_nothing():
    assert limit(Watched(), "offers", query="?a=1&b=2") == PATIENCE


def test_all_shapes_of_a_family_together_have_an_end():
    watched = Watched()
    for number in range(FAMILY_PATIENCE):
        assert watched.follows(at("offers", "new", "?other=1"))
        watched.visit(at("offers", number, f"?q{number}=1"))
    assert not watched.follows(at("offers", "new", "?other=1"))


def test_pages_of_ever_other_families_in_a_chain_have_an_end():
    """Three pages that brought nothing on the way are far from what paid."""
    watched, before = Watched(), START
    for number in range(3 + PATIENCE):
        here = at(f"f{number}", "x")
        assert watched.follows(here, found_on=before)
        watched.visit(here, found_on=before)
        before = here
    assert not watched.follows(chosen("next", 8, tried=False), found_on=before)
    assert watched.follows(chosen("next", 8, tried=False), found_on=START)


def test_links_of_a_page_that_look_like_traps_are_told_and_not_followed():
    watched = Watched()
    watched.visit_many("offers", range(PATIENCE + 25))
    names = [(at("offers", "new"), HUB), (at("shelves", 1), HUB), (at("p", 1), TARGET)]
    assert watched.visit(at("shelves", 0), names=names) == [at("shelves", 1), at("p", 1)]


def test_a_page_pays_that_is_the_first_to_name_a_target_or_a_hub_of_another_family():
    def pages(*named, **rest):
        watched = Watched()
        for number in range(PATIENCE + 1):
            names = [(url.format(number), kind) for url, kind in named]
            watched.visit(at("offers", number), names=names, **rest)
        return watched.follows(chosen("offers", 8, tried=False))

    assert pages((at("p", "{}"), TARGET))
    assert pages((at("shelves", "{}"), HUB))
    assert not pages((at("p", "same"), TARGET))
    assert not pages((at("offers", "x{}"), HUB))
    assert not pages((at("p", "{}"), TARGET), is_news=False)


def test_targets_that_are_none_are_followed_for_a_while():
    watched = Watched()
    assert limit(watched, "p", TARGET) == TARGET_PATIENCE
    watched.visit_many("p", range(1000, 1024), TARGET)
    assert watched.follows(chosen("p", 8, tried=True), TARGET)
    watched.visit_many("p", [1024], TARGET)
    assert not watched.follows(chosen("p", 8, tried=True), TARGET)


def test_targets_that_are_none_are_followed_for_longer_where_many_were():
    watched = Watched()
    watched.visit_many("p", range(-100, 0), TARGET, pays=True)
    assert limit(watched, "p", TARGET) == TARGET_PATIENCE + 50


def lost(watched, links):
    """Tell of so many links of the start, of all shapes, that lead to no page."""
    for number in links:
        watched.traps.miss(PlannedVisit(at(f"d{number}", "x"), HUB, 1, START))


def test_a_page_whose_links_bring_nothing_whatever_they_look_like_is_not_followed_further():
    watched, other = Watched(), chosen("new", 64, tried=False)
    lost(watched, range(PAGE_PATIENCE - 1))
    assert watched.follows(other)
    lost(watched, [PAGE_PATIENCE])
    reason = f"left out as a trap: {PAGE_PATIENCE} links in a row of {START} brought nothing"
    assert watched.traps.why_not(PlannedVisit(other, HUB, 1, START)) == reason
    assert watched.follows(other, found_on=at("shelves", 1))
    sample = chosen("new", 64, tried=True)
    lost(watched, range(2000, 2049))
    assert watched.follows(sample)
    lost(watched, [2049])
    assert not watched.follows(sample)


@pytest.mark.parametrize("brought", [{"pays": True}, {"names": [(at("p", 1), TARGET)]}])
def test_a_link_that_brought_something_makes_up_for_those_before_it(brought):
    """A product, or a shelf that is the first to name one."""
    watched = Watched()
    lost(watched, range(PAGE_PATIENCE - 1))
    watched.visit(at("shelves", 1), **brought)
    lost(watched, range(2000, 2000 + PAGE_PATIENCE - 1))
    assert watched.follows(chosen("new", 64, tried=False))


def promising_offers():
    """Offers that each name a product, as many as it takes not to believe them."""
    watched = Watched()
    for number in range(EMPTY):
        watched.visit(at("offers", number), names=[(at("p", number), TARGET)])
    return watched


def looked(watched, times, *, is_new_target=False):
    for number in range(times):
        entry = PlannedVisit(at("p", number), TARGET, 2, at("offers", number))
        watched.traps.look(entry, is_new_target=is_new_target)


def test_what_pages_name_is_left_out_when_looks_at_some_of_it_were_in_vain():
    watched, here = promising_offers(), at("offers", 7)
    product, sample = chosen("p", 8, tried=False), chosen("p", 8, tried=True)
    looked(watched, VAIN - 1)
    assert watched.follows(product, TARGET, here)
    looked(watched, 1)
    reason = "left out as a trap: what pages like /offers/… name is not worth anything"
    assert watched.traps.why_not(PlannedVisit(product, TARGET, 2, here)) == reason
    assert watched.follows(product, TARGET, at("shelves", 1))
    assert watched.follows(product, HUB, here)
    looked(watched, 24)
    assert watched.follows(sample, TARGET, here)
    looked(watched, 1)
    assert not watched.follows(sample, TARGET, here)


def test_a_look_that_finds_a_new_target_makes_up_for_those_in_vain():
    watched = promising_offers()
    looked(watched, VAIN)
    looked(watched, 1, is_new_target=True)
    assert watched.follows(chosen("p", 8, tried=False), TARGET, at("offers", 7))


@pytest.mark.parametrize("shelves_name_products", [True, False])
def test_indices_are_believed_if_the_hubs_that_they_name_lead_to_targets(shelves_name_products):
    watched = Watched()
    for number in range(EMPTY + 3 * PATIENCE):
        index, shelf = at("index", number), at("shelves", number)
        names = [(at("p", number), TARGET)] if shelves_name_products else ()
        watched.visit(index, names=[(shelf, HUB)])
        watched.visit(shelf, found_on=index, names=names)
    assert watched.follows(chosen("index", 8, tried=False)) is shelves_name_products


def test_a_hub_of_a_kind_that_was_left_out_is_no_reason_to_believe_who_names_it():
    watched = Watched()
    watched.visit_many("days", range(2 * FAMILY_PATIENCE))
    for number in range(PATIENCE):
        watched.visit(at("offers", number), names=[(at("days", f"x{number}"), HUB)])
    assert not watched.follows(chosen("offers", 8, tried=False))


def test_hubs_of_one_family_owe_nothing_to_each_other():
    """The next page of an index is none of the hubs that the index promises."""
    watched, before = Watched(), at("index", "before")
    for number in range(EMPTY + 2 * PATIENCE):
        names = [(at("shelves", number), HUB)] if number > VAIN else ()
        watched.visit(at("index", number), found_on=before, names=names)
    assert watched.follows(chosen("index", 8, tried=False))


def test_six_levels_of_hubs_above_those_that_name_targets_are_believed():
    """More would name each other in a circle."""
    watched = Watched()
    for number in range(12):  # each time one level more is known to lead to targets
        for level in range(9, 0, -1):
            below = (at(f"f{level - 1}", number), HUB) if level > 1 else (at("p", number), TARGET)
            above = at(f"f{level + 1}", number)
            watched.visit(at(f"f{level}", number), found_on=above, names=[below])
    levels = [watched.traps.sampling.level(f"/f{level}/…") for level in range(1, 10)]
    assert levels == [0, 1, 2, 3, 4, 5, 6, 0, 0]


def test_products_that_are_gone_count_against_the_hubs_that_named_them():
    watched = promising_offers()
    for number in range(VAIN):
        watched.traps.miss(PlannedVisit(at("p", number), TARGET, 2, at("offers", number)))
    assert not watched.follows(chosen("p", 8, tried=False), TARGET, at("offers", 7))


# A whole site: every page is wanted that shows something new and is not just a variant.


def whole(pages=2 * PATIENCE, **rest):
    """Visit pages that one of their family names, and return whether others are followed."""
    watched = Watched(whole_site=True)
    watched.visit(at("days", "plain"), PAGE)
    watched.visit_many("days", range(pages), PAGE, found_on=at("days", "plain"), **rest)
    query = rest.get("query", "")
    return watched.follows(chosen("days", 8, query=query, tried=False), PAGE)


def test_in_a_whole_site_pages_that_show_something_new_are_followed_without_end():
    assert whole()
    assert not whole(is_news=False)


def test_in_a_whole_site_a_family_that_leads_from_page_to_page_is_left_far_from_the_start():
    assert whole(depth=DEEP)
    assert not whole(depth=DEEP + 1)


def test_in_a_whole_site_combined_parameters_are_variants():
    assert whole(query="?a=1")
    assert not whole(query="?a=1&b=2")


def test_in_a_whole_site_a_variant_pays_that_leads_elsewhere():
    watched = Watched(whole_site=True)
    for number in range(2 * PATIENCE):
        names = [(at("rooms", number), PAGE)]
        watched.visit(
            at("days", number), PAGE, found_on=at("days", "x"), names=names, depth=DEEP + 1
        )
    assert watched.follows(chosen("days", 8, tried=False), PAGE)


def test_of_a_page_in_a_crawl_of_everything_no_more_links_are_followed_that_bring_nothing():
    watched, crowded = Watched(whole_site=True), at("lists", "crowded")
    for number in range(PAGE_PATIENCE):
        assert watched.follows(chosen("other", 16, tried=False), PAGE, crowded), number
        watched.visit(at(f"f{number}", 1), PAGE, found_on=crowded, is_news=False)
    assert not watched.follows(at("another", "page0"), PAGE, crowded)
    assert watched.follows(at("another", "page0"), PAGE, at("lists", "calm"))
