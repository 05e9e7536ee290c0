"""The map of a navigation, which people look at: each kind of page once, below the one that leads there."""

from pagekin.navigation import ANY, TARGET, MapNode, Navigation, Step
from pagekin.navigation.site_map import map_of_navigation

HOME, NEWS = "http://h.test/", "http://h.test/news"
URLS = [f"http://h.test/{n}" for n in range(10)]


def mapped(steps, *, starts=(HOME,), kinds=None, members=()):
    found = map_of_navigation(Navigation(starts, tuple(steps)), kinds or {}, members, URLS)
    return [(node.name, None if node.under is None else found[node.under].name) for node in found]


def test_each_kind_is_below_the_one_that_leads_there():
    assert mapped([Step("list", TARGET), Step(HOME, "menu"), Step("menu", "list")]) == [
        (HOME, None),
        ("menu", HOME),
        ("list", "menu"),
        (TARGET, "list"),
    ]


def test_a_kind_that_several_lead_to_is_below_the_nearest():
    steps = [Step(HOME, "list"), Step("list", "list"), Step("list", TARGET), Step(HOME, TARGET)]
    assert mapped(steps) == [(HOME, None), ("list", HOME), (TARGET, HOME)]


def test_a_step_from_any_page_begins_at_the_first():
    assert mapped([Step(ANY, TARGET)], starts=(HOME, NEWS)) == [
        (HOME, None),
        (NEWS, None),
        (TARGET, HOME),
    ]


def test_what_nothing_leads_to_is_not_on_the_map():
    assert mapped([Step("elsewhere", TARGET)]) == [(HOME, None)]


def test_a_kind_says_how_many_pages_and_targets_it_has_and_how_they_are_written_and_shows_three():
    navigation = Navigation((HOME,), (Step(HOME, TARGET), Step(HOME, "none seen")))
    kinds = {TARGET: [2, 3, 5, 7]}
    assert map_of_navigation(navigation, kinds, {3, 5, 8}, URLS) == (
        MapNode(HOME, 1, 0, (HOME,)),
        MapNode(TARGET, 4, 2, (URLS[2], URLS[3], URLS[5]), 0, "/{number}"),
        MapNode("none seen", 0, 0, (), 0),
    )
