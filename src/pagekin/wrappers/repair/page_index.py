"""A page indexed by text, to find the places of hundreds of values."""

from collections import defaultdict
from functools import cached_property

from lxml import etree

from pagekin.dom.page import Page
from pagekin.values import read
from pagekin.wrappers import json_ld
from pagekin.wrappers.by_example.value_places import MAX_PLACES, ValuePlace, find_places, holds
from pagekin.wrappers.node_readings import HIDDEN, context_of, reading_of, single_spaced, text_of
from pagekin.wrappers.xpath_steps import text_steps

_MAX_WHOLE = 400  # characters of an element with children that still count as one value
_LONGER = 40  # characters that a text may have around the value
_UNSEEN = frozenset({"script", "style", "template", "noscript"})


class PageIndex:
    """The places of texts on one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def places(self, text: str) -> list[ValuePlace]:
        """Return the places with exactly this text; if there are none, those with little more."""
        wanted = single_spaced(text)
        exact = self._exact.get(wanted, [])
        if exact or not wanted or wanted not in self._said:
            return exact[:MAX_PLACES]
        longest = 2 * len(wanted) + _LONGER
        return [place for place in find_places(self.page, wanted) if len(place.text) <= longest]

    def images(self, source: str) -> list[ValuePlace]:
        """Return the images with an address."""
        return self._images.get(source, [])

    def stands(self, text: str) -> bool:
        """Return whether the page has a text somewhere."""
        wanted = single_spaced(text)
        return wanted in self._exact or (bool(wanted) and holds(self._said, wanted))

    @cached_property
    def _said(self) -> str:
        return text_of(self.page.root)

    @cached_property
    def _exact(self) -> dict[str, list[ValuePlace]]:
        found: dict[str, list[ValuePlace]] = defaultdict(list)
        for element in self.page.root.iter("*"):
            if element.tag not in _UNSEEN:
                _index_texts(element, found)
            for name, value in element.items():
                if value:
                    text = single_spaced(str(value))
                    found[text].append(ValuePlace(element, f"/@{name!s}", text))
        for content in json_ld.objects_of(self.page.root):
            for kind in json_ld.types_of(content)[:1]:
                for keys, text in json_ld.leaves_of(content):
                    found[text].append(ValuePlace(None, "", text, f"{kind}.{keys}"))
        return dict(found)

    @cached_property
    def _images(self) -> dict[str, list[ValuePlace]]:
        found: dict[str, list[ValuePlace]] = defaultdict(list)
        context = context_of(self.page)
        for element in self.page.root.iter("img"):
            value = read("image", reading_of(element, context))
            source = str(value.attributes.get("src", ""))
            if source:
                found[source].append(ValuePlace(element, "", value.text))
        return dict(found)


def _index_texts(element: etree._Element, found: dict[str, list[ValuePlace]]) -> None:
    texts = text_steps(element)
    alone = len(texts) == 1 and not len(element)
    for number, (_, raw) in enumerate(texts, 1):
        text = single_spaced(raw)
        suffix = "" if alone else f"/text()[normalize-space()][{number}]"
        found[text].append(ValuePlace(element, suffix, text))
    if len(element) and element.tag not in HIDDEN:
        length = 0
        for piece in element.itertext():
            length += len(piece)
            if length > 2 * _MAX_WHOLE:
                return
        text = text_of(element)
        # Where a single text or child has the whole text, that is the place.
        inside = (*(single_spaced(raw) for _, raw in texts), *map(text_of, element))
        if text and text not in inside:
            found[text].append(ValuePlace(element, "", text))
