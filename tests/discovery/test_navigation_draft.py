"""Drafts of navigations on a site in numbers: where they lead, what depends on each of their ways, what they cost to say."""

from math import log2

import pytest

from pagekin.discovery.navigation_draft import DescriptionLength, KnownWays, NavigationDraft
from pagekin.discovery.navigation_shortening import lists_lead_to_all, shortened
from pagekin.navigation import ANY, TARGET

HOME, SHELF, OTHER_SHELF, STORY, HIDDEN = 0, 1, 2, 8, 7
MENU, ITEMS, SEE, NEWS = range(4)  # places on pages
SHAPES = ["/", "/c", "/c", "/p", "/p", "/p", "/p", "/p", "/s"]
TARGETS = {3, 4, 5, 6, 7}
COLLECTIONS = {
    HOME: {(MENU, "/c"): {SHELF, OTHER_SHELF}, (NEWS, "/s"): {STORY}},
    SHELF: {(ITEMS, "/p"): {3, 4}, (MENU, "/c"): {SHELF, OTHER_SHELF}},
    OTHER_SHELF: {(ITEMS, "/p"): {5, 6}},
    3: {(SEE, "/p"): {4, HIDDEN}},
    STORY: {(SEE, "/p"): {6}},
}
TO_SHELVES, TO_ITEMS = (HOME, MENU, "/c"), ("/c", ITEMS, "/p")
SHOP = NavigationDraft((HOME,), frozenset({TO_SHELVES, TO_ITEMS}), frozenset({"/c"}))


def known(**more):
    return KnownWays(COLLECTIONS, SHAPES, TARGETS, TARGETS, frozenset({HOME}), **more)


def with_way(*way, draft=SHOP):
    return NavigationDraft(draft.starts, draft.ways | {way}, draft.hubs)


def test_a_crawl_fetches_what_its_ways_lead_to():
    assert known().fetched(SHOP) == {HOME, SHELF, OTHER_SHELF, 3, 4, 5, 6}
    assert known().fetched(SHOP.without(TO_ITEMS)) == {HOME, SHELF, OTHER_SHELF}
    assert known().fetched(SHOP.without(TO_SHELVES)) == {HOME}
    assert known().fetched(NavigationDraft()) == set()


@pytest.mark.parametrize(
    ("way", "more"),
    [
        ((TARGET, SEE, "/p"), {HIDDEN}),
        ((TARGET, None, "/p"), {HIDDEN}),
        ((ANY, SEE, "/p"), {HIDDEN}),
        ((ANY, None, "/s"), {STORY}),
        ((HOME, NEWS, "/s"), {STORY}),
        ((HOME, ITEMS, "/s"), set()),  # not at that place
        (("/c", SEE, "/p"), set()),
    ],
)
def test_a_way_is_followed_on_pages_of_its_kind_at_its_place(way, more):
    assert known().fetched(with_way(*way)) == known().fetched(SHOP) | more


def test_links_of_targets_can_be_left_alone():
    through = with_way(ANY, None, "/p")
    assert HIDDEN in known().fetched(through)
    assert HIDDEN not in known().fetched(through, through_targets=False)


def test_what_depends_on_a_way_is_what_would_not_be_fetched_without_it():
    for draft in (SHOP, with_way(HOME, NEWS, "/s", draft=with_way(ANY, SEE, "/p"))):
        fetched, depending = known().fetched(draft), known().depending(draft)
        assert set(depending) == {*draft.starts, *draft.ways}
        for way in draft.ways:
            assert depending[way] == fetched - known().fetched(draft.without(way))
        assert depending[HOME] == fetched
    assert depending[TO_ITEMS] == {3, 4, 5, HIDDEN}  # the story leads to 6 as well


def test_only_links_of_some_shapes_can_be_known():
    limited = known(never_hubs={"/x"}).limited({"/c", "/p"})
    assert limited.fetched(with_way(HOME, NEWS, "/s")) == known().fetched(SHOP)
    assert (limited.given, limited.never_hubs) == ({HOME}, {"/x"})


def test_ways_go_with_their_starts_and_hubs_with_the_ways_that_lead_there():
    assert SHOP.without(TO_SHELVES).hubs == set()
    assert SHOP.without(TO_ITEMS).hubs == {"/c"}
    elsewhere = SHOP.with_starts((STORY,))
    assert (elsewhere.starts, elsewhere.ways) == ((STORY,), {TO_ITEMS})


def test_a_draft_in_other_shapes_follows_each_that_its_urls_have_there():
    spelled = SHOP.spelled([("/c", "/c/a"), ("/c", "/c/b"), ("/p", "/p/…")])
    assert spelled.hubs == {"/c/a", "/c/b"}
    assert spelled.ways == {
        (HOME, MENU, "/c/a"),
        (HOME, MENU, "/c/b"),
        ("/c/a", ITEMS, "/p/…"),
        ("/c/b", ITEMS, "/p/…"),
    }


NAME, SHAPE, PLACE = 2 * log2(64), log2(4), log2(16)  # of 64 URLs, 4 shapes, 16 places


def length(draft, *, gone=frozenset(), has_rule=True):
    measured = DescriptionLength(known(), 64, 16, gone, has_rule=has_rule)
    return measured.of(draft, known().fetched(draft))


def test_a_draft_is_as_long_as_its_ways_and_all_that_has_to_be_named():
    kind = log2(2 + 1 + 1)  # target, any, one start, one kind of hubs
    ways = 2 * (kind + SHAPE + PLACE)
    beside = 4 * 3  # home and two shelves, in every crawl
    missed = NAME  # the hidden one
    assert length(SHOP) == pytest.approx(ways + beside + missed)
    assert length(SHOP, has_rule=False) == pytest.approx(ways + 3 * NAME + missed)
    assert length(SHOP, gone={SHELF, 3, HIDDEN}) == pytest.approx(length(SHOP) + 2 * NAME)
    nowhere = NavigationDraft((HOME,))
    assert length(nowhere) == pytest.approx(4 + 5 * NAME)
    assert length(NavigationDraft((STORY,))) == pytest.approx(4 + 6 * NAME)  # nobody has given it


def test_links_that_are_followed_wherever_they_stand_need_no_place():
    anywhere = SHOP.without(TO_ITEMS).with_ways({TO_SHELVES, ("/c", None, "/p")})
    assert length(anywhere) == pytest.approx(length(SHOP) - PLACE)


def shorter(draft, collections=COLLECTIONS, targets=TARGETS):
    ways = KnownWays(collections, SHAPES, targets, targets, frozenset({HOME}))
    return shortened(draft, ways, DescriptionLength(ways, 64, 16))


def test_what_others_cover_is_left_out():
    story = with_way(HOME, NEWS, "/s", draft=with_way("/s", SEE, "/p"))
    found = shorter(NavigationDraft(story.starts, story.ways, story.hubs | {"/s"}))
    assert {shape for _, _, shape in found.ways} == {"/c", "/p"}
    assert found.hubs == {"/c"}
    assert known().fetched(found) >= {3, 4, 5, 6}


def test_a_way_and_a_start_that_bring_nothing_of_their_own_are_left_out():
    twice = {OTHER_SHELF: {(ITEMS, "/p"): {5, 6}, (SEE, "/p"): {5}}, STORY: {(ITEMS, "/p"): {3}}}
    more = with_way("/c", SEE, "/p", draft=with_way(STORY, ITEMS, "/p"))
    found = shorter(more.with_starts((HOME, STORY)), COLLECTIONS | twice)
    assert found.starts == (HOME,)
    assert not any(way[0] == STORY for way in found.ways)
    needed = NavigationDraft((HOME, 3), SHOP.ways | {(3, SEE, "/p")}, SHOP.hubs)
    assert 3 not in shorter(needed, targets={3, 4, 5, 6}).starts


def test_one_way_takes_the_place_of_several():
    twice = {SHELF: {(ITEMS, "/p"): {3, 4}, (SEE, "/p"): {5}}}
    places = with_way("/c", SEE, "/p")
    found = shorter(places, COLLECTIONS | twice, targets={3, 4, 5, 6})
    assert {path for _, path, shape in found.ways if shape == "/p"} == {None}


def test_lists_lead_to_all_if_nine_in_ten_are_reached_without_links_of_targets():
    through = with_way(TARGET, SEE, "/p")
    assert lists_lead_to_all(SHOP, known(), 4)
    assert not lists_lead_to_all(through, known(), 5)
    ten = set(range(1, 11))
    exactly = KnownWays({HOME: {(ITEMS, "/p"): ten - {10}}}, ["/"] + ["/p"] * 10, ten, ten)
    nine = NavigationDraft((HOME,), frozenset({(HOME, ITEMS, "/p")}))
    assert lists_lead_to_all(nine, exactly, 10)
