"""Label conflicts: where the value that a path finds has another label, the path is wrong."""

from collections.abc import Sequence

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.by_example.candidate_locators import LocatorCandidate
from pagekin.wrappers.by_example.preceding_texts import row_label, text_number
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.document_frequency import DocumentFrequency
from pagekin.wrappers.locator_finder import LocatorFinder, finder_of
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.node_readings import text_of
from pagekin.wrappers.xpath_steps import text_steps

_MANY_LABELS = 3


class LabelConflicts:
    """Conflicts between the label of an example and the labels of what a candidate finds elsewhere.

    Two labels that occur on one page belong to two fields. Labels that never do may be spellings of
    one ("Author:", "Authors:"), unless a place has many of them.
    """

    def __init__(self, pages: Sequence[Page], common: DocumentFrequency) -> None:
        self._pages = pages
        self._common = common
        self._own: dict[int, str] = {}
        self._targets: list[ValuePlace] = []  # kept alive, since they are looked up by id()
        self._labels: dict[tuple[str, int], str] = {}
        self._finders: dict[str, LocatorFinder | None] = {}

    def pages(self, candidate: LocatorCandidate, numbers: Sequence[int]) -> frozenset[int]:
        """Return which of some pages have another field's value where a candidate leads, by position."""
        path, suffix = candidate.locator.path, candidate.target.suffix
        if candidate.locator.anchor is Anchor.DATA or not path.endswith(suffix):
            return frozenset()
        own = self.label_of(candidate.target)
        if not own:
            return frozenset()
        base = path.removesuffix(suffix)
        labels = [self._label(base, suffix, number) for number in numbers]
        others = {_plain(label) for label in labels} - {"", _plain(own)}
        many = len(others) >= _MANY_LABELS
        return frozenset(
            place
            for place, label in enumerate(labels)
            if _plain(label) in others and (many or self._common.are_together(own, label))
        )

    def label_of(self, target: ValuePlace) -> str:
        """Return the label that the layout of its page gives to a place, "" if none."""
        if target.element is None:
            return ""
        if id(target) not in self._own:
            self._targets.append(target)
            self._own[id(target)] = row_label(target.element, target.suffix, self._common)
        return self._own[id(target)]

    def _label(self, base: str, suffix: str, number: int) -> str:
        key = f"{base}{suffix}", number
        if key not in self._labels:
            self._labels[key] = self._label_found(base, suffix, self._pages[number])
        return self._labels[key]

    def _label_found(self, base: str, suffix: str, page: Page) -> str:
        if base not in self._finders:
            self._finders[base] = finder_of(Locator(base, Anchor.POSITION))
        finder = self._finders[base]
        found = finder.places(page.root) if finder is not None else ()
        elements = (place for place in found if not isinstance(place, str))
        first = next((element for element in elements if _says_anything(element, suffix)), None)
        return row_label(first, suffix, self._common) if first is not None else ""


def _says_anything(element: etree._Element, suffix: str) -> bool:
    if suffix.startswith("/@"):
        return bool(element.get(suffix[2:], "").strip())
    if suffix:
        return len(text_steps(element)) >= text_number(suffix)
    return bool(text_of(element))


def _plain(label: str) -> str:
    return label.rstrip(" :：").casefold()
