"""Membership: who is kin? Decided by the split of the pages seen that saves most in describing them.

"How much like the sample?" has a different scale on every site. The question here is: which property of the
samples splits the pages of this site so that most else follows from it (`class_evidence`)? The class consists of
the pages that have it; it is narrowed to a part as long as that is told in two ways, too: by what that has, or else by
what it lacks and others have. A noun in the address is enough there, where those of most pages name kinds of things. Where pages
show nothing, a list under such a name is the class.

These rules are few on purpose: a dozen further ones were right on sites that had been looked at and changed nothing on others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pagekin.dom.features import Feature
from pagekin.similarity.class_evidence import TOLD, ClassEvidence, SplitWeigher
from pagekin.similarity.link_lists import ListedPages, list_groups, own_share, telling
from pagekin.similarity.page_evidence import (
    FEWEST,
    MOST,
    AddressVariable,
    Evidence,
    EvidenceView,
    FeatureColumn,
    Heading,
    Inbound,
    Place,
)

_NAMING = {
    EvidenceView.STRUCTURE,
    EvidenceView.URL_FOLDERS,
    EvidenceView.URL_WORDS,
    EvidenceView.URL_SHAPE,
}
# One kind of evidence alone is worth 2 at most: an optional section, or a folder. A class must have more.
PAYS = 2.1
# What is worth so much may be meant, though it does not pay: a folder, or a heading that tells most of it.
NEARLY = 1.5
# A place of the template that goes with a class exactly counts for a third, a little less for what may be chance.
PLACE = 0.2
# Headings have to tell nearly all of it, since the name of a site or a language in them tells half of much else; so has an
# address where the class has nothing of its own.
ALL = 0.75


@dataclass(frozen=True, slots=True)
class ClassCandidate:
    """A possible class: the pages that have a certain feature of the samples, and the evidence for it."""

    bits: int
    column: FeatureColumn
    evidence: ClassEvidence

    @property
    def count(self) -> int:
        """The number of its pages."""
        return self.bits.bit_count()

    @property
    def pays(self) -> bool:
        """Whether it is told in more than one way: one of them on the pages, in their structure or by nearly all of a heading, or two from outside."""
        evidence = self.evidence
        shows = evidence.on_pages >= PLACE or evidence.words + evidence.labels >= ALL
        return evidence.worth >= PAYS and (shows or min(evidence.address, evidence.links) >= TOLD)

    @property
    def stands_alone(self) -> bool:
        """Whether it may be a class where nothing pays: it shows in two ways on its pages.

        These are several places, or something that others have instead, or a heading.
        """
        return self.evidence.has >= PLACE and self.evidence.inside >= 2 * PLACE

    @property
    def is_sorted(self) -> bool:
        """Whether it is one of the groups into which one part of their addresses sorts most pages."""
        return self.evidence.address >= ALL and self.evidence.sorts >= MOST

    @property
    def is_by_list(self) -> bool:
        """Whether nothing but a list tells it."""
        kinds = {feature.kind for feature in self.column.features}
        return kinds == {"listed on"}

    @property
    def is_called_after_kind(self) -> bool:
        """Whether its address says so by a noun, as do the addresses of most other pages: functions beside filters."""
        return self.evidence.address >= ALL and self.evidence.nouns >= TOLD


@dataclass(frozen=True, slots=True)
class SeenPages:
    """All that is known of the pages seen, for deciding who is kin."""

    size: int
    columns: Sequence[FeatureColumn]
    places: Sequence[Place] = ()
    headings: Sequence[Heading] = ()
    lists: Sequence[ListedPages] = ()
    addresses: Sequence[AddressVariable] = ()
    samples: int = 0
    absences: Sequence[FeatureColumn] = ()
    kind_lists: Sequence[FeatureColumn] = ()
    sameness: Sequence[float] = ()  # of each page with the samples
    _weighers: dict[tuple[int, bool], SplitWeigher] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def everything(self) -> int:
        """All pages, as bits."""
        return (1 << self.size) - 1

    @classmethod
    def of(cls, evidence: Evidence, inbound: Inbound) -> "SeenPages":
        """Return what is known from the pages themselves and from the links to them."""
        columns, places = evidence.columns(inbound), tuple(evidence.places())
        return cls(
            size=len(evidence),
            columns=columns,
            places=places,
            headings=evidence.headings(),
            lists=inbound.lists,
            addresses=evidence.address_variables(),
            samples=sum(1 << sample for sample in evidence.samples),
            absences=evidence.absences(),
            kind_lists=evidence.kind_lists(inbound),
            sameness=evidence.sameness(),
        )

    def candidates(self, universe: int, *, is_class: bool = False) -> list[ClassCandidate]:
        """Return the possible classes inside the universe, best first."""
        return self._weighed(self.columns, universe, is_class=is_class)

    def candidates_by_absence(self, universe: int) -> list[ClassCandidate]:
        """Return the possible classes inside a class that have in common what they lack, best first."""
        return self._weighed(self.absences, universe, is_class=True)

    def candidates_by_list(self, universe: int) -> list[ClassCandidate]:
        """Return the possible classes that a list under the name of a kind has, and nothing on their pages tells, longest first."""
        found = self._weighed(self.kind_lists, universe, is_class=False, is_name=True)
        return sorted(found, key=lambda c: (-c.count, c.bits))

    def _weighed(
        self,
        columns: Sequence[FeatureColumn],
        universe: int,
        *,
        is_class: bool,
        is_name: bool = False,
    ) -> list[ClassCandidate]:
        total = universe.bit_count()
        named: dict[int, FeatureColumn] = {}
        for column in columns:
            bits = column.bits & universe
            names = is_name or column.heading or not column.views.isdisjoint(_NAMING)
            if names and FEWEST <= bits.bit_count() <= total - FEWEST:
                known = named.get(bits)
                named[bits] = _joined(known, column) if known else column
        if not named:
            return []
        weigher = self.weigher(universe, is_class=is_class)
        found = (
            ClassCandidate(bits, column, weigher.weigh(bits)) for bits, column in named.items()
        )
        return sorted(found, key=lambda c: (-c.evidence.worth, -c.count, c.bits))

    def candidates_on_lists(self, universe: int) -> list[ClassCandidate]:
        """Return the possible classes that stand on a list beside the samples, wherever that is, and that nothing on their pages tells, best first."""
        found = []
        for column in self.columns:
            lists = [feature for feature in column.features if feature.kind == "listed on"]
            if lists and not column.heading and column.views.isdisjoint(_NAMING):
                found.append(FeatureColumn(column.bits, {EvidenceView.LISTED_ON}, lists))
        return self._weighed(found, universe, is_class=False, is_name=True)

    def weigher(self, universe: int, *, is_class: bool = False) -> SplitWeigher:
        """Return what weighs splits of some pages, which are all that there are, or a class."""
        key = universe, is_class
        if key not in self._weighers:
            self._weighers[key] = self._new_weigher(universe, is_class=is_class)
        return self._weighers[key]

    def _new_weigher(self, universe: int, *, is_class: bool) -> SplitWeigher:
        lists = telling(self.lists, universe, self.everything) if is_class else self.lists
        shortest = groups = list_groups(lists, universe)
        if is_class:
            groups = list_groups(lists, universe, own_share(universe, self.everything))
        return SplitWeigher(
            universe,
            self.columns,
            self.places,
            self.headings,
            groups=groups,
            shortest=shortest,
            addresses=self.addresses,
            kind_lists=[column.bits for column in self.kind_lists],
            samples=self.samples,
        )


def _joined(one: FeatureColumn, other: FeatureColumn) -> FeatureColumn:
    """Return columns that are the same inside a universe as one."""
    features = [*one.features, *other.features]
    return FeatureColumn(
        one.bits & other.bits, one.views | other.views, features, one.heading or other.heading
    )


@dataclass(frozen=True, slots=True)
class MembershipDecision:
    """The pages that are kin, with the splits that lead to them, each inside the previous one."""

    bits: int
    steps: tuple[ClassCandidate, ...]
    rivals: tuple[
        ClassCandidate, ...
    ]  # other classes that contain the samples and would pay, best first
    signs: tuple[tuple[Feature, ...], ...] = ()  # what the members have, step by step

    @property
    def is_by_list(self) -> bool:
        """Whether nothing but a list tells who is kin: no page shows it by itself."""
        return bool(self.steps) and self.steps[-1].is_by_list

    def wider(self) -> ClassCandidate | None:
        """Return the next wider class: the smallest rival or earlier step that contains all of this one."""
        holding = [
            c for c in (*self.steps, *self.rivals) if c.bits & self.bits == self.bits != c.bits
        ]
        return min(holding, key=lambda c: c.count, default=None)

    def narrower(self) -> ClassCandidate | None:
        """Return the next narrower class: the largest rival inside this one."""
        inside = [c for c in self.rivals if c.bits & ~self.bits == 0 and c.bits != self.bits]
        return max(inside, key=lambda c: c.count, default=None)


def decide(seen: SeenPages, views: int = 0) -> MembershipDecision:
    """Return the class of the samples among the pages seen.

    `views` are pages that only show other pages again; they say nothing about who is kin.
    """
    universe = seen.everything & ~views
    steps: list[ClassCandidate] = []
    rivals: list[ClassCandidate] = []
    while True:
        ranked = seen.candidates(universe, is_class=bool(steps))
        rivals += [c for c in ranked if _may_rival(c)]
        good = _good(ranked, steps, [] if steps else seen.candidates_by_list(universe))
        if not good and steps and not steps[-1].is_by_list:
            good = [c for c in seen.candidates_by_absence(universe) if _lacks_something(c.evidence)]
        if not good:
            return _without_strangers(seen, universe, steps, rivals)
        chosen = good[0]
        steps.append(chosen)
        universe = chosen.bits


def _may_rival(candidate: ClassCandidate) -> bool:
    """Return whether another class may be meant than the one that is decided on."""
    is_told = candidate.evidence.has >= PLACE or candidate.evidence.worth >= NEARLY
    return is_told or candidate.is_sorted


def _good(
    ranked: Sequence[ClassCandidate],
    steps: Sequence[ClassCandidate],
    listed: Sequence[ClassCandidate],
) -> list[ClassCandidate]:
    """Return the candidates that are classes, best first.

    Where nothing is told in two ways, or by headings alone, a list under the name of a kind is meant; else rather one of the groups into which addresses
    sort all pages than the pages that have an optional section.
    """
    if steps:
        return [c for c in ranked if not steps[-1].is_by_list and _is_class_within(c)]
    good = [c for c in ranked if c.pays]
    by_list = [c for c in listed if c.evidence.links >= PLACE]
    if by_list and all(c.evidence.on_pages < PLACE and c.evidence.outside < PLACE for c in good):
        good = by_list
    return good or [c for c in ranked if c.is_sorted] or [c for c in ranked if c.stands_alone]


def _is_class_within(inner: ClassCandidate) -> bool:
    """Return whether a part of an accepted class is a class of its own: it is called after a kind of thing, or told from outside and on its pages.

    The latter is told by what it has and by lists, which do not name both sides; or by its address, if it has several things or others have
    something instead: one thing may be a section that a topic has.
    """
    if inner.is_called_after_kind:
        return True
    evidence = inner.evidence
    if evidence.has < PLACE:
        return False
    has_more = evidence.instead >= PLACE or max(evidence.has, evidence.named) >= TOLD
    return _keeps_to_lists(evidence) or (evidence.address >= TOLD and has_more)


def _lacks_something(evidence: ClassEvidence) -> bool:
    """Return whether a part that has nothing of its own is a class by what it lacks: others have that, and lists keep the two apart."""
    return evidence.instead >= PLACE and _keeps_to_lists(evidence)


def _keeps_to_lists(evidence: ClassEvidence) -> bool:
    """Return whether lists tell a part, and none of them names both sides."""
    return evidence.links >= PLACE and evidence.apart >= TOLD


def _without_strangers(
    seen: SeenPages,
    universe: int,
    steps: Sequence[ClassCandidate],
    rivals: Sequence[ClassCandidate],
) -> MembershipDecision:
    """Return the decision for a class, without pages that have hardly anything of its template and something else.

    They may have its address, such as error pages that come as if nothing were wrong.
    """
    signs = [tuple(step.column.features) for step in steps]
    rest = seen.everything & ~universe
    template = [
        column
        for column in seen.columns
        if EvidenceView.STRUCTURE in column.views
        and _share(column.bits, universe) >= MOST > _share(column.bits, rest)
    ]
    strange = _lacking(template, universe, 1 - MOST) if steps else 0
    others = (place.bits & universe for place in seen.places if not place.samples_have)
    if strange and _share(strange, universe) <= 1 - MOST and strange in others:
        telling = [column for column in template if not column.bits & strange]
        universe &= ~_lacking(telling, universe, 0.5)
        signs.append(tuple(feature for column in telling for feature in column.features))
    return MembershipDecision(universe, tuple(steps), tuple(rivals), tuple(signs))


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
        signs = (tuple(other.column.features),)
        decision = MembershipDecision(other.bits, (other,), decision.rivals, signs)
    return decision


def unlike(evidence: Evidence, others: Iterable[int]) -> MembershipDecision:
    """Return the decision if nothing splits the pages: kin has most of what the samples have and others lack.

    That happens on very small sites, and if almost every page is kin.
    """
    signs, bits = evidence.telling_apart(others)
    return MembershipDecision(bits, (), (), (signs,) if signs else ())
