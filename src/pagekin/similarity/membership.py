"""Membership: who is kin? Decided by the reading of the samples' class that is most likely to be meant.

"How much like the sample?" has a different scale on every site. The question here is: which property of the
samples splits the pages of this site so that most else follows from it (`class_evidence`)? Each such split is a
reading of what the samples' class may be; the one with the highest score is taken (`class_readings`), and narrowed
to a part of it as long as that has a higher score still.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pagekin.dom.features import Feature
from pagekin.similarity.class_readings import ClassReading, ClassReadings, chances
from pagekin.similarity.class_weights import UNLIKE
from pagekin.similarity.page_evidence import MOST, Evidence, EvidenceView, FeatureColumn
from pagekin.similarity.seen_pages import ClassCandidate, SeenPages

# Readings that are less likely are not shown to anybody.
POSSIBLE = 0.01
_LOOKED_INTO = (
    6  # readings by a single feature, the best ones, of which all parts are readings, too
)
_NARROWED = 2  # readings with a page that is not kin, of which what is left is looked at


@dataclass(frozen=True, slots=True)
class Rival:
    """A reading that may be meant, and how likely that is."""

    reading: ClassReading
    chance: float

    @property
    def bits(self) -> int:
        """Its pages."""
        return self.reading.bits

    @property
    def count(self) -> int:
        """The number of its pages."""
        return self.bits.bit_count()

    @property
    def signs(self) -> tuple[tuple[Feature, ...], ...]:
        """What its pages have, step by step."""
        return self.reading.signs


@dataclass(frozen=True, slots=True)
class MembershipDecision:
    """The pages that are kin, with the splits that lead to them, each inside the previous one."""

    bits: int
    steps: tuple[ClassCandidate, ...]
    rivals: tuple[Rival, ...]  # other classes that contain the samples and may be meant, best first
    signs: tuple[tuple[Feature, ...], ...] = ()  # what the members have, step by step
    without: int = 0  # pages that somebody has said are not kin
    chance: float = 1.0  # that this is what is meant

    def wider(self) -> Rival | None:
        """Return the next wider class: the smallest rival that contains all of this one."""
        holding = [c for c in self.rivals if c.bits & self.bits == self.bits != c.bits]
        return min(holding, key=lambda c: c.count, default=None)

    def narrower(self) -> Rival | None:
        """Return the next narrower class: the largest rival inside this one."""
        inside = [c for c in self.rivals if c.bits & ~self.bits == 0 and c.bits != self.bits]
        return max(inside, key=lambda c: c.count, default=None)


def decide(
    seen: SeenPages, without: int = 0, views: int = 0, *, told: bool = False
) -> MembershipDecision:
    """Return the class of the samples among the pages seen; `without` are pages known not to be in it.

    Without steps, no reading is likely: what is unlike other pages has to tell it (`unlike`).

    `views` are pages that only show other pages again; they say nothing about who is kin. `told`: a person
    gave several samples or negatives, which is enough support for the best of what there is.
    """
    universe = seen.everything & ~views
    readings = ClassReadings(seen, universe)
    known = [one for one in readings.alone if not one.bits & without]
    if without:
        known += _parts_without(readings, without)
        if not known:
            readings = ClassReadings(seen.lacking(without), universe)
            known = list(readings.alone)
    for one in sorted(known, key=_by_score, reverse=True)[:_LOOKED_INTO]:
        known += _parts(readings, one, known, without)
    best = max(known, key=_by_score, default=None)
    if best is None or (not told and (best.score < UNLIKE or not best.is_told)):
        return _decided(seen, None, known, without)
    while parts := _parts(readings, best, known, without):
        known += parts
        part = max(parts, key=_by_score)
        if part.score <= best.score:
            break
        best = part
    return _decided(seen, best, known, without)


def _by_score(reading: ClassReading) -> tuple[float, int]:
    return reading.score, reading.bits


def _parts(
    readings: ClassReadings, whole: ClassReading, known: Sequence[ClassReading], without: int
) -> list[ClassReading]:
    """Return the parts of a reading that are not known yet and have no page that is not kin."""
    found = readings.parts(whole, [one.bits for one in known])
    return [part for part in found if not part.bits & without]


def _parts_without(readings: ClassReadings, without: int) -> list[ClassReading]:
    """Return what is left of the best readings without pages that are not kin."""
    holding = [one for one in readings.alone if one.bits & without]
    holding.sort(key=_by_score, reverse=True)
    known: list[ClassReading] = []
    for one in holding[:_NARROWED]:
        known += _parts(readings, one, known, without)
    return known


def _decided(
    seen: SeenPages, best: ClassReading | None, known: Sequence[ClassReading], without: int
) -> MembershipDecision:
    """Return the decision for a reading, beside all others that were looked at; None if none of them is likely."""
    nothing, *likely = chances([UNLIKE, *(one.score for one in known)])
    rivals = [Rival(one, chance) for one, chance in zip(known, likely, strict=True)]
    rivals.sort(key=lambda rival: (-rival.chance, rival.bits))
    others = tuple(one for one in rivals if one.reading is not best and one.chance >= POSSIBLE)
    if best is None:
        return MembershipDecision(seen.everything, (), others, (), without, nothing)
    bits, signs = _without_strangers(seen, best)
    chance = next(rival.chance for rival in rivals if rival.reading is best)
    return MembershipDecision(bits, best.steps, others, signs, without, chance)


def _without_strangers(
    seen: SeenPages, best: ClassReading
) -> tuple[int, tuple[tuple[Feature, ...], ...]]:
    """Return a class and its signs, without pages that have hardly anything of its template and something else.

    They may have its address, such as error pages that come as if nothing were wrong.
    """
    universe, signs = best.bits, best.signs
    rest = seen.everything & ~universe
    template = [
        column
        for column in seen.columns
        if EvidenceView.STRUCTURE in column.views
        and _share(column.bits, universe) >= MOST > _share(column.bits, rest)
    ]
    strange = _lacking(template, universe, 1 - MOST)
    others = (place.bits & universe for place in seen.places if not place.samples_have)
    if strange and _share(strange, universe) <= 1 - MOST and strange in others:
        telling = [column for column in template if not column.bits & strange]
        universe &= ~_lacking(telling, universe, 0.5)
        signs = (*signs, tuple(feature for column in telling for feature in column.features))
    return universe, signs


def _share(bits: int, pages: int) -> float:
    return (bits & pages).bit_count() / pages.bit_count() if pages else 0.0


def _lacking(template: Sequence[FeatureColumn], pages: int, share: float) -> int:
    """Return the pages that have less than a share of what is in a template."""
    held = [column.bits & pages for column in template]
    found, left = 0, pages
    while left:
        page = left & -left
        left ^= page
        if sum(bool(bits & page) for bits in held) < share * len(held):
            found |= page
    return found


def shifted(decision: MembershipDecision, by: int) -> MembershipDecision:
    """Return the class that is this many steps wider (below 0: narrower) than the one decided on."""
    for _ in range(abs(by)):
        other = decision.wider() if by > 0 else decision.narrower()
        if other is None:
            break
        decision = replace(
            decision,
            bits=other.bits,
            steps=other.reading.steps,
            signs=other.signs,
            chance=other.chance,
        )
    return decision


def unlike(
    evidence: Evidence, others: Iterable[int], decision: MembershipDecision | None = None
) -> MembershipDecision:
    """Return the decision if no reading is likely: kin has most of what the samples have and others lack.

    That happens on very small sites, and if almost every page is kin.
    """
    signs, bits = evidence.telling_apart(others)
    decision = decision or MembershipDecision(bits, (), ())
    return replace(decision, bits=bits, signs=(signs,) if signs else ())
