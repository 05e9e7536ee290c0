"""The links of a site as its navigation is derived from them: by page, place and shape of URL, with what they bring."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_draft import Collection, Way
from pagekin.dom.links import is_form_path
from pagekin.urls.url_shapes import UrlShapes

_MIXED = 0.25  # a collection of a page counts if this share of its links leads to targets…
_ONLY_WAY = 0.05  # …or this, for targets that no other has among fewer other pages: as little as a step is taken for
_PURE = 0.9  # links may be followed wherever they stand if this share leads to targets
_MOSTLY = 0.5  # of the links at a place lead to targets
_PLACES = 20  # that are tried: those with most targets
_NEAR = 200  # pages that are considered as starts: those with most targets, or next to other starts
_TARGET, _HUB, _OTHER = range(3)


class ListedHubs(NamedTuple):
    """Hubs of one shape, the loops between them, and the targets that they bring."""

    pages: set[int]
    loops: set[Way]
    brought: set[int]


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
        self.members = classes.members
        self.targets = classes.likely_targets() - explored.failed
        self.targets -= {url for url in self.targets if explored.is_view(url, self.members)}
        self.url_shapes = shapes or UrlShapes.of_kinds(
            explored.url_kinds, endpoints=True
        ).simplified(explored.url_kinds, self._roles())
        self.shapes = self.url_shapes.shapes(explored.url_kinds)
        self.pure_shapes = self._find_pure_shapes()
        # Without a rule, pages are targets by the shape that was followed: one cannot lead to hubs as well.
        self.never_hubs = (
            frozenset() if has_rule else frozenset(self.shapes[target] for target in self.targets)
        )
        self.collections = {page: self._collect(page) for page in explored.pages}
        self._purest = self._find_purest()
        self.brings = {page: self._precise(page) for page in explored.pages}
        for url, page in explored.duplicates.items():  # a redirect leads where its page leads
            if page in self.collections:
                self.collections[url] = self.collections[page]
                self.brings[url] = self.brings[page]
        self.lists = self._most_bringing()
        self.places = self._bringing_places()
        self._listed: dict[tuple[int, int, str], ListedHubs] = {}

    def brought_by(self, pages: Iterable[int]) -> set[int]:
        """Return the targets that some pages bring."""
        brought: set[int] = set()
        for page in pages:
            brought |= self.brings.get(page, set())
        return brought

    def are_mostly_targets(self, urls: set[int]) -> bool:
        """Return whether links may be followed wherever they stand."""
        return len(urls & self.targets) >= _PURE * len(urls)

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

    def hubs_listed(self, page: int, collection: Collection) -> "ListedHubs":
        """Return the hubs that a page lists, with those that they lead to in turn; found out once."""
        known = self._listed.get((page, *collection))
        if known is None:
            urls = self.collections[page][collection]
            pages, loops = self.closure(urls - self.targets, collection[1])
            known = ListedHubs(pages, loops, self.brought_by(pages))
            self._listed[page, *collection] = known
        return known

    def possible_indices(self, starts: Sequence[int]) -> list[int]:
        """Return the pages next to the starts; where nobody named one, those with most links to hubs."""
        if starts:
            near = {
                link
                for start in starts
                for collection in self.collections[start].values()
                for link in collection
            }
            return sorted(near)[:_NEAR]
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
        by_shape: defaultdict[str, set[int]] = defaultdict(set)
        for url, shape in enumerate(self.shapes):
            by_shape[shape].add(url)
        return {shape for shape, urls in by_shape.items() if self.are_mostly_targets(urls)}

    def _collect(self, page: int) -> dict[Collection, set[int]]:
        out = self.explored.outlinks[page]
        found: defaultdict[Collection, set[int]] = defaultdict(set)
        for target, path in zip(out.targets, out.paths, strict=True):
            found[path, self.shapes[target]].add(target)
        return found

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
