"""Lists: locators that find one place made to find all places of the same kind beside it."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.finders import LocatorFinder
from pagekin.wrappers.model import Locator

_NUMBER = re.compile(r"\[\d+\]")
_WHOLE = re.compile(r"\((.*)\)\[\d+\](.*)", re.DOTALL)
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


def last_relaxed(path: str) -> Iterator[str]:
    """Yield a path to an element, then without the number of its last step."""
    yield path
    match = re.search(r"(.*)\[\d+\]$", path, re.DOTALL)
    if match and not path.startswith("("):
        yield match[1]


def is_list(locator: Locator, pages: Sequence[Page]) -> bool:
    """Tell whether a locator finds lists: on some pages several elements beside each other.

    Beside each other means with the same parent, tag and classes, and nothing but a comma, an "and"
    or the like between them.
    """
    finder = LocatorFinder(locator)
    several = 0
    for page in pages:
        places = finder.places(page.root)
        if len(places) < 2:
            continue
        elements = [place for place in places if not isinstance(place, str)]
        if len(elements) < len(places) or not _beside_each_other(elements):
            return False
        several += 1
    return several > 0


def _beside_each_other(elements: Sequence[etree._Element]) -> bool:
    first = elements[0]
    for element, following in pairwise(elements):
        same = (
            following.getparent() is first.getparent()
            and following.tag == first.tag
            and following.get("class") == first.get("class")
        )
        if not same or not _SEPARATORS.fullmatch(_between(element, following)):
            return False
    return True


def _between(element: etree._Element, following: etree._Element) -> str:
    """Give the text between two siblings; what stands in other elements counts too."""
    pieces = [element.tail or ""]
    for sibling in element.itersiblings():
        if sibling is following:
            return "".join(pieces)
        pieces.append("".join(sibling.itertext()) + (sibling.tail or ""))
    return "".join(pieces)
