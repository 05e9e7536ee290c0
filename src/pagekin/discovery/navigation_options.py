"""What could be added to a navigation: more links on pages that are fetched anyway, a start, a kind of hubs."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from pagekin.discovery.navigation_cover import NavigationCover, Option
from pagekin.discovery.navigation_draft import Way
from pagekin.discovery.navigation_offers import Offer
from pagekin.navigation.steps import ANY

_START = (
    2  # what a start costs: a download, and that pages which the site adds beside it are not seen
)


class Choice(NamedTuple):
    """Which options there are beside those that always are."""

    lists: bool = True  # as further starts
    single: bool = (
        False  # hubs without those that they lead to in turn, and those of one place alone
    )


CHOICES = (Choice(), Choice(lists=False), Choice(single=True), Choice(lists=False, single=True))


def options(cover: NavigationCover, choice: Choice = CHOICES[0]) -> Iterator[Option]:
    """Yield all that brings targets which a navigation does not download yet."""
    yield from _follow_options(cover)
    yield from _place_options(cover)
    unpromised = cover.needed - cover.promised
    if unpromised:
        if choice.lists:
            yield from _list_options(cover, unpromised)
        variants = None if choice.single else 1
        yield from _hub_options(cover, unpromised, variants)
        yield from _index_options(cover, unpromised, variants)
        yield from _way_options(cover, unpromised)


def _follow_options(cover: NavigationCover) -> Iterator[Option]:
    """Yield links that may be followed at one place, anywhere on pages of a kind, or on any page."""
    for way, offer in cover.offers:
        if offer.gain and way not in cover.steps and _may_follow(cover, way, offer):
            yield Option(offer.gain, offer.cost, frozenset({way}), offer.urls)


def _may_follow(cover: NavigationCover, way: Way, offer: Offer) -> bool:
    kind, path, shape = way
    if path is not None:
        return kind != ANY
    if kind == ANY:
        return shape in cover.links.pure_shapes
    return cover.links.are_pure(len(offer.urls) - len(offer.others), len(offer.urls))


def _place_options(cover: NavigationCover) -> Iterator[Option]:
    """Yield places whose links are followed on any page, such as a menu at the side of each."""
    for path, shape in cover.links.places:
        step = ANY, path, shape
        if step not in cover.steps and (ANY, None, shape) not in cover.steps:
            pages = cover.spread((path, shape))
            gain = len(pages & cover.needed)
            if gain:
                cost = len(pages - cover.links.targets)
                yield Option(gain, cost, frozenset({step}), pages)


def _list_options(cover: NavigationCover, need: set[int]) -> Iterator[Option]:
    """Yield pages to start from that list targets."""
    for page in cover.links.lists:
        if (
            page not in cover.starts
        ):  # one that is fetched already, as any other link, still has to be named
            gain = len(cover.links.brings[page] & need)
            if gain > 1:  # else it is the target that could be named
                cost = _START + cover.links.parameters(page)
                yield Option(gain, cost, frozenset(), {page}, start=page)


def _hub_options(cover: NavigationCover, need: set[int], variants: int | None) -> Iterator[Option]:
    """Yield whole kinds of pages that are linked from what is downloaded, loops included."""
    ways: defaultdict[str, dict[Way, set[int]]] = defaultdict(dict)
    for way, offer in cover.offers.by_place():
        shape = way[2]
        if offer.others and shape not in cover.hubs and shape not in cover.links.never_hubs:
            ways[shape][way] = offer.others
    for shape, linked in ways.items():
        for hubs in cover.hubs_linked(shape, linked)[:variants]:
            gain = len(hubs.brought & need)
            if gain:
                cost = len(hubs.pages - cover.downloaded)
                steps = frozenset(hubs.loops | hubs.ways)
                yield Option(gain, cost, steps, hubs.pages, hubs=shape)


def _index_options(
    cover: NavigationCover, need: set[int], variants: int | None
) -> Iterator[Option]:
    """Yield pages to start from that list hubs: one more download, and all pages of a kind."""
    links = cover.links
    for page in cover.possible_indices():
        if page not in cover.downloaded:
            for (_, shape), listed in links.hubs_listed(page).items():
                for hubs in listed[:variants]:
                    gain = len(hubs.brought & need)
                    if gain:
                        steps = frozenset(hubs.loops | hubs.ways)
                        cost = len(hubs.pages - cover.downloaded) + 1
                        yield Option(gain, cost, steps, {page, *hubs.pages}, page, shape)


def _way_options(cover: NavigationCover, need: set[int]) -> Iterator[Option]:
    """Yield further ways to hubs of a kind that is followed already."""
    for step, offer in cover.offers.by_place():
        if offer.cost and step[2] in cover.hubs and step not in cover.steps:
            hubs = cover.further_hubs(step, offer)
            gain = len(hubs.brought & need)
            if gain:
                cost = len(hubs.pages - cover.downloaded)
                yield Option(gain, cost, frozenset(hubs.ways | hubs.loops), hubs.pages)
