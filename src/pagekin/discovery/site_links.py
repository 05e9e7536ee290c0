"""The links of a site as its navigation is derived from them: by page, place and shape of URL, with what they bring."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import NamedTuple

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_draft import Collection, DescriptionLength, KnownWays, Way
from pagekin.dom.links import is_form_path, is_index_path
from pagekin.urls.url_shapes import UrlShapes

_MIXED = 0.25  # a collection of a page counts if this share of its links leads to targets…
_ONLY_WAY = 0.05  # …or this, for targets that no other has among fewer other pages: as little as a step is taken for
_PURE = 0.9  # links may be followed wherever they stand if this share leads to targets
_MOSTLY = 0.5  # of the links at a place lead to targets
_PLACES = 20  # that are tried: those with most targets
_NEAR = 200  # pages that are considered as starts: those with most targets, or next to other starts
_FEWEST_HUBS = 3  # that an index lists
_TARGET, _HUB, _OTHER = range(3)


class LinkedHubs(NamedTuple):
    """Hubs of one shape, the loops between them, the targets that they bring, and the fewest ways to all of them."""

    pages: set[int]
    loops: set[Way]
    brought: set[int]
    ways: set[Way]


class SiteLinks:
    """All links seen, with certain shapes of the site's URLs, and the targets that they lead to.

    With a rule, its crawler tells targets from other pages by itself. `brings` has for each page the targets in those of its collections that hold mostly targets.
    """

    def __init__(
        self,
        explored: ExploredSite,
        classes: LinkClasses,
        shapes: UrlShapes | None = None,
        *,
        has_rule: bool = True,
    ) -> None:
        self.explored = explored
        self.classes = classes
        kin, same = classes.members, explored.duplicates
        self.members = kin | {url for url, page in same.items() if page in kin}
        self.targets = classes.likely_targets() - explored.failed
        self.targets -= {url for url in self.targets if explored.is_view(url, self.members)}
        self.url_shapes = shapes or self._plainest_shapes()
        self.shapes = self.url_shapes.shapes(explored.url_kinds)
        self.pure_shapes = self._find_pure_shapes()
        self._has_rule = has_rule
        self.never_hubs = self._shapes_of_no_hubs(self.shapes)
        self.collections = self._grouped(self.shapes)
        self._purest = self._find_purest()
        self.brings = {page: self._precise(page) for page in explored.pages}
        for url, page in explored.duplicates.items():  # a redirect leads where its page leads
            if page in self.brings:
                self.brings[url] = self.brings[page]
        self.lists = self._most_bringing()
        self.places = self._bringing_places()
        self._listed: dict[int, Mapping[Collection, list[LinkedHubs]]] = {}

    def with_shapes(self, shapes: UrlShapes) -> "SiteLinks":
        """Return the same links with other shapes."""
        return SiteLinks(self.explored, self.classes, shapes, has_rule=self._has_rule)

    def known_ways(
        self,
        given: AbstractSet[int],
        shapes: Sequence[str] | None = None,
        only: AbstractSet[str] | None = None,
    ) -> KnownWays:
        """Return the pages and links to try drafts on; with other shapes and some of these only, if asked for."""
        collections = self.collections if shapes is None else self._grouped(shapes, only)
        shapes = shapes or self.shapes
        never_hubs = self._shapes_of_no_hubs(shapes)
        return KnownWays(
            collections, shapes, self.targets, self.members, given, never_hubs=never_hubs
        )

    def description_length(self, known: KnownWays) -> DescriptionLength:
        """Return what it takes to say drafts."""
        explored, has_rule = self.explored, self._has_rule
        sizes = len(explored.urls), len(explored.paths)
        return DescriptionLength(known, *sizes, explored.failed, has_rule=has_rule)

    def _shapes_of_no_hubs(self, shapes: Sequence[str]) -> frozenset[str]:
        """Return the shapes that no hubs can have, if URLs have these.

        Without a rule, pages are targets by the shape that was followed: one cannot lead to hubs as well.
        """
        return frozenset() if self._has_rule else frozenset(shapes[url] for url in self.targets)

    def _grouped(
        self, shapes: Sequence[str], only: AbstractSet[str] | None = None
    ) -> dict[int, dict[Collection, set[int]]]:
        """Return the links of each page by their place and the shape of their URLs; on request only of some shapes."""
        explored = self.explored
        found: dict[int, dict[Collection, set[int]]] = {}
        for page in explored.pages:
            out = explored.outlinks[page]
            here = found[page] = defaultdict(set)
            for target, path in zip(out.targets, out.paths, strict=True):
                shape = shapes[target]
                if only is None or shape in only:
                    here[path, shape].add(target)
        for url, page in explored.duplicates.items():  # a redirect leads where its page leads
            if page in found:
                found[url] = found[page]
        return found

    def brought_by(self, pages: Iterable[int]) -> set[int]:
        """Return the targets that some pages bring."""
        brought: set[int] = set()
        for page in pages:
            brought |= self.brings.get(page, set())
        return brought

    def are_pure(self, targets: int, urls: int) -> bool:
        """Return whether links may be followed wherever they stand, if so many of them lead to targets."""
        return targets >= _PURE * urls

    def closure(self, first: set[int], shape: str) -> tuple[set[int], set[Way]]:
        """Follow the links between hubs of one shape to the end."""
        pages, unfinished = set(first), list(first)
        loops: set[Way] = set()
        while unfinished:
            for (path, to), urls in self.collections.get(unfinished.pop(), {}).items():
                new = urls - pages - self.targets if to == shape else set()
                if new:
                    loops.add((shape, path, shape))
                    pages |= new
                    unfinished.extend(new)
        return pages, loops

    def hubs_linked(self, ways: Mapping[Way, set[int]], shape: str) -> list[LinkedHubs]:
        """Return the hubs that some ways lead to: with those that they lead to in turn; without; those of each way alone.

        Where all addresses are of one shape, what hubs lead to in turn is the whole site.
        """
        first = set().union(*ways.values())
        pages, loops = self.closure(first, shape)
        found = [LinkedHubs(pages, loops, self.brought_by(pages), _fewest(ways, first))]
        if loops:
            found.append(LinkedHubs(first, set(), self.brought_by(first), _fewest(ways, first)))
        if len(ways) > 1:
            found += [
                LinkedHubs(urls, set(), self.brought_by(urls), {way}) for way, urls in ways.items()
            ]
        return found

    def hubs_listed(self, page: int) -> Mapping[Collection, list[LinkedHubs]]:
        """Return the hubs that a page lists and that bring targets, by the collections it lists them in; found out once."""
        known = self._listed.get(page)
        if known is None:
            known = self._listed[page] = {
                (path, shape): self.hubs_linked({(page, path, shape): urls - self.targets}, shape)
                for (path, shape), urls in self._indexing(page)
            }
        return known

    def _indexing(self, page: int) -> Iterator[tuple[Collection, set[int]]]:
        """Yield the collections for which a page may be a start: they list several pages that bring targets."""
        if page in self.members or self.explored.scope.limits_depth(self.explored.urls[page]):
            return
        for collection, urls in self.collections.get(page, {}).items():
            several = len(urls - self.targets) >= _FEWEST_HUBS
            may_be_hubs = several and collection[1] not in self.never_hubs
            if may_be_hubs and any(self.brings.get(url) for url in urls):
                yield collection, urls

    def possible_indices(self, starts: Sequence[int]) -> list[int]:
        """Return the pages next to the starts; where nobody named one, those with most links to hubs."""
        if not starts:
            return self._most_linking
        near = {
            link
            for start in starts
            for collection in self.collections[start].values()
            for link in collection
        }
        return sorted(near)[:_NEAR]

    @cached_property
    def _most_linking(self) -> list[int]:
        hubs = {page for page, brings in self.brings.items() if brings} - self.targets
        linked = {
            page: len(set().union(*collections.values()) & hubs)
            for page, collections in self.collections.items()
        }
        return sorted(linked, key=lambda page: (-linked[page], page))[:_NEAR]

    def may_start(self, page: int) -> bool:
        """Return whether a page can be a start.

        Answers of a form cannot, since the form may get more options; nor can pages of a domain whose depth
        is limited, since depth counts from what a person named.
        """
        if self.explored.scope.limits_depth(self.explored.urls[page]):
            return False
        paths = self.explored.inlink_paths.get(page, ())
        return not paths or not all(is_form_path(self.explored.paths[path]) for path in paths)

    def parameters(self, page: int) -> int:
        """Return the number of parameters of a page's URL: each may change when the site does."""
        query = self.explored.urls[page].partition("?")[2]
        return query.count("&") + bool(query)

    def _plainest_shapes(self) -> UrlShapes:
        """Return the shapes that tell targets, pages that link to them and others apart, and sitemaps by their words.

        A sitemap of the same name but for the number lists more of the same.
        """
        explored, kinds = self.explored, self.explored.url_kinds
        index = {number for number, path in enumerate(explored.paths) if is_index_path(path)}
        named = (url for url, paths in explored.inlink_paths.items() if paths & index)
        shapes = UrlShapes.of_kinds(kinds, endpoints=True).with_words(kinds, named)
        return shapes.simplified(kinds, self._roles())

    def _roles(self) -> list[int | None]:
        """Sort URLs into targets, pages that link to targets, and others; None: not fetched."""
        roles: list[int | None] = [None] * len(self.explored.urls)
        for page in self.explored.pages:
            out = self.explored.outlinks[page]
            leads = not self.targets.isdisjoint(out.targets)
            roles[page] = _HUB if leads else _OTHER
        for target in self.targets:
            roles[target] = _TARGET
        return roles

    def _find_pure_shapes(self) -> set[str]:
        """Return the shapes of URLs that hardly anything but targets has."""
        all_urls = Counter(self.shapes)
        targets = Counter(self.shapes[target] for target in self.targets)
        return {shape for shape, urls in all_urls.items() if self.are_pure(targets[shape], urls)}

    def _precise(self, page: int) -> set[int]:
        """Return the targets in those of a page's collections that hold mostly targets, or that are the only way."""
        found: set[int] = set()
        for urls in self.collections[page].values():
            good = urls & self.targets
            share = len(good) / len(urls)
            if share >= _MIXED:
                found |= good
            elif share >= _ONLY_WAY:
                found.update(target for target in good if self._purest[target] <= share)
        return found

    def _find_purest(self) -> dict[int, float]:
        """Return for each target the share of targets in the collection that has most of them beside it."""
        found: defaultdict[int, float] = defaultdict(float)
        for page in self.explored.pages:
            for urls in self.collections[page].values():
                good = urls & self.targets
                for target in good:
                    found[target] = max(found[target], len(good) / len(urls))
        return found

    def _bringing_places(self) -> list[Collection]:
        """Return the places on pages where most targets are linked, of those that hold mostly targets."""
        linked: defaultdict[Collection, set[int]] = defaultdict(set)
        for page in self.explored.pages:
            for collection, urls in self.collections[page].items():
                linked[collection] |= urls
        good = {place: len(urls & self.targets) for place, urls in linked.items()}
        mostly = [place for place, count in good.items() if count > _MOSTLY * len(linked[place])]
        return sorted(mostly, key=lambda place: (-good[place], place))[:_PLACES]

    def _most_bringing(self) -> list[int]:
        """Return the pages that may be starts, those that bring most targets first."""
        bring = (page for page in self.explored.pages if len(self.brings[page]) > 1)
        most = sorted(bring, key=lambda page: (-len(self.brings[page]), page))
        return [page for page in most[: 2 * _NEAR] if self.may_start(page)][:_NEAR]


def _fewest(linked: Mapping[Way, set[int]], pages: set[int]) -> set[Way]:
    """Return links that reach all pages, each of them some that the earlier ones do not reach."""
    kept: set[Way] = set()
    covered: set[int] = set()
    for link in sorted(linked, key=lambda link: (-len(linked[link] & pages), str(link))):
        if (linked[link] & pages) - covered:
            kept.add(link)
            covered |= linked[link]
    return kept
