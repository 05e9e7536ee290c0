"""A page's own part: what stands near its heading, rather than in a strip of other things or around the content."""

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.by_example.candidate_locators import LocatorCandidate
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.locator_finder import LocatorFinder, finder_of
from pagekin.wrappers.model import Anchor, Locator

_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type

_AROUND = frozenset({"nav", "aside", "footer"})  # never what a page is about
_AROUND_ROLES = frozenset({"navigation", "complementary", "contentinfo", "banner"})
_CONTENT = frozenset({"main", "article", "section"})
_LEAST_ALIKE = 3  # so many siblings of one look, each with a link of its own, are a strip
# How far a place is trusted to be the page's own: where others' values stand, and far from the heading.
_TRUST_IN_OTHERS = 0.25
_TRUST_FAR_AWAY = 0.7


class PartConflicts:
    """Pages on which what a path finds first stands among other things, though the example does not."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._headings = [_line(next(page.root.iter("h1"), None)) for page in pages]
        self._pages = pages
        self._finders: dict[str, LocatorFinder | None] = {}
        self._known: dict[tuple[str, int], bool] = {}
        self._own: dict[_Element, bool] = {}

    def pages(self, candidate: LocatorCandidate, numbers: Sequence[int]) -> frozenset[int]:
        """Return which of some pages have others' values where a candidate leads, by position."""
        element = candidate.target.element
        if element is None or candidate.locator.anchor is Anchor.DATA:
            return frozenset()
        if element not in self._own:
            heading = _line(next(element.getroottree().getroot().iter("h1"), None))
            self._own[element] = not _is_others(element, heading)
        if not self._own[element]:
            return frozenset()
        path = candidate.locator.path
        return frozenset(
            place for place, number in enumerate(numbers) if self._is_others(path, number)
        )

    def _is_others(self, path: str, number: int) -> bool:
        key = path, number
        if key not in self._known:
            if path not in self._finders:
                self._finders[path] = finder_of(Locator(path, Anchor.POSITION))
            finder = self._finders[path]
            places = finder.places(self._pages[number].root) if finder else []
            first = next(iter(places), None)
            if isinstance(first, str):
                first = getattr(first, "getparent", lambda: None)()
            heading = self._headings[number]
            self._known[key] = first is not None and _is_others(first, heading)
        return self._known[key]


def own_part_trust(targets: tuple[ValuePlace, ...]) -> list[float]:
    """Return for each place of a value how far it is trusted to be what its page says of itself.

    A place that has no element, as in the page's data, speaks of the page.
    """
    elements = [target.element for target in targets]
    first = next((element for element in elements if element is not None), None)
    if first is None:
        return [1.0] * len(targets)
    root = first.getroottree().getroot()
    above = _line(next(root.iter("h1"), None))
    near = [_distance(element, above) for element in elements]
    nearest = min(near)
    return [
        1.0
        if element is None
        else _TRUST_IN_OTHERS
        if _is_others(element, above)
        else 1.0
        if distance <= nearest
        else _TRUST_FAR_AWAY
        for element, distance in zip(elements, near, strict=True)
    ]


def _line(element: _Element | None) -> frozenset[_Element]:
    return frozenset() if element is None else frozenset((element, *element.iterancestors()))


def _distance(element: _Element | None, heading: frozenset[_Element]) -> int:
    """Return how many levels above a place the heading is in."""
    if element is None or not heading:
        return 0
    return next(
        (depth for depth, one in enumerate((element, *element.iterancestors())) if one in heading),
        0,
    )


def _is_others(element: _Element, heading: frozenset[_Element]) -> bool:
    """Whether a place is in an item of a strip, or in what stands around the content of a page."""
    for one in _below_heading(element, heading):
        if one.tag in _AROUND or (one.get("role") or "") in _AROUND_ROLES:
            return True
        if one.tag == "header" and not any(up.tag in _CONTENT for up in one.iterancestors()):
            return True
        if _is_in_strip(one):
            return True
    return False


def _below_heading(element: _Element, heading: frozenset[_Element]) -> Iterator[_Element]:
    """Yield an element and those around it, as long as they do not hold the heading."""
    for one in (element, *element.iterancestors()):
        if one in heading or one.tag in {"body", "html"}:
            return
        yield one


def _is_in_strip(element: _Element) -> bool:
    """Whether an element is one of several siblings that look alike, each with a link to another page."""
    parent = element.getparent()
    if parent is None or len(parent) < _LEAST_ALIKE:
        return False
    look = element.tag, element.get("class")
    alike = [one for one in parent if (one.tag, one.get("class")) == look]
    if len(alike) < _LEAST_ALIKE:
        return False
    links = Counter(link for one in alike if (link := _link(one)))
    return len(links) >= _LEAST_ALIKE


def _link(element: _Element) -> str:
    return next((href for a in element.iter("a") if (href := a.get("href"))), "")
