"""Membership: who is kin? The split of the pages seen on which independent kinds of evidence agree.

"How much like the sample?" has another scale on every site. Asked instead: which property of the samples
splits this site's pages in two in the way that most other properties also split them? The class is the
pages that have it, narrowed further only towards a part that has a URL form of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pagekin.dom.features import Feature
from pagekin.similarity.agreement import agreement, entropy
from pagekin.similarity.page_evidence import FEWEST, Evidence, EvidenceView, FeatureColumn

# What each view counts for: structure and words of the URL fully; its shape, texts and links half.
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
_OWN_URL = 0.8  # agreement with a URL feature from which on a class has a URL form of its own
_NEGLIGIBLE = 0.05
_SHARE = 0.1  # a narrower class is at least this part of the wider one
_NEARLY_EQUAL = 0.9  # so much of the best score is nearly as good
_NEARLY = 0.75  # and, where the wider one has a URL form already, scores nearly as well
_ELSE = 0.25  # what a class has to show beside what stands on its pages, at least
_BEST = 3  # agreements that count in a view of many features
_MANY = 10  # this many agreeing features are worth as much as more


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
    """A possible class: the pages that have one feature of the samples, and what speaks for it."""

    split: ColumnSplit
    total: int
    score: float = 0.0
    views: dict[EvidenceView, float] = field(default_factory=dict)
    heading: float = 0.0

    @property
    def supported(self) -> bool:
        """Tell whether enough of the pages' structure goes along with it."""
        views = self.split.views
        named = not views.isdisjoint({EvidenceView.URL_WORDS, *_LINKS})
        both = EvidenceView.STRUCTURE in views and named
        column = self.split.column
        tokens = sum(feature.kind == "token" for feature in column.features)
        if not column.lacks and tokens >= _BEST:
            return True  # that many classes and ids that exactly these pages have
        structure = self.views.get(EvidenceView.STRUCTURE, 0.0)
        return both or structure >= _SUPPORT or self.heading >= _HEADING

    @property
    def url_form(self) -> float:
        """How well the URL tells the class."""
        return self.views.get(EvidenceView.URL_WORDS, 0.0)


@dataclass(frozen=True, slots=True)
class MembershipDecision:
    """The pages that are kin, by the splits that lead to them, each inside the one before."""

    bits: int
    steps: tuple[ClassCandidate, ...]
    rivals: tuple[
        ClassCandidate, ...
    ]  # other supported classes with the samples in them, best first
    signs: tuple[tuple[Feature, ...], ...] = ()  # what the members have, step by step

    def wider(self) -> ClassCandidate | None:
        """Give the next wider class: the smallest rival, or earlier step, that holds all of this one."""
        holding = [
            c
            for c in (*self.steps, *self.rivals)
            if c.split.bits & self.bits == self.bits != c.split.bits
        ]
        return min(holding, key=lambda c: c.split.count, default=None)

    def narrower(self) -> ClassCandidate | None:
        """Give the next narrower class: the largest rival inside this one."""
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
    """Decide on the samples' class among `size` pages; `without` are pages known not to be in it.

    `views` are pages that only show others again: what they are like says nothing about who is kin.
    `told`: a person gave more than one sample, which is support enough for what they share.
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
        steps.append(_whole(_with_url_form(good), good, columns))
        universe = steps[-1].split.bits


def _with_url_form(good: Sequence[ClassCandidate]) -> ClassCandidate:
    """Give the best one; but if its URLs do not tell it, a nearly as good wider one whose URLs do."""
    best = good[0]
    if best.url_form >= _OWN_URL:
        return best
    for other in good[1:]:
        if other.score < _NEARLY_EQUAL * best.score:
            break
        inside = (other.split.bits & best.split.bits).bit_count()
        if other.url_form >= _OWN_URL and inside >= _NEARLY_EQUAL * best.split.count:
            return other
    return best


def _whole(
    best: ClassCandidate, good: Sequence[ClassCandidate], columns: Iterable[FeatureColumn]
) -> ClassCandidate:
    """Give the best one; but if it is only an optional section of the pages of a wider one, that.

    A section adds something to some pages of a class. A class of its own has something else to show: a
    form of URL, a place where it is linked, or the others have something in its stead.
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
    """Say how well something that the samples lack tells the rest of a class from a part of it."""
    lacking = [column for column in columns if column.lacks]
    count = part.bit_count()
    best = 0.0
    for other in _splits(lacking, whole.bits, whole.count):
        both = (part & other.bits).bit_count()
        entropies = entropy(count, whole.count) * other.entropy
        best = max(best, agreement(count, other.count, both, whole.count, entropies))
    return best


def shifted(decision: MembershipDecision, by: int) -> MembershipDecision:
    """Give the class that is so many steps wider (or, below 0, narrower) than the one decided on."""
    for _ in range(abs(by)):
        other = decision.wider() if by > 0 else decision.narrower()
        if other is None:
            break
        signs = (tuple(other.split.column.features),)
        decision = MembershipDecision(other.split.bits, (other,), decision.rivals, signs)
    return decision


def unlike(evidence: Evidence, others: Iterable[int]) -> MembershipDecision:
    """Decide where nothing splits the pages: kin has most of what the samples have and others lack.

    That is so on very small sites, and where almost every page is kin.
    """
    signs, bits = evidence.telling_apart(others)
    return MembershipDecision(bits, (), (), (signs,) if signs else ())


def candidates(
    columns: Iterable[FeatureColumn], universe: int, without: int
) -> list[ClassCandidate]:
    """Give the classes possible inside the universe that hold no page of `without`, best first."""
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
    """Tell whether a part of a class that was accepted is rather the class."""
    if inner.url_form < _OWN_URL or inner.split.count < _SHARE * inner.total:
        return False
    return outer.url_form < _SUPPORT or inner.score >= _NEARLY * outer.score


def _splits(columns: Iterable[FeatureColumn], universe: int, total: int) -> list[ColumnSplit]:
    """Give the columns that split the universe, merged where they have become equal."""
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
    """Score a candidate: per view the best agreements of other splits with it."""
    found: dict[EvidenceView, list[float]] = {
        view: [1.0] if view in split.views else [] for view in WEIGHTS
    }
    candidate = ClassCandidate(split, total, heading=1.0 if split.heading else 0.0)
    bits, count, own = split.bits, split.count, split.entropy
    for other in splits:
        # Two splits agree at most as the smaller of their entropies is to the larger.
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
            if view is EvidenceView.URL_SHAPE and candidate.url_form >= candidate.views[view] / 2:
                continue  # what words of the URL say, its shape need not say again
            candidate.score += WEIGHTS[view] * (candidate.views[view] + many / 10)
    return candidate
