"""Readings: the classes that somebody may mean who points at the samples, and how likely each of them is.

`membership` decides for one of them by rules, which look at few things at a time. Others are all pages, those that have
another feature of the samples, those that stand on a list beside them, and parts of the class that was decided on. How likely each is
follows from all that speaks for it together, that decision included (`ReadingSigns`). What a person says about further pages
rules out the readings that contradict it. Of those that are left, the one is gone by that is least wrong on average, whichever of them is meant.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import NamedTuple

from pagekin.similarity.membership import PLACE, ClassCandidate, MembershipDecision, SeenPages

_PARTS = 40  # parts of the class that are looked at, the best
_ALIKE = 0.9  # what has so many of its pages in common is one reading
_MOST = 40  # readings that are kept, the likeliest
# What is half right is of little use, an eighth; else a few pages that are meant would be given up for many that are like all that is not.
_USE = 3


class ReadingSigns(NamedTuple):
    """What speaks for a reading, from 0 to 1 where nothing else is said."""

    decided: float  # the rules have decided for it
    near: float  # how like that one it is
    address: float  # how well addresses tell it
    lists: float  # how well the shortest lists tell it
    kind_list: float  # how well a list tells it on a page that is called after a kind of things
    nouns: float  # the share of pages that addresses sort by nouns for kinds, as they do with it
    part: float  # how much tells it within the class that was decided on: a logarithm
    views: float  # in how many ways exactly its pages are told
    liker: float  # by how much its pages are more like the samples than the others are
    share: float  # how rare it is: the square of the logarithm of its share of the pages


# By how many powers of e a reading is likelier for each of them: alike for all that tells a class. Fitted to labelled classes and to made-up sites
# (`python -m bench.class_weights`) they are up to twice as high, but signs follow from one another, and what they say together would be taken for surer than it is.
WEIGHTS = ReadingSigns(
    decided=1.5,
    near=1.5,
    address=1.5,
    lists=1.5,
    kind_list=1.5,
    nouns=1.5,
    part=1.5,
    views=0.5,
    liker=5.0,
    share=-0.15,
)


@dataclass(frozen=True, slots=True)
class ClassReading:
    """A possible class of the samples: its pages as bits, the splits that lead to them, and how likely it is beside others."""

    bits: int
    steps: tuple[ClassCandidate, ...]
    likelihood: float


class SignedReading(NamedTuple):
    """A possible class and what speaks for it."""

    bits: int
    steps: tuple[ClassCandidate, ...]
    signs: ReadingSigns


def readings(
    seen: SeenPages, decision: MembershipDecision, universe: int, without: int = 0
) -> list[ClassReading]:
    """Return the classes that may be meant, none of which has a page that is known not to be kin, likeliest first."""
    found = signed_readings(seen, decision, universe)
    return weighed(one for one in found if not one.bits & without)


def signed_readings(
    seen: SeenPages, decision: MembershipDecision, universe: int
) -> Iterator[SignedReading]:
    """Yield the classes that may be meant where the rules have decided for one of them, each with what speaks for it."""
    found = {decision.bits: decision.steps}
    for steps in _chains(seen, decision, universe):
        found.setdefault(steps[-1].bits if steps else universe, steps)
    signs = _Signs(seen, decision, universe)
    return (
        SignedReading(bits, steps, signs.of(bits, steps)) for bits, steps in found.items() if bits
    )


def weighed(found: Iterable[SignedReading], weights: ReadingSigns = WEIGHTS) -> list[ClassReading]:
    """Return readings with how likely each is, the likeliest first."""
    some = [ClassReading(bits, steps, likelihood(signs, weights)) for bits, steps, signs in found]
    joined = _joined(sorted(some, key=_likeliest))
    return sorted(joined, key=_likeliest)[:_MOST]


def _likeliest(reading: ClassReading) -> tuple[float, int]:
    return -reading.likelihood, reading.bits


def _joined(some: Iterable[ClassReading]) -> list[ClassReading]:
    """Return readings with those as one that have nearly all pages in common: the likeliest, as likely as all of them together.

    A list counts once, though: it often stands on each page that it names, there without that page.
    """
    found: list[ClassReading] = []
    for one in some:
        known = (n for n, other in enumerate(found) if _is_alike(one.bits, other.bits))
        number = next(known, None)
        if number is None:
            found.append(one)
        elif not (one.steps and one.steps[-1].is_by_list):
            together = found[number].likelihood + one.likelihood
            found[number] = replace(found[number], likelihood=together)
    return found


def _is_alike(one: int, other: int) -> bool:
    return (one & other).bit_count() >= _ALIKE * (one | other).bit_count()


def likelihood(signs: ReadingSigns, weights: ReadingSigns = WEIGHTS) -> float:
    """Return how likely a reading is, compared with one that nothing speaks for."""
    return exp(sum(weight * sign for weight, sign in zip(weights, signs, strict=True)))


class _Signs:
    """Finds what speaks for the readings among some pages, given the decision of the rules."""

    def __init__(self, seen: SeenPages, decision: MembershipDecision, universe: int) -> None:
        self._seen = seen
        self._universe = universe
        self._decided = decision.bits
        self._weigher = seen.weigher(universe)
        self._whole = decision.steps[-1].bits if decision.steps else 0
        self._inside = seen.weigher(self._whole, is_class=True) if self._whole else None
        self._views: dict[int, dict[int, set[str]]] = {}  # by what they are within

    def of(self, bits: int, steps: Sequence[ClassCandidate]) -> ReadingSigns:
        """Return what speaks for some pages, which certain splits lead to."""
        is_split = 0 < bits.bit_count() < self._universe.bit_count()
        told = self._weigher.weigh(bits) if is_split else None
        return ReadingSigns(
            decided=float(bits == self._decided),
            near=likeness(bits, self._decided),
            address=told.address if told else 0.0,
            lists=told.named if told else 0.0,
            kind_list=told.kind_list if told else 0.0,
            nouns=told.nouns if told else 0.0,
            part=self._told_inside(bits),
            views=float(self._ways(bits, steps)),
            liker=self._mean(bits) - self._mean(self._universe & ~bits) if is_split else 0.0,
            share=log(bits.bit_count() / self._universe.bit_count()) ** 2,
        )

    def _told_inside(self, bits: int) -> float:
        if self._inside is None or bits & ~self._whole or bits == self._whole:
            return 0.0
        return log(self._inside.weigh(bits).worth)

    def _ways(self, bits: int, steps: Sequence[ClassCandidate]) -> int:
        """Return in how many ways exactly some pages are told, within the class that they are a part of."""
        within = steps[-2].bits if len(steps) > 1 else self._universe
        if within not in self._views:
            views: defaultdict[int, set[str]] = defaultdict(set)
            for column in self._seen.columns:
                views[column.bits & within] |= column.views
            self._views[within] = views
        return len(self._views[within].get(bits, ()))

    def _mean(self, bits: int) -> float:
        """Return how like the samples some pages are on average."""
        digits = zip(self._seen.sameness, reversed(f"{bits:b}"), strict=False)
        return sum(like for like, digit in digits if digit == "1") / bits.bit_count()


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


def least_wrong(some: Sequence[ClassReading]) -> ClassReading:
    """Return the reading that is of most use on average, whichever of them is meant."""

    def use(one: ClassReading) -> float:
        return sum(other.likelihood * likeness(one.bits, other.bits) ** _USE for other in some)

    return max(some, key=use)


def rightness(bits: int, some: Sequence[ClassReading]) -> float:
    """Return how like some pages are to what may be meant: the sum over all readings of likelihood and F1."""
    return sum(one.likelihood * likeness(bits, one.bits) for one in some)


def settled(decision: MembershipDecision, left: Sequence[ClassReading]) -> MembershipDecision:
    """Return the decision for what is least wrong, given the readings that are left; as it was if none is."""
    if not left:
        return decision
    chosen = least_wrong(left)
    if chosen.bits == decision.bits:
        return decision
    signs = tuple(tuple(step.column.features) for step in chosen.steps)
    return replace(decision, bits=chosen.bits, steps=chosen.steps, signs=signs)


def likeness(one: int, other: int) -> float:
    """Return the F1 of one set of pages if the other is meant."""
    both = one.bit_count() + other.bit_count()
    return 2 * (one & other).bit_count() / both if both else 1.0
