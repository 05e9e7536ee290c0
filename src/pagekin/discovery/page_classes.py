"""The page classes of a site: pages from all kinds of links are looked at evenly, then clustered."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from itertools import islice
from typing import TypeVar
from zlib import crc32

from pagekin.discovery.further_pages import FurtherPages
from pagekin.discovery.learning_task import fetch_entry, why_no_links
from pagekin.dom import Page
from pagekin.dom.features import Feature, page_features
from pagekin.errors import NothingFoundError
from pagekin.similarity.class_description import describe
from pagekin.similarity.clustering import SitePages
from pagekin.site import BreadthFirst, Counts, Failure, Site, Stop, Watch
from pagekin.urls import Scope
from pagekin.urls.url_shapes import UrlShapes

TEXTS_FROM = (
    500  # pages whose texts are remembered; those of templates are on the first pages already
)
_BATCH = 16
_PURE = 0.95  # folders tell a class if this share of their pages is of it
_HOPELESS = (
    3  # if so many links of one shape led to no page, and none did, the others are left alone
)


@dataclass(frozen=True, slots=True)
class PageClass:
    """Pages that seem to be made from one template."""

    pages: int  # seen
    known: int  # those seen, and those not fetched whose URLs look the same
    shapes: tuple[
        tuple[str, int], ...
    ]  # shapes of their URLs, with the number of pages, most first
    examples: tuple[str, ...]  # the most typical first
    signs: tuple[Feature, ...]  # what nearly all of them have, and hardly any other page
    alike: float  # the share of its structure that a page has in common with another one


@dataclass(frozen=True, slots=True)
class SiteClasses:
    """The classes of a site, largest first, and how they were found."""

    entry: str
    classes: tuple[PageClass, ...]
    counts: Counts
    stopped: str | None  # None: everything that promised to be a page was seen


async def page_classes(
    site: Site,
    entry: str,
    scope: Scope,
    stop: Stop,
    watch: Watch = lambda _: None,
    *,
    concurrency: int = 8,
) -> SiteClasses:
    """Look around from the entry until everything was seen or it is time to stop, and return the classes."""
    first = await fetch_entry(site, entry)
    tour = _Tour(scope, stop)
    tour.see(first, 0)
    queue: BreadthFirst[int] = BreadthFirst(site, stop, ahead=2 * concurrency)
    queue.visited = 1
    for url in (entry, first.url):
        queue.mark_seen(url)
        tour.frontier.settle(url)
    while batch := tour.frontier.next(max(_BATCH, len(tour.pages) // 4)):
        for url, depth in batch:
            queue.add(url, depth)
        async for visit in queue:
            tour.visited(visit.url, visit.note, visit.result)
            tour.counts.pages, tour.counts.queued = queue.visited, len(tour.frontier)
            watch(tour.counts)
            del visit  # with its page, whose memory the next one may need
        if queue.stopped:
            break
        for url, _ in batch:  # those left redirect to what was seen under its own URL
            tour.frontier.settle(url)
    tour.counts.pages, tour.counts.queued = queue.visited, len(tour.frontier)
    if len(tour.pages) == 1 and not queue.stopped:
        raise NothingFoundError(_nothing(first, scope, tour.frontier.failed))
    return SiteClasses(entry, tour.classes(), tour.counts, queue.stopped)


def folders_only(shapes: UrlShapes) -> UrlShapes:
    """Return shapes without words of the last level: /p/red-cup, /p/blue-cup … are all /p/…."""
    return UrlShapes(part for part in shapes.parts if part[0].startswith("folder"))


class ReadableShapes:
    """Shapes of URLs for people: the common folders, and words only where folders do not tell classes apart."""

    def __init__(self, known: Sequence[str], urls: Sequence[str], classes: Sequence[int]) -> None:
        self._full = UrlShapes.of(known)
        self._folders = folders_only(self._full)
        counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for url, number in zip(urls, classes, strict=True):
            counts[self._folders.shape(url)][number] += 1
        self._telling = {
            shape for shape, n in counts.items() if max(n.values()) >= _PURE * n.total()
        }

    def shape(self, url: str) -> str:
        """Return the shape of a URL."""
        plain = self._folders.shape(url)
        return plain if "…" in plain and plain in self._telling else self._full.shape(url)


class _Tour:
    """What was seen of a site so far."""

    def __init__(self, scope: Scope, stop: Stop) -> None:
        self.pages = SitePages()
        self.frontier = TourFrontier()
        self.counts = Counts()
        self._further = FurtherPages(self.pages.vocabulary)
        self._scope = scope
        self._stop = stop

    def visited(self, url: str, depth: int, result: Page | Failure) -> None:
        """Note what became of a URL."""
        self.frontier.settle(url, failed=isinstance(result, Failure))
        if isinstance(result, Failure):
            self.counts.failed += 1
        else:
            self.frontier.settle(result.url)
            self.see(result, depth)

    def see(self, page: Page, depth: int) -> None:
        """Note a page and its links; the page itself is not kept."""
        features = page_features(page.root, self.pages.vocabulary)
        self.pages.add(page.url, features)
        self._further.see(page, features)
        if len(self.pages) == TEXTS_FROM:
            self.pages.vocabulary.close_texts()
        if self._stop.too_deep(depth + 1):
            return
        for link in page.links:
            url = self._scope.follow(link.url) if link.leads_on else None
            if url is not None:
                self.frontier.add(url, link.path, depth + 1)

    def classes(self) -> tuple[PageClass, ...]:
        """Tell the classes apart, and return them with a description."""
        clusters = self.pages.clusters(self._further.first_of)
        urls = self.pages.urls
        number_of = {page: n for n, pages in enumerate(clusters) for page in pages}
        numbers = [number_of[page] for page in range(len(urls))]
        shapes = ReadableShapes((*urls, *self.frontier), urls, numbers)
        more = self._more(shapes, numbers)
        found = []
        descriptions = describe(self.pages, clusters)
        for number, (pages, told) in enumerate(zip(clusters, descriptions, strict=True)):
            counted = Counter(shapes.shape(urls[page]) for page in pages)
            ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
            examples = tuple(urls[page] for page in told.typical)
            known = len(pages) + round(more[number])
            found.append(
                PageClass(len(pages), known, tuple(ranked), examples, told.signs, told.alike)
            )
        return tuple(sorted(found, key=lambda c: (-c.known, -c.pages, c.examples)))

    def _more(self, shapes: "ReadableShapes", numbers: Sequence[int]) -> dict[int, float]:
        """Estimate how many of the URLs not fetched are of each class, by the others of their shape."""
        waiting = Counter(map(shapes.shape, self.frontier))
        tried = Counter(map(shapes.shape, self.frontier.failed))
        of_class: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for url, number in zip(self.pages.urls, numbers, strict=True):
            tried[shapes.shape(url)] += 1
            of_class[shapes.shape(url)][number] += 1
        more: defaultdict[int, float] = defaultdict(float)
        for shape, count in waiting.items():
            for number, seen in of_class[shape].items():
                more[number] += count * seen / tried[shape]
        return more


class TourFrontier:
    """The URLs found but not fetched, handed out evenly: for each place of the site, for each link path.

    So every kind of link is tried early, however many links there are of other kinds. Of links of one kind
    those nearer to the entry come first; equally near ones come in an order that favours none.
    """

    def __init__(self) -> None:
        self.failed: dict[str, None] = {}
        self._paths: dict[str, str] = {}  # of every URL ever found
        self._waiting: dict[str, int] = {}  # with the number of links from the entry
        self._settled: dict[str, None] = {}
        self._shapes = self._folders = UrlShapes(())
        self._shapes_from = 0
        self._texts: dict[str, str] = {}  # what many URLs have in common, kept once

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[str]:
        return iter(self._waiting)

    def add(self, url: str, path: str, depth: int) -> None:
        """Add a URL, found by a link with this root-to-anchor path, unless it is known."""
        if url not in self._paths:
            self._paths[url] = self._texts.setdefault(path, path)
            self._waiting[url] = depth

    def settle(self, url: str, *, failed: bool = False) -> None:
        """Note that a URL was fetched, or was seen to be another page."""
        self._paths.setdefault(url, "")
        self._waiting.pop(url, None)
        self._settled[url] = None
        if failed:
            self.failed[url] = None

    def next(self, number: int) -> list[tuple[str, int]]:
        """Return the URLs to fetch next, each with its number of links from the entry."""
        if len(self._paths) >= 2 * self._shapes_from:
            self._shapes = UrlShapes.of(self._paths)
            self._folders = folders_only(self._shapes)
            self._shapes_from = len(self._paths)
        place = self._folders.shape
        tried = Counter(map(place, self._settled))
        tried_kinds = Counter(map(self._kind, self._settled))
        failed = Counter(map(place, self.failed))
        groups: dict[str, dict[tuple[str, str], list[str]]] = {}
        for url in self._waiting:
            name = place(url)
            if failed[name] < _HOPELESS or failed[name] < tried[name]:
                groups.setdefault(name, {}).setdefault(self._kind(url), []).append(url)
        turns = {
            name: _evenly({kind: self._in_order(urls) for kind, urls in kinds.items()}, tried_kinds)
            for name, kinds in groups.items()
        }
        return [(url, self._waiting[url]) for url in islice(_evenly(turns, tried), number)]

    def _kind(self, url: str) -> tuple[str, str]:
        return self._shapes.shape(url), self._paths[url]

    def _in_order(self, urls: list[str]) -> Iterator[str]:
        yield from sorted(urls, key=lambda url: (self._waiting[url], crc32(url.encode()), url))


K = TypeVar("K", bound=Hashable)


def _evenly(groups: Mapping[K, Iterator[str]], tried: Mapping[K, int]) -> Iterator[str]:
    """Take from the groups in turn, always from the one that was tried least."""
    names = list(groups)
    turns = [(tried[name], place) for place, name in enumerate(names)]
    heapify(turns)
    while turns:
        count, place = turns[0]
        url = next(groups[names[place]], None)
        if url is None:
            heappop(turns)
        else:
            heapreplace(turns, (count + 1, place))
            yield url


def _nothing(first: Page, scope: Scope, failed: Collection[str]) -> str:
    """Return why there is only one page."""
    if failed:
        return (
            f"none of the {len(failed)} pages that {first.url} links to could be fetched, such as "
            f"{next(iter(failed))}; try another page of the site"
        )
    reason = why_no_links(first, scope) or "its links lead back to it"
    return f"{first.url} leads to no other page of its site: {reason}; try another page of the site"
