"""Induction by example: from values that a person showed on pages to a wrapper for all pages of the class."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pagekin.dom.page import Page
from pagekin.errors import UsageError
from pagekin.values import Context, Reading
from pagekin.wrappers.commonness import Commonness
from pagekin.wrappers.evaluation import Belief, Texts, Trial, Trials
from pagekin.wrappers.locators import candidates
from pagekin.wrappers.model import Anchor, Bundle, Field, Seen, Wrapper
from pagekin.wrappers.readings import single_spaced
from pagekin.wrappers.targets import find_targets
from pagekin.wrappers.typed import inferred_type

MAX_LOCATORS = 4
_PREFERRED = {
    Anchor.LABEL: 0.04,
    Anchor.MARKUP: 0.04,
    Anchor.DATA: 0.03,
    Anchor.NAME: 0.02,
    Anchor.POSITION: 0.0,
}


@dataclass(frozen=True, slots=True)
class Example:
    """A value of a field on a page: its text, or where it stands."""

    page: int  # among the pages given
    field: str
    text: str | None = None
    xpath: str | None = None


def induce(pages: Sequence[Page], examples: Sequence[Example]) -> Wrapper:
    """Learn a wrapper from examples; all pages should be of one template."""
    common = Commonness(pages)
    trials = Trials(pages, common)
    learner = _Learner(pages, common, trials)
    names = dict.fromkeys(example.field for example in examples)
    fields = tuple(
        learner.field(name, [example for example in examples if example.field == name])
        for name in names
    )
    return Wrapper((Bundle("page", fields),))


class _Learner:
    def __init__(self, pages: Sequence[Page], common: Commonness, trials: Trials) -> None:
        self._pages = pages
        self._common = common
        self._trials = trials

    def field(self, name: str, examples: Sequence[Example]) -> Field:
        """Learn one field from its examples."""
        wanted: dict[int, Texts] = {}
        for example in examples:
            text = single_spaced(example.text or "")
            wanted[example.page] = (*wanted.get(example.page, ()), text)
        tried = [
            trial for page, texts in wanted.items() for trial in self._tried(page, texts, wanted)
        ]
        if not tried:
            raise UsageError(f"{name}: the value was not found")
        wanted = {page: texts[:1] for page, texts in wanted.items()}
        belief = Belief(tried, wanted, self._common)
        ranked = sorted(tried, key=lambda trial: -_rank(trial, belief))
        chosen = _with_fallbacks(ranked, belief)
        return self._made(name, chosen)

    def _tried(self, page: int, texts: Texts, wanted: dict[int, Texts]) -> Iterable[Trial]:
        value = texts[0]
        for target in find_targets(self._pages[page], value):
            for candidate in candidates(target, self._common):
                for variant in self._trials.variants(candidate, page, value):
                    found = tuple(texts[:1] for texts in self._trials.on_all(variant.locator))
                    if all(found[other] in {(), texts[:1]} for other, texts in wanted.items()):
                        yield Trial(variant, found)

    def _made(self, name: str, chosen: Sequence[Trial]) -> Field:
        found = [
            next((trial.found[page] for trial in chosen if trial.found[page]), ())
            for page in range(len(self._pages))
        ]
        texts = [text for page in found for text in page]
        readings = [Reading(text, context=Context()) for text in texts]
        seen = Seen(
            len(self._pages),
            sum(map(bool, found)),
            sum(map(bool, found)),
            tuple(dict.fromkeys(texts))[:3],
        )
        return Field(
            name,
            inferred_type(readings, name),
            tuple(trial.locator for trial in chosen),
            optional=not all(found),
            seen=seen,
        )


def _rank(trial: Trial, belief: Belief) -> float:
    locator = trial.locator
    length = len(locator.path) + len(locator.before) + len(locator.after)
    return belief.score(trial) + _PREFERRED[locator.anchor] - 0.0001 * length


def _with_fallbacks(ranked: Sequence[Trial], belief: Belief) -> list[Trial]:
    """Give the best candidate, then those that find what it misses and never find anything wrong."""
    chosen = [ranked[0]]
    for trial in ranked[1:]:
        if len(chosen) >= MAX_LOCATORS:
            break
        open_pages = [
            page
            for page in range(len(belief.values))
            if not any(other.found[page] for other in chosen)
        ]
        gains = [page for page in open_pages if trial.found[page]]
        right = all(trial.found[page] == belief.values[page] for page in gains)
        if right and gains:
            chosen.append(trial)
    return chosen
