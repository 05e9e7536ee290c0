"""Questions about a class: the pages that a person would have to judge where several readings may be meant.

The best question is the one whose answer sets most right on average: how like what is meant the class is that one goes
by then, compared with the class that one goes by now.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pagekin.similarity.class_readings import ClassReading, least_wrong, rightness

MATTERS = 0.01  # of the pages, which an answer is expected to set right, are worth a person's time


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """Whether some pages are kin, too; all sets of pages are bits."""

    asked: int  # the pages that are in the same readings
    if_yes: int
    if_no: int
    gain: float  # by how much the class is expected to be more like what is meant
    taken: bool  # whether they were taken for kin


def questions(some: Sequence[ClassReading], decided: int) -> list[ClassQuestion]:
    """Return what is worth asking where some pages were decided on that may be meant, first what decides most."""
    if not some:
        return []
    total = sum(reading.likelihood for reading in some)
    now = rightness(decided, some)
    found = []
    for group in _groups(some):
        yes, no = ([one for one in some if bool(one.bits & group) is kin] for kin in (True, False))
        if_yes, if_no = least_wrong(yes), least_wrong(no)
        gain = (rightness(if_yes.bits, yes) + rightness(if_no.bits, no) - now) / total
        if gain >= MATTERS:
            found.append(ClassQuestion(group, if_yes.bits, if_no.bits, gain, bool(decided & group)))
    return sorted(found, key=lambda question: (-question.gain, question.asked))


def _groups(some: Sequence[ClassReading]) -> Iterator[int]:
    """Yield sets of pages that are in the same readings, but neither in all of them nor in none."""
    groups = [0]
    everywhere = -1
    for reading in some:
        groups[0] |= reading.bits
        everywhere &= reading.bits
    for reading in some:
        parts = [(group & reading.bits, group & ~reading.bits) for group in groups]
        groups = [part for pair in parts for part in pair if part]
    for group in groups:
        if not group & everywhere:
            yield group
