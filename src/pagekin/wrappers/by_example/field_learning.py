"""Field learning: from the examples of one field to its locators, and whether it is a list."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from lxml import etree

from pagekin.dom.page import Page
from pagekin.errors import UsageError
from pagekin.wrappers.by_example.candidate_locators import LocatorCandidate, candidates
from pagekin.wrappers.by_example.example_bundles import smallest_regions
from pagekin.wrappers.by_example.examples import LocatedExample
from pagekin.wrappers.by_example.fallbacks import rank, with_fallbacks
from pagekin.wrappers.by_example.generalised_paths import Term, optional, repeated, terms_of
from pagekin.wrappers.by_example.label_conflicts import LabelConflicts
from pagekin.wrappers.by_example.label_paths import label_inside
from pagekin.wrappers.by_example.list_paths import is_list, listing, relaxed
from pagekin.wrappers.by_example.locator_trials import Belief, Likeness, Texts, Trial, Trials
from pagekin.wrappers.by_example.name_hints import NameHint
from pagekin.wrappers.by_example.own_part import PartConflicts, own_part_trust
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.document_frequency import DocumentFrequency
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.sampling import random_sample
from pagekin.wrappers.xpath_steps import quoted

_SAMPLE = 8  # pages on which all candidates are tried
_LIKELY = 30  # candidates tried on all pages
_LIKELY_OF_TARGET = 3  # tried for each place, however low they rank
_WORTH_A_LOOK = 12
_MAX_WAYS = 6  # to choose from
_TRUST_IN_GIVEN = 3.0
_TRUST_IN_GENERALISED = 0.7
_LEAST_TRUST_IN_ORDER = 0.5
_TRUST_IN_OTHER_LABELS = 0.3  # if the label of another place is the field's name


@dataclass(frozen=True, slots=True)
class LearnedField:
    """The chosen locators of a field, with what each finds on the pages."""

    trials: tuple[Trial, ...]
    many: bool = False
    ranked: tuple[Trial, ...] = ()  # all candidates worth a look, the best first
    rivals: tuple[Trial, ...] = ()  # the best of each place of the examples

    def found(self, page: int) -> Texts:
        """Return the field's texts on a page: what the first locator that finds anything finds."""
        return next((trial.found[page] for trial in self.trials if trial.found[page]), ())


def ways_of(learned: LearnedField) -> list[Trial]:
    """Return the ways to find a field, the one taken first: of those from one place, or that find the same, the best."""
    ways = [learned.trials[0]]
    taken = {id(ways[0].candidate.target)}
    for trial in learned.rivals:
        target = id(trial.candidate.target)
        is_new = learned.many or target not in taken
        if is_new and all(trial.found != way.found for way in ways) and _differ(ways[0], trial):
            ways.append(trial)
        taken.add(target)
    return ways[:_MAX_WAYS]


def _differ(taken: Trial, other: Trial) -> bool:
    """Return whether it matters which of two ways is taken.

    What the page declares about itself is not in doubt because another place says nothing.
    """
    pairs = list(zip(taken.found, other.found, strict=True))
    if any(one and two and one != two for one, two in pairs):
        return True
    return taken.locator.anchor not in {Anchor.DATA, Anchor.MARKUP}


def skips_the_same(found: Texts, shown: Texts) -> bool:
    """Return whether nothing is found between the examples that was not shown: whoever shows some skips the others."""
    left = Counter(shown)
    begin = next((place for place, text in enumerate(found) if text in left), len(found))
    return Counter(found[begin : begin + len(shown)]) == left


class FieldLearner:
    """A learner of fields on pages of one template."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._pages = pages
        self.common = DocumentFrequency(pages)
        self._trials = Trials(pages)
        self._disproof = LabelConflicts(pages, self.common)
        self._parts = PartConflicts(pages)
        self._name = NameHint("")
        self._like = Likeness(("",), self.common)
        self._sample = random_sample(range(len(pages)), _SAMPLE)

    def learn(self, name: str, shown: Sequence[LocatedExample]) -> LearnedField:
        """Learn one field; several examples on one page make it a list."""
        self._begin(name, shown)
        by_page: dict[int, list[LocatedExample]] = {}
        for example in shown:
            by_page.setdefault(example.page, []).append(example)
        if all(len(examples) == 1 for examples in by_page.values()):
            learned = self._single(shown)
            learned = learned and self._as_list(learned, shown)
        else:
            learned = self._several(by_page)
        if learned is None:
            raise UsageError(f"{name}: no path leads to all of its examples")
        return learned

    def learn_one(self, name: str, shown: Sequence[LocatedExample]) -> LearnedField:
        """Learn a field that has one value on a page, whatever else its paths could find."""
        self._begin(name, shown)
        learned = self._single(shown)
        if learned is None:
            raise UsageError(f"{name}: no path leads to all of its examples")
        return learned

    def _begin(self, name: str, shown: Sequence[LocatedExample]) -> None:
        self._name = NameHint(name)
        self._like = Likeness(tuple(example.value for example in shown), self.common, name)

    def _single(
        self, shown: Sequence[LocatedExample], *, whole: bool = False
    ) -> LearnedField | None:
        """Learn a field with one value a page; if `whole`, only by paths that cut nothing off."""
        wanted = {example.page: (example.value,) for example in shown}
        sample = list(dict.fromkeys([*wanted, *self._sample]))  # the examples' pages come first
        tried: dict[Locator, Trial] = {}
        for variant in self._variants(shown, sample):
            if whole and (variant.locator.before or variant.locator.after):
                continue
            known = tried.get(variant.locator)
            trial = self._trial(known.backed(variant) if known else variant, sample)
            if all(trial.found[i] in {(), value} for i, value in enumerate(wanted.values())):
                tried[variant.locator] = trial
        likely = self._likely(list(tried.values()), dict(enumerate(wanted.values())))
        return self._chosen([self._trial(trial.candidate) for trial in likely], wanted)

    def _variants(
        self, shown: Sequence[LocatedExample], sample: Sequence[int]
    ) -> Iterator[LocatorCandidate]:
        for example in shown:
            value = example.page, example.value
            for candidate in self._candidates(example):
                if not self._trials.leads_to(candidate, example.page):
                    continue
                for variant in self._trials.variants(candidate, value, sample):
                    yield variant
                    yield from self._with_other_number(variant)
        for locator, target in _generalised(shown, optional):
            value = shown[0].page, shown[0].value
            candidate = LocatorCandidate(locator, target, _TRUST_IN_GENERALISED)
            yield from self._trials.variants(candidate, value, sample)

    def _with_other_number(self, candidate: LocatorCandidate) -> Iterator[LocatorCandidate]:
        """Yield a candidate anchored to a label with the label's plural or singular instead."""
        label = self._disproof.label_of(candidate.target)
        literal = quoted(label)
        path = candidate.locator.path
        if candidate.locator.anchor is Anchor.LABEL and label and literal and literal in path:
            for other in map(quoted, self.common.other_number(label)):
                locator = replace(candidate.locator, path=path.replace(literal, other or literal))
                yield replace(candidate, locator=locator)

    def _likely(self, tried: Sequence[Trial], wanted: Mapping[int, Texts]) -> Sequence[Trial]:
        """Keep the candidates that do best on the sample: trying all on all pages would take long."""
        if len(tried) <= _LIKELY:
            return tried
        belief = Belief(tried, wanted, self._like)
        ranked = sorted(tried, key=lambda trial: -rank(trial, belief))
        of_target: dict[int, int] = {}
        kept: list[Trial] = []
        for trial in ranked:
            target = id(trial.candidate.target)
            of_target[target] = of_target.get(target, 0) + 1
            if len(kept) < _LIKELY or of_target[target] <= _LIKELY_OF_TARGET:
                kept.append(trial)
        return kept

    def _trial(self, candidate: LocatorCandidate, pages: Sequence[int] | None = None) -> Trial:
        """Try a candidate for a field with one value a page."""
        found = self._trials.on_all(candidate.locator, pages)
        alone = all(len(texts) <= 1 for texts in found)
        numbers = pages or range(len(self._pages))
        disproved = self._disproof.pages(candidate, numbers)
        strays = frozenset() if alone else self._parts.pages(candidate, numbers)
        first = tuple(texts[:1] for texts in found)
        return Trial(candidate, first, alone, disproved | strays, strays)

    def _several(self, by_page: Mapping[int, Sequence[LocatedExample]]) -> LearnedField | None:
        """Learn a list from several examples on a page, by one path that leads to all of them."""
        wanted = {
            page: tuple(example.value for example in examples) for page, examples in by_page.items()
        }
        page = max(by_page, key=lambda number: len(by_page[number]))
        exact: dict[Locator, Trial] = {}
        more: dict[Locator, Trial] = {}
        for example in (by_page[page][0], by_page[page][-1]):
            for candidate in self._candidates(example):
                for path in relaxed(candidate.locator.path):
                    locator = replace(candidate.locator, path=path)
                    found = self._trials.on_page(locator, page)
                    if not Counter(wanted[page]) <= Counter(found):
                        continue
                    kind = exact if set(found) == set(wanted[page]) else more
                    if locator not in kind:
                        trial = replace(candidate, locator=locator)
                        kind[locator] = Trial(trial, self._trials.on_all(locator))
        for locator, target in _generalised(by_page[page], repeated):
            found = self._trials.on_page(locator, page)
            if Counter(wanted[page]) <= Counter(found):
                kind = exact if set(found) == set(wanted[page]) else more
                candidate = LocatorCandidate(locator, target, _TRUST_IN_GENERALISED)
                kind.setdefault(locator, Trial(candidate, self._trials.on_all(locator)))
        if not exact and self._are_labelled_apart(by_page[page]):
            more.clear()
        alike = self._most_alike(list(more.values()), page)
        skipping = [trial for trial in alike if skips_the_same(trial.found[page], wanted[page])]
        learned = self._chosen(list(exact.values()) or skipping or alike, wanted)
        if learned is None:
            return self._together(by_page)
        rivals = () if exact else (*learned.ranked, *alike)
        return replace(learned, many=True, rivals=rivals)

    def _most_alike(self, trials: Sequence[Trial], page: int) -> list[Trial]:
        """Keep the candidates that find what looks most like the examples on a page."""
        alike = [fmean(map(self._like, trial.found[page])) for trial in trials]
        return [
            trial
            for trial, likeness in zip(trials, alike, strict=True)
            if likeness >= max(alike) - 0.02
        ]

    def _are_labelled_apart(self, examples: Sequence[LocatedExample]) -> bool:
        """Return whether each example has a label of its own within its instance: then they are no list."""
        for _, instances in smallest_regions(examples):
            labels = [
                next(
                    filter(None, (label_inside(t, instance, self.common) for t in shown.targets)),
                    "",
                )
                for shown, instance in zip(examples, instances, strict=True)
            ]
            if all(labels) and len(set(labels)) == len(labels):
                return True
        return False

    def _together(self, by_page: Mapping[int, Sequence[LocatedExample]]) -> LearnedField | None:
        """Learn a list of values at different kinds of places, with one path for each."""
        page = max(by_page, key=lambda number: len(by_page[number]))
        paths: dict[str, Trial] = {}
        for example in by_page[page]:
            self._like = Likeness((example.value,), self.common)
            learned = self._single([example], whole=True)
            for trial in learned.trials[:1] if learned else ():
                path = trial.locator.path
                paths[path if trial.alone else f"({path})[1]"] = trial
        if not paths:
            return None
        first = next(iter(paths.values()))
        locator = Locator(" | ".join(paths), first.locator.anchor)
        candidate = replace(first.candidate, locator=locator)
        return LearnedField((Trial(candidate, self._trials.on_all(locator)),), many=True)

    def _as_list(self, learned: LearnedField, shown: Sequence[LocatedExample]) -> LearnedField:
        """Make a field a list if its locator finds one value on the examples' pages and lists elsewhere."""
        first = learned.trials[0]
        for trial in (first, *learned.ranked):
            locator = trial.locator
            whole = not (locator.before or locator.after or locator.anchor is Anchor.DATA)
            for path in listing(locator.path) if whole and trial.found == first.found else ():
                found = self._listed(replace(locator, path=path), first, shown)
                if found:
                    listed = Trial(
                        replace(trial.candidate, locator=replace(locator, path=path)), found
                    )
                    return replace(learned, trials=(listed, *learned.trials[1:]), many=True)
        return learned

    def _listed(
        self, locator: Locator, first: Trial, shown: Sequence[LocatedExample]
    ) -> tuple[Texts, ...] | None:
        """Return the lists that a locator finds, None if they are not lists of such values."""
        if any(self._trials.on_page(locator, e.page) != (e.value,) for e in shown):
            return None
        found = self._trials.on_all(locator)
        same = all(texts[:1] == one for texts, one in zip(found, first.found, strict=True))
        several = any(len(texts) > 1 for texts in found)
        if not (same and several and is_list(locator, self._pages, self.common)):
            return None
        alike = all(self._alike(text) for texts in found for text in texts[1:])
        return found if alike else None

    def _alike(self, text: str) -> bool:
        return self._like(text) > 0.5 and self.common.of_text(text) < 0.3

    def _candidates(self, example: LocatedExample) -> Iterator[LocatorCandidate]:
        if example.given is not None:
            yield LocatorCandidate(example.given, example.targets[0], _TRUST_IN_GIVEN)
        labels = [self._disproof.label_of(target) for target in example.targets]
        named = any(map(self._name.is_said_by, labels))
        own = own_part_trust(example.targets)
        for number, target in enumerate(example.targets):
            # The first place on a page is more likely meant than a repetition further down.
            order = max(_LEAST_TRUST_IN_ORDER, 1 - 0.1 * number) * own[number]
            if named and labels[number] and not self._name.is_said_by(labels[number]):
                order *= _TRUST_IN_OTHER_LABELS
            for candidate in candidates(target, self.common, self._name):
                yield replace(candidate, trust=candidate.trust * order)

    def _chosen(self, tried: Sequence[Trial], wanted: Mapping[int, Texts]) -> LearnedField | None:
        if not tried:
            return None
        belief = Belief(tried, wanted, self._like)
        ranked = sorted(tried, key=lambda trial: -rank(trial, belief))
        chosen = tuple(with_fallbacks(ranked, belief))
        best: dict[int, Trial] = {}
        for trial in ranked:
            best.setdefault(id(trial.candidate.target), trial)
        return LearnedField(
            chosen, ranked=tuple(ranked[:_WORTH_A_LOOK]), rivals=tuple(best.values())
        )


def _generalised(
    shown: Sequence[LocatedExample], ways: Callable[[Sequence[Sequence[Term]]], list[str]]
) -> Iterator[tuple[Locator, ValuePlace]]:
    """Yield the paper's generalisations over several examples, taking the first place of each."""
    targets = [example.targets[0] for example in shown]
    elements = [target.element for target in targets if target.element is not None]
    if len(elements) < 2 or len(elements) < len(shown) or len({t.suffix for t in targets}) > 1:
        return
    for path in ways([terms_of(element) for element in elements]):
        full = _of_full_rows(path, elements)
        yield Locator(full + targets[0].suffix, Anchor.POSITION), targets[0]


def _of_full_rows(path: str, elements: Sequence[etree._Element]) -> str:
    """Return a path that takes some rows of a table for those with as many cells as the rows of some elements."""
    rows = [next(element.iterancestors("tr"), None) for element in elements]
    cells = min(0 if row is None else len(row.findall("td")) for row in rows)
    before, row, after = path.rpartition("/tr[")
    condition, bracket, rest = after.partition("]/")
    loops = " mod " in condition or ">=" in condition
    if cells < 2 or not row or not bracket or not loops:
        return path
    return f"{before}/tr[{condition} and td[{cells}]]/{rest}"
