"""The links that a navigation could follow on the pages that it downloads, and what following them would bring.

What an offer brings and costs changes whenever a page is downloaded, but only for the offers that lead to that page. So
each page knows them, and the counts are kept rather than made: over a whole derivation that takes as much work as there
are links, whatever the number of offers and of turns at which one of them is taken.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import product

from pagekin.discovery.navigation_draft import Collection, Kind, Way
from pagekin.navigation.steps import ANY


class Offer:
    """Links that can be followed together: where they lead, and how much of that is new."""

    __slots__ = ("cost", "gain", "others", "urls")

    def __init__(self) -> None:
        self.urls: set[int] = set()
        self.others: set[int] = set()  # those of the URLs that are no targets
        self.gain = 0  # targets that are not downloaded yet
        self.cost = 0  # other pages that are not


class Offers:
    """All offers by way: on pages of a kind, at one place or anywhere, and the same on any page."""

    def __init__(self, targets: AbstractSet[int]) -> None:
        self._targets = targets
        self._downloaded: set[int] = set()
        self._by_way: defaultdict[Way, Offer] = defaultdict(Offer)
        self._leading_to: defaultdict[int, list[Offer]] = defaultdict(list)  # by URL

    def __getitem__(self, way: Way) -> Offer:
        return self._by_way[way]

    def __iter__(self) -> Iterator[tuple[Way, Offer]]:
        return iter(self._by_way.items())

    def add(self, kinds: Iterable[Kind], collection: Collection, urls: AbstractSet[int]) -> None:
        """Offer links of one collection that stand on a page of these kinds."""
        path, shape = collection
        for kind, place in product(kinds, (path, None)):
            offer = self._by_way[kind, place, shape]
            for url in urls - offer.urls:
                self._extend(offer, url)

    def _extend(self, offer: Offer, url: int) -> None:
        offer.urls.add(url)
        is_target, is_new = url in self._targets, url not in self._downloaded
        if not is_target:
            offer.others.add(url)
        if is_new:
            offer.gain += is_target
            offer.cost += not is_target
            self._leading_to[url].append(offer)

    def download(self, url: int) -> None:
        """Note that a page is downloaded: no offer brings it any more."""
        self._downloaded.add(url)
        is_target = url in self._targets
        for offer in self._leading_to.pop(url, ()):
            offer.gain -= is_target
            offer.cost -= not is_target

    def by_place(self) -> Iterator[tuple[tuple[Kind, int, str], Offer]]:
        """Yield what can be followed at one place of pages of one kind."""
        for (kind, path, shape), offer in self._by_way.items():
            if path is not None and kind != ANY:
                yield (kind, path, shape), offer
