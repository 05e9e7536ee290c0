"""A navigation as it grows, option by option: what it downloads by now, and which links are offered there."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pagekin.discovery.navigation_draft import Collection, Kind, NavigationDraft, Way
from pagekin.discovery.site_links import SiteLinks
from pagekin.navigation.steps import ANY, TARGET


@dataclass(frozen=True, slots=True)
class Option:
    """Something that could be added to the navigation: what it brings and what it costs."""

    gain: int
    cost: int
    steps: frozenset[Way]
    pages: frozenset[int]  # that it downloads
    start: int | None = None
    hubs: str | None = None

    @property
    def worth(self) -> float:
        """The targets that it brings for each further download."""
        return self.gain / (self.cost + 0.5)

    @property
    def order(self) -> tuple[float, int, int, str]:
        """A key for sorting: the best option is the greatest; of equals the broadest; the rest in a fixed order."""
        broad = sum((kind == ANY) + (path is None) for kind, path, _ in self.steps)
        steps = sorted(self.steps, key=str)
        return self.worth, self.gain, broad, f"{self.start} {self.hubs} {steps}"


class NavigationCover:
    """The starts, steps and hubs that were taken, and the pages that they download."""

    def __init__(self, links: SiteLinks, entries: Sequence[int]) -> None:
        self.links = links
        self.starts = [entry for entry in entries if entry in links.collections]
        self.steps: set[Way] = set()
        self.hubs: set[str] = set()
        self.downloaded: set[int] = set()
        self.promised: set[int] = set()  # targets linked from downloaded pages
        # The links of what is downloaded, by kind of page and collection.
        self.offers: defaultdict[Kind, defaultdict[Collection, set[int]]] = defaultdict(
            lambda: defaultdict(set)
        )
        self._through_targets = False  # whether links of targets are followed
        self._download(self.starts)

    @property
    def draft(self) -> NavigationDraft:
        """What was taken by now."""
        return NavigationDraft(tuple(self.starts), frozenset(self.steps), frozenset(self.hubs))

    @property
    def needed(self) -> set[int]:
        """The targets that are not downloaded yet."""
        return self.links.targets - self.downloaded

    def lead_through_targets(self) -> None:
        """Offer the links of targets from now on, too."""
        self._through_targets = True
        self._download(list(self.downloaded))

    def take(self, option: Option) -> None:
        """Add an option, and download what it leads to."""
        self.steps |= option.steps
        if option.start is not None:
            self.starts.append(option.start)
        if option.hubs is not None:
            self.hubs.add(option.hubs)
        # Pages that were downloaded already may have become hubs just now, or have links to follow.
        again = self.downloaded if any(kind == ANY for kind, _, _ in option.steps) else ()
        self._download([*option.pages, *again])

    def spread(self, place: Collection) -> set[int]:
        """Return what links at one place lead to, followed on every page that is downloaded, and on those in turn."""
        collections, found = self.links.collections, set[int]()
        unfinished = list(self.downloaded)
        while unfinished:
            page = unfinished.pop()
            if page in collections and not self._is_closed(page):
                new = collections[page].get(place, set()) - found - self.downloaded
                found |= new
                unfinished.extend(new)
        return found

    def _is_closed(self, page: int) -> bool:
        """Return whether the links of a page are not followed yet, since it is a target."""
        return page in self.links.members and not self._through_targets and page not in self.starts

    def _download(self, pages: Iterable[int]) -> None:
        """Count pages as downloaded, offer their links, and follow those that are followed on any page."""
        collections = self.links.collections
        unfinished = list(pages)
        while unfinished:
            page = unfinished.pop()
            self.downloaded.add(page)
            if page not in collections:
                continue
            if self._is_closed(page):
                continue
            kinds = list(self._kinds(page))
            if kinds:
                self.promised |= self.links.brings[page]
            for collection, urls in collections[page].items():
                for kind in kinds:
                    self.offers[kind][collection] |= urls
                path, shape = collection
                if (ANY, None, shape) in self.steps or (ANY, path, shape) in self.steps:
                    unfinished.extend(urls - self.downloaded)

    def _kinds(self, page: int) -> Iterator[Kind]:
        """Yield those kinds of a page whose links may be followed."""
        if page in self.starts:
            yield page
        if page in self.links.members:
            yield TARGET
        elif self.links.shapes[page] in self.hubs:
            yield self.links.shapes[page]
