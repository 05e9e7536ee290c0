"""Usefulness: which columns are what a page is about, and which only stand around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pagekin.wrappers.readings import text_of
from pagekin.wrappers.template.duplicates import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

    from pagekin.dom.page import Page
    from pagekin.wrappers.template.columns import Column

_AROUND = re.compile(
    r"(?:^|[-_\s])(?:nav\w*|menu\w*|foot(?:er)?|sidebar\w*|banner\w*|ads?|advert\w*|sponsor\w*|promo\w*"
    r"|cookie\w*|social\w*|share\w*|login\w*|signin|cart|basket|newsletter\w*|related\w*|similar\w*"
    r"|recommend\w*|also\w*|viewed|recent\w*|popular\w*|comment\w*|tags?cloud|toolbar\w*|widget\w*"
    r"|search\w*|crumbs?|breadcrumb\w*)(?:$|[-_\s])",
    re.IGNORECASE,
)
_AROUND_TAGS = frozenset({"nav", "footer", "aside"})
_NUMBER = re.compile(r"\d")
_TYPED = re.compile(
    r"[$€£¥₹]\s?\d|\d\s?[$€£¥]|^\W*[\d.,/:%-]+\W*$|\b(?:19|20)\d\d\b|^\d[\d.,]*\s?\w{1,6}$"
)


class Judge:
    """Rates columns by how much they tell about the pages."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._titles = [f" {plain(page.title)} {_headline(page)} " for page in pages]

    def of_page(self, column: Column) -> float:
        """Rate a column of the page; what is below 0 is not worth a column."""
        rating = 3 * column.coverage + self._variety(column)
        rating += (
            1.2 * bool(column.label) + 0.8 * min(column.shown - 1, 2) + 0.5 * bool(column.hints)
        )
        rating += 2.0 * self._in_title(column)
        rating += 0.8 * _typed_share(column) + _length(column)
        rating += 1.0 * (1 - column.order)
        rating -= 1.0 * column.composite
        return rating - _distance(column)

    def _variety(self, column: Column) -> float:
        share = column.distinct / max(len(column.texts), 1)
        return min(1.5, 0.4 + 2 * share) if column.distinct > 1 else -2.0

    def _in_title(self, column: Column) -> float:
        """Give the share of pages whose title or headline has the value."""
        if column.image:
            return 0.0
        hits = 0
        for page, texts in column.texts.items():
            text = plain(texts[0])
            if len(text) > 2 and page < len(self._titles):
                hits += f" {text} " in self._titles[page]
        return hits / max(len(column.texts), 1)


def _headline(page: Page) -> str:
    element = page.root.find(".//h1")
    return plain(text_of(element)) if element is not None else ""


def _typed_share(column: Column) -> float:
    texts = [texts[0] for texts in column.texts.values()]
    return sum(_TYPED.search(text) is not None and len(text) < 60 for text in texts) / max(
        len(texts), 1
    )


def _length(column: Column) -> float:
    lengths = sorted(len(texts[0]) for texts in column.texts.values())
    middle = lengths[len(lengths) // 2] if lengths else 0
    if middle <= 1:
        return -1.0
    if middle <= 80:
        return 0.5
    return 0.0 if middle <= 300 else -0.3


def _distance(column: Column) -> float:
    """Say how far a column is from the page's subject: in menus, strips, footers; or an image."""
    away = 0.8 * column.image
    place = column.place
    if place is None:
        return away + (1.0 if column.hints == ("page title",) else 0.3)
    spot = place.spots[len(place.spots) // 2]
    element: etree._Element | None = spot.element
    while element is not None and element.tag not in {"body", "html"}:
        names = f"{element.get('class', '')} {element.get('id', '')}"
        if element.tag in _AROUND_TAGS or _AROUND.search(names):
            away += 1.5
            break
        element = element.getparent()
    if spot.element.tag in {"button", "label", "legend"}:
        away += 1.0
    return away
