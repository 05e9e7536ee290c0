"""Membership: who is kin? Decided by the split of the pages seen that saves most in describing them.

"How much like the sample?" has a different scale on every site. The question here is: which property of the
samples splits the pages of this site so that most else follows from it (`class_evidence`)? The class consists of
the pages that have it; it is narrowed to a part only if that is as clearly a class of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pagekin.dom.features import Feature
from pagekin.similarity.class_evidence import ClassEvidence, SplitWeigher
from pagekin.similarity.page_evidence import (
    FEWEST,
    Evidence,
    EvidenceView,
    FeatureColumn,
    Heading,
    Place,
)

_NAMING = {EvidenceView.STRUCTURE, EvidenceView.URL_WORDS, EvidenceView.URL_SHAPE}
# One kind of evidence alone is worth 2 at most: an optional section, or a folder. A class must have more.
PAYS = 2.25
# A place of the template that goes with a class exactly counts for a third, a little less for what may be chance.
_PLACE = 0.2
# The address or the links tell a class if they do so for most of it.
_OUTSIDE = 0.75


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

    def candidates(self, universe: int, without: int = 0) -> list[ClassCandidate]:
        """Return the possible classes inside the universe that contain no page of `without`, best first."""
        weigher = SplitWeigher(universe, self.columns, self.places, self.headings)
        total = universe.bit_count()
        named: dict[int, FeatureColumn] = {}
        for column in self.columns:
            bits = column.bits & universe
            is_name = column.heading or not column.views.isdisjoint(_NAMING)
            if is_name and FEWEST <= bits.bit_count() < total and not bits & without:
                known = named.get(bits)
                named[bits] = _joined(known, column) if known else column
        found = (
            ClassCandidate(bits, column, weigher.weigh(bits)) for bits, column in named.items()
        )
        return sorted(found, key=lambda c: (-c.evidence.worth, -c.count, c.bits))


def _joined(one: FeatureColumn, other: FeatureColumn) -> FeatureColumn:
    """Return columns that are the same inside a universe as one."""
    features = [*one.features, *other.features]
    return FeatureColumn(
        one.bits & other.bits, one.views | other.views, features, one.heading or other.heading
    )


@dataclass(frozen=True, slots=True)
class MembershipDecision:
    """The pages that are kin, with the splits that lead to them, each inside the previous one."""

    bits: int
    steps: tuple[ClassCandidate, ...]
    rivals: tuple[
        ClassCandidate, ...
    ]  # other classes that contain the samples and would pay, best first
    signs: tuple[tuple[Feature, ...], ...] = ()  # what the members have, step by step

    def wider(self) -> ClassCandidate | None:
        """Return the next wider class: the smallest rival or earlier step that contains all of this one."""
        holding = [
            c for c in (*self.steps, *self.rivals) if c.bits & self.bits == self.bits != c.bits
        ]
        return min(holding, key=lambda c: c.count, default=None)

    def narrower(self) -> ClassCandidate | None:
        """Return the next narrower class: the largest rival inside this one."""
        inside = [c for c in self.rivals if c.bits & ~self.bits == 0 and c.bits != self.bits]
        return max(inside, key=lambda c: c.count, default=None)


def decide(
    seen: SeenPages, without: int = 0, views: int = 0, *, told: bool = False
) -> MembershipDecision:
    """Return the class of the samples among the pages seen; `without` are pages known not to be in it.

    `views` are pages that only show other pages again; they say nothing about who is kin. `told`: a person
    gave several samples, which is enough support for what they have in common.
    """
    universe = (1 << seen.size) - 1 & ~views
    steps: list[ClassCandidate] = []
    rivals: list[ClassCandidate] = []
    while True:
        ranked = seen.candidates(universe, without)
        rivals += [c for c in ranked if _pays(c)]
        if steps:
            chosen = next((c for c in ranked if _is_class_within(c, steps[-1])), None)
        else:
            needed = told or bool(universe & without)
            chosen = next((c for c in ranked if needed or _pays(c)), None)
        if chosen is None:
            signs = tuple(tuple(step.column.features) for step in steps)
            return MembershipDecision(universe, tuple(steps), tuple(rivals), signs)
        steps.append(chosen)
        universe = chosen.bits


def _pays(candidate: ClassCandidate) -> bool:
    return candidate.evidence.worth >= PAYS


def _is_class_within(inner: ClassCandidate, outer: ClassCandidate) -> bool:
    """Return whether a part of an accepted class is a class of its own.

    It is if it has something of its own and can be told from outside, and if it is told as well as the whole,
    or others have something instead and other addresses: less is an optional section, or a topic.
    """
    evidence = inner.evidence
    if not _pays(inner) or evidence.has < _PLACE or evidence.outside < _OUTSIDE:
        return False
    others_differ = evidence.instead >= _PLACE and evidence.address >= _OUTSIDE
    return others_differ or evidence.worth >= outer.evidence.worth


def shifted(decision: MembershipDecision, by: int) -> MembershipDecision:
    """Return the class that is this many steps wider (below 0: narrower) than the one decided on."""
    for _ in range(abs(by)):
        other = decision.wider() if by > 0 else decision.narrower()
        if other is None:
            break
        signs = (tuple(other.column.features),)
        decision = MembershipDecision(other.bits, (other,), decision.rivals, signs)
    return decision


def unlike(evidence: Evidence, others: Iterable[int]) -> MembershipDecision:
    """Return the decision if nothing splits the pages: kin has most of what the samples have and others lack.

    That happens on very small sites, and if almost every page is kin.
    """
    signs, bits = evidence.telling_apart(others)
    return MembershipDecision(bits, (), (), (signs,) if signs else ())
