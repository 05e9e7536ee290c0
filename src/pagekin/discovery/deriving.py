"""From what is known of a site to its navigation: the fewest downloads that reach the targets.

A greedy weighted set cover. At each turn it takes what brings most targets per further download: to follow
one more kind of links on pages that are fetched anyway, to start from one more page, or to fetch all pages
of a kind that serve as hubs, with the loops between them (next pages, page numbers, A to Z).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pagekin.discovery.explored import Explored
from pagekin.discovery.link_classes import LinkClasses
from pagekin.navigation.steps import TARGET, Navigation, Step

_NAMED = 0.05  # a page is a start of its own if it adds this share of all targets
_FEWEST_HUBS = 3  # that an index lists
_WORTH = 0.1  # targets that a step must add per further download

Collection = tuple[int, str]  # root-to-anchor path, form
Kind = int | str  # a start page, the form of hubs, or `target`
_Link = tuple[Kind, int, str]  # on pages of a kind, links of a collection


@dataclass(frozen=True, slots=True)
class _Option:
    """Something that could be added: what it brings, what it costs."""

    gain: int
    cost: int
    steps: frozenset[_Link]
    pages: frozenset[int]  # that it downloads
    start: int | None = None
    hubs: str | None = None

    @property
    def worth(self) -> float:
        return self.gain / (self.cost + 0.5)

    @property
    def order(self) -> tuple[float, int, str]:
        """The best first; a fixed order among equals."""
        return self.worth, self.gain, f"{self.start} {self.hubs} {sorted(self.steps, key=str)}"


class Deriving:
    """Derives the navigation of one site."""

    def __init__(self, explored: Explored, classes: LinkClasses) -> None:
        self._explored = explored
        self._members = classes.members
        self._targets = classes.likely_targets() - explored.failed
        chosen = [url in self._targets for url in range(len(explored.urls))]
        self.url_forms = classes.forms.simplified(explored.urls, chosen)
        self._forms = [self.url_forms.form(url) for url in explored.urls]
        self._collections = {page: self._collect(page) for page in explored.pages}
        self._brings = {page: self._precise(page) for page in explored.pages}
        self._downloaded: set[int] = set()
        self._starts: list[int] = []
        self._hubs: set[str] = set()
        self._steps: set[_Link] = set()
        # The links of what is downloaded, by kind of page and collection.
        self._offers: defaultdict[Kind, defaultdict[Collection, set[int]]] = defaultdict(
            lambda: defaultdict(set)
        )

    def run(self, entries: Iterable[int]) -> None:
        """Take what is worth it until all targets are reached or nothing is."""
        self._starts = [entry for entry in entries if entry in self._collections]
        self._download(self._starts)
        while self._targets - self._downloaded:
            best = max(self._options(), key=lambda option: option.order, default=None)
            if best is None or best.worth < _WORTH:
                return
            self._take(best)

    def navigation(self) -> Navigation:
        """Give the result in names instead of numbers."""
        urls, paths = self._explored.urls, self._explored.paths
        named = sorted(
            (urls[kind] if isinstance(kind, int) else kind, form, paths[path])
            for kind, path, form in self._steps
        )
        steps = tuple(
            Step(source, form if form in self._hubs else TARGET, form=form, path=path)
            for source, form, path in named
        )
        used = {step.source for step in steps}
        starts = tuple(urls[s] for s in self._starts if urls[s] in used or s in self._members)
        starts = starts or (urls[self._starts[0]],)
        return Navigation(starts, steps, tuple(sorted(self.url_forms.parts)), self._plain(steps))

    def _plain(self, steps: Iterable[Step]) -> tuple[str, ...]:
        """Give the plain forms that the steps use."""
        return tuple(sorted(self.url_forms.plain & {str(step.form) for step in steps}))

    @property
    def reached(self) -> int:
        """How many of the likely targets the navigation reaches."""
        return len(self._targets & self._downloaded)

    def kinds(self) -> dict[str, list[int]]:
        """Give the URLs seen by the kind of page they lead to."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for url, form in enumerate(self._forms):
            found[TARGET if url in self._targets else form].append(url)
        return found

    def _collect(self, page: int) -> dict[Collection, set[int]]:
        out = self._explored.outlinks[page]
        found: defaultdict[Collection, set[int]] = defaultdict(set)
        for target, path in zip(out.targets, out.paths, strict=True):
            found[path, self._forms[target]].add(target)
        return found

    def _precise(self, page: int) -> set[int]:
        """Give the targets in those of a page's collections that hold mostly targets."""
        found: set[int] = set()
        for urls in self._collections[page].values():
            good = urls & self._targets
            if 2 * len(good) >= len(urls):
                found |= good
        return found

    def _kinds(self, page: int) -> Iterator[Kind]:
        """Give the kinds that a page is of, of those whose links may be followed."""
        if page in self._starts:
            yield page
        if page in self._members:
            yield TARGET
        elif self._forms[page] in self._hubs:
            yield self._forms[page]

    def _download(self, pages: Iterable[int]) -> None:
        """Count pages as downloaded, and offer their links."""
        for page in pages:
            self._downloaded.add(page)
            for kind in self._kinds(page) if page in self._collections else ():
                for collection, urls in self._collections[page].items():
                    self._offers[kind][collection] |= urls

    def _options(self) -> Iterator[_Option]:
        need = self._targets - self._downloaded
        for kind, collections in self._offers.items():
            for (path, form), urls in collections.items():
                step = kind, path, form
                gain = len(urls & need) if step not in self._steps else 0
                if gain:
                    cost = len(urls - self._targets - self._downloaded)
                    yield _Option(gain, cost, frozenset({step}), frozenset(urls))
        least = _NAMED * len(self._targets)
        for page, brings in self._brings.items():
            if len(brings) >= least and page not in self._downloaded and page not in self._members:
                gain = len(brings & need)
                if gain >= least:
                    yield _Option(gain, 1, frozenset(), frozenset({page}), start=page)
        yield from self._hub_options(need)
        yield from self._index_options(need)
        yield from self._way_options(need)

    def _way_options(self, need: set[int]) -> Iterator[_Option]:
        """Give further ways to hubs of a kind that is followed already."""
        for kind, collections in self._offers.items():
            for (path, form), urls in collections.items():
                step = kind, path, form
                if form not in self._hubs or step in self._steps:
                    continue
                new = urls - self._targets - self._downloaded
                pages, loops = self._closure(new, form)
                gain = len(self._brought_by(pages) & need)
                if gain:
                    cost = len(pages - self._downloaded)
                    yield _Option(gain, cost, frozenset({step, *loops}), frozenset(pages))

    def _index_options(self, need: set[int]) -> Iterator[_Option]:
        """Give pages to start from that list hubs: one more download, and all pages of a kind."""
        near = {link for start in self._starts for link in self._explored.outlinks[start].targets}
        for page in sorted(near):
            if page in self._downloaded or page in self._members or page not in self._collections:
                continue
            for (path, form), urls in self._collections[page].items():
                if form in self._hubs or len(urls - self._targets) < _FEWEST_HUBS:
                    continue
                pages, loops = self._closure(urls - self._targets, form)
                gain = len(self._brought_by(pages) & need)
                if gain:
                    steps = frozenset({(page, path, form), *loops})
                    cost = len(pages - self._downloaded) + 1
                    yield _Option(gain, cost, steps, frozenset({page, *pages}), page, form)

    def _brought_by(self, pages: Iterable[int]) -> set[int]:
        brought: set[int] = set()
        for page in pages:
            brought |= self._brings.get(page, set())
        return brought

    def _hub_options(self, need: set[int]) -> Iterator[_Option]:
        """Give whole kinds of pages that are linked from what is downloaded, loops included."""
        ways: defaultdict[str, list[_Link]] = defaultdict(list)
        for kind, collections in self._offers.items():
            for (path, form), urls in collections.items():
                if form not in self._hubs and urls - self._targets:
                    ways[form].append((kind, path, form))
        for form, links in ways.items():
            linked = {link: self._offered(link) - self._targets for link in links}
            first = set().union(*linked.values())
            pages, loops = self._closure(first, form)
            gain = len(self._brought_by(pages) & need)
            if gain:
                steps = loops | _fewest(linked, first if loops else pages)
                cost = len(pages - self._downloaded)
                yield _Option(gain, cost, frozenset(steps), frozenset(pages), hubs=form)

    def _offered(self, link: _Link) -> set[int]:
        kind, path, form = link
        return self._offers[kind][path, form]

    def _closure(self, first: set[int], form: str) -> tuple[set[int], set[_Link]]:
        """Follow the links between hubs of one form to the end."""
        pages, unfinished = set(first), list(first)
        loops: set[_Link] = set()
        while unfinished:
            for (path, to), urls in self._collections.get(unfinished.pop(), {}).items():
                new = urls - pages - self._targets if to == form else set()
                if new:
                    loops.add((form, path, form))
                    pages |= new
                    unfinished.extend(new)
        return pages, loops

    def _take(self, option: _Option) -> None:
        self._steps |= option.steps
        if option.start is not None:
            self._starts.append(option.start)
        if option.hubs is not None:
            self._hubs.add(option.hubs)
        # Pages that were downloaded already may have become hubs just now.
        self._download(option.pages)


def _fewest(linked: dict[_Link, set[int]], pages: set[int]) -> set[_Link]:
    """Choose links so that each brings pages which the earlier ones do not."""
    kept: set[_Link] = set()
    covered: set[int] = set()
    for link in sorted(linked, key=lambda link: (-len(linked[link] & pages), str(link))):
        if (linked[link] & pages) - covered:
            kept.add(link)
            covered |= linked[link]
    return kept
