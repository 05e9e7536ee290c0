"""Readings: the classes that somebody may mean who points at the samples, and how likely each of them is.

`membership` decides for one of them, which is right more often than not. Others are all pages, those that have another
feature of the samples, those that stand on a list beside them, and parts of the class that was decided on: each is as
likely as its evidence is good. What a person says about further pages rules out the readings that contradict it; of
those that are left, the one is gone by that is least wrong on average, whichever of them is meant.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pagekin.similarity.class_evidence import SplitWeigher
from pagekin.similarity.membership import PLACE, ClassCandidate, MembershipDecision, SeenPages

# What there is twice as much evidence for is eight times as likely: from inside, from outside, and what both agree on.
_SHARP = 3
# What was decided is so much likelier than all else together: it is right on three of four sites that nobody has looked at.
_TRUSTED = 3
_ALIKE = 0.9  # what has so many of its pages in common is one reading
_MOST = 40  # readings that are kept, the likeliest
_PARTS = 40  # parts of the class that are looked at, the best


@dataclass(frozen=True, slots=True)
class ClassReading:
    """A possible class of the samples: its pages as bits, the splits that lead to them, and how likely it is beside others."""

    bits: int
    steps: tuple[ClassCandidate, ...]
    likelihood: float


def readings(
    seen: SeenPages, decision: MembershipDecision, universe: int, without: int = 0
) -> list[ClassReading]:
    """Return the classes that may be meant, none of which has a page that is known not to be kin.

    First comes the one that was decided on, if it is among them, then the likeliest.
    """
    weigher = seen.weigher(universe)
    found: dict[int, ClassReading] = {}
    for steps in _chains(seen, decision, universe):
        bits = steps[-1].bits if steps else universe
        if bits not in found and not bits & without:
            found[bits] = ClassReading(bits, steps, _likelihood(weigher, universe, bits))
    is_open = not decision.bits & without
    known = [decision.bits] if is_open else []
    others: list[ClassReading] = []
    for one in sorted(found.values(), key=lambda one: (-one.likelihood, one.bits)):
        if len(others) < _MOST and not any(_is_alike(one.bits, other) for other in known):
            others.append(one)
            known.append(one.bits)
    if not is_open:
        return others
    own = _likelihood(weigher, universe, decision.bits)
    trusted = _TRUSTED * (own + sum(one.likelihood for one in others))
    return [ClassReading(decision.bits, decision.steps, trusted), *others]


def _likelihood(weigher: SplitWeigher, universe: int, bits: int) -> float:
    is_split = 0 < bits.bit_count() < universe.bit_count()
    return float(weigher.weigh(bits).worth ** _SHARP) if is_split else 1.0


def _chains(
    seen: SeenPages, decision: MembershipDecision, universe: int
) -> Iterator[tuple[ClassCandidate, ...]]:
    """Yield the splits of the pages seen by one feature or one list, and parts of the class that was decided on."""
    yield ()
    alone = seen.candidates(universe)
    yield from ((one,) for one in (*alone, *seen.candidates_on_lists(universe)))
    if decision.steps and not decision.is_by_list:
        kin = decision.steps[-1].bits
        parts = seen.candidates(kin, is_class=True)[:_PARTS]
        lacking = [c for c in seen.candidates_by_absence(kin) if c.evidence.links >= PLACE][:_PARTS]
        yield from ((*decision.steps, part) for part in (*parts, *lacking))


def least_wrong(some: Sequence[ClassReading]) -> tuple[ClassReading, float]:
    """Return the reading that is most like what may be meant, and how like: the sum over all readings of likelihood and F1."""
    sums = [
        (sum(other.likelihood * likeness(one.bits, other.bits) for other in some), -number)
        for number, one in enumerate(some)
    ]
    best, number = max(sums)
    return some[-number], best


def settled(decision: MembershipDecision, left: Sequence[ClassReading]) -> MembershipDecision:
    """Return the decision after a person has said more, given the readings that are left; as it was if none is."""
    if not left:
        return decision
    chosen, _ = least_wrong(left)
    if chosen.bits == decision.bits:
        return decision
    signs = tuple(tuple(step.column.features) for step in chosen.steps)
    return replace(decision, bits=chosen.bits, steps=chosen.steps, signs=signs)


def likeness(one: int, other: int) -> float:
    """Return the F1 of one set of pages if the other is meant."""
    both = one.bit_count() + other.bit_count()
    return 2 * (one & other).bit_count() / both if both else 1.0


def _is_alike(one: int, other: int) -> bool:
    return (one & other).bit_count() >= _ALIKE * (one | other).bit_count()
