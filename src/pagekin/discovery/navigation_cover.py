"""A navigation as it grows, option by option: what it downloads by now, and which links are offered there."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from pagekin.discovery.navigation_draft import Collection, Kind, NavigationDraft, Way
from pagekin.discovery.navigation_offers import Offer, Offers
from pagekin.discovery.site_links import LinkedHubs, SiteLinks
from pagekin.navigation.steps import ANY, TARGET


@dataclass(frozen=True, slots=True)
class Option:
    """Something that could be added to the navigation: what it brings and what it costs."""

    gain: int
    cost: int
    steps: frozenset[Way]
    pages: AbstractSet[int]  # that it downloads
    start: int | None = None
    hubs: str | None = None

    @property
    def worth(self) -> float:
        """The targets that it brings for each further download."""
        return self.gain / (self.cost + 0.5)

    @property
    def order(self) -> tuple[int, str]:
        """A key for sorting options of the same worth and gain: the broadest is the greatest; the rest in a fixed order."""
        broad = sum((kind == ANY) + (path is None) for kind, path, _ in self.steps)
        steps = sorted(self.steps, key=str)
        return broad, f"{self.start} {self.hubs} {steps}"


class NavigationCover:
    """The starts, steps and hubs that were taken, and the pages that they download."""

    def __init__(self, links: SiteLinks, entries: Sequence[int]) -> None:
        self.links = links
        self.starts = [entry for entry in entries if entry in links.collections]
        self.steps: set[Way] = set()
        self.hubs: set[str] = set()
        self.downloaded: set[int] = set()
        self.needed = set(links.targets)  # those that are not downloaded yet
        self.promised: set[int] = set()  # targets linked from downloaded pages
        self.offers = Offers(links.targets)
        self._offered: defaultdict[int, set[Kind]] = defaultdict(set)  # by page
        self._through_targets = False  # whether links of targets are followed
        # What depends on sets that only grow, with their size then.
        self._hubs_linked: dict[str, tuple[int, list[LinkedHubs]]] = {}
        self._further_hubs: dict[Way, tuple[tuple[int, int], LinkedHubs]] = {}
        self._indices: tuple[int, list[int]] = -1, []
        self._download(self.starts)

    @property
    def draft(self) -> NavigationDraft:
        """What was taken by now."""
        return NavigationDraft(tuple(self.starts), frozenset(self.steps), frozenset(self.hubs))

    def lead_through_targets(self) -> None:
        """Offer the links of targets from now on, too."""
        self._through_targets = True
        self._download(self.downloaded & self.links.members)

    def take(self, option: Option) -> None:
        """Add an option, and download what it leads to."""
        self.steps |= option.steps
        if option.start is not None:
            self.starts.append(option.start)
        if option.hubs is not None:
            self.hubs.add(option.hubs)
        # Pages that were downloaded already may have become hubs just now, or have links to follow.
        anywhere = (self.offers[way].urls for way in option.steps if way[0] == ANY)
        self._download({*option.pages, *set().union(*anywhere)})

    def spread(self, place: Collection) -> set[int]:
        """Return what links at one place lead to, followed on every page that is downloaded, and on those in turn."""
        collections = self.links.collections
        found = self.offers[ANY, *place].urls - self.downloaded
        unfinished = list(found)
        while unfinished:
            page = unfinished.pop()
            if page in collections and not self._is_closed(page):
                new = collections[page].get(place, set()) - found - self.downloaded
                found |= new
                unfinished.extend(new)
        return found

    def hubs_linked(self, shape: str, ways: Mapping[Way, set[int]]) -> list[LinkedHubs]:
        """Return the hubs of a shape that the links offered lead to; found out again when there are more of these."""
        size = sum(map(len, ways.values()))
        known = self._hubs_linked.get(shape)
        if known is None or known[0] != size:
            known = self._hubs_linked[shape] = size, self.links.hubs_linked(ways, shape)
        return known[1]

    def further_hubs(self, way: Way, offer: Offer) -> LinkedHubs:
        """Return the hubs that links of a shape lead to which is followed already; found out again when these are others."""
        key = len(offer.others), offer.cost  # what is offered and what is downloaded only grow
        known = self._further_hubs.get(way)
        if known is None or known[0] != key:
            pages, loops = self.links.closure(offer.others - self.downloaded, way[2])
            hubs = LinkedHubs(pages, loops, self.links.brought_by(pages), {way})
            known = self._further_hubs[way] = key, hubs
        return known[1]

    def possible_indices(self) -> list[int]:
        """Return the pages that may list hubs, next to the starts there are by now."""
        if self._indices[0] != len(self.starts):
            self._indices = len(self.starts), self.links.possible_indices(self.starts)
        return self._indices[1]

    def _is_closed(self, page: int) -> bool:
        """Return whether the links of a page are not followed yet, since it is a target."""
        return page in self.links.members and not self._through_targets and page not in self.starts

    def _download(self, pages: Iterable[int]) -> None:
        """Count pages as downloaded, offer their links, and follow those that are followed on any page."""
        collections = self.links.collections
        unfinished = list(pages)
        while unfinished:
            page = unfinished.pop()
            if page not in self.downloaded:
                self.downloaded.add(page)
                self.needed.discard(page)
                self.offers.download(page)
            if page not in collections or self._is_closed(page):
                continue
            kinds = [kind for kind in self._kinds(page) if kind not in self._offered[page]]
            self._offered[page].update(kinds)
            if any(kind != ANY for kind in kinds):
                self.promised |= self.links.brings[page]
            for collection, urls in collections[page].items() if kinds else ():
                self.offers.add(kinds, collection, urls)
                path, shape = collection
                if (ANY, None, shape) in self.steps or (ANY, path, shape) in self.steps:
                    unfinished.extend(urls - self.downloaded)

    def _kinds(self, page: int) -> Iterator[Kind]:
        """Yield those kinds of a page whose links may be followed."""
        yield ANY
        if page in self.starts:
            yield page
        if page in self.links.members:
            yield TARGET
        elif self.links.shapes[page] in self.hubs:
            yield self.links.shapes[page]
