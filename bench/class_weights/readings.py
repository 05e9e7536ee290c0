"""Readings of what a class may be, each with its traits: what speaks for it, always seen in four ways.

These are the reading among all pages, the same within the next wider class, that wider class itself, and the best part of the
reading. An optional section is told within its class as a class is told among all pages, but the wider class is
told better; a class that has parts of other templates is told less well than the best of these.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import log2

from pagekin.similarity.class_evidence import ClassEvidence, SplitWeigher
from pagekin.similarity.membership import ClassCandidate, SeenPages

# The shares of evidence, each of which counts; so do a little of each and much of each by themselves: it makes a difference
# whether there is some or none, and whether something is left open.
_SHARES = ("has", "instead", "words", "labels", "address", "links", "apart", "named")
_LITTLE = 0.25
_MUCH = 0.6
_ALIKE = 0.93  # sets of pages that overlap so far are the same reading
_MOST_ALONE = 14  # readings by a single feature, the best of them
_MOST_PARTS = 5  # parts of a reading by what they have
_MOST_LACKING = 3  # and by what they lack
_FEWEST_MORE = 3  # pages that a wider class must have beside those of the reading


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """A reading and what it is compared with; evidence of what there is not is None."""

    pages: int  # all that were seen
    steps: tuple[ClassCandidate, ...]
    alone: ClassEvidence
    within: ClassEvidence | None
    wider: ClassCandidate | None
    part: ClassCandidate | None

    @property
    def bits(self) -> int:
        """The pages of the reading."""
        return self.steps[-1].bits

    def traits(self) -> Iterator[tuple[str, float]]:
        """Yield all that counts, by name; what is missing counts as nothing."""
        yield from _shares("alone", self.alone)
        yield from _kinds("alone", self.alone)
        last = self.steps[-1]
        share = last.count / self.pages
        yield "pages, logarithm", log2(last.count)
        yield "site, logarithm", log2(self.pages)
        yield "share of the site", share
        yield "share of the site, squared", share**2
        yield "share of the site, logarithms", log2(last.count) / max(1.0, log2(self.pages))
        yield "by a heading", float(last.column.heading)
        yield "by what it lacks", float(any(f.lacked for f in last.column.features))
        yield "by several features", float(len(self.steps) > 1)
        if self.wider:
            yield "wider: there is one", 1.0
            yield "share of the wider class", last.count / self.wider.count
            yield from _shares("wider", self.wider.evidence)
        if self.within:
            yield from _shares("within", self.within)
            yield from _kinds("within", self.within)
        if self.part:
            yield "part: there is one", 1.0
            yield "share of the best part", self.part.count / last.count
            yield from _shares("part", self.part.evidence)


def _shares(name: str, evidence: ClassEvidence) -> Iterator[tuple[str, float]]:
    """Yield the shares of evidence, and what two kinds of it agree on."""
    for share in _SHARES:
        value: float = getattr(evidence, share)
        yield f"{name}: {share}", value
        yield f"{name}: a little {share}", min(value, _LITTLE)
        yield f"{name}: much {share}", max(0.0, value - _MUCH)
    headings = min(1.0, evidence.words + evidence.labels)
    yield f"{name}: headings", headings
    kinds = {
        "address": evidence.address,
        "has": evidence.has,
        "headings": headings,
        "instead": evidence.instead,
        "links": evidence.links,
    }
    for (one, first), (other, second) in combinations(kinds.items(), 2):
        yield f"{name}: {one} and {other}", min(first, second)
    shown = min(1.0, evidence.inside)
    yield f"{name}: pages and address", min(shown, evidence.address)
    yield f"{name}: pages and links", min(shown, evidence.links)


def _kinds(name: str, evidence: ClassEvidence) -> Iterator[tuple[str, float]]:
    yield f"{name}: sorts", evidence.sorts
    yield f"{name}: kinds", min(1.0, evidence.kinds)


class ClassReadings:
    """Finds readings among the pages seen, and says what speaks for each."""

    def __init__(self, seen: SeenPages, universe: int) -> None:
        self._seen = seen
        self._universe = universe
        self._within: dict[int, list[ClassCandidate]] = {}

    def part_contexts(
        self, steps: tuple[ClassCandidate, ...], known: Iterable[int] = ()
    ) -> Iterator[ReadingContext]:
        """Yield the parts of a class with what they are compared with."""
        bits = steps[-1].bits
        having = _different(self._parts(bits), _MOST_PARTS, known)
        other = [*known, *(one.bits for one in having)]
        lacking = _different(self._seen.candidates_by_absence(bits), _MOST_LACKING, other)
        wider = ClassCandidate(bits, steps[-1].column, self._weigher.weigh(bits))
        for part in (*having, *lacking):
            alone = self._weigher.weigh(part.bits)
            yield self._context((*steps, part), alone, part.evidence, wider)

    def alone_contexts(self) -> Iterator[ReadingContext]:
        """Yield the readings by a single feature with what they are compared with."""
        found = _different(self._seen.candidates(self._universe), _MOST_ALONE)
        for one in found:
            yield self._alone_context(one, found)

    def _alone_context(
        self, one: ClassCandidate, found: Sequence[ClassCandidate]
    ) -> ReadingContext:
        """Return a reading with the best of the wider ones, if there is any."""
        holding = (
            other
            for other in found
            if not one.bits & ~other.bits and other.count >= one.count + _FEWEST_MORE
        )
        wider = max(holding, key=lambda other: other.evidence.worth, default=None)
        within = None
        if wider:
            inside = (part for part in self._parts(wider.bits) if part.bits == one.bits)
            within = next((part.evidence for part in inside), None)
        return self._context((one,), one.evidence, within, wider)

    def _context(
        self,
        steps: tuple[ClassCandidate, ...],
        alone: ClassEvidence,
        within: ClassEvidence | None,
        wider: ClassCandidate | None,
    ) -> ReadingContext:
        part = next(iter(self._parts(steps[-1].bits)), None)
        return ReadingContext(self._universe.bit_count(), steps, alone, within, wider, part)

    def _parts(self, bits: int) -> list[ClassCandidate]:
        """Return the parts of a class by what they have, best first."""
        if bits not in self._within:
            self._within[bits] = self._seen.candidates(bits, is_class=True)
        return self._within[bits]

    @cached_property
    def _weigher(self) -> SplitWeigher:
        return self._seen.weigher(self._universe)


def _different(
    candidates: Iterable[ClassCandidate], most: int, known: Iterable[int] = ()
) -> list[ClassCandidate]:
    """Return the first candidates that differ from each other and from what is known."""
    found: list[ClassCandidate] = []
    sets = list(known)
    for one in candidates:
        if not any(_is_alike(one.bits, other) for other in sets):
            found.append(one)
            sets.append(one.bits)
            if len(found) == most:
                break
    return found


def _is_alike(one: int, other: int) -> bool:
    return (one & other).bit_count() >= _ALIKE * (one | other).bit_count()
