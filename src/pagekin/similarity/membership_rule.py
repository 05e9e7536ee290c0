"""The learned membership as a rule that judges a single page and says why."""

from collections.abc import Sequence
from dataclasses import dataclass

from pagekin.dom import Page
from pagekin.dom.feature_finder import FeatureFinder
from pagekin.dom.features import Feature
from pagekin.similarity.membership import MembershipDecision
from pagekin.urls.url_variables import variables

_MOST = 12  # features kept for each step
KIN = 0.5  # a page with at least this score is kin
_DOUBTFUL = (0.25, 0.75)
_URL_WORDS = {
    "begins further": "whose last part begins with",
    "begins": "whose last part begins with",
    "capitals 1": "whose last part begins with",
    "capitals 2": "whose last part begins with",
    "ends": "whose last part ends with",
    "name": "whose last part is",
    "ending": "with the ending",
    "levels": "whose number of folders is",
    "numbers": "with numbers in its folders,",
    "query": "with the query parameters",
    "shape": "whose last part looks like",
    "folder -1": "whose last folder is",
    "folder 1": "whose first folder is",
}
# The easiest to read first; how a page is linked is not a property of the page.
_KINDS = ("url", "heading", "text", "token", "path", "tags", "no path", "no tags")


@dataclass(frozen=True, slots=True)
class MembershipRule:
    """A rule with several steps; a page is kin if it passes every step.

    A step with URL features requires one of them and one of its other features; any other step requires at
    least half of its features.
    """

    steps: tuple[tuple[Feature, ...], ...]


@dataclass(frozen=True, slots=True)
class MembershipVerdict:
    """What a rule says about a page: the score of its worst step, and why."""

    score: float
    steps: tuple[
        tuple[Sequence[Feature], Sequence[bool]], ...
    ]  # what was required, and what the page has

    @property
    def reasons(self) -> tuple[str, ...]:
        """How much of each step the page has, in words."""
        return tuple(_reason(step, has) for step, has in self.steps)

    @property
    def kin(self) -> bool:
        """Whether the page is kin."""
        return self.score >= KIN

    @property
    def doubtful(self) -> bool:
        """Whether the decision is close."""
        return is_doubtful(self.score)


def is_doubtful(score: float) -> bool:
    """Return whether a score is near the border between kin and not kin."""
    return _DOUBTFUL[0] < score < _DOUBTFUL[1]


def step_score(step: Sequence[Feature], has: Sequence[bool]) -> float:
    """Return the score of a step from 0 to 1; one half is enough to pass."""
    share = sum(has) / len(has)
    in_url = [yes for feature, yes in zip(step, has, strict=True) if feature.kind == "url"]
    if not in_url:
        return share
    in_page = [yes for feature, yes in zip(step, has, strict=True) if feature.kind != "url"]
    passed = any(in_url) and (any(in_page) or not in_page)
    return max(share, KIN) if passed else min(share, KIN / 2)


def rule_of(decision: MembershipDecision) -> MembershipRule:
    """Return the rule for any page that follows from a decision about the pages seen; it has no steps if only a list tells them."""
    if decision.is_by_list:
        return MembershipRule(())
    steps = []
    for signs in decision.signs:
        own = [f for f in signs if f.kind in _KINDS]
        own.sort(key=lambda f: (_KINDS.index(f.kind), len(f.value), f.value))
        if own:
            steps.append(tuple(some_of_each(own)))
    return MembershipRule(tuple(steps))


def some_of_each(features: Sequence[Feature]) -> list[Feature]:
    """Return features of all kinds in turn: no kind crowds out the others."""
    by_kind = [[f for f in features if f.kind == kind] for kind in _KINDS]
    taken: list[Feature] = []
    while len(taken) < _MOST and any(by_kind):
        for group in by_kind:
            if group and len(taken) < _MOST:
                taken.append(group.pop(0))
    return taken


class MembershipJudge:
    """Applies a rule to pages."""

    def __init__(self, rule: MembershipRule) -> None:
        self.rule = rule
        self._finder = FeatureFinder(feature for step in rule.steps for feature in step)

    def judge(self, page: Page) -> MembershipVerdict:
        """Return whether a page is kin, and why."""
        present = self._finder.find(page.root)
        present |= {
            Feature("url", f"{name} {value}") for name, value in variables(page.url).items()
        }
        steps = [(step, [feature in present for feature in step]) for step in self.rule.steps]
        score = min((step_score(step, has) for step, has in steps), default=1.0)
        return MembershipVerdict(score, tuple(steps))


def _reason(step: Sequence[Feature], has: Sequence[bool]) -> str:
    """Return how much of a step a page has, with a few examples."""
    present = [in_words(f) for f, yes in zip(step, has, strict=True) if yes]
    absent = [in_words(f) for f, yes in zip(step, has, strict=True) if not yes]
    parts = [f"has {len(present)} of {len(step)} signs"]
    if present:
        parts.append(f"among them {'; '.join(present[:2])}")
    if absent:
        parts.append(f"lacks {'; '.join(absent[:2])}")
    return ", ".join(parts)


def in_words(feature: Feature) -> str:
    """Return a feature in words."""
    kind, value = feature
    if feature.lacked:
        return f"no element at {value}"
    if kind == "url":
        return f"a URL {_url_in_words(value)}"
    if kind == "text":
        tag, _, text = value.partition(" ")
        return f"the text “{text}” in <{tag}>"
    if kind == "heading":
        return f"a heading: {value}"
    if kind == "token":
        return f"an element {value}"
    return f"an element at {value}"


def _url_in_words(value: str) -> str:
    """Return what is said of a URL: by a variable's name and its value."""
    for name, words in _URL_WORDS.items():
        if value.startswith(f"{name} "):
            return f"{words} “{value[len(name) + 1 :]}”"
    return f"with {value.removeprefix('choice ').replace(' ', '=')}"
