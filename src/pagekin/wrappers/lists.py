"""Lists: locators that find one place made to find all places of the same kind beside it."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.commonness import Commonness
from pagekin.wrappers.finders import LocatorFinder
from pagekin.wrappers.model import Locator
from pagekin.wrappers.readings import single_spaced, text_of

_NUMBER = re.compile(r"\[\d+\]")
_WHOLE = re.compile(r"\((.*)\)\[\d+\](.*)", re.DOTALL)
_MAX_CLIMB = 4
_SEPARATORS = re.compile(
    r"[\s,;|/&·•+–-]*(?:\b(?:and|or|with|by|und|et|y|e|en)\b)?[\s,;|/&·•+–-]*"
    r"|\s*\([^()]{1,30}\)[\s,;|/&·•]*",
    re.IGNORECASE,
)


def relaxed(path: str) -> Iterator[str]:
    """Yield a path with one of its numbers left out, the last first; then as it is."""
    whole = _WHOLE.fullmatch(path)
    if whole:
        yield whole[1] + whole[2]
    for match in reversed(list(_NUMBER.finditer(path))):
        if not whole:
            yield path[: match.start()] + path[match.end() :]
    yield path


def is_list(locator: Locator, pages: Sequence[Page], common: Commonness) -> bool:
    """Tell whether a locator finds lists: on some pages several elements beside each other.

    Beside each other means with the same parent, tag and classes (they, or what holds nothing else
    than them), and nothing but a comma, an "and" or a text of the template between them.
    """
    finder = LocatorFinder(locator)
    several = 0
    for page in pages:
        places = finder.places(page.root)
        if len(places) < 2:
            continue
        elements = [place for place in places if not isinstance(place, str)]
        if len(elements) < len(places) or not _beside_each_other(elements, common):
            return False
        several += 1
    return several > 0


def _beside_each_other(elements: Sequence[etree._Element], common: Commonness) -> bool:
    for element, following in pairwise(elements):
        one, other = _siblings(element, following)
        if one is None or other is None or one.getparent() is not other.getparent():
            return False
        if one.get("class") != other.get("class") and one.tag != "li":
            return False
        between = _between(one, other)
        if not _SEPARATORS.fullmatch(between) and common.of_text(single_spaced(between)) < 0.05:
            return False
    return True


def _siblings(
    element: etree._Element, following: etree._Element
) -> tuple[etree._Element | None, etree._Element | None]:
    """Climb from two elements to siblings that hold nothing else; None if there are none near."""
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
    """Give the text between two siblings; what stands in other elements counts too."""
    pieces = [element.tail or ""]
    for sibling in element.itersiblings():
        if sibling is following:
            break
        pieces.append(text_of(sibling) + (sibling.tail or ""))
    return "".join(pieces)
