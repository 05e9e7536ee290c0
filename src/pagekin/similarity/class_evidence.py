"""What speaks for a class, in the currency of description length.

To describe the pages of a site, one says of each what it has, how its address reads and where it is linked. A
split of the pages into a class and the rest costs as many bits as it takes to say who is in it. It pays if
other things need not be said any more, since they follow from it, and it is the better the more of them there are
that do not follow from one another:

- what its pages have: a path of the document is described among the pages that have its parent only. So a
  whole section, however large, counts once;
- what other pages have instead;
- how headings begin and end, and whether other pages are labelled in the same way;
- the address, or the links that lead there (`link_lists`): a folder mostly goes with a list, so they count once, too.

An optional section shows on its pages only, a topic (a folder, a category) from outside only; a class does in both
ways. Each part of the evidence is the share, from 0 to 1, of what the split tells that could be told by it alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import log2, sqrt
from typing import NamedTuple

from pagekin.similarity.agreement import agreement, entropy
from pagekin.similarity.link_lists import ListGroup, spoken, told_by_lists
from pagekin.similarity.page_evidence import (
    FEWEST,
    LANGUAGES,
    AddressVariable,
    EvidenceView,
    FeatureColumn,
    Heading,
    Place,
)

# So many places of a template have to agree to be as good as an address: a section, its entry in a table of
# contents and a mark elsewhere are what one optional section may well have.
PLACES = 3
# The address, the links or a template tell a class if they do so for most of it.
TOLD = 0.5
_OUTSIDE = {
    EvidenceView.URL_FOLDERS: 1.0,
    EvidenceView.URL_WORDS: 1.0,
    EvidenceView.URL_SHAPE: 0.5,  # many things have the same shape
    EvidenceView.LINKED_BY: 1.0,
    EvidenceView.LISTED_ON: 1.0,
}
_ADDRESS = (EvidenceView.URL_FOLDERS, EvidenceView.URL_WORDS, EvidenceView.URL_SHAPE)
_LINKS = (EvidenceView.LINKED_BY, EvidenceView.LISTED_ON)


@dataclass(frozen=True, slots=True)
class ClassEvidence:
    """How much of a split is told by each kind of evidence alone, from 0 to 1."""

    cost: float  # of the split, in bits
    has: float
    instead: float
    words: float
    labels: float
    address: float
    links: float
    apart: float = 1.0  # how far lists keep to one side of it
    named: float = 0.0  # by the shortest lists alone, whatever longer ones there are
    sorts: float = (
        0.0  # the share of pages that the part of the address in question sorts into groups
    )
    nouns: float = 0.0  # the share of pages in groups called after kinds of things, as this one is
    kind_list: float = 0.0  # by a list on a page that is called after a kind of things

    @property
    def on_pages(self) -> float:
        """What the structure of the pages tells."""
        return self.has + self.instead

    @property
    def inside(self) -> float:
        """How many times over the split is told by what is on the pages."""
        return self.has + self.instead + self.words + self.labels

    @property
    def outside(self) -> float:
        """The same for what is known without looking at a page; address and links often go together."""
        return max(self.address, self.links) + min(self.address, self.links) / 2

    @property
    def worth(self) -> float:
        """What is told from inside and from outside, and what both agree on."""
        return (1 + self.inside) * (1 + self.outside)

    @property
    def saved(self) -> float:
        """The bits that need not be said any more, since they follow from the split."""
        return (self.worth - 1) * self.cost


class _Split(NamedTuple):
    """Pages that have something, among those that could have it."""

    bits: int
    within: int
    size: int
    having: int
    cost: float
    times: int


class SplitWeigher:
    """Weighs splits of some of the pages seen, the universe."""

    def __init__(
        self,
        universe: int,
        columns: Sequence[FeatureColumn],
        places: Sequence[Place],
        headings: Sequence[Heading],
        *,
        groups: Sequence[ListGroup] = (),
        shortest: Sequence[ListGroup] = (),
        addresses: Sequence[AddressVariable] = (),
        kind_lists: Sequence[int] = (),
        samples: int = 0,
    ) -> None:
        self._universe = universe
        self._total = universe.bit_count()
        self._has = self._merged(place for place in places if place.samples_have)
        self._instead = self._merged(place for place in places if not place.samples_have)
        self._outside = self._views(columns)
        self._linked_from = self._places_of_links(columns)
        self._addresses = addresses
        self._kind_lists = {
            bits
            for one in kind_lists
            if FEWEST <= (bits := one & universe).bit_count() < self._total
        }
        self._groups = groups
        self._shortest = shortest
        self._samples = samples
        self._known: dict[int, ClassEvidence] = {}
        self._headings = [
            (bits, heading)
            for heading in headings
            if 0 < (bits := heading.bits & universe).bit_count() < self._total
        ]

    def weigh(self, bits: int) -> ClassEvidence:
        """Return what speaks for a split; it must have pages on both sides."""
        if bits not in self._known:
            self._known[bits] = self._weighed(bits)
        return self._known[bits]

    def _weighed(self, bits: int) -> ClassEvidence:
        count = bits.bit_count()
        cost = self._total * entropy(count, self._total)
        has = min(1.0, self._told_by_places(bits, cost, self._has, together=True) / PLACES)
        instead = self._told_by_places(bits, cost, self._instead, together=False) / PLACES
        views = {
            view: self._best_of(others, bits, count, cost) for view, others in self._outside.items()
        }
        views[EvidenceView.LINKED_BY] = self._best_of(self._linked(bits), bits, count, cost)
        words, labels = self._told_by_headings(bits, count, cost)
        by_column = max(_OUTSIDE[view] * views.get(view, 0.0) for view in _LINKS)
        links, apart = self._told_by_links(bits, cost, by_column)
        address = max(_OUTSIDE[view] * views.get(view, 0.0) for view in _ADDRESS)
        return ClassEvidence(
            cost,
            has,
            min(1.0, instead),
            max(0.0, words - has),
            labels,
            address,
            links,
            apart,
            told_by_lists(spoken(self._shortest, bits), self._universe, bits, cost),
            self._sorted(bits) if address >= TOLD else 0.0,
            self._called_after_kinds(bits) if address >= TOLD else 0.0,
            self._best_of(self._kind_lists, bits, count, cost),
        )

    def _best_of(self, others: AbstractSet[int], bits: int, count: int, cost: float) -> float:
        """Return how well the best of some other splits tells a split."""
        told = (self._told_by(bits, count, cost, other, len(others)) for other in others)
        return max(told, default=0.0)

    def _called_after_kinds(self, bits: int) -> float:
        """Return the share of pages that a part of the address sorts into groups called after kinds, if it does so for a split."""
        best = 0.0
        for one in self._addresses:
            if one.own & self._universe == bits:
                sizes = self._sizes(one.kinds)
                if len(sizes) > 1:  # else the others may be called after anything
                    best = max(best, sum(sizes) / self._total)
        return best

    def _sorted(self, bits: int) -> float:
        """Return the share of pages that a part of the address sorts into groups that may be kinds, if it tells a split.

        These are more groups than languages, and fewer than each has pages. A folder counted from the end that says no more than how deep
        pages are sorts nothing.
        """
        best = 0.0
        for one in self._addresses:
            if one.own & self._universe == bits != one.depth & self._universe:
                sizes = self._sizes(one.cells)
                if LANGUAGES < len(sizes) <= sqrt(self._total):
                    best = max(best, sum(sizes) / self._total)
        return best

    def _sizes(self, groups: Iterable[int]) -> list[int]:
        """Return how many pages of the universe are in each of some groups, if they are enough to say anything."""
        sizes = ((group & self._universe).bit_count() for group in groups)
        return [size for size in sizes if size >= FEWEST]

    def _merged(self, places: Iterable[Place]) -> list[list[_Split]]:
        """Return the places that split the universe; those with classes, and those of bare tags."""
        counted: defaultdict[tuple[bool, int, int], int] = defaultdict(int)
        for place in places:
            within, bits = place.within & self._universe, place.bits & self._universe
            counted[place.bare, within, bits] += 1
        found: list[list[_Split]] = [[], []]
        for (bare, within, bits), times in counted.items():
            size, count = within.bit_count(), bits.bit_count()
            cost = size * entropy(count, size)
            if cost > 1.0:  # what takes a bit can save no more than chance
                found[bare].append(_Split(bits, within, size, count, cost, times))
        return found

    def _views(self, columns: Iterable[FeatureColumn]) -> dict[EvidenceView, set[int]]:
        found: defaultdict[EvidenceView, set[int]] = defaultdict(set)
        for column in columns:
            bits = column.bits & self._universe
            if FEWEST <= bits.bit_count() < self._total:
                for view in column.views & _OUTSIDE.keys() - {EvidenceView.LINKED_BY}:
                    found[view].add(bits)
        return found

    def _places_of_links(self, columns: Iterable[FeatureColumn]) -> set[tuple[int, int]]:
        """Return the pages that are linked at each place, with the pages on which it is."""
        return {
            (bits, pages)
            for column in columns
            for pages in column.linked_from
            if FEWEST <= (bits := column.bits & self._universe).bit_count() < self._total
        }

    def _linked(self, bits: int) -> set[int]:
        """Return what is linked at places that may tell a split: they are mostly on pages of its other side.

        Of links among its own pages, whoever has a page before it is linked from that page; and whoever has pages below it is
        linked from these.
        """
        rest = self._universe & ~bits
        return {
            linked
            for linked, pages in self._linked_from
            if 2 * (pages & rest).bit_count() >= pages.bit_count()
        }

    def _told_by_places(
        self, bits: int, cost: float, alternatives: list[list[_Split]], *, together: bool
    ) -> float:
        """Return how many times the split is told by places that go with it, or with the rest.

        Paths of bare tags repeat what those with classes say, so the better of the two counts.
        """
        best = 0.0
        for places in alternatives:
            told = 0.0
            for place in places:
                inside = (bits & place.within).bit_count()
                if inside in (0, place.size):
                    continue
                both = (bits & place.bits).bit_count()
                if (both * place.size > inside * place.having) != together:
                    continue
                told += place.times * _told_within(place, inside, both, cost)
            best = max(best, told)
        return best

    def _told_by_links(self, bits: int, cost: float, by_column: float) -> tuple[float, float]:
        """Return how well links tell the split, and how far lists keep its two sides apart; 1 if there are none.

        Links do not tell what lists contradict: those that name both sides of it. Nor do their places (`by_column`), where all
        lists that name the split stand on its own pages: whoever has a page before it is linked from that page, and at the same place.
        """
        groups = spoken(self._groups, bits)
        naming = [group for group in self._groups if group.bits & bits]
        if naming and not spoken(naming, bits):
            by_column = 0.0
        by_lists = told_by_lists(groups, self._universe, bits, cost)
        apart = self._told_beside_samples(groups, bits)
        smaller = min(bits, self._universe & ~bits, key=int.bit_count)
        listed = sum((group.bits & smaller).bit_count() for group in groups)
        if 2 * listed >= smaller.bit_count():
            apart = min(apart, by_lists)
        return min(apart, max(by_column, by_lists)), apart

    def _told_beside_samples(self, groups: Sequence[ListGroup], bits: int) -> float:
        """Return what it tells of a page that it stands on a list beside the samples: 1 if it is on their side for sure.

        It is 0 if these lists have no more of the class on them than there is anyway; 1 also if there are none.
        """
        beside = [group.bits for group in groups if group.bits & self._samples]
        listed = sum(group.bit_count() for group in beside)
        if not listed:
            return 1.0
        share = sum((group & bits).bit_count() for group in beside) / listed
        usual = bits.bit_count() / self._total
        if share <= usual:
            return 0.0
        said = share * log2(share / usual)
        if share < 1:
            said += (1 - share) * log2((1 - share) / (1 - usual))
        return said / -log2(usual)

    def _told_by(self, bits: int, count: int, cost: float, other: int, choices: int) -> float:
        """Return how well another split tells this one; to choose it among many takes bits as well."""
        size, total = other.bit_count(), self._total
        entropies = entropy(count, total) * entropy(size, total)
        chosen = log2(choices) + 0.5 * log2(total)
        agreed = agreement(count, size, (bits & other).bit_count(), total, entropies)
        return agreed * max(0.0, 1 - chosen / cost)

    def _told_by_headings(self, bits: int, count: int, cost: float) -> tuple[float, float]:
        """Return how well a heading tells the split, and how far the others are labelled in the same way."""
        words = labels = 0.0
        for other, heading in self._headings:
            told = self._told_by(bits, count, cost, other, len(self._headings)) * heading.weight
            words = max(words, told)
            if heading.is_kind and told > labels:  # no more than all others are labelled
                labels = max(labels, told * heading.labelled(self._universe & ~bits))
        return words, labels


def _told_within(place: _Split, inside: int, both: int, cost: float) -> float:
    """Return how well a place tells a split, by the pages that it can be on; 0 if that may be chance."""
    size, count = place.size, place.having
    rest, rest_has = size - inside, count - both
    saved = place.cost - inside * entropy(both, inside) - rest * entropy(rest_has, rest)
    chance = 1 + 0.5 * log2(size)  # what it takes to say that it depends on the split, and how
    if saved <= chance:
        return 0.0
    agreed = saved**2 / (place.cost * size * entropy(inside, size))
    return float(agreed * min(1.0, saved / cost) * (1 - chance / saved))
