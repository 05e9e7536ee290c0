"""A navigation in numbers, while it is derived: where it leads on what is known of the site, and what it costs to say."""

from collections import defaultdict
from collections.abc import Collection as Sized
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import log2

from pagekin.navigation.steps import ANY, TARGET

Collection = tuple[int, str]  # root-to-anchor path, shape
Kind = int | str  # a start page, the shape of hubs, `target` or `any`
Way = tuple[Kind, int | None, str]  # on pages of a kind, links of a shape at a path; None: anywhere
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
        by_kind: defaultdict[Kind, set[tuple[int | None, str]]] = defaultdict(set)
        for kind, path, shape in draft.ways:
            by_kind[kind].add((path, shape))
        found, unfinished = set(draft.starts), list(draft.starts)
        while unfinished:
            page = unfinished.pop()
            links = self.collections.get(page)
            if not links or not (through_targets or page not in self.members):
                continue
            followed = set().union(*(by_kind.get(kind, ()) for kind in self._kinds(page, draft)))
            for (path, shape), urls in links.items():
                if (None, shape) in followed or (path, shape) in followed:
                    new = urls - found
                    found |= new
                    unfinished.extend(new)
        return found

    def _kinds(self, page: int, draft: NavigationDraft) -> list[Kind]:
        """Return the kinds of page that a page is."""
        kinds: list[Kind] = [ANY, page]
        if page in self.members:
            kinds.append(TARGET)
        elif self.shapes[page] in draft.hubs:
            kinds.append(self.shapes[page])
        return kinds


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
