"""Candidate locators tried on all pages: what each finds, and which of them to believe."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pagekin.dom.page import Page
from pagekin.wrappers.commonness import Commonness, own_label
from pagekin.wrappers.cutting import cuts
from pagekin.wrappers.finders import MAX_WORK, LocatorFinder, PageReader, cut_out
from pagekin.wrappers.locators import Candidate
from pagekin.wrappers.model import Anchor, Locator

Texts = tuple[str, ...]  # what a locator finds on one page
_MAX_TEXTS = 50


@dataclass(frozen=True, slots=True)
class Trial:
    """A candidate and what it finds on each page."""

    candidate: Candidate
    found: tuple[Texts, ...]

    @property
    def locator(self) -> Locator:
        """The locator tried."""
        return self.candidate.locator


class Trials:
    """Tries locators on pages; every path is taken once on a page."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._readers = [PageReader(page) for page in pages]
        self._finders: dict[str, LocatorFinder] = {}
        self._known: dict[tuple[str, int], Texts] = {}

    def on_page(self, locator: Locator, page: int) -> Texts:
        """Give what a locator finds on one page."""
        key = locator.path, page
        texts = self._known.get(key)
        if texts is None:
            texts = self._known[key] = self._texts(locator, page)
        if locator.before or locator.after:
            cut = (cut_out(text, locator.before, locator.after) for text in texts)
            return tuple(filter(None, cut))
        return texts

    def on_all(self, locator: Locator, pages: Iterable[int] | None = None) -> tuple[Texts, ...]:
        """Give what a locator finds on every page, or on every one of some pages."""
        chosen = range(len(self._readers)) if pages is None else pages
        return tuple(self.on_page(locator, page) for page in chosen)

    def variants(
        self, candidate: Candidate, example: tuple[int, str], pages: Sequence[int]
    ) -> Iterator[Candidate]:
        """Yield a candidate with what is to be cut off so that it finds the value of an example.

        What other pages have in common with the example's is learned from `pages`.
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

    def _texts(self, locator: Locator, page: int) -> Texts:
        finder = self._finders.get(locator.path)
        if finder is None:
            finder = LocatorFinder(Locator(locator.path, locator.anchor))
            self._finders[locator.path] = finder
        reader = self._readers[page]
        reader.budget = MAX_WORK
        readings = finder.readings(reader, reader.page.root)
        return tuple(reading.text for reading in readings[:_MAX_TEXTS])


class Belief:
    """What the value of a field is on each page, by the vote of all candidates.

    A candidate has the more weight the more pages it finds something alike on. The candidates of one
    place and one kind of anchor vote together. To find nothing is a vote too for what holds on to a
    label: where the label is missing the value is missing.
    """

    def __init__(
        self, trials: Sequence[Trial], examples: Mapping[int, Texts], common: Commonness
    ) -> None:
        self._common = common
        self._model = next(iter(examples.values()))
        self.weights = [self._weight(trial) for trial in trials]
        families: dict[tuple[int, Anchor], list[float]] = defaultdict(list)
        for trial, weight in zip(trials, self.weights, strict=True):
            families[_family(trial)].append(weight)
        shares = {
            family: max(weights) / max(1e-9, sum(weights)) for family, weights in families.items()
        }
        self.values: list[Texts] = []
        for page in range(len(trials[0].found)):
            votes: dict[Texts, float] = defaultdict(float)
            for trial, weight in zip(trials, self.weights, strict=True):
                texts = trial.found[page]
                like = self._likeness(texts, trial.locator.anchor)
                votes[texts] += weight * shares[_family(trial)] * like
            self.values.append(examples.get(page) or max(votes, key=lambda key: votes[key]))

    def _weight(self, trial: Trial) -> float:
        """Tell how much a candidate is to be believed."""
        found = [texts for texts in trial.found if texts]
        alike = sum(self._likeness(texts, trial.locator.anchor) for texts in found)
        weight = trial.candidate.trust * alike / len(trial.found)
        if len(found) > 3 and len(set(found)) == 1:
            weight *= 0.3
        text, value = trial.candidate.target.text, self._model[0]
        if len(text) > len(value):
            weight *= 0.6 * (len(value) / len(text)) ** 0.5
        return weight

    def _likeness(self, texts: Texts, anchor: Anchor) -> float:
        """Tell how well what was found looks like the examples, from 0 to 1."""
        if not texts:
            return 0.8 if anchor not in {Anchor.POSITION, Anchor.NAME} else 0.3
        return min(likeness(text, self._model, self._common) for text in texts[:5])

    def score(self, trial: Trial) -> float:
        """Tell how often a candidate finds what is believed; a wrong value is worse than none."""
        total = 0.0
        for texts, believed in zip(trial.found, self.values, strict=True):
            if texts == believed:
                total += 1.0 if texts else 0.9
            elif texts:
                total -= 0.5
        return total / max(1, len(self.values))


def likeness(text: str, models: Texts, common: Commonness) -> float:
    """Tell how much a text is of the kind of the examples: digits, length, and no template text."""
    model = models[0]
    like = 1.0
    digits, wanted = _digits(text), _digits(model)
    if (wanted >= 0.5) != (digits >= 0.5):
        like *= 0.3 if wanted >= 0.5 and not digits else 0.6
    if len(text) > 6 * max(map(len, models)) + 40:
        like *= 0.4
    if text.endswith(":") and not model.endswith(":"):
        like *= 0.2
    if common.of_text(text) > 0.5 and common.of_text(model) < 0.3:
        like *= 0.4
    label = own_label(model)
    if label and common.of_label(label) >= 0.3 and not text.startswith(label):
        like *= 0.3
    return like


def _digits(text: str) -> float:
    letters = [character for character in text if character.isalnum()]
    return sum(map(str.isdigit, letters)) / len(letters) if letters else 0.0


def _family(trial: Trial) -> tuple[int, Anchor]:
    return id(trial.candidate.target), trial.locator.anchor
