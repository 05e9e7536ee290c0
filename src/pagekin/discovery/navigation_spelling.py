"""Say the same navigation with plainer shapes: one that stands for several, as far as that takes fewer words.

Only the words change here, so ways are spelled anew rather than derived anew: that takes one look at each link for each
shape that is tried.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from pagekin.discovery.navigation_draft import Collection, KnownWays, NavigationDraft
from pagekin.discovery.site_links import SiteLinks
from pagekin.navigation.steps import ANY
from pagekin.urls.url_shapes import UrlShapes, is_deep

_PLAINER = 3  # shapes that are tried in place of several
_PLACES = 3  # at which links of such a shape are followed: more are no plainer than several shapes


class SpelledNavigation(NamedTuple):
    """A draft with certain shapes, how long it is, and how many pages it fetches."""

    url_shapes: UrlShapes
    shapes: Sequence[str]  # of all URLs
    draft: NavigationDraft
    length: float
    downloads: int


def spelled_plainly(
    spelled: SpelledNavigation, links: SiteLinks, given: AbstractSet[int], most: float
) -> SpelledNavigation:
    """Return the shortest that plainer shapes lead to, one after the other; it fetches at most so many pages."""
    while True:
        plainer = (
            one
            for shapes in plainer_shapes(spelled, links)
            for one in _with_shapes(shapes, spelled, links, given)
        )
        affordable = (one for one in plainer if one.downloads <= most)
        shortest = min(affordable, key=lambda one: one.length, default=spelled)
        if shortest.length >= spelled.length:
            return spelled
        spelled = shortest


def _with_shapes(
    url_shapes: UrlShapes, spelled: SpelledNavigation, links: SiteLinks, given: AbstractSet[int]
) -> Iterator[SpelledNavigation]:
    """Yield the same ways in other shapes, unless these would not tell hubs from targets."""
    shapes = url_shapes.shapes(links.explored.url_kinds)
    respelled = set(zip(spelled.shapes, shapes, strict=True))
    draft = spelled.draft.spelled(respelled)
    followed = {shape for _, _, shape in draft.ways}
    known = links.known_ways(given, shapes, followed)
    if draft.hubs & known.never_hubs:
        return
    length = links.description_length(known)
    merged = {there for here, there in respelled if here != there} & followed
    fetched = known.fetched(draft)
    yield SpelledNavigation(url_shapes, shapes, draft, length.of(draft, fetched), len(fetched))
    if (
        len(fetched) > spelled.downloads
    ):  # the new shape is that of more pages, which stand elsewhere
        for variant in _at_places(draft, known, merged):
            fetched = known.fetched(variant)
            said = length.of(variant, fetched)
            yield SpelledNavigation(url_shapes, shapes, variant, said, len(fetched))


def _at_places(
    draft: NavigationDraft, known: KnownWays, shapes: AbstractSet[str]
) -> Iterator[NavigationDraft]:
    """Yield the same with links of some shapes followed at a few places only, those that lead to most targets."""
    hubs = draft.hubs
    draft = draft.with_ways(way for way in draft.ways if way[2] not in shapes)
    for _ in range(_PLACES):
        fetched = known.fetched(draft)
        linked: defaultdict[Collection, set[int]] = defaultdict(set)
        for page in fetched & known.collections.keys():
            for place, urls in known.collections[page].items():
                if place[1] in shapes:
                    linked[place] |= (urls & known.targets) - fetched
        best = max(linked, key=lambda place: (len(linked[place]), place), default=None)
        if best is None or not linked[best]:
            return
        is_hub = hubs & {best[1]}
        draft = NavigationDraft(draft.starts, draft.ways | {(ANY, *best)}, draft.hubs | is_hub)
        yield draft


def plainer_shapes(
    spelled: SpelledNavigation, links: SiteLinks, most: int = _PLAINER
) -> list[UrlShapes]:
    """Return shapes with one that might stand for several of those in the ways, the broadest first."""
    hubs, shapes, kinds = spelled.draft.hubs, spelled.url_shapes, links.explored.url_kinds
    followed = {shape for _, _, shape in spelled.draft.ways}
    covered: defaultdict[tuple[str, bool], set[str]] = defaultdict(set)  # by hubs, or by targets
    instead: defaultdict[tuple[str, bool], set[str]] = defaultdict(set)
    for kind, shape in sorted(set(zip(kinds.of, spelled.shapes, strict=True))):
        if shape in followed:
            fixed = list(shapes.plainer(kinds.variables[kind]))
            for plainer in fixed:
                covered[plainer, shape in hubs].add(shape)
            for deep in shapes.deep(kinds.variables[kind]):
                covered[deep, shape in hubs].add(shape)
                instead[deep, shape in hubs].update(fixed)  # else they would stand for these
    several = {
        key: len(under)
        for key, under in covered.items()
        if len({shape.count("/") for shape in under} if is_deep(key[0]) else under) > 1
    }
    broad = sorted(several, key=lambda key: (-several[key], key))
    chosen = [
        *[key for key in broad if not is_deep(key[0])][:most],
        *[key for key in broad if is_deep(key[0])][:most],
    ]
    plain = shapes.plain
    return [UrlShapes(shapes.parts, plain - instead[key] | {key[0]}) for key in chosen]
