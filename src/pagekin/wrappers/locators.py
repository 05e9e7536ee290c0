"""Candidate locators of a place: on its position, on names near it, on labels beside it, on markup."""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from pagekin.wrappers.commonness import Commonness, Token, tokens_of
from pagekin.wrappers.labelling import label_paths
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.readings import text_of
from pagekin.wrappers.steps import (
    has_token,
    position_path,
    steps_down,
    tag_test,
)
from pagekin.wrappers.targets import Target

MAX_ANCESTORS = 12  # that are looked at for names
_NAMED_ANCESTORS = 3
_MAX_TOKENS = 3
_COMMON = 0.3  # the share of the pages that have what a locator holds on to
# How much an anchor is believed: labels and markup say what a value means, positions do not.
_TRUST = {
    Anchor.LABEL: 1.5,
    Anchor.MARKUP: 1.5,
    Anchor.DATA: 1.5,
    Anchor.NAME: 1.0,
    Anchor.POSITION: 0.6,
}
_MARKUP = frozenset({"itemprop", "property"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A locator to be tried, and which place it was made for."""

    locator: Locator
    target: Target
    trust: float = 1.0


def candidates(target: Target, common: Commonness) -> list[Candidate]:
    """Give the locators that may lead to a place, each once."""
    if target.element is None:
        return [Candidate(Locator(target.data_path, Anchor.DATA), target, _TRUST[Anchor.DATA])]
    found: dict[str, Candidate] = {}
    for element in _same_text(target):
        for locator, trust in _locators(element, target.suffix, common):
            found.setdefault(locator.path, Candidate(locator, target, trust))
    return list(found.values())


def _same_text(target: Target) -> Iterator[etree._Element]:
    """Yield the target's element, and those around it that hold nothing else."""
    element = target.element
    if element is None:
        return
    yield element
    if target.suffix:
        return
    for _ in range(2):
        parent = element.getparent()
        if parent is None or parent.tag in {"body", "html"} or text_of(parent) != target.text:
            return
        yield parent
        element = parent


def _locators(
    element: etree._Element, suffix: str, common: Commonness
) -> Iterator[tuple[Locator, float]]:
    for path, anchor in named_paths(element, common):
        yield Locator(path + suffix, anchor), _TRUST[anchor]
    for path, distance in label_paths(element, suffix, common):
        trust = _TRUST[Anchor.LABEL] / (1 + distance)
        yield Locator(path, Anchor.LABEL), trust
    yield Locator(position_path(element) + suffix, Anchor.POSITION), _TRUST[Anchor.POSITION]


def named_paths(element: etree._Element, common: Commonness) -> Iterator[tuple[str, Anchor]]:
    """Yield paths that hold on to names of the element and of elements around it."""
    own = [condition for condition, _ in conditions(element, common)]
    for condition, token in conditions(element, common):
        anchor = Anchor.MARKUP if token[1] in _MARKUP or token[0] == "meta" else Anchor.NAME
        path = f"//{tag_test(element)}[{condition}]"
        yield path, anchor
        number = _number(path, element)
        if number > 1:
            yield f"({path})[{number}]", anchor
    named = 0
    for ancestor in list(element.iterancestors())[:MAX_ANCESTORS]:
        conditions_there = list(conditions(ancestor, common))
        for condition, token in conditions_there[:2]:
            start = f"//{tag_test(ancestor)}[{condition}]"
            anchor = Anchor.MARKUP if token[1] in _MARKUP else Anchor.NAME
            yield start + steps_down(ancestor, element), anchor
            yield f"{start}//{tag_test(element)}", anchor
            yield from ((f"{start}//{tag_test(element)}[{mine}]", anchor) for mine in own[:1])
        named += bool(conditions_there)
        if named >= _NAMED_ANCESTORS:
            return
    if element.tag in {"h1", "h2", "title"}:
        yield f"//{element.tag}", Anchor.NAME


def conditions(element: etree._Element, common: Commonness) -> Iterator[tuple[str, Token]]:
    """Yield conditions on names of an element that other pages have too: the most telling first."""
    order = {"itemprop": 0, "property": 0, "id": 1, "data": 2, "class": 3}
    tokens = [token for token in tokens_of(element) if common.of_token(token) >= _COMMON]
    tokens.sort(key=lambda token: order.get(token[1].split("-")[0], 2))
    for token in tokens[:_MAX_TOKENS]:
        condition = has_token(element, token)
        if condition is not None:
            yield condition, token


def _number(path: str, element: etree._Element) -> int:
    """Give the number of an element among those that a path finds."""
    found = element.getroottree().xpath(path, smart_strings=False)
    return found.index(element) + 1 if element in found else 0
