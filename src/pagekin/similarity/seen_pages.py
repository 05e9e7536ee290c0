"""All that is known of the pages seen, for deciding who is kin: possible classes, and what speaks for each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pagekin.similarity.class_evidence import ClassEvidence, SplitWeigher
from pagekin.similarity.link_lists import ListedPages, list_groups, own_share, telling
from pagekin.similarity.page_evidence import (
    FEWEST,
    AddressVariable,
    Evidence,
    EvidenceView,
    FeatureColumn,
    Heading,
    Inbound,
    Place,
)

# A page can be judged by these alone; by what links to it, it cannot.
_NAMING = {
    EvidenceView.STRUCTURE,
    EvidenceView.URL_FOLDERS,
    EvidenceView.URL_WORDS,
    EvidenceView.URL_SHAPE,
}


@dataclass(frozen=True, slots=True)
class ClassCandidate:
    """A possible class: the pages that have a certain feature of the samples, and the evidence for it."""

    bits: int
    column: FeatureColumn
    evidence: ClassEvidence

    @property
    def count(self) -> int:
        """The number of its pages."""
        return self.bits.bit_count()


@dataclass(frozen=True, slots=True)
class SeenPages:
    """All that is known of the pages seen, for deciding who is kin."""

    size: int
    columns: Sequence[FeatureColumn]
    places: Sequence[Place] = ()
    headings: Sequence[Heading] = ()
    lists: Sequence[ListedPages] = ()
    addresses: Sequence[AddressVariable] = ()
    samples: int = 0
    absences: Sequence[FeatureColumn] = ()

    @property
    def everything(self) -> int:
        """All pages, as bits."""
        return (1 << self.size) - 1

    @classmethod
    def of(cls, evidence: Evidence, inbound: Inbound) -> "SeenPages":
        """Return what is known from the pages themselves and from the links to them."""
        columns, places = evidence.columns(inbound), tuple(evidence.places())
        return cls(
            size=len(evidence),
            columns=columns,
            places=places,
            headings=evidence.headings(),
            lists=inbound.lists,
            addresses=evidence.address_variables(),
            samples=sum(1 << sample for sample in evidence.samples),
            absences=evidence.absences(),
        )

    def lacking(self, pages: int) -> "SeenPages":
        """Return the same with only those features that none of some pages has."""
        columns, absences = (
            [one for one in some if not one.bits & pages] for some in (self.columns, self.absences)
        )
        return replace(self, columns=columns, absences=absences)

    def candidates(self, universe: int, *, is_class: bool = False) -> list[ClassCandidate]:
        """Return the possible classes inside the universe, best first."""
        return self._weighed(self.columns, universe, is_class=is_class)

    def candidates_by_absence(self, universe: int) -> list[ClassCandidate]:
        """Return the possible classes inside a class that have in common what they lack, best first."""
        return self._weighed(self.absences, universe, is_class=True)

    def _weighed(
        self, columns: Sequence[FeatureColumn], universe: int, *, is_class: bool
    ) -> list[ClassCandidate]:
        total = universe.bit_count()
        named: dict[int, FeatureColumn] = {}
        for column in columns:
            bits = column.bits & universe
            is_name = column.heading or not column.views.isdisjoint(_NAMING)
            if is_name and FEWEST <= bits.bit_count() <= total - FEWEST:
                known = named.get(bits)
                named[bits] = _joined(known, column) if known else column
        if not named:
            return []
        weigher = self.weigher(universe, is_class=is_class)
        found = (
            ClassCandidate(bits, column, weigher.weigh(bits)) for bits, column in named.items()
        )
        return sorted(found, key=lambda c: (-c.evidence.worth, -c.count, c.bits))

    def weigher(self, universe: int, *, is_class: bool = False) -> SplitWeigher:
        """Return what weighs splits of a universe, which is all pages or a class."""
        lists = telling(self.lists, universe, self.everything) if is_class else self.lists
        shortest = groups = list_groups(lists, universe)
        if is_class:
            groups = list_groups(lists, universe, own_share(universe, self.everything))
        return SplitWeigher(
            universe,
            self.columns,
            self.places,
            self.headings,
            groups=groups,
            shortest=shortest,
            addresses=self.addresses,
            samples=self.samples,
        )


def _joined(one: FeatureColumn, other: FeatureColumn) -> FeatureColumn:
    """Return columns that are the same inside a universe as one."""
    features = [*one.features, *other.features]
    return FeatureColumn(
        one.bits & other.bits, one.views | other.views, features, one.heading or other.heading
    )
