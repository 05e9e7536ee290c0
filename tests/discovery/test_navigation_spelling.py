"""The same navigation with plainer shapes: links that a broader shape takes in are followed at a few places only."""

from pagekin.discovery.navigation_draft import KnownWays, NavigationDraft
from pagekin.discovery.navigation_spelling import _at_places
from pagekin.navigation import ANY

HOME, SHELF = 0, 1
SHAPES = ["/", "/c", *["/…"] * 20]
TARGETS = set(range(2, 14))
# Places with 5, 4, 3, 1 targets and one with none; some lead to other pages, too.
PLACES = {
    (1, "/…"): {2, 3, 4, 5, 6, 15},
    (2, "/…"): {7, 8, 9, 10},
    (3, "/…"): {11, 12, 10},
    (4, "/…"): {13},
    (5, "/…"): {16, 17, 18, 19, 20, 21},
    (6, "/c"): {SHELF},
}
KNOWN = KnownWays({HOME: PLACES, SHELF: {(1, "/…"): {2}}}, SHAPES, TARGETS, TARGETS)
ANYWHERE = NavigationDraft(
    (HOME,), frozenset({(ANY, None, "/…"), (HOME, 6, "/c")}), frozenset({"/c"})
)


def test_the_places_that_bring_most_are_taken_one_after_the_other_and_no_more_than_three():
    drafts = list(_at_places(ANYWHERE, KNOWN, {"/…"}))
    added = [draft.ways - {(HOME, 6, "/c")} for draft in drafts]
    assert added == [
        {(ANY, 1, "/…")},
        {(ANY, 1, "/…"), (ANY, 2, "/…")},
        {(ANY, 1, "/…"), (ANY, 2, "/…"), (ANY, 3, "/…")},
    ]
    assert all(draft.starts == (HOME,) and draft.hubs == {"/c"} for draft in drafts)


def test_places_that_bring_nothing_new_are_not_taken():
    fewer = KnownWays({HOME: {**PLACES, (2, "/…"): {2}, (3, "/…"): {16}, (4, "/…"): {3}}}, SHAPES, TARGETS, TARGETS)  # fmt: skip
    assert len(list(_at_places(ANYWHERE, fewer, {"/…"}))) == 1
    assert list(_at_places(ANYWHERE, fewer, {"/other"})) == []


def test_hubs_whose_shape_is_followed_at_places_stay_hubs():
    hubs = NavigationDraft((HOME,), frozenset({(ANY, None, "/…")}), frozenset({"/…"}))
    assert [draft.hubs for draft in _at_places(hubs, KNOWN, {"/…"})] == [{"/…"}] * 3
