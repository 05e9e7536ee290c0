"""A navigation in numbers, while it is derived: where it leads on what is known of the site, and what it costs to say."""

from collections import defaultdict, deque
from collections.abc import Collection as Sized
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from math import log2

from pagekin.navigation.steps import ANY, TARGET

Collection = tuple[int, str]  # root-to-anchor path, shape
Kind = int | str  # a start page, the shape of hubs, `target` or `any`
Way = tuple[Kind, int | None, str]  # on pages of a kind, links of a shape at a path; None: anywhere
Followed = dict[Collection, int]
Collections = Mapping[int, Mapping[Collection, AbstractSet[int]]]  # the links of each page

_BESIDE = 4  # bits for a page that is fetched in vain: a step is said once, but the page comes in every crawl


@dataclass(frozen=True, slots=True)
class NavigationDraft:
    """Starts, ways to follow from there, and the shapes of the pages that are hubs."""

    starts: tuple[int, ...] = ()
    ways: frozenset[Way] = frozenset()
    hubs: frozenset[str] = frozenset()

    def without(self, *ways: Way) -> "NavigationDraft":
        """Return it without some ways, and without the hubs that nothing leads to any more."""
        return self.with_ways(self.ways - set(ways))

    def with_ways(self, ways: Iterable[Way]) -> "NavigationDraft":
        """Return it with other ways; those from pages that are no starts lead nowhere, only shapes that the rest lead to are hubs."""
        kept = frozenset(
            way for way in ways if not isinstance(way[0], int) or way[0] in self.starts
        )
        return NavigationDraft(self.starts, kept, self.hubs & {shape for _, _, shape in kept})

    def with_starts(self, starts: Iterable[int]) -> "NavigationDraft":
        """Return it with other starts; the ways from those that are none any more are gone."""
        return NavigationDraft(tuple(starts), self.ways, self.hubs).with_ways(self.ways)

    def spelled(self, shapes: Iterable[tuple[str, str]]) -> "NavigationDraft":
        """Return it in other shapes: pairs of one that a URL has here, and the one that it has there."""
        others: defaultdict[Kind, set[str]] = defaultdict(set)
        for here, there in shapes:
            others[here].add(there)
        ways = {
            (kind, path, there)
            for source, path, shape in self.ways
            for there in others[shape]
            for kind in (others[source] if source in self.hubs else (source,))
        }
        hubs = (others[hub] for hub in self.hubs)
        return NavigationDraft(self.starts, frozenset(ways), frozenset().union(*hubs))


class KnownWays:
    """The pages and links that are known of a site, on which drafts are tried."""

    def __init__(
        self,
        collections: Collections,
        shapes: Sequence[str],
        targets: AbstractSet[int],
        members: AbstractSet[int],
        given: AbstractSet[int] = frozenset(),
        *,
        never_hubs: AbstractSet[str] = frozenset(),
    ) -> None:
        self.collections = collections
        self.shapes = shapes
        self.targets = targets
        self.members = members
        self.given = given  # the pages that a person has named
        self.never_hubs = never_hubs  # shapes

    def limited(self, shapes: Sized[str]) -> "KnownWays":
        """Return the same with links of these shapes only: drafts that lead nowhere else are tried faster."""
        kept = {
            page: {key: urls for key, urls in found.items() if key[1] in shapes}
            for page, found in self.collections.items()
        }
        rest = self.shapes, self.targets, self.members, self.given
        return KnownWays(kept, *rest, never_hubs=self.never_hubs)

    def fetched(self, draft: NavigationDraft, *, through_targets: bool = True) -> set[int]:
        """Return what a crawl fetches; on request only what it fetches without following links of targets."""
        followed = self._followed(draft)
        found, unfinished = set(draft.starts), list(draft.starts)
        while unfinished:
            page = unfinished.pop()
            links = self.collections.get(page)
            if not links or not (through_targets or page not in self.members):
                continue
            here = self._here(page, followed)
            for collection, urls in links.items() if here else ():
                if collection in here:
                    new = urls - found
                    if new:
                        found |= new
                        unfinished.extend(new)
        return found

    def depending(self, draft: NavigationDraft) -> dict[Way | int, set[int]]:
        """Return for each way and each start what a crawl would not fetch without it.

        That is what depends on it on every path: a set of bits for each page, those that all paths share, which gets smaller
        with every path that is found until none makes it smaller (as dominators are found in a graph).
        """
        parts: list[Way | int] = [*draft.starts, *sorted(draft.ways, key=str)]
        bits: dict[Way | Kind, int] = {part: 1 << number for number, part in enumerate(parts)}
        followed = self._followed(draft, bits)
        on_all_paths = {start: bits[start] for start in draft.starts}
        waiting = deque(draft.starts)
        while waiting:
            page = waiting.popleft()
            here = self._here(page, followed)
            for collection, urls in self.collections.get(page, {}).items() if here else ():
                if collection in here:
                    path = on_all_paths[page] | here[collection]
                    for url in urls:
                        before = on_all_paths.get(url, -1)
                        if before & ~path:
                            on_all_paths[url] = before & path
                            waiting.append(url)
        return {
            part: {url for url, shared in on_all_paths.items() if shared & bits[part]}
            for part in parts
        }

    def _here(self, page: int, followed: Mapping[Kind, Followed]) -> Followed:
        """Return what is followed on a page."""
        kind = TARGET if page in self.members else self.shapes[page]
        here = followed.get(kind, followed[ANY])
        return _either(here, followed[page]) if page in followed else here

    def _followed(
        self, draft: NavigationDraft, bits: Mapping[Way | Kind, int] | None = None
    ) -> dict[Kind, Followed]:
        """Return the collections that are followed on each kind of page, with the bits of the only way to do so.

        What is followed on any page is with each kind.
        """
        followed: defaultdict[Kind, Followed] = defaultdict(dict)
        for way in draft.ways:
            kind, path, shape = way
            bit = bits[way] | bits.get(kind, 0) if bits else 0  # a way from a start goes with it
            places = self._places[shape] if path is None else ((path, shape),)
            followed[kind] = _either(followed[kind], dict.fromkeys(places, bit))
        anywhere = followed[ANY]
        kinds = (ANY, TARGET, *draft.hubs)
        of_kinds = {k: _either(followed[k], anywhere) if k != ANY else anywhere for k in kinds}
        return of_kinds | {start: followed[start] for start in draft.starts if start in followed}

    @cached_property
    def _places(self) -> Mapping[str, set[Collection]]:
        """All collections by the shape of their links."""
        found: defaultdict[str, set[Collection]] = defaultdict(set)
        for collections in self.collections.values():
            for collection in collections:
                found[collection[1]].add(collection)
        return found


def _either(one: Followed, other: Followed) -> Followed:
    """Return what is followed by one of two: what both follow depends on what both depend on."""
    return one | other | {both: one[both] & other[both] for both in one.keys() & other.keys()}


class DescriptionLength:
    """What it takes to say, in bits, which targets a site has, by a navigation that leads to them.

    A page is named by one of as many URLs as are known, and twice, since what is named and not found may have another
    name tomorrow; the entries that a person has given are named already.
    A page that is known to be gone is named as one to leave alone. A way by the kind of page that it is on, the shape of its
    links, and their place, if that matters. A page that is fetched and is no target has to be told apart, which is a
    few bits where there is a rule for that, and its name where there is none. Targets that are not reached have to be
    named, each.
    """

    def __init__(
        self,
        known: KnownWays,
        urls: int,
        places: int,
        gone: AbstractSet[int] = frozenset(),
        *,
        has_rule: bool = True,
    ) -> None:
        self._known = known
        self._gone = gone
        self._name = 2 * log2(max(2, urls))
        self._shape = log2(max(2, len(set(known.shapes))))
        self._place = log2(max(2, places))
        self._beside = _BESIDE if has_rule else self._name

    def way(self, way: Way, draft: NavigationDraft) -> float:
        """Return what it takes to say one way."""
        kind = log2(2 + len(draft.starts) + len(draft.hubs))
        return kind + self._shape + (self._place if way[1] is not None else 0)

    def of(self, draft: NavigationDraft, fetched: AbstractSet[int]) -> float:
        """Return what it takes altogether, if the draft fetches these pages."""
        said = sum(self.way(way, draft) for way in sorted(draft.ways, key=str))
        missed, beside = self._known.targets - fetched, fetched - self._known.targets
        named = len(set(draft.starts) - self._known.given) + len(missed) + len(fetched & self._gone)
        return said + self._name * named + self._beside * len(beside)
