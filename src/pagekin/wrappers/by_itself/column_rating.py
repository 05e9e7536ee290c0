"""Column rating: which columns are what a page is about, and which only surround it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.duplicate_columns import plain
from pagekin.wrappers.by_itself.lasting_columns import matters
from pagekin.wrappers.by_itself.name_words import FIELD_WORDS, class_name, key_name, label_name
from pagekin.wrappers.locator_finder import size_below
from pagekin.wrappers.model import Anchor
from pagekin.wrappers.node_readings import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml import etree

    from pagekin.dom.page import Page
    from pagekin.wrappers.by_itself.template_places import TemplatePlace
    from pagekin.wrappers.by_itself.text_columns import Repeat, TextColumn

_AROUND = re.compile(
    r"(?:^|[-_\s])(?:nav\w*|menu\w*|foot(?:er)?|sidebar\w*|banner\w*|ads?|advert\w*|sponsor\w*|promo\w*"
    r"|cookie\w*|social\w*|share\w*|login\w*|signin|cart|basket|newsletter\w*|related\w*|similar\w*"
    r"|recommend\w*|also\w*|viewed|recent\w*|popular\w*|comment\w*|tags?cloud|toolbar\w*|widget\w*"
    r"|search\w*|crumbs?|breadcrumb\w*)(?:$|[-_\s])",
    re.IGNORECASE,
)
_AROUND_TAGS = frozenset({"nav", "footer", "aside"})
# The site's own parts. An "ad" may be what the page is about, and a banner may have its name.
_CHROME = re.compile(
    r"(?:^|[-_\s])(?:nav\w*|menu\w*|foot(?:er)?|sponsor\w*|cookie\w*"
    r"|social\w*|share\w*|login\w*|signin|newsletter\w*|toolbar\w*)(?:$|[-_\s])",
    re.IGNORECASE,
)
# Strips that show the subjects of other pages, or what the reader does: their classes and ids, and the
# headings above them.
_STRIP = re.compile(
    r"(?:^|[-_\s])(?:related\w*|similar\w*|recommend\w*|also\w*|viewed|recently\w*|sponsor\w*"
    r"|pagination|pager|prev|previous|next|prevnext|mini-?cart|(?<!to-)cart|(?<!to-)basket|reply|respond"
    r"|compare\w*|wishlist\w*)"
    r"(?:$|[-_\s])",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"(?:^|[-_\s])(?:related\w*|similar\w*|recommend\w*|also\w*|viewed|recently\w*|upsells?|cross-?sells?)(?:$|[-_\s])",
    re.IGNORECASE,
)
_OPINION = re.compile(r"(?:^|\s)(?:review|comment|testimonial)(?:$|\s|__|-item)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3}")
_SHORT_NAME = 3  # words
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_STRIP_HEADING = re.compile(
    r"\balso (?:\w+ )?(?:bought|viewed|liked?|purchased|enjoy\w*)\b|\brecently viewed\b"
    r"|^(?:similar|related|recommended|more|other) (?:\w+ )?\w+s\b|\byou may\b|\byou might\b",
    re.IGNORECASE,
)
# Names of meta elements that say something about the page's subject.
_KNOWN = re.compile(
    r"title|description|keyword|author|creator|date|publish|modif|image|url|price|currenc|availab"
    r"|isbn|sku|gtin|brand|section|tag|subject|publisher|identifier|name|localit|region|country"
    r"|latitude|longitude|rating|categor|release|duration|genre|street|postal|phone|email|breadcrumb",
    re.IGNORECASE,
)
_TYPED = re.compile(
    r"[$€£¥₹]\s?\d|\d\s?[$€£¥]|^\W*[\d.,/:%-]+\W*$|\b(?:19|20)\d\d\b|^\d[\d.,]*\s?\w{1,6}$"
)


class ColumnRating:
    """A rating of columns and repeats by how much they say about the pages."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._titles = [f" {plain(page.title)} {_headline(page)} " for page in pages]
        self._words = [frozenset(title.split()) for title in self._titles]

    def of_page(self, column: TextColumn) -> float:
        """Return the rating of a column of the page."""
        rating = 3 * column.coverage + _variety(column)
        rating += 1.2 * bool(column.label) + 0.8 * min(column.shown - 1, 2)
        rating += 0.5 * bool(column.hints) + 2.0 * self._in_title(column) + 0.5 * _is_called(column)
        rating += 0.8 * _typed_share(column) + _length(column)
        rating += 1.0 * (1 - column.order)
        rating -= 1.0 * column.composite + 2.5 * self.is_derived(column)
        return rating - _distance(column)

    def of_repeat(self, repeat: Repeat) -> float:
        """Return the rating of a repeat; below 0 for menus and similar."""
        pages = max(len(self._titles), 1)
        texts: dict[str, set[int]] = {}
        for node in repeat.place.nodes:
            texts.setdefault(node.words, set()).add(node.page)
        everywhere = sum(len(found) > 0.6 * repeat.pages for found in texts.values())
        rating = repeat.pages / pages + 0.2 * min(len(repeat.columns), 5) + 0.3 * (1 - repeat.order)
        rating -= 3.0 * (repeat.pages > 2 and everywhere > 0.5 * len(texts))
        rating -= 1.5 * (repeat.pages < 0.1 * pages)
        return rating - 1.2 * _is_chrome(repeat.place)

    def names_page(self, column: TextColumn) -> float:
        """Return the share of pages whose title or headline a column is; 0 if it may be anything else."""
        wordy = sum(_WORD.search(texts[0]) is not None for texts in column.texts.values())
        if column.many or column.coverage < 0.9 or 2 * wordy < len(column.texts):
            return 0.0
        return self._in_title(column)

    def _in_title(self, column: TextColumn) -> float:
        """Return the share of pages whose title or headline contains the value."""
        if column.image:
            return 0.0
        hits = 0
        for page, texts in column.texts.items():
            text = plain(texts[0])
            if len(text) > 2:
                hits += f" {text} " in self._titles[page]
        return hits / max(len(column.texts), 1)

    def is_derived(self, column: TextColumn) -> bool:
        """Return whether texts only vary the title, as in "Find a Honda dealer", "Reviews of Emma"."""
        rests: Counter[tuple[str, ...]] = Counter()
        for page, texts in column.texts.items():
            words = plain(texts[0]).split()
            rests[tuple(word for word in words if word not in self._words[page])] += 1
        if self._are_initials(column):
            return True
        rest, most = max(rests.items(), key=lambda item: (item[1], item[0]), default=((), 0))
        return bool(rest) and column.distinct > 2 and most >= 0.9 * len(column.texts)

    def _are_initials(self, column: TextColumn) -> bool:
        """Return whether texts are the first letters of the titles, as in the place of a person's picture."""
        initials = sum(
            len(text := texts[0].casefold()) <= 2
            and text.isalpha()
            and " ".join(self._titles[page].split()).startswith(text[0])
            for page, texts in column.texts.items()
        )
        return column.distinct > 2 and initials >= 0.9 * len(column.texts)


def _is_called(column: TextColumn) -> bool:
    """Return whether a column has a name that tells what pages are about: by its label, in its data, or its class."""
    names = [label_name(column.label), *map(key_name, column.hints)]
    if column.place is not None:
        node = column.place.nodes[0]
        names += map(class_name, (*node.tokens, node.element.get("itemprop", "")))
    words = (name.split("_") for name in names)
    return any(len(one) <= _SHORT_NAME and not FIELD_WORDS.isdisjoint(one) for one in words)


def _variety(column: TextColumn) -> float:
    share = column.distinct / max(len(column.texts), 1)
    if column.distinct == 1:
        return 0.5 if matters(column) else -2.0
    return min(1.5, 0.4 + 2 * share)


def _headline(page: Page) -> str:
    element = page.root.find(".//h1")
    return plain(text_of(element)) if element is not None else ""


def _typed_share(column: TextColumn) -> float:
    texts = [texts[0] for texts in column.texts.values()]
    return sum(len(text) < 60 and _TYPED.search(text) is not None for text in texts) / max(
        len(texts), 1
    )


def _length(column: TextColumn) -> float:
    lengths = sorted(len(texts[0]) for texts in column.texts.values())
    middle = lengths[len(lengths) // 2] if lengths else 0
    if middle <= 1:
        return -1.0
    if middle <= 80:
        return 0.5
    return 0.0 if middle <= 300 else -0.3


def _distance(column: TextColumn) -> float:
    """Return how far a column is from the page's subject: in a menu, strip or footer, or an image."""
    away = 0.8 * column.image + 0.8 * column.link
    place = column.place
    if place is None:
        return away + _unknown(column)
    away += max(1.5 * _is_chrome(place), 0.7 * _is_around(place))
    if _is_in_strip(place):
        has_name = column.label and not _STRIP_HEADING.search(column.label)
        away += 2.0 if has_name else 4.0
    if place.nodes[0].element.tag in {"button", "label", "legend"}:
        away += 3.0
    if _leads_beside(place) or is_in_opinion(place):
        away += 4.0
    return away


def _unknown(column: TextColumn) -> float:
    """Return the malus of structured data that nothing visible confirms, by what its name tells."""
    if column.locators[0].anchor is Anchor.DATA:
        return 0.3
    return 0.5 if any(_KNOWN.search(hint) for hint in column.hints) else 2.5


def _is_around(place: TemplatePlace) -> bool:
    """Return whether a place is beside what the page is about, as far as names tell: much that matters is there, too."""
    return any(
        element.tag in _AROUND_TAGS or _AROUND.search(names) for element, names in _parts(place)
    )


def _is_in_strip(place: TemplatePlace) -> bool:
    """Return whether a place shows the subjects of other pages: similar or recently viewed items."""
    above: TemplatePlace | None = place
    while above is not None:
        if above.label is not None and _STRIP_HEADING.search(above.label.words):
            return True
        above = above.above
    return any(
        _STRIP.search(_HUMP.sub("-", names)) and element.find(".//h1") is None
        for element, names in _names(place)
    )


def is_of_other_items(place: TemplatePlace) -> bool:
    """Return whether a place is in a strip that is called after other items than the page's."""
    return any(
        _OTHERS.search(_HUMP.sub("-", names)) and element.find(".//h1") is None
        for element, names in _names(place)
    )


def _leads_beside(place: TemplatePlace) -> bool:
    """Return whether a place is in a link to the page before or after."""
    return any(
        element.tag == "a" and element.get("rel", "") in {"prev", "next", "previous"}
        for element, _ in _names(place)
    )


def is_in_opinion(place: TemplatePlace) -> bool:
    """Return whether a place is in what one reader says: the first review is not what the page is about."""
    return any(
        _OPINION.search(names) and element.find(".//h1") is None for element, names in _names(place)
    )


def _is_chrome(place: TemplatePlace) -> bool:
    """Return whether a place belongs to the site's own menus, banners and footers."""
    around = list(_parts(place))
    if any("crumb" in names.casefold() for _, names in around):
        return False  # breadcrumbs belong to the page
    return any(element.tag in _AROUND_TAGS or _CHROME.search(names) for element, names in around)


def _parts(place: TemplatePlace) -> Iterator[tuple[etree._Element, str]]:
    """Yield the elements around a place that are parts of the page: those with the headline or half of it are the page."""
    page = 0
    for element, names in reversed(list(_names(place))):
        size = size_below(element)
        page = page or size
        if 2 * size < page and element.find(".//h1") is None:
            yield element, names


def _names(place: TemplatePlace) -> Iterator[tuple[etree._Element, str]]:
    """Yield the elements around a place, each with its classes and id."""
    element: etree._Element | None = place.nodes[len(place.nodes) // 2].element
    while element is not None and element.tag not in {"body", "html"}:
        yield element, f"{element.get('class', '')} {element.get('id', '')}"
        element = element.getparent()
