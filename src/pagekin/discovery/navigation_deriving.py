"""From what is known of a site to its navigation: the fewest downloads that reach the targets.

A greedy weighted set cover. At each turn it takes what brings most targets per further download: to follow
one more kind of links on pages that are fetched anyway (the broader a rule for that, the better), to start
from one more page, or to fetch all pages of a kind that serve as hubs, with the loops between them (next
pages, page numbers, A to Z).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.dom.links import is_form_path
from pagekin.navigation.steps import ANY, TARGET, Navigation, Step
from pagekin.urls.url_shapes import UrlShapes

_NAMED = 0.05  # a page is a start of its own if it adds this share of all targets
_FEWEST_HUBS = 3  # that an index lists
_WORTH = 0.05  # targets that a step must add per further download
_MIXED = 0.25  # of a page's collections those count in which this share leads to targets
_START = 2  # what a start of its own costs: a download, and that pages added beside it are not seen
_PURE = 0.9  # links may be followed whatever their place if this share leads to targets
_TARGET, _HUB, _OTHER = range(3)
_NEAR = 200  # pages next to the starts that are considered as indices

Collection = tuple[int, str]  # root-to-anchor path, form
Kind = int | str  # a start page, the form of hubs, `target` or `any`
_Link = tuple[
    Kind, int | None, str
]  # on pages of a kind, links of a form at a path; None: wherever


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
    def order(self) -> tuple[float, int, int, str]:
        """The best first; of equals the broadest; a fixed order among those."""
        broad = sum((kind == ANY) + (path is None) for kind, path, _ in self.steps)
        steps = sorted(self.steps, key=str)
        return self.worth, self.gain, broad, f"{self.start} {self.hubs} {steps}"


class NavigationDeriver:
    """Derives the navigation of one site."""

    def __init__(self, explored: ExploredSite, classes: LinkClasses) -> None:
        self._explored = explored
        self._members = classes.members
        self._targets = classes.likely_targets() - explored.failed
        self._targets -= {url for url in self._targets if explored.is_view(url, self._members)}
        url_forms = UrlShapes.of(explored.urls, endpoints=True)
        self.url_forms = url_forms.simplified(explored.urls, self._roles())
        self._forms = [self.url_forms.shape(url) for url in explored.urls]
        self._pure_forms = self._find_pure_forms()
        self._collections = {page: self._collect(page) for page in explored.pages}
        self._brings = {page: self._precise(page) for page in explored.pages}
        for url, page in explored.duplicates.items():  # a redirect leads where its page leads
            if page in self._collections:
                self._collections[url] = self._collections[page]
                self._brings[url] = self._brings[page]
        self._downloaded: set[int] = set()
        self._promised: set[int] = set()  # targets that pages which are downloaded link to
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
            (
                urls[kind] if isinstance(kind, int) else kind,
                form,
                "" if path is None else paths[path],
            )
            for kind, path, form in self._steps
        )
        steps = tuple(
            Step(source, form if form in self._hubs else TARGET, shape=form, path=path or None)
            for source, form, path in named
        )
        used = {step.source for step in steps}
        needed = [s for s in self._starts if urls[s] in used or ANY in used or s in self._members]
        starts = tuple(urls[start] for start in needed or self._starts[:1])
        return Navigation(starts, steps, tuple(sorted(self.url_forms.parts)), self._plain(steps))

    def _plain(self, steps: Iterable[Step]) -> tuple[str, ...]:
        """Give the plain forms that the steps use."""
        return tuple(sorted(self.url_forms.plain & {str(step.shape) for step in steps}))

    @property
    def reached(self) -> int:
        """How many of the likely targets the navigation reaches."""
        return len(self._targets & self._downloaded)

    @property
    def target_urls(self) -> tuple[str, ...]:
        """The URLs of the likely targets that the navigation reaches, sorted."""
        reached = self._targets & self._downloaded
        return tuple(sorted(self._explored.urls[target] for target in reached))

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

    def _find_pure_forms(self) -> set[str]:
        """Give the forms of URLs that hardly anything but targets has."""
        counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        for url, form in enumerate(self._forms):
            counts[form][url in self._targets] += 1
        return {form for form, (others, good) in counts.items() if good >= _PURE * (good + others)}

    def _precise(self, page: int) -> set[int]:
        """Give the targets in those of a page's collections that hold many targets."""
        found: set[int] = set()
        for urls in self._collections[page].values():
            good = urls & self._targets
            if len(good) >= _MIXED * len(urls):
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
        """Count pages as downloaded, offer their links, and follow those that any page's are followed."""
        unfinished = list(pages)
        while unfinished:
            page = unfinished.pop()
            self._downloaded.add(page)
            if page not in self._collections:
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
            for (path, form), urls in collections.items():
                yield from self._follow(kind, path, form, urls, need)
        least = _NAMED * len(self._targets)
        for page, brings in self._brings.items():
            if len(brings) >= least and page not in self._downloaded and self._may_start(page):
                gain = len(brings & need - self._promised)
                if gain >= least:
                    cost = _START + self._parameters(page)
                    yield _Option(gain, cost, frozenset(), frozenset({page}), start=page)
        need -= self._promised
        yield from self._hub_options(need)
        yield from self._index_options(need)
        yield from self._way_options(need)

    def _parameters(self, page: int) -> int:
        """Count the parameters of a page's URL: each may be what changes when the site does."""
        query = self._explored.urls[page].partition("?")[2]
        return query.count("&") + bool(query)

    def _may_start(self, page: int) -> bool:
        """Tell whether a page can be named.

        The answers of a form cannot, since it may get more options; nor can pages of a domain whose depth
        is limited, since that is counted from what a person named.
        """
        if self._explored.scope.limits_depth(self._explored.urls[page]):
            return False
        paths = self._explored.inlink_paths.get(page, ())
        return not paths or not all(is_form_path(self._explored.paths[path]) for path in paths)

    def _follow(
        self, kind: Kind, path: int | None, form: str, urls: set[int], need: set[int]
    ) -> Iterator[_Option]:
        """Give the option to follow certain links on pages that are downloaded anyway."""
        step = kind, path, form
        gain = len(urls & need) if step not in self._steps else 0
        if gain:
            cost = len(urls - self._targets - self._downloaded)
            yield _Option(gain, cost, frozenset({step}), frozenset(urls))

    def _broad_options(self, need: set[int]) -> Iterator[_Option]:
        """Give links that may be followed wherever they stand on a kind of page, or on any page."""
        everywhere: defaultdict[str, set[int]] = defaultdict(set)
        for kind, collections in self._offers.items():
            here: defaultdict[str, set[int]] = defaultdict(set)
            for (_, form), urls in collections.items():
                here[form] |= urls
            for form, urls in here.items():
                everywhere[form] |= urls
                if len(urls & self._targets) >= _PURE * len(urls):
                    yield from self._follow(kind, None, form, urls, need)
        for form, urls in everywhere.items():
            if form in self._pure_forms:
                yield from self._follow(ANY, None, form, urls, need)

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
        near = {
            link
            for start in self._starts
            for collection in self._collections[start].values()
            for link in collection
        }
        for page in sorted(near)[:_NEAR]:
            if page in self._downloaded or page in self._members or page not in self._collections:
                continue
            if self._explored.scope.limits_depth(self._explored.urls[page]):
                continue
            for (path, form), urls in self._collections[page].items():
                if form in self._hubs or len(urls - self._targets) < _FEWEST_HUBS:
                    continue
                if not any(self._brings.get(url) for url in urls):
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
        ways: defaultdict[str, dict[_Link, set[int]]] = defaultdict(dict)
        for kind, collections in self._offers.items():
            for (path, form), urls in collections.items():
                others = urls - self._targets
                if others and form not in self._hubs:
                    ways[form][kind, path, form] = others
        for form, linked in ways.items():
            first = set().union(*linked.values())
            pages, loops = self._closure(first, form)
            gain = len(self._brought_by(pages) & need)
            if gain:
                steps = loops | _fewest(linked, first if loops else pages)
                cost = len(pages - self._downloaded)
                yield _Option(gain, cost, frozenset(steps), frozenset(pages), hubs=form)

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
        # Pages that were downloaded already may have become hubs just now, or have links to follow.
        again = self._downloaded if any(kind == ANY for kind, _, _ in option.steps) else ()
        self._download([*option.pages, *again])


def _fewest(linked: dict[_Link, set[int]], pages: set[int]) -> set[_Link]:
    """Choose links so that each brings pages which the earlier ones do not."""
    kept: set[_Link] = set()
    covered: set[int] = set()
    for link in sorted(linked, key=lambda link: (-len(linked[link] & pages), str(link))):
        if (linked[link] & pages) - covered:
            kept.add(link)
            covered |= linked[link]
    return kept
