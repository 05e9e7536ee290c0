"""Membership: who is kin? Decided by the split of the pages on which independent kinds of evidence agree.

"How much like the sample?" has a different scale on every site. The question here is: which property of the
samples splits the pages of this site in the same way as most other properties do? The class consists of the
pages that have it; it is only narrowed further to a part with URLs of its own shape.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pagekin.dom.features import Feature
from pagekin.similarity.agreement import agreement, entropy
from pagekin.similarity.page_evidence import FEWEST, Evidence, EvidenceView, FeatureColumn

# The weight of each view: full for structure and words of the URL, half for its shape, texts and links.
WEIGHTS = {
    EvidenceView.STRUCTURE: 1.0,
    EvidenceView.URL_WORDS: 1.0,
    EvidenceView.URL_SHAPE: 0.5,
    EvidenceView.TEXTS: 0.5,
    EvidenceView.LINKED_BY: 0.5,
    EvidenceView.LISTED_ON: 0.5,
}
_LINKS = {EvidenceView.LINKED_BY, EvidenceView.LISTED_ON}
_ON_THE_PAGE = {EvidenceView.STRUCTURE, EvidenceView.TEXTS}  # views of many features
_URL = {EvidenceView.URL_WORDS, EvidenceView.URL_SHAPE}
_SUPPORT = 0.5  # three structural features must agree this much on average…
_HEADING = 0.9  # …or a heading this much, or a URL or links exactly
_OWN_URL = 0.8  # agreement with a URL feature from which a class has URLs of its own shape
_NEGLIGIBLE = 0.05
_SHARE = 0.1  # a narrower class is at least this share of the wider one
_NEARLY_EQUAL = 0.9  # this share of the best score is nearly as good
_NEARLY = 0.75  # …and, if the wider one already has URLs of its own shape, scores nearly as well
_ELSE = 0.25  # the least that a class must show besides what is on its pages
_BEST = 3  # agreements that count in a view of many features
_MANY = 10  # more agreeing features than this make no difference


@dataclass(slots=True)
class ColumnSplit:
    """A column restricted to the pages under consideration."""

    bits: int
    count: int
    entropy: float
    column: FeatureColumn
    views: set[EvidenceView]
    heading: bool


@dataclass(slots=True)
class ClassCandidate:
    """A possible class: the pages that have a certain feature of the samples, and the evidence for it."""

    split: ColumnSplit
    total: int
    score: float = 0.0
    views: dict[EvidenceView, float] = field(default_factory=dict)
    heading: float = 0.0

    @property
    def supported(self) -> bool:
        """Whether enough of the pages' structure agrees with the class."""
        views = self.split.views
        named = not views.isdisjoint({EvidenceView.URL_WORDS, *_LINKS})
        both = EvidenceView.STRUCTURE in views and named
        column = self.split.column
        tokens = sum(feature.kind == "token" for feature in column.features)
        if not column.lacks and tokens >= _BEST:
            return True  # that many classes and ids occur on exactly these pages
        structure = self.views.get(EvidenceView.STRUCTURE, 0.0)
        return both or structure >= _SUPPORT or self.heading >= _HEADING

    @property
    def url_agreement(self) -> float:
        """How well the URL indicates the class."""
        return self.views.get(EvidenceView.URL_WORDS, 0.0)


@dataclass(frozen=True, slots=True)
class MembershipDecision:
    """The pages that are kin, with the splits that lead to them, each inside the previous one."""

    bits: int
    steps: tuple[ClassCandidate, ...]
    rivals: tuple[
        ClassCandidate, ...
    ]  # other supported classes that contain the samples, best first
    signs: tuple[tuple[Feature, ...], ...] = ()  # what the members have, step by step

    def wider(self) -> ClassCandidate | None:
        """Return the next wider class: the smallest rival or earlier step that contains all of this one."""
        holding = [
            c
            for c in (*self.steps, *self.rivals)
            if c.split.bits & self.bits == self.bits != c.split.bits
        ]
        return min(holding, key=lambda c: c.split.count, default=None)

    def narrower(self) -> ClassCandidate | None:
        """Return the next narrower class: the largest rival inside this one."""
        inside = [
            c for c in self.rivals if c.split.bits & ~self.bits == 0 and c.split.bits != self.bits
        ]
        return max(inside, key=lambda c: c.split.count, default=None)


def decide(
    columns: Sequence[FeatureColumn],
    size: int,
    without: int = 0,
    views: int = 0,
    *,
    told: bool = False,
) -> MembershipDecision:
    """Return the class of the samples among `size` pages; `without` are pages known not to be in it.

    `views` are pages that only show other pages again; they say nothing about who is kin. `told`: a person
    gave several samples, which is enough support for what they have in common.
    """
    universe = (1 << size) - 1 & ~views
    steps: list[ClassCandidate] = []
    rivals: list[ClassCandidate] = []
    while True:
        ranked = candidates(columns, universe, without)
        good = [c for c in ranked if c.supported or (told and not steps)]
        rivals += [c for c in good if not steps or _may_narrow(c, steps[-1])]
        if universe & without:
            good = good or ranked
        elif steps:
            good = [c for c in good if _may_narrow(c, steps[-1])]
        if not good:
            signs = tuple(tuple(step.split.column.features) for step in steps)
            return MembershipDecision(universe, tuple(steps), tuple(rivals), signs)
        steps.append(_whole(_with_urls_of_its_own(good), good, columns))
        universe = steps[-1].split.bits


def _with_urls_of_its_own(good: Sequence[ClassCandidate]) -> ClassCandidate:
    """Return the best candidate, or if its URLs do not indicate it, a wider one nearly as good whose URLs do."""
    best = good[0]
    if best.url_agreement >= _OWN_URL:
        return best
    for other in good[1:]:
        if other.score < _NEARLY_EQUAL * best.score:
            break
        inside = (other.split.bits & best.split.bits).bit_count()
        if other.url_agreement >= _OWN_URL and inside >= _NEARLY_EQUAL * best.split.count:
            return other
    return best


def _whole(
    best: ClassCandidate, good: Sequence[ClassCandidate], columns: Iterable[FeatureColumn]
) -> ClassCandidate:
    """Return the best candidate, or if it is merely an optional section of a wider one, the wider one.

    A section adds something to some pages of a class. A class of its own has more to show: URLs of its own
    shape, its own place where it is linked, or the other pages have something else instead.
    """
    if max(best.views.get(view, 0.0) for view in _URL | _LINKS) >= _ELSE:
        return best
    for wider in good:
        if wider.score < _NEARLY * best.score:
            break
        inside = wider.split.bits & best.split.bits
        if (
            _NEARLY_EQUAL * wider.split.count > best.split.count
            and inside.bit_count() >= _NEARLY_EQUAL * best.split.count
            and _instead(inside, wider.split, columns) < _ELSE
        ):
            return wider
    return best


def _instead(part: int, whole: ColumnSplit, columns: Iterable[FeatureColumn]) -> float:
    """Return how well something that the samples lack separates the rest of a class from a part of it."""
    lacking = [column for column in columns if column.lacks]
    count = part.bit_count()
    best = 0.0
    for other in _splits(lacking, whole.bits, whole.count):
        both = (part & other.bits).bit_count()
        entropies = entropy(count, whole.count) * other.entropy
        best = max(best, agreement(count, other.count, both, whole.count, entropies))
    return best


def shifted(decision: MembershipDecision, by: int) -> MembershipDecision:
    """Return the class that is this many steps wider (below 0: narrower) than the one decided on."""
    for _ in range(abs(by)):
        other = decision.wider() if by > 0 else decision.narrower()
        if other is None:
            break
        signs = (tuple(other.split.column.features),)
        decision = MembershipDecision(other.split.bits, (other,), decision.rivals, signs)
    return decision


def unlike(evidence: Evidence, others: Iterable[int]) -> MembershipDecision:
    """Return the decision if nothing splits the pages: kin has most of what the samples have and others lack.

    That happens on very small sites, and if almost every page is kin.
    """
    signs, bits = evidence.telling_apart(others)
    return MembershipDecision(bits, (), (), (signs,) if signs else ())


def candidates(
    columns: Iterable[FeatureColumn], universe: int, without: int
) -> list[ClassCandidate]:
    """Return the possible classes inside the universe that contain no page of `without`, best first."""
    total = universe.bit_count()
    splits = _splits(columns, universe, total)
    possible = [
        s
        for s in splits
        if s.views & {EvidenceView.STRUCTURE, *_URL} and not s.column.lacks and not s.bits & without
    ]
    weighed = (_weigh(split, splits, total) for split in possible)
    return sorted(weighed, key=lambda c: (-c.score, -c.split.count))


def _may_narrow(inner: ClassCandidate, outer: ClassCandidate) -> bool:
    """Return whether a part of an accepted class is a better choice than the whole."""
    if inner.url_agreement < _OWN_URL or inner.split.count < _SHARE * inner.total:
        return False
    return outer.url_agreement < _SUPPORT or inner.score >= _NEARLY * outer.score


def _splits(columns: Iterable[FeatureColumn], universe: int, total: int) -> list[ColumnSplit]:
    """Return the columns that split the universe, merged where they have become equal."""
    merged: dict[int, ColumnSplit] = {}
    for column in columns:
        bits = column.bits & universe
        count = bits.bit_count()
        if not FEWEST <= count <= total - FEWEST:
            continue
        split = merged.get(bits)
        if split is None:
            merged[bits] = ColumnSplit(
                bits, count, entropy(count, total), column, set(column.views), column.heading
            )
            continue
        split.views |= column.views
        split.heading |= column.heading
        if split.column.lacks:
            split.column = column
    return list(merged.values())


def _weigh(split: ColumnSplit, splits: Sequence[ColumnSplit], total: int) -> ClassCandidate:
    """Score a candidate by the best agreements of other splits with it in each view."""
    found: dict[EvidenceView, list[float]] = {
        view: [1.0] if view in split.views else [] for view in WEIGHTS
    }
    candidate = ClassCandidate(split, total, heading=1.0 if split.heading else 0.0)
    bits, count, own = split.bits, split.count, split.entropy
    for other in splits:
        # The agreement of two splits is at most the ratio of their smaller to their larger entropy.
        most = own / other.entropy if own < other.entropy else other.entropy / own
        if other is split or most <= _NEGLIGIBLE:
            continue
        both = (bits & other.bits).bit_count()
        value = agreement(count, other.count, both, total, own * other.entropy)
        if value <= _NEGLIGIBLE:
            continue
        for view in other.views:
            found[view].append(value)
        if other.heading and value > candidate.heading:
            candidate.heading = value
    for view, values in found.items():
        if values:
            best = sorted(values, reverse=True)[:_BEST]
            many = min(1.0, sum(value >= _SUPPORT for value in values) / _MANY)
            candidate.views[view] = sum(best) / _BEST if view in _ON_THE_PAGE else best[0]
            if (
                view is EvidenceView.URL_SHAPE
                and candidate.url_agreement >= candidate.views[view] / 2
            ):
                continue  # the shape of the URL need not repeat what its words say
            candidate.score += WEIGHTS[view] * (candidate.views[view] + many / 10)
    return candidate
