"""Questions about a class: the pages that a person would have to judge where two readings are close."""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.similarity.membership import ClassCandidate, MembershipDecision

# A reading that is worth less than this share of the best is not asked about: a person would wonder why.
CLOSE = 2 / 3
# One page in twenty more or less is not worth a person's time.
_MATTERS = 0.05


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """Whether some pages are kin, too; all sets of pages are bits."""

    asked: int  # the pages that tell the two readings apart
    if_yes: int
    if_no: int
    weight: float  # how much the answer decides: the share of pages that change, by how close it is

    @property
    def taken(self) -> bool:
        """Whether the pages asked about were taken for kin."""
        return self.asked & self.if_yes == self.asked


def questions(decision: MembershipDecision) -> list[ClassQuestion]:
    """Return what is worth asking about a decision, first what decides most."""
    found = sorted(_questions(decision), key=lambda q: (-q.weight, q.asked))
    return list({question.asked: question for question in reversed(found)}.values())[::-1]


def _questions(decision: MembershipDecision) -> Iterator[ClassQuestion]:
    best = decision.steps[-1].evidence.worth if decision.steps else 0.0
    kin = decision.bits
    for rival in (*decision.steps, *decision.rivals):
        closeness = rival.evidence.worth / best if best else 1.0
        if closeness < CLOSE:
            continue
        share = min(closeness, 1.0) / 2  # how likely the other reading is meant
        for asked in (rival.bits & ~kin, kin & ~rival.bits):
            changed = asked.bit_count() / (rival.bits | kin).bit_count()
            if changed >= _MATTERS:
                yield _question(kin, rival, asked, changed * share)


def _question(kin: int, rival: ClassCandidate, asked: int, weight: float) -> ClassQuestion:
    if asked & kin:
        return ClassQuestion(asked, kin, rival.bits, weight)
    return ClassQuestion(asked, rival.bits, kin, weight)
