"""What could be added to a navigation: more links on pages that are fetched anyway, a start, a kind of hubs."""

from collections import defaultdict
from collections.abc import Iterator

from pagekin.discovery.navigation_cover import NavigationCover, Option
from pagekin.discovery.navigation_draft import Kind, Way
from pagekin.navigation.steps import ANY

_FEWEST_HUBS = 3  # that an index lists
_START = (
    2  # what a start costs: a download, and that pages which the site adds beside it are not seen
)


def options(cover: NavigationCover, *, lists: bool = True) -> Iterator[Option]:
    """Yield all that brings targets which a navigation does not download yet; on request no lists as further starts."""
    need = cover.needed
    yield from _broad_options(cover, need)
    for kind, collections in cover.offers.items():
        for (path, shape), urls in collections.items():
            yield from _follow(cover, (kind, path, shape), urls, need)
    yield from _place_options(cover, need)
    unpromised = need - cover.promised
    if lists:
        yield from _list_options(cover, unpromised)
    yield from _hub_options(cover, unpromised)
    yield from _index_options(cover, unpromised)
    yield from _way_options(cover, unpromised)


def _follow(cover: NavigationCover, step: Way, urls: set[int], need: set[int]) -> Iterator[Option]:
    """Yield the option to follow certain links on pages that are downloaded anyway, if it brings anything."""
    gain = len(urls & need) if step not in cover.steps else 0
    if gain:
        cost = len(urls - cover.links.targets - cover.downloaded)
        yield Option(gain, cost, frozenset({step}), frozenset(urls))


def _broad_options(cover: NavigationCover, need: set[int]) -> Iterator[Option]:
    """Yield links that may be followed anywhere on pages of a kind, or on any page."""
    everywhere: defaultdict[str, set[int]] = defaultdict(set)
    for kind, collections in cover.offers.items():
        here: defaultdict[str, set[int]] = defaultdict(set)
        for (_, shape), urls in collections.items():
            here[shape] |= urls
        for shape, urls in here.items():
            everywhere[shape] |= urls
            if cover.links.are_mostly_targets(urls):
                yield from _follow(cover, (kind, None, shape), urls, need)
    for shape, urls in everywhere.items():
        if shape in cover.links.pure_shapes:
            yield from _follow(cover, (ANY, None, shape), urls, need)


def _place_options(cover: NavigationCover, need: set[int]) -> Iterator[Option]:
    """Yield places whose links are followed on any page, such as a menu at the side of each."""
    for path, shape in cover.links.places:
        step = ANY, path, shape
        if step not in cover.steps and (ANY, None, shape) not in cover.steps:
            pages = cover.spread((path, shape))
            gain = len(pages & need)
            if gain:
                cost = len(pages - cover.links.targets)
                yield Option(gain, cost, frozenset({step}), frozenset(pages))


def _list_options(cover: NavigationCover, need: set[int]) -> Iterator[Option]:
    """Yield pages to start from that list targets."""
    for page in cover.links.lists:
        if page not in cover.downloaded:
            gain = len(cover.links.brings[page] & need)
            if gain > 1:  # else it is the target that could be named
                cost = _START + cover.links.parameters(page)
                yield Option(gain, cost, frozenset(), frozenset({page}), start=page)


def _hub_options(cover: NavigationCover, need: set[int]) -> Iterator[Option]:
    """Yield whole kinds of pages that are linked from what is downloaded, loops included."""
    ways: defaultdict[str, dict[Way, set[int]]] = defaultdict(dict)
    for kind, collections in cover.offers.items():
        for (path, shape), urls in collections.items():
            others = urls - cover.links.targets
            if others and shape not in cover.hubs | cover.links.never_hubs:
                ways[shape][kind, path, shape] = others
    for shape, linked in ways.items():
        first = set().union(*linked.values())
        pages, loops = cover.links.closure(first, shape)
        gain = len(cover.links.brought_by(pages) & need)
        if gain:
            steps = loops | _fewest(linked, first if loops else pages)
            cost = len(pages - cover.downloaded)
            yield Option(gain, cost, frozenset(steps), frozenset(pages), hubs=shape)


def _index_options(cover: NavigationCover, need: set[int]) -> Iterator[Option]:
    """Yield pages to start from that list hubs: one more download, and all pages of a kind."""
    links = cover.links
    for page in links.possible_indices(cover.starts):
        if page in cover.downloaded or page in links.members or page not in links.collections:
            continue
        if links.explored.scope.limits_depth(links.explored.urls[page]):
            continue
        for (path, shape), urls in links.collections[page].items():
            if len(urls - links.targets) < _FEWEST_HUBS or shape in links.never_hubs:
                continue
            if not any(links.brings.get(url) for url in urls):
                continue
            pages, loops, brought = links.hubs_listed(page, (path, shape))
            gain = len(brought & need)
            if gain:
                steps = frozenset({(page, path, shape), *loops})
                cost = len(pages - cover.downloaded) + 1
                yield Option(gain, cost, steps, frozenset({page, *pages}), page, shape)


def _way_options(cover: NavigationCover, need: set[int]) -> Iterator[Option]:
    """Yield further ways to hubs of a kind that is followed already."""
    links = cover.links
    for kind, collections in cover.offers.items():
        for (path, shape), urls in collections.items():
            step: tuple[Kind, int, str] = kind, path, shape
            if shape not in cover.hubs or step in cover.steps:
                continue
            pages, loops = links.closure(urls - links.targets - cover.downloaded, shape)
            gain = len(links.brought_by(pages) & need)
            if gain:
                cost = len(pages - cover.downloaded)
                yield Option(gain, cost, frozenset({step, *loops}), frozenset(pages))


def _fewest(linked: dict[Way, set[int]], pages: set[int]) -> set[Way]:
    """Return links that reach all pages, each of them some that the earlier ones do not reach."""
    kept: set[Way] = set()
    covered: set[int] = set()
    for link in sorted(linked, key=lambda link: (-len(linked[link] & pages), str(link))):
        if (linked[link] & pages) - covered:
            kept.add(link)
            covered |= linked[link]
    return kept
