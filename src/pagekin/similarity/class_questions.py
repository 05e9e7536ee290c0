"""Questions about a class: the pages that a person would have to judge where several readings are close.

Each reading is as likely as its evidence is good. The best question is the one whose answer, on average, spares the
most errors: what would be wrong if another reading than the one that is gone by were meant.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pagekin.similarity.membership import MembershipDecision

# A part of the class may be meant, whatever there is for it; another class if there is half as much for it as for the best.
CLOSE = 0.5
# The share of pages that an answer is expected to set right, from which on it is worth a person's time.
MATTERS = 0.07
_MOST = 24  # readings that are looked at, the best ones


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """Whether some pages are kin, too; all sets of pages are bits."""

    asked: int  # the pages that tell the two readings apart
    if_yes: int
    if_no: int
    weight: float  # the share of pages that the answer is expected to set right
    taken: bool  # whether they were taken for kin


@dataclass(frozen=True, slots=True)
class _Reading:
    """A possible class, and how good the evidence for it is."""

    bits: int
    worth: float


def questions(decision: MembershipDecision) -> list[ClassQuestion]:
    """Return what is worth asking about a decision, first what decides most."""
    readings = _readings(decision)
    found = [_question(group, readings) for group in _groups(readings)]
    worth_it = [question for question in found if question.weight >= MATTERS]
    return sorted(worth_it, key=lambda q: (-q.weight, q.asked))


def _readings(decision: MembershipDecision) -> list[_Reading]:
    """Return the class as decided, and others that may be meant, the best of them."""
    kin = decision.bits
    best = decision.steps[-1].evidence.worth if decision.steps else 1.0
    others: dict[int, float] = {}
    for rival in (*decision.steps, *decision.rivals):
        is_open = rival.bits != kin and not rival.bits & decision.without
        is_part = not rival.bits & ~kin
        if is_open and (is_part or rival.evidence.worth >= CLOSE * best):
            others[rival.bits] = max(rival.evidence.worth, others.get(rival.bits, 0.0))
    ranked = sorted(others.items(), key=lambda item: (-item[1], item[0]))[:_MOST]
    return [_Reading(kin, best), *(_Reading(bits, min(worth, best)) for bits, worth in ranked)]


def _groups(readings: Sequence[_Reading]) -> Iterator[int]:
    """Yield sets of pages that are in the same readings, but neither in all of them nor in none."""
    groups = [0]
    for reading in readings:
        groups[0] |= reading.bits
    everywhere = groups[0]
    for reading in readings:
        everywhere &= reading.bits
        parts = [(group & reading.bits, group & ~reading.bits) for group in groups]
        groups = [part for pair in parts for part in pair if part]
    for group in groups:
        if not group & everywhere:
            yield group


def _question(group: int, readings: Sequence[_Reading]) -> ClassQuestion:
    """Return the question about a group of pages, and what its answer is expected to spare."""
    total = sum(reading.worth for reading in readings)
    yes = [reading for reading in readings if reading.bits & group]
    no = [reading for reading in readings if not reading.bits & group]
    spared = (_loss(readings) - _loss(yes) - _loss(no)) / total
    return ClassQuestion(group, yes[0].bits, no[0].bits, spared, readings[0] is yes[0])


def _loss(readings: Sequence[_Reading]) -> float:
    """Return what is wrong, on average, if one goes by the best of some readings."""
    best = max(readings, key=lambda reading: reading.worth)
    return sum(reading.worth * _difference(best.bits, reading.bits) for reading in readings)


def _difference(one: int, other: int) -> float:
    return (one ^ other).bit_count() / (one | other).bit_count()
