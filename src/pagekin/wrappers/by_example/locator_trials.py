"""Trials: candidate locators tried on pages, and the value that their votes make most credible."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pagekin.dom.page import Page
from pagekin.values import Misfit, Reading, infer_type, type_named
from pagekin.wrappers.by_example.candidate_locators import LocatorCandidate
from pagekin.wrappers.by_example.value_affixes import cuts
from pagekin.wrappers.document_frequency import DocumentFrequency, own_label
from pagekin.wrappers.locator_finder import MAX_WORK, LocatorFinder, PageReader, cut_out, finder_of
from pagekin.wrappers.model import Anchor, Locator

Texts = tuple[str, ...]  # found by a locator on one page
NUMBER = re.compile(r"\[\d")  # marks a path that counts siblings
_MAX_TEXTS = 50
_MOST_TRUST = 2.5


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate and what it finds on each page."""

    candidate: LocatorCandidate
    found: tuple[Texts, ...]
    alone: bool = True  # it never finds more than one node
    disproved: frozenset[int] = frozenset()  # pages on which it finds another field's value
    strays: frozenset[int] = frozenset()  # of these, where it finds what is said of another thing

    @property
    def locator(self) -> Locator:
        """The locator tried."""
        return self.candidate.locator

    def says(self, page: int) -> Texts:
        """Return what the candidate finds on a page, nothing where that is disproved."""
        return () if page in self.disproved else self.found[page]

    def backed(self, other: LocatorCandidate) -> LocatorCandidate:
        """Return the candidate with more trust, because another place of the value led to it too."""
        trust = min(self.candidate.trust + 0.3 * other.trust, _MOST_TRUST)
        return replace(self.candidate, trust=max(trust, self.candidate.trust))


class Trials:
    """Locators tried on pages; every path is evaluated once on a page."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._readers = [PageReader(page) for page in pages]
        self._finders: dict[str, LocatorFinder | None] = {}
        self._known: dict[tuple[str, int], Texts] = {}

    def on_page(self, locator: Locator, page: int) -> Texts:
        """Return what a locator finds on one page."""
        key = locator.path, page
        texts = self._known.get(key)
        if texts is None:
            texts = self._known[key] = self._texts(locator, page)
        if locator.before or locator.after:
            cut = (cut_out(text, locator.before, locator.after) for text in texts)
            return tuple(filter(None, cut))
        return texts

    def on_all(self, locator: Locator, pages: Iterable[int] | None = None) -> tuple[Texts, ...]:
        """Return what a locator finds on each page, or on each of some pages."""
        chosen = range(len(self._readers)) if pages is None else pages
        return tuple(self.on_page(locator, page) for page in chosen)

    def variants(
        self, candidate: LocatorCandidate, example: tuple[int, str], pages: Sequence[int]
    ) -> Iterator[LocatorCandidate]:
        """Yield a candidate with the affixes to cut off to find exactly the value of an example.

        The affixes that other pages share are learned from `pages`.
        """
        page, value = example
        locator = candidate.locator
        texts = self.on_page(locator, page)
        if not texts or value not in texts[0]:
            return
        if texts[0] == value:
            yield candidate
            return
        others = [text for texts in self.on_all(locator, pages) for text in texts[:1]]
        for before, after in cuts(texts[0], value, others):
            cut = Locator(locator.path, locator.anchor, before, after)
            yield replace(candidate, locator=cut)

    def leads_to(self, candidate: LocatorCandidate, page: int) -> bool:
        """Return whether what a candidate finds first on a page is the place that it was made for.

        Where a value stands in several places, a path may find another one before it.
        """
        element, locator = candidate.target.element, candidate.locator
        if element is None or len(self.on_page(locator, page)) < 2:
            return True
        finder = self._finder(locator)
        places = finder.places(self._readers[page].page.root) if finder else ()
        first = next(iter(places), None)
        if isinstance(first, str):
            first = getattr(first, "getparent", lambda: None)()
        return first is None or element in {first, *first.iter(), *first.iterancestors()}

    def _finder(self, locator: Locator) -> LocatorFinder | None:
        if locator.path not in self._finders:
            self._finders[locator.path] = finder_of(Locator(locator.path, locator.anchor))
        return self._finders[locator.path]

    def _texts(self, locator: Locator, page: int) -> Texts:
        finder = self._finder(locator)
        if finder is None:
            return ()
        reader = self._readers[page]
        reader.budget = MAX_WORK
        readings = finder.readings(reader, reader.page.root)
        return tuple(reading.text for reading in readings[:_MAX_TEXTS])


class Belief:
    """The value of a field on each page, by the vote of all candidates.

    The more pages a candidate finds similar texts on, the more weight it has. The candidates of one
    place and one kind of anchor vote together. Finding nothing is a vote too for what is anchored to
    a label: where the label is missing, the value is missing.
    """

    def __init__(
        self, trials: Sequence[Trial], examples: Mapping[int, Texts], likeness: "Likeness"
    ) -> None:
        self._like = likeness
        self._model = next(iter(examples.values()))
        families: dict[tuple[int, str], list[tuple[Trial, float]]] = defaultdict(list)
        for trial in trials:
            families[_family(trial)].append((trial, self._weight(trial)))
        self.values: list[Texts] = []
        for page in range(len(trials[0].found)):
            votes: dict[Texts, list[float]] = defaultdict(list)
            for members in families.values():
                self._vote(members, page, votes)
            self.values.append(examples.get(page) or max(votes, key=lambda key: _sum(votes[key])))

    def _vote(
        self, members: Sequence[tuple[Trial, float]], page: int, votes: dict[Texts, list[float]]
    ) -> None:
        """Let the candidates of one family vote; those that find anything speak for all."""
        anchor = members[0][0].locator.anchor
        finding = [(trial, weight) for trial, weight in members if trial.says(page)] or members
        share = max(weight for _, weight in members) / max(1e-9, sum(w for _, w in finding))
        own: dict[Texts, float] = defaultdict(float)
        for trial, weight in finding:
            texts = trial.says(page)
            own[texts] += weight * share * self._likeness(texts, anchor)
        for texts, weight in own.items():
            votes[texts].append(weight)

    def _weight(self, trial: Trial) -> float:
        """Return the weight of a candidate's vote."""
        found = [texts for page in range(len(trial.found)) if (texts := trial.says(page))]
        alike = sum(self._likeness(texts, trial.locator.anchor) for texts in found)
        weight = trial.candidate.trust * alike / len(trial.found)
        if len(found) > 3 and len(set(found)) == 1:
            weight *= 0.3
        text, value = trial.candidate.target.text, self._model[0]
        if len(text) > len(value):
            weight *= 0.6 * (len(value) / len(text)) ** 0.5
        return weight

    def _likeness(self, texts: Texts, anchor: Anchor) -> float:
        """Return how much the texts found look like the examples, from 0 to 1."""
        if not texts:
            return 0.8 if anchor not in {Anchor.POSITION, Anchor.NAME} else 0.3
        return min(self._like(text) for text in texts[:5])

    def score(self, trial: Trial) -> float:
        """Return how often a candidate finds the believed value; a wrong value is worse than none."""
        total = 0.0
        for page, (texts, believed) in enumerate(zip(trial.found, self.values, strict=True)):
            if texts and page in trial.strays:
                total -= 0.5
            elif texts == believed:
                total += 1.0 if texts else 0.9
            elif texts:
                total -= 0.5
        return total / max(1, len(self.values))


class Likeness:
    """How much a text looks like the examples, from 0 to 1.

    It considers type, digits, length and label, and whether the text belongs to the template.
    """

    def __init__(self, models: Texts, common: DocumentFrequency, name: str = "") -> None:
        self._common = common
        self._longest = max(map(len, models))
        self._model = model = models[0]
        self._digits = _digits(model) >= 0.5
        self._letters = any(map(str.isalpha, model))
        label = own_label(model)
        self._label = label if label and common.of_label(label) >= 0.3 else ""
        self._is_rare = common.of_text(model) < 0.3
        kind = type_named(infer_type([Reading(model) for model in models], name))
        # Other types say little about a text.
        self._kind = kind if kind.is_strict and not kind.reads_element else None
        self._known: dict[str, float] = {}

    def __call__(self, text: str) -> float:
        """Return how much a text looks like the examples."""
        like = self._known.get(text)
        if like is None:
            like = self._known[text] = self._compare(text)
        return like

    def _compare(self, text: str) -> float:
        like = 1.0
        digits = _digits(text)
        if self._digits != (digits >= 0.5):
            like *= 0.3 if self._digits and not digits else 0.6
        if self._letters and not any(map(str.isalpha, text)):
            like *= 0.5
        if len(text) > 6 * self._longest + 40:
            like *= 0.4
        if text.endswith(":") and not self._model.endswith(":"):
            like *= 0.2
        if self._is_rare and self._common.of_text(text) > 0.5:
            like *= 0.4
        if self._label and not text.startswith(self._label):
            like *= 0.3
        if self._kind is not None and isinstance(self._kind.read(Reading(text)), Misfit):
            like *= 0.3
        return like


def _sum(votes: Sequence[float]) -> float:
    """Add up votes, each further one counting half: many votes may repeat one mistake."""
    return sum(vote * 0.5**number for number, vote in enumerate(sorted(votes, reverse=True)))


def _digits(text: str) -> float:
    letters = [character for character in text if character.isalnum()]
    return sum(map(str.isdigit, letters)) / len(letters) if letters else 0.0


def _family(trial: Trial) -> tuple[int, str]:
    """Return the family of a trial, whose members are one piece of evidence.

    Paths that count siblings are one family, wherever they start.
    """
    locator = trial.locator
    counts = locator.anchor is Anchor.NAME and NUMBER.search(locator.path)
    return id(trial.candidate.target), "position" if counts else str(locator.anchor)
