"""List paths: from a path to one item of a list to a path to all of its items."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.document_frequency import DocumentFrequency
from pagekin.wrappers.locator_finder import LocatorFinder
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.node_readings import single_spaced, text_of

_NUMBER = re.compile(r"\[\d+\]")
_WHOLE = re.compile(r"\((.*)\)\[\d+\](.*)", re.DOTALL)
_MAX_CLIMB = 4
_MAX_WORDS_BETWEEN = 25
_SEPARATORS = re.compile(
    r"[\s,;|/&·•+–-]*(?:\b(?:and|or|with|by|und|et|y|e|en)\b)?[\s,;|/&·•+–-]*"
    r"|\s*\([^()]{1,30}\)[\s,;|/&·•]*"
    r"|\s*(?:[,;|/&·•]|and\b).{0,25}",
    re.IGNORECASE,
)


def relaxed(path: str) -> Iterator[str]:
    """Yield a path without one of its numbers, the last first, then the path itself."""
    whole = _WHOLE.fullmatch(path)
    if whole:
        yield whole[1] + whole[2]
    for match in reversed(list(_NUMBER.finditer(path))):
        if not whole:
            yield path[: match.start()] + path[match.end() :]
    yield path


def listing(path: str) -> Iterator[str]:
    """Yield paths that may find a whole list where the given path finds one of its items."""
    yield path
    for wider in islice(relaxed(path), 3):
        if wider != path:
            yield wider
            label, axis, rest = wider.partition("/following-sibling::")
            if axis and not label.startswith("("):
                yield f"({label})[1]{axis}{rest}"  # a label may occur twice on a page


def is_list(locator: Locator, pages: Sequence[Page], common: DocumentFrequency) -> bool:
    """Return whether a locator finds lists: on some pages, several elements beside each other.

    Such elements (or elements that hold nothing else) have the same parent, tag and classes, and
    only a comma, an "and" or a text of the template between them. What is found elsewhere must
    repeat the same texts.
    """
    finder = LocatorFinder(locator)
    loose = locator.anchor is Anchor.MARKUP  # markup itself says that all are of one kind
    several = 0
    for page in pages:
        places = finder.places(page.root)
        if len(places) < 2:
            continue
        elements = [place for place in places if not isinstance(place, str)]
        if not elements and _are_lines(locator, page):
            several += 1
            continue
        if len(elements) < len(places):
            return False
        first, *others = _runs(elements, common, loose=loose)
        known = {text_of(element) for element in first}
        if any(text_of(element) not in known for run in others for element in run):
            return False
        several += len(first) > 1
    return several > 0


def _are_lines(locator: Locator, page: Page) -> bool:
    """Return whether a locator finds the lines of one element: texts with only breaks in between."""
    path, _, rest = locator.path.rpartition("/text()")
    if rest not in {"", "[normalize-space()]"} or not path or path.endswith("/"):
        return False
    homes = LocatorFinder(Locator(path, locator.anchor)).places(page.root)
    return len(homes) == 1 and all(
        not isinstance(home, str) and all(child.tag == "br" for child in home) for home in homes
    )


def _runs(
    elements: Sequence[etree._Element], common: DocumentFrequency, *, loose: bool
) -> list[list[etree._Element]]:
    """Split elements into runs of neighbours."""
    runs = [[elements[0]]]
    for element, following in pairwise(elements):
        if _are_beside(element, following, common, loose=loose):
            runs[-1].append(following)
        else:
            runs.append([following])
    return runs


def _are_beside(
    element: etree._Element, following: etree._Element, common: DocumentFrequency, *, loose: bool
) -> bool:
    one, other = _siblings(element, following)
    if one is None or other is None:
        return False
    if one.get("class") != other.get("class") and one.tag != "li":
        return False
    between = single_spaced(_between(one, other))
    if _SEPARATORS.fullmatch(between) or common.of_text(between) >= 0.05:
        return True
    return loose and len(between) <= _MAX_WORDS_BETWEEN


def _siblings(
    element: etree._Element, following: etree._Element
) -> tuple[etree._Element | None, etree._Element | None]:
    """Climb from two elements to siblings that hold nothing else; None if there are none nearby."""
    one, other = element, following
    for _ in range(_MAX_CLIMB):
        if one.tag != other.tag:
            break
        above, beside = one.getparent(), other.getparent()
        if above is beside:
            return one, other
        if above is None or beside is None:
            break
        if text_of(above) != text_of(one) or text_of(beside) != text_of(other):
            break
        one, other = above, beside
    return None, None


def _between(element: etree._Element, following: etree._Element) -> str:
    """Return the text between two siblings, including that of elements."""
    pieces = [element.tail or ""]
    for sibling in element.itersiblings():
        if sibling is following:
            break
        pieces.append(text_of(sibling) + (sibling.tail or ""))
    return "".join(pieces)
