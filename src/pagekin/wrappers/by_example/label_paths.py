"""Paths from a label to its value: in the same row, list item or paragraph, or below it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from pagekin.wrappers.by_example.preceding_texts import (
    MAX_LABEL,
    PrecedingText,
    is_row_label,
    preceding_texts,
    text_number,
)
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.document_frequency import DocumentFrequency, own_label, tokens_of
from pagekin.wrappers.node_readings import single_spaced
from pagekin.wrappers.xpath_steps import quoted, steps_down, tag_test, text_steps

_LOOK_BACK = 8  # texts before the value that are considered as its label
_LABELS = 4  # labels that are tried
_MAX_CLIMB = 5
_COMMON = 0.3
_TRUST = 1.5
_LESS_COMMON = 0.05
_LABELLING = frozenset({"th", "dt", "label", "b", "strong", "h2", "h3", "h4", "h5", "h6"})
_NESTING = frozenset({"td", "div", "li", "font", "center", "p", "section", "span"})


def label_paths(
    element: etree._Element, suffix: str, common: DocumentFrequency
) -> Iterator[tuple[str, str, float]]:
    """Yield paths to a place that start at a preceding text which other pages have too.

    Each comes with that label, and how far the label is trusted to mean the place.
    """
    labels = 0
    for distance, before in enumerate(islice(preceding_texts(element, suffix), _LOOK_BACK)):
        if len(before.text) > MAX_LABEL:
            continue
        is_own = not distance and is_row_label(before, element, common)
        if common.of_text(before.text) < _COMMON and not is_own:
            continue
        literal = quoted(before.text)
        if literal is None or not any(map(str.isalpha, before.text)):
            continue
        trust = _trust(before, common) / (1 + distance)
        for path in _from_label(before, literal, element, suffix):
            yield path, before.text, trust
        labels += 1
        if labels >= _LABELS or is_own:
            return


def label_inside(target: ValuePlace, instance: etree._Element, common: DocumentFrequency) -> str:
    """Return the text right before a place within its instance if other pages have it too, else ""."""
    if target.element is None or target.suffix.startswith("/@"):
        return ""
    before = next(preceding_texts(target.element, target.suffix), None)
    if before is None or common.of_text(before.text) < _COMMON:
        return ""
    holder = before.element
    inside = holder is instance or instance in holder.iterancestors()
    return before.text if inside else ""


def own_label_paths(
    element: etree._Element, target: ValuePlace, common: DocumentFrequency
) -> Iterator[tuple[str, str, float]]:
    """Yield paths to a place whose own text begins with a label: "Publisher: Penguin"."""
    if target.suffix.startswith("/@"):
        return
    label = own_label(target.text)
    literal = quoted(label) if label and common.of_label(label) >= _COMMON else None
    if literal is None:
        return
    condition = f"[starts-with(normalize-space(), {literal})]"
    test = tag_test(element)
    if target.suffix:
        yield f"//{test}/text(){condition}", label, _TRUST
    else:
        bare = "[not(*)]" if not len(element) and element.tag in _NESTING else ""
        yield f"//{test}{bare}{condition}", label, _TRUST


def _trust(before: PrecedingText, common: DocumentFrequency) -> float:
    if before.whole and _is_value(before, common):
        return _TRUST / 5
    if before.text.endswith((":", "：")) or before.element.tag in _LABELLING:
        return _TRUST
    return _TRUST / 3 if before.element.tag == "a" else _TRUST / 1.5


def _is_value(before: PrecedingText, common: DocumentFrequency) -> bool:
    """Return whether a text is a value: the one element with its name has other texts elsewhere."""
    for token in tokens_of(before.element):
        said = common.said_by(token)
        if sum(text != before.text for text in said) > _LESS_COMMON * len(said):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Start:
    """The start of a path from a label: a child of the element around label and value.

    The child is or holds the label; None if the label is a text directly in that element.
    """

    path: str
    child: etree._Element | None
    around: etree._Element
    words: str


def _from_label(
    before: PrecedingText, literal: str, element: etree._Element, suffix: str
) -> Iterator[str]:
    start = _start(before, literal, element)
    if start is None:
        return
    if start.around is element:
        yield from _to_text(start, suffix)
    else:
        yield from _to_element(start, element, suffix)


def _start(before: PrecedingText, literal: str, element: etree._Element) -> _Start | None:
    label = before.element
    if not before.whole:
        path = f"//{tag_test(label)}/text()[normalize-space()={literal}]"
        return _Start(path, None, label, before.text)
    # Where elements nest, asking for one without children first avoids reading all texts below.
    bare = "[not(*)]" if not len(label) and label.tag in _NESTING else ""
    path = f"//{tag_test(label)}{bare}[normalize-space()={literal}]"
    around = {element, *element.iterancestors()}
    for _ in range(_MAX_CLIMB):
        parent = label.getparent()
        if parent is None:
            return None
        if parent in around:
            return _Start(path, label, parent, before.text)
        label = parent
        path += "/.."
    return None


def _to_text(start: _Start, suffix: str) -> Iterator[str]:
    """Yield paths from a label to a text directly in the element around both."""
    if not suffix.startswith("/text()"):
        return
    texts = text_steps(start.around)
    wanted = text_number(suffix) - 1
    if start.child is None:
        own = next(i for i, (_, raw) in enumerate(texts) if single_spaced(raw) == start.words)
        behind = wanted - own
    else:
        after = {start.child, *start.child.itersiblings()}
        behind = sum(1 for child, _ in texts[: wanted + 1] if child in after)
        if texts[wanted][0] is start.child:
            yield f"{start.path}/following-sibling::node()[1]/self::text()"
    if behind > 0:
        yield f"{start.path}/following-sibling::text()[normalize-space()][{behind}]"


def _to_element(start: _Start, element: etree._Element, suffix: str) -> Iterator[str]:
    """Yield paths from a label to a following sibling, and down to the value."""
    child = element
    while (above := child.getparent()) is not start.around:
        if above is None:
            return
        child = above
    following = _following(start)
    test = tag_test(child)
    same = [sibling for sibling in following if test in {"*", sibling.tag}]
    if child not in same:
        return
    down = steps_down(child, element) + suffix
    yield f"{start.path}/following-sibling::{test}[{same.index(child) + 1}]{down}"
    if following[0] is child:
        yield f"{start.path}/following-sibling::*[1]/self::{test}{down}"


def _following(start: _Start) -> list[etree._Element]:
    """Return the elements after a label in the element around it."""
    if start.child is not None:
        return list(start.child.itersiblings())
    texts = text_steps(start.around)
    child = next(child for child, raw in texts if single_spaced(raw) == start.words)
    return list(start.around) if child is None else list(child.itersiblings())
