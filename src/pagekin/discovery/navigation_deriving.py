"""From what is known of a site to its navigation: the fewest downloads that reach the targets.

A greedy weighted set cover. At each turn it takes the option that brings most targets for each further
download. Options are to follow one more kind of links on pages that are fetched anyway (the broader the rule
for that, the better), to start from one more page, or to fetch all pages of a kind as hubs, with the loops
between them (next pages, page numbers, A to Z).

Lists come first, links from target to target after them: a page that the site adds is on its list, but other
targets need not name it. In the end, what can be said with less is (`navigation_shortening`), and targets that nothing
leads to are starts themselves.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_draft import (
    Collection,
    DescriptionLength,
    Kind,
    KnownWays,
    NavigationDraft,
    Way,
)
from pagekin.discovery.navigation_shortening import shortened
from pagekin.dom.links import is_form_path
from pagekin.navigation.steps import ANY, TARGET, Navigation, Step
from pagekin.urls.session_ids import suspected_session_ids
from pagekin.urls.url_shapes import UrlShapes, is_deep

_LISTED = 4  # targets that lists must add for each further download, to be taken before all else
_FEWEST_HUBS = 3  # that an index lists
_WORTH = 0.05  # targets that a step must add for each further download
_MIXED = 0.25  # a collection of a page counts if this share of its links leads to targets
_START = (
    2  # what a start costs: a download, and that pages which the site adds beside it are not seen
)
_PURE = 0.9  # links may be followed wherever they stand if this share leads to targets
_TARGET, _HUB, _OTHER = range(3)
_IN_VAIN = 0.05  # further pages for each target that fewer words may cost: there may be more than are known
_PLAINER = 3  # shapes that are tried in place of several
_NEAR = 200  # pages that are considered as starts: those with most targets, or next to other starts


@dataclass(frozen=True, slots=True)
class _Option:
    """Something that could be added to the navigation: what it brings and what it costs."""

    gain: int
    cost: int
    steps: frozenset[Way]
    pages: frozenset[int]  # that it downloads
    start: int | None = None
    hubs: str | None = None

    @property
    def worth(self) -> float:
        return self.gain / (self.cost + 0.5)

    @property
    def order(self) -> tuple[float, int, int, str]:
        """A key for sorting: the best option is the greatest; of equals the broadest; the rest in a fixed order."""
        broad = sum((kind == ANY) + (path is None) for kind, path, _ in self.steps)
        steps = sorted(self.steps, key=str)
        return self.worth, self.gain, broad, f"{self.start} {self.hubs} {steps}"


def derive(
    explored: ExploredSite,
    classes: LinkClasses,
    entries: Sequence[int],
    *,
    has_rule: bool = True,
) -> "NavigationDeriver":
    """Derive the navigation of a site from what is known of it; with plainer shapes, if that says it with less.

    With a rule, its crawler tells targets from other pages by itself.
    """
    best = NavigationDeriver(explored, classes, has_rule=has_rule)
    best.run(entries)
    while True:
        others = _with_plainer_shapes(best, entries)
        shortest = min(others, key=lambda deriving: deriving.length, default=best)
        if shortest.length >= best.length:
            return best
        best = shortest


def _with_plainer_shapes(
    deriving: "NavigationDeriver", entries: Sequence[int]
) -> Iterator["NavigationDeriver"]:
    for shapes in deriving.plainer_shapes():
        other = deriving.with_shapes(shapes)
        other.run(entries)
        if other.beside <= deriving.beside + _IN_VAIN * other.reached:
            yield other


class NavigationDeriver:
    """Derives the navigation of one site, with certain shapes of its URLs."""

    def __init__(
        self,
        explored: ExploredSite,
        classes: LinkClasses,
        *,
        has_rule: bool = True,
        shapes: UrlShapes | None = None,
    ) -> None:
        self._has_rule = has_rule
        self._classes = classes
        self._explored = explored
        self._members = classes.members
        self._chance = classes.chance
        self._targets = classes.likely_targets() - explored.failed
        self._targets -= {url for url in self._targets if explored.is_view(url, self._members)}
        self.url_shapes = shapes or UrlShapes.of_kinds(
            explored.url_kinds, endpoints=True
        ).simplified(explored.url_kinds, self._roles())
        self._shapes = self.url_shapes.shapes(explored.url_kinds)
        self._pure_shapes = self._find_pure_shapes()
        self._collections = {page: self._collect(page) for page in explored.pages}
        self._brings = {page: self._precise(page) for page in explored.pages}
        for url, page in explored.duplicates.items():  # a redirect leads where its page leads
            if page in self._collections:
                self._collections[url] = self._collections[page]
                self._brings[url] = self._brings[page]
        self._lists = self._most_bringing()
        self._through_targets = False  # whether links of targets are followed
        self._downloaded: set[int] = set()
        self._promised: set[int] = set()  # targets linked from downloaded pages
        self._starts: list[int] = []
        self._hubs: set[str] = set()
        self._steps: set[Way] = set()
        # The links of what is downloaded, by kind of page and collection.
        self._offers: defaultdict[Kind, defaultdict[Collection, set[int]]] = defaultdict(
            lambda: defaultdict(set)
        )

    def run(self, entries: Sequence[int]) -> None:
        """Take options until all targets are reached or no option is worth it; then say it with less."""
        self._starts = [entry for entry in entries if entry in self._collections]
        self._download(self._starts)
        self._cover(_LISTED)
        self._through_targets = True
        self._download(list(self._downloaded))
        self._cover(_WORTH)
        draft = NavigationDraft(tuple(self._starts), frozenset(self._steps), frozenset(self._hubs))
        known = KnownWays(self._collections, self._shapes, self._targets, self._members)
        urls, places = len(self._explored.urls), len(self._explored.paths)
        given = frozenset(self._starts) & set(entries)
        gone = self._explored.failed
        length = DescriptionLength(known, urls, places, given, gone, has_rule=self._has_rule)
        shorter = shortened(draft, known, length)
        # A few targets are named in fewer words than the way there takes, but names lead to nothing new.
        draft = shorter if shorter.ways else draft
        if not draft.starts:
            draft = draft.with_starts(self._starts[:1])
        reached = self._targets & known.fetched(draft)
        strays = self._targets - reached - self._of_other_sessions(reached)
        named = [stray for stray in sorted(strays) if draft.ways and self._may_start(stray)]
        self._draft = draft.with_starts([*draft.starts, *named])
        self._fetched = known.fetched(self._draft)
        self.length = length.of(self._draft, self._fetched)

    @property
    def beside(self) -> int:
        """How many of the pages that the navigation fetches are no targets."""
        return len(self._fetched - self._targets)

    def _of_other_sessions(self, reached: AbstractSet[int]) -> set[int]:
        """Return the targets whose addresses differ from those of some others only in what may be a session id."""
        urls = self._explored.urls
        addresses = [urls[target] for target in sorted(reached)]
        found: set[int] = set()
        for session in suspected_session_ids(addresses):
            plain = set(map(session.without, addresses))
            found |= {one for one in self._targets - reached if session.without(urls[one]) in plain}
        return found

    def with_shapes(self, shapes: UrlShapes) -> "NavigationDeriver":
        """Return one for the same site with other shapes."""
        return NavigationDeriver(
            self._explored, self._classes, has_rule=self._has_rule, shapes=shapes
        )

    def plainer_shapes(self) -> list[UrlShapes]:
        """Return shapes with one that might stand for several of those in the ways, the broadest first."""
        hubs, shapes, kinds = self._draft.hubs, self.url_shapes, self._explored.url_kinds
        followed = {shape for _, _, shape in self._draft.ways}
        covered: defaultdict[tuple[str, bool], set[str]] = defaultdict(
            set
        )  # by hubs, or by targets
        instead: defaultdict[tuple[str, bool], set[str]] = defaultdict(set)
        for kind, shape in sorted(set(zip(kinds.of, self._shapes, strict=True))):
            if shape in followed:
                fixed = list(shapes.plainer(kinds.variables[kind]))
                for plainer in fixed if shape not in hubs else ():
                    covered[plainer, False].add(shape)
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
            *[key for key in broad if not is_deep(key[0])][:_PLAINER],
            *[key for key in broad if is_deep(key[0])][:_PLAINER],
        ]
        plain = shapes.plain
        return [UrlShapes(shapes.parts, plain - instead[key] | {key[0]}) for key in chosen]

    def _cover(self, worth: float) -> None:
        while self._targets - self._downloaded:
            best = max(self._options(), key=lambda option: option.order, default=None)
            if best is None or best.worth < worth:
                return
            self._take(best)

    def navigation(self) -> Navigation:
        """Return the result with names instead of numbers."""
        urls, paths = self._explored.urls, self._explored.paths
        named = sorted(
            (
                urls[kind] if isinstance(kind, int) else kind,
                shape,
                "" if path is None else paths[path],
            )
            for kind, path, shape in self._draft.ways
        )
        hubs = self._draft.hubs
        steps = tuple(
            Step(source, shape if shape in hubs else TARGET, shape=shape, path=path or None)
            for source, shape, path in named
        )
        starts = tuple(urls[start] for start in self._draft.starts)
        return Navigation(starts, steps, tuple(sorted(self.url_shapes.parts)), self._plain(steps))

    def _plain(self, steps: Iterable[Step]) -> tuple[str, ...]:
        """Return the plain shapes that the steps use; beside deep ones all, which they do not stand for."""
        used = {str(step.shape) for step in steps}
        if any(map(is_deep, used)):
            used.update(self._shapes)
        return tuple(sorted(self.url_shapes.plain & used))

    @property
    def reached(self) -> int:
        """How many pages the navigation will find: targets seen once each, likely ones by their chance."""
        seen = {
            self._explored.duplicates.get(url, url) for url in self._reached & self._explored.done
        }
        likely = (self._chance[url] for url in sorted(self._reached - self._explored.done))
        return len(seen) + round(sum(likely))

    @property
    def missed(self) -> tuple[str, ...]:
        """The URLs of the likely targets that the navigation does not reach, sorted."""
        return tuple(sorted(self._explored.urls[url] for url in self._targets - self._reached))

    @property
    def target_urls(self) -> tuple[str, ...]:
        """The URLs of the likely targets that the navigation reaches, sorted."""
        return tuple(sorted(self._explored.urls[target] for target in self._reached))

    @property
    def _reached(self) -> set[int]:
        return self._targets & self._fetched

    def kinds(self) -> dict[str, list[int]]:
        """Return the URLs seen, by the kind of page that they lead to."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for url, shape in enumerate(self._shapes):
            found[TARGET if url in self._targets else shape].append(url)
        return found

    def _collect(self, page: int) -> dict[Collection, set[int]]:
        out = self._explored.outlinks[page]
        found: defaultdict[Collection, set[int]] = defaultdict(set)
        for target, path in zip(out.targets, out.paths, strict=True):
            found[path, self._shapes[target]].add(target)
        return found

    def _roles(self) -> list[int | None]:
        """Sort URLs into targets, pages that link to targets, and others; None: not fetched."""
        roles: list[int | None] = [None] * len(self._explored.urls)
        for page in self._explored.pages:
            out = self._explored.outlinks[page]
            leads = not self._targets.isdisjoint(out.targets)
            roles[page] = _HUB if leads else _OTHER
        for target in self._targets:
            roles[target] = _TARGET
        return roles

    def _find_pure_shapes(self) -> set[str]:
        """Return the shapes of URLs that hardly anything but targets has."""
        counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        for url, shape in enumerate(self._shapes):
            counts[shape][url in self._targets] += 1
        return {
            shape for shape, (others, good) in counts.items() if good >= _PURE * (good + others)
        }

    def _precise(self, page: int) -> set[int]:
        """Return the targets in those of a page's collections that hold mostly targets."""
        found: set[int] = set()
        for urls in self._collections[page].values():
            good = urls & self._targets
            if len(good) >= _MIXED * len(urls):
                found |= good
        return found

    def _kinds(self, page: int) -> Iterator[Kind]:
        """Yield those kinds of a page whose links may be followed."""
        if page in self._starts:
            yield page
        if page in self._members:
            yield TARGET
        elif self._shapes[page] in self._hubs:
            yield self._shapes[page]

    def _download(self, pages: Iterable[int]) -> None:
        """Count pages as downloaded, offer their links, and follow those that are followed on any page."""
        unfinished = list(pages)
        while unfinished:
            page = unfinished.pop()
            self._downloaded.add(page)
            if page not in self._collections:
                continue
            if page in self._members and not self._through_targets and page not in self._starts:
                continue
            kinds = list(self._kinds(page))
            if kinds:
                self._promised |= self._brings[page]
            for collection, urls in self._collections[page].items():
                for kind in kinds:
                    self._offers[kind][collection] |= urls
                if (ANY, None, collection[1]) in self._steps:
                    unfinished.extend(urls - self._downloaded)

    def _options(self) -> Iterator[_Option]:
        need = self._targets - self._downloaded
        yield from self._broad_options(need)
        for kind, collections in self._offers.items():
            for (path, shape), urls in collections.items():
                yield from self._follow(kind, path, shape, urls, need)
        for page in self._lists:
            if page not in self._downloaded:
                gain = len(self._brings[page] & need - self._promised)
                if gain > 1:  # else it is the target that could be named
                    cost = _START + self._parameters(page)
                    yield _Option(gain, cost, frozenset(), frozenset({page}), start=page)
        need -= self._promised
        yield from self._hub_options(need)
        yield from self._index_options(need)
        yield from self._way_options(need)

    def _most_bringing(self) -> list[int]:
        """Return the pages that may be starts, those that bring most targets first."""
        bring = (page for page in self._explored.pages if len(self._brings[page]) > 1)
        most = sorted(bring, key=lambda page: (-len(self._brings[page]), page))
        return [page for page in most[: 2 * _NEAR] if self._may_start(page)][:_NEAR]

    def _parameters(self, page: int) -> int:
        """Return the number of parameters of a page's URL: each may change when the site does."""
        query = self._explored.urls[page].partition("?")[2]
        return query.count("&") + bool(query)

    def _may_start(self, page: int) -> bool:
        """Return whether a page can be a start.

        Answers of a form cannot, since the form may get more options; nor can pages of a domain whose depth
        is limited, since depth counts from what a person named.
        """
        if self._explored.scope.limits_depth(self._explored.urls[page]):
            return False
        paths = self._explored.inlink_paths.get(page, ())
        return not paths or not all(is_form_path(self._explored.paths[path]) for path in paths)

    def _follow(
        self, kind: Kind, path: int | None, shape: str, urls: set[int], need: set[int]
    ) -> Iterator[_Option]:
        """Return the option to follow certain links on pages that are downloaded anyway."""
        step = kind, path, shape
        gain = len(urls & need) if step not in self._steps else 0
        if gain:
            cost = len(urls - self._targets - self._downloaded)
            yield _Option(gain, cost, frozenset({step}), frozenset(urls))

    def _broad_options(self, need: set[int]) -> Iterator[_Option]:
        """Yield links that may be followed anywhere on pages of a kind, or on any page."""
        everywhere: defaultdict[str, set[int]] = defaultdict(set)
        for kind, collections in self._offers.items():
            here: defaultdict[str, set[int]] = defaultdict(set)
            for (_, shape), urls in collections.items():
                here[shape] |= urls
            for shape, urls in here.items():
                everywhere[shape] |= urls
                if len(urls & self._targets) >= _PURE * len(urls):
                    yield from self._follow(kind, None, shape, urls, need)
        for shape, urls in everywhere.items():
            if shape in self._pure_shapes:
                yield from self._follow(ANY, None, shape, urls, need)

    def _way_options(self, need: set[int]) -> Iterator[_Option]:
        """Yield further ways to hubs of a kind that is followed already."""
        for kind, collections in self._offers.items():
            for (path, shape), urls in collections.items():
                step = kind, path, shape
                if shape not in self._hubs or step in self._steps:
                    continue
                new = urls - self._targets - self._downloaded
                pages, loops = self._closure(new, shape)
                gain = len(self._brought_by(pages) & need)
                if gain:
                    cost = len(pages - self._downloaded)
                    yield _Option(gain, cost, frozenset({step, *loops}), frozenset(pages))

    def _index_options(self, need: set[int]) -> Iterator[_Option]:
        """Yield pages to start from that list hubs: one more download, and all pages of a kind."""
        for page in self._possible_indices():
            if page in self._downloaded or page in self._members or page not in self._collections:
                continue
            if self._explored.scope.limits_depth(self._explored.urls[page]):
                continue
            for (path, shape), urls in self._collections[page].items():
                if len(urls - self._targets) < _FEWEST_HUBS:
                    continue
                if not any(self._brings.get(url) for url in urls):
                    continue
                pages, loops = self._closure(urls - self._targets, shape)
                gain = len(self._brought_by(pages) & need)
                if gain:
                    steps = frozenset({(page, path, shape), *loops})
                    cost = len(pages - self._downloaded) + 1
                    yield _Option(gain, cost, steps, frozenset({page, *pages}), page, shape)

    def _possible_indices(self) -> list[int]:
        """Return the pages next to the starts; where nobody named one, those with most links to hubs."""
        if self._starts:
            near = {
                link
                for start in self._starts
                for collection in self._collections[start].values()
                for link in collection
            }
            return sorted(near)[:_NEAR]
        hubs = {page for page, brings in self._brings.items() if brings} - self._targets
        linked = {
            page: len(set().union(*collections.values()) & hubs)
            for page, collections in self._collections.items()
        }
        return sorted(linked, key=lambda page: (-linked[page], page))[:_NEAR]

    def _brought_by(self, pages: Iterable[int]) -> set[int]:
        brought: set[int] = set()
        for page in pages:
            brought |= self._brings.get(page, set())
        return brought

    def _hub_options(self, need: set[int]) -> Iterator[_Option]:
        """Yield whole kinds of pages that are linked from what is downloaded, loops included."""
        ways: defaultdict[str, dict[Way, set[int]]] = defaultdict(dict)
        for kind, collections in self._offers.items():
            for (path, shape), urls in collections.items():
                others = urls - self._targets
                if others and shape not in self._hubs:
                    ways[shape][kind, path, shape] = others
        for shape, linked in ways.items():
            first = set().union(*linked.values())
            pages, loops = self._closure(first, shape)
            gain = len(self._brought_by(pages) & need)
            if gain:
                steps = loops | _fewest(linked, first if loops else pages)
                cost = len(pages - self._downloaded)
                yield _Option(gain, cost, frozenset(steps), frozenset(pages), hubs=shape)

    def _closure(self, first: set[int], shape: str) -> tuple[set[int], set[Way]]:
        """Follow the links between hubs of one shape to the end."""
        pages, unfinished = set(first), list(first)
        loops: set[Way] = set()
        while unfinished:
            for (path, to), urls in self._collections.get(unfinished.pop(), {}).items():
                new = urls - pages - self._targets if to == shape else set()
                if new:
                    loops.add((shape, path, shape))
                    pages |= new
                    unfinished.extend(new)
        return pages, loops

    def _take(self, option: _Option) -> None:
        self._steps |= option.steps
        if option.start is not None:
            self._starts.append(option.start)
        if option.hubs is not None:
            self._hubs.add(option.hubs)
        # Pages that were downloaded already may have become hubs just now, or have links to follow.
        again = self._downloaded if any(kind == ANY for kind, _, _ in option.steps) else ()
        self._download([*option.pages, *again])


def _fewest(linked: dict[Way, set[int]], pages: set[int]) -> set[Way]:
    """Return links that reach all pages, each of them some that the earlier ones do not reach."""
    kept: set[Way] = set()
    covered: set[int] = set()
    for link in sorted(linked, key=lambda link: (-len(linked[link] & pages), str(link))):
        if (linked[link] & pages) - covered:
            kept.add(link)
            covered |= linked[link]
    return kept
