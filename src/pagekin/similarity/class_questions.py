"""Questions about a class: the pages that a person would have to judge where two readings are close."""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.similarity.membership import ClassCandidate, MembershipDecision

# Another class than the best is asked about if it is nearly as good, a part of it if that could be a class by itself.
CLOSE = 0.75
# The share of pages that an answer is expected to change, from which on it is worth a person's time: one in eight.
MATTERS = 0.125


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """Whether some pages are kin, too; all sets of pages are bits."""

    asked: int  # the pages that tell the two readings apart
    if_yes: int
    if_no: int
    weight: float  # how much the answer decides: the share of pages that it is expected to change

    @property
    def taken(self) -> bool:
        """Whether the pages asked about were taken for kin."""
        return self.asked & self.if_yes == self.asked


def questions(decision: MembershipDecision) -> list[ClassQuestion]:
    """Return what is worth asking about a decision, first what decides most."""
    found = sorted(_questions(decision), key=lambda q: (-q.weight, q.asked))
    return list({question.asked: question for question in reversed(found)}.values())[::-1]


def _questions(decision: MembershipDecision) -> Iterator[ClassQuestion]:
    best = decision.steps[-1].evidence.worth if decision.steps else 1.0
    kin = decision.bits
    for rival in (*decision.steps, *decision.rivals):
        worth = rival.evidence.worth
        is_part = rival.bits & ~kin == 0
        if not (rival.pays if is_part else worth >= CLOSE * best):
            continue
        share = worth / (worth + best)  # how likely the other reading is meant
        for asked in (rival.bits & ~kin, kin & ~rival.bits):
            changed = asked.bit_count() / (rival.bits | kin).bit_count()
            if changed * share >= MATTERS:
                yield _question(kin, rival, asked, changed * share)


def _question(kin: int, rival: ClassCandidate, asked: int, weight: float) -> ClassQuestion:
    if asked & kin:
        return ClassQuestion(asked, kin, rival.bits, weight)
    return ClassQuestion(asked, rival.bits, kin, weight)
