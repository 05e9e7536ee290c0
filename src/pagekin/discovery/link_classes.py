"""Link classes: links with the same root-to-anchor path to URLs of the same shape, and what they have yielded."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from math import log
from statistics import fmean

from pagekin.discovery.explored_site import NOWHERE, ExploredSite
from pagekin.site import SeenKind
from pagekin.urls.url_shapes import UrlKinds, UrlShapes, with_choices

TRIES = 3  # links of a class that are followed before it is judged
LIKELY = 0.5  # the chance from which on a URL is taken for a target's
_WELL_KNOWN = (
    10  # links of a class that were followed, for its share to count against that of others
)
_RECENT = 10  # pages of a class by which its gain is judged
_MANY = 40  # pages of a class by which a small gain is: one in twenty of them shows

Key = tuple[int, str]  # path, shape


@dataclass(slots=True)
class LinkClass:
    """URLs that are linked in the same way: how many were fetched, and how many of those were kin."""

    urls: list[int] = field(default_factory=list)
    fetched: int = 0
    members: int = 0
    gain: float = 0.0  # likely targets first seen on a page of this class, over the last few
    steady_gain: float = 0.0  # the same over many; 0 if there were not so many
    alone: int = 0  # likely targets that one page alone links to, and that is of this class

    @property
    def decisiveness(self) -> float:
        """How much being of this class tells about a URL, one way or the other: by its odds, none and all not being certain."""
        return abs(log((self.members + 0.5) / (self.fetched - self.members + 0.5)))

    @property
    def rate(self) -> float:
        """How many likely targets that nothing else has led to the next page will bring.

        By Good and Turing: as many for each page as those before it have brought that were not met again. And no more
        than came of late.
        """
        return min(self.steady_gain, self.alone / self.fetched) if self.fetched else 0.0

    @property
    def promise(self) -> float:
        """How many the pages that were not fetched may bring, if it goes on like that."""
        return self.rate * (len(self.urls) - self.fetched)

    @property
    def share(self) -> float:
        """The share of kin among what was fetched."""
        return self.members / self.fetched if self.fetched else 0.0


def _shapes(kinds: UrlKinds) -> list[str]:
    """Return the shapes of all URLs, with the words in their queries that many have in common."""
    shapes, common = UrlShapes.of_kinds(kinds).shapes(kinds), kinds.common_choices()
    if not common:
        return shapes
    pairs = zip(shapes, kinds.choices, strict=True)
    return [with_choices(shape, words) if words in common else shape for shape, words in pairs]


class LinkClasses:
    """All URLs seen by now, sorted by link class and by shape.

    Where nothing but a list tells who is kin, the URLs on it are likely targets, and no others.
    """

    def __init__(
        self, explored: ExploredSite, members: set[int], listed: AbstractSet[int] | None = None
    ) -> None:
        self.explored = explored
        self.members = members
        self._listed = listed
        kinds = explored.url_kinds
        self.shape = _shapes(kinds)
        self.by_key: defaultdict[Key, LinkClass] = defaultdict(LinkClass)
        self.by_shape: defaultdict[str, LinkClass] = defaultdict(LinkClass)
        self._by_endpoint: defaultdict[tuple[str, str], LinkClass] = defaultdict(LinkClass)
        all_keys = [self.keys(url) for url in range(len(self.shape))]
        for url, (shape, keys) in enumerate(zip(self.shape, all_keys, strict=True)):
            for key in keys:
                self.by_key[key].urls.append(url)
            self.by_shape[shape].urls.append(url)
            endpoint = kinds.endpoint(url)
            if endpoint:
                self._by_endpoint[shape, endpoint].urls.append(url)
        for classes in (self.by_key.values(), self.by_shape.values(), self._by_endpoint.values()):
            self._count(classes)
        in_folders = UrlShapes.of_kinds(kinds).in_folders(kinds)
        self._in_folders = {
            shape: in_folders[kind] for shape, kind in zip(self.shape, kinds.of, strict=True)
        }
        all_kin = self._find_all_kin()
        # URLs that are kin whatever words they end in, since all are that are linked where they are.
        self.told = {
            url
            for url, keys in enumerate(all_keys)
            if any((path, self._in_folders[shape]) in all_kin for path, shape in keys)
        }
        self.chance = [self._chance(url, keys) for url, keys in enumerate(all_keys)]
        self._measure_gains()

    def keys(self, url: int) -> list[Key]:
        """Return the link classes that a URL is in."""
        paths = self.explored.inlink_paths.get(url) or (NOWHERE,)
        shape = self.shape[url]
        return [(path, shape) for path in (paths if len(paths) == 1 else sorted(paths))]

    def likely_targets(self) -> set[int]:
        """Return the URLs of targets and likely targets."""
        return {url for url, chance in enumerate(self.chance) if chance >= LIKELY}

    def untold_members(self) -> set[int]:
        """Return the kin that no class of links would have told: others of these classes are hardly ever kin."""
        return {
            url
            for url in self.members
            if all(self.by_key[key].share < LIKELY for key in self.keys(url))
        }

    def _find_all_kin(self) -> set[Key]:
        """Return the places, and folders, of which so many link classes were tried that others need not be: all were kin."""
        tried: defaultdict[Key, list[bool]] = defaultdict(list)
        for (path, shape), link_class in self.by_key.items():
            if link_class.fetched >= TRIES:
                is_kin = link_class.members == link_class.fetched
                tried[path, self._in_folders[shape]].append(is_kin)
        return {key for key, kin in tried.items() if len(kin) >= _WELL_KNOWN and all(kin)}

    def largest_kinds(self, most: int) -> tuple[SeenKind, ...]:
        """Return the shapes with the most targets, then those with the most URLs."""
        ranked = sorted(
            self.by_shape.items(), key=lambda item: (-item[1].members, -len(item[1].urls), item[0])
        )
        return tuple(
            SeenKind(shape, len(alike.urls), alike.fetched, alike.members)
            for shape, alike in ranked[:most]
        )

    def _count(self, classes: Iterable[LinkClass]) -> None:
        done = self.explored.done
        for link_class in classes:
            link_class.fetched = sum(url in done for url in link_class.urls)
            link_class.members = sum(url in self.members for url in link_class.urls)

    def _chance(self, url: int, keys: Sequence[Key]) -> float:
        """Return how likely a URL is a target: known, or by its link classes, or by its shape.

        Of those that are well known, the one counts that tells most: what is linked where never a target was is none,
        even if most pages of its shape are.
        """
        if url in self.explored.done:
            return 1.0 if url in self.members else 0.0
        if self._listed is not None:
            return 1.0 if url in self._listed else 0.0
        shape = self.shape[url]
        if self._by_endpoint:
            same = self._by_endpoint.get((shape, self.explored.url_kinds.endpoint(url)))
            if same and same.fetched >= TRIES:  # whatever other endpoints yield
                return same.share
        alike = self.by_shape[shape]
        if alike.fetched < TRIES:  # and of none of its link classes there are more
            return 1.0 if url in self.told else 0.0
        of_classes = [self.by_key[key] for key in keys]
        if any(c.fetched >= _WELL_KNOWN for c in of_classes):
            well_known = (c for c in (alike, *of_classes) if c.fetched >= _WELL_KNOWN)
            return max(well_known, key=lambda c: (c.decisiveness, c.share)).share
        return max(alike.share, *(c.share for c in of_classes if c.fetched >= TRIES), 0.0)

    def _measure_gains(self) -> None:
        """Measure what pages of each class have newly found: likely targets first seen there, or one page further."""
        first, pages_seen = self.explored.first, self.explored.outlinks
        near: defaultdict[int, int] = defaultdict(int)
        alone: defaultdict[int, int] = defaultdict(int)
        for url, page in enumerate(first):
            if page != NOWHERE and self.chance[url] >= LIKELY:
                near[page] += 1
                alone[page] += self.explored.degree[url] == 1
        brought = near.copy()
        for hub, count in near.items():
            page = first[hub]
            if page != NOWHERE and hub in pages_seen and self.chance[hub] < LIKELY:
                brought[page] += count
        place = {url: i for i, url in enumerate(self.explored.pages)}
        for link_class in self.by_key.values():
            tried = sorted((place[url], url) for url in link_class.urls if url in place)
            gains = [brought[url] for _, url in tried[-_MANY:]]
            if gains:
                link_class.gain = fmean(gains[-_RECENT:])
            if len(gains) == _MANY:
                link_class.steady_gain = fmean(gains)
                link_class.alone = sum(alone[url] for _, url in tried)
