"""What links offer: where they lead, what of it is a target, and what is left of that after downloads."""

from pagekin.discovery.navigation_draft import NavigationDraft
from pagekin.discovery.navigation_offers import Offers
from pagekin.discovery.navigation_spelling import _at_places
from pagekin.navigation import ANY

SHAPE = "/p/…"


def offered():
    """Two targets and another page at one place of lists, one of the targets also at another place of any page."""
    offers = Offers({1, 2})
    offers.add(["list"], (7, SHAPE), {1, 2, 3})
    offers.add([ANY], (8, SHAPE), {2})
    return offers


def test_an_offer_brings_targets_and_costs_other_pages_until_they_are_downloaded():
    offers = offered()
    here, anywhere = offers["list", 7, SHAPE], offers["list", None, SHAPE]
    assert (here.urls, here.others, here.gain, here.cost) == ({1, 2, 3}, {3}, 2, 1)
    assert (anywhere.urls, anywhere.gain, anywhere.cost) == ({1, 2, 3}, 2, 1)
    offers.download(3)
    offers.download(1)
    assert (here.gain, here.cost, anywhere.gain, anywhere.cost) == (1, 0, 1, 0)
    assert offers[ANY, 8, SHAPE].gain == 1
    offers.add(["list"], (7, SHAPE), {1, 3, 4})  # of which one was not offered before, and is new
    assert (here.urls, here.gain, here.cost) == ({1, 2, 3, 4}, 1, 1)
    offers.add(["shelf"], (7, SHAPE), {1, 2, 3})
    assert (offers["shelf", 7, SHAPE].gain, offers["shelf", 7, SHAPE].cost) == (1, 0)


def test_what_stands_at_one_place_of_one_kind_of_page_is_offered_there():
    offers = offered()
    assert dict(offers.by_place()) == {("list", 7, SHAPE): offers["list", 7, SHAPE]}


class Known:
    """A site of which a draft fetches a list, and what its ways lead to."""

    targets = frozenset({1, 2, 3})
    collections = {0: {(7, SHAPE): {1, 2}, (8, SHAPE): {2, 3}, (9, "/other"): {3}}}  # noqa: RUF012

    def fetched(self, draft):
        places = {way[1:] for way in draft.ways}
        there = (urls for place, urls in self.collections[0].items() if place in places)
        return {0}.union(*there)


def test_places_are_taken_one_after_the_other_until_none_leads_to_another_target():
    draft = NavigationDraft(frozenset({0}), frozenset({(ANY, None, SHAPE)}), frozenset({SHAPE}))
    ways = [one.ways for one in _at_places(draft, Known(), {SHAPE})]
    assert ways == [{(ANY, 8, SHAPE)}, {(ANY, 8, SHAPE), (ANY, 7, SHAPE)}]
