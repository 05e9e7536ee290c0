"""Candidate locators of a place: by its position, names near it, labels beside it, or markup."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from pagekin.wrappers.by_example.label_paths import label_paths, own_label_paths
from pagekin.wrappers.by_example.name_hints import NameHint
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.document_frequency import DocumentFrequency, Token, tokens_of
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.node_readings import text_of
from pagekin.wrappers.xpath_steps import (
    has_token,
    position_path,
    steps_down,
    tag_test,
)

MAX_ANCESTORS = 12  # that are searched for names
_NAMED_ANCESTORS = 3
_MAX_TOKENS = 3
_COMMON = 0.3  # the share of pages that must have the name that a locator is anchored to
_TELLING_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "title", "time", "address"})
_MARKUP = frozenset({"itemprop", "property"})
# How far each kind of locator is trusted: labels and markup say what a value means, positions do not.
_TRUST_IN_MARKUP = 1.5
_TRUST_IN_NAME = 1.0
_TRUST_IN_POSITION = 0.6
_TRUST_IN_ATTRIBUTES = 0.7  # readers do not see them


@dataclass(frozen=True, slots=True)
class LocatorCandidate:
    """A locator to try, the place it was made for, and how far it is trusted beforehand."""

    locator: Locator
    target: ValuePlace
    trust: float = 1.0


def candidates(
    target: ValuePlace, common: DocumentFrequency, name: NameHint
) -> list[LocatorCandidate]:
    """Return the locators that may lead to a place, each once; the field's name is a hint."""
    if target.element is None:
        trust = _TRUST_IN_MARKUP * name.boost(target.data_path)
        return [LocatorCandidate(Locator(target.data_path, Anchor.DATA), target, trust)]
    visible = _TRUST_IN_ATTRIBUTES if target.suffix.startswith("/@") else 1.0
    found: dict[str, LocatorCandidate] = {}
    for element in _same_text(target):
        for locator, trust in _locators(element, target, common, name):
            found.setdefault(locator.path, LocatorCandidate(locator, target, trust * visible))
    return list(found.values())


def _same_text(target: ValuePlace) -> Iterator[etree._Element]:
    """Yield the element of a place, then those around it that hold nothing else."""
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
    element: etree._Element, target: ValuePlace, common: DocumentFrequency, name: NameHint
) -> Iterator[tuple[Locator, float]]:
    suffix = target.suffix
    for path, token, trust in named_paths(element, common):
        is_markup = token[1] in _MARKUP or token[0] == "meta"
        anchor = Anchor.MARKUP if is_markup else Anchor.NAME
        yield Locator(path + suffix, anchor), trust * name.boost(token[2])
    for path, label, trust in label_paths(element, suffix, common):
        yield Locator(path, Anchor.LABEL), trust * name.boost(label)
    for path, label, trust in own_label_paths(element, target, common):
        yield Locator(path, Anchor.LABEL), trust * name.boost(label)
    yield Locator(position_path(element) + suffix, Anchor.POSITION), _TRUST_IN_POSITION


def named_paths(
    element: etree._Element, common: DocumentFrequency
) -> Iterator[tuple[str, Token, float]]:
    """Yield paths anchored to names of the element or of elements around it."""
    tag = tag_test(element)
    own = list(conditions(element, common))
    for condition, token in own:
        trust = _TRUST_IN_MARKUP if token[1] in _MARKUP else _TRUST_IN_NAME
        path = f"//{tag}[{condition}]"
        yield path, token, trust
    named = 0
    for ancestor in islice(element.iterancestors(), MAX_ANCESTORS):
        there = list(conditions(ancestor, common))
        for condition, token in there[:2]:
            start = f"//{tag_test(ancestor)}[{condition}]"
            trust = _TRUST_IN_NAME / (1 + 0.2 * named)
            yield start + steps_down(ancestor, element), token, trust
            yield f"{start}//{tag}", token, trust
            for mine, own_token in own[:1]:
                yield f"{start}//{tag}[{mine}]", own_token, trust
        named += bool(there)
        if named >= _NAMED_ANCESTORS:
            break
    if element.tag in _TELLING_TAGS and element.getroottree().find(f".//{tag}") is element:
        yield f"//{tag}", (tag, "", ""), _TRUST_IN_NAME


def conditions(element: etree._Element, common: DocumentFrequency) -> Iterator[tuple[str, Token]]:
    """Yield conditions on names of an element that other pages share, the most telling first."""
    order = {"itemprop": 0, "property": 0, "id": 1, "data": 2, "class": 3}
    tokens = [token for token in tokens_of(element) if common.of_token(token) >= _COMMON]
    tokens.sort(key=lambda token: order.get(token[1].split("-")[0], 2))
    for token in tokens[:_MAX_TOKENS]:
        condition = has_token(element, token)
        if condition is not None:
            yield condition, token
