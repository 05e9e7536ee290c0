"""Document frequency: how many pages of a template share a text, or a token of an attribute."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.node_readings import HIDDEN, single_spaced, text_of

MAX_TEXT = 80
_MAX_TOKEN = 60
_MAX_LABEL = 50
_PLURALS = ("s", "es", "(s)")
_ENDS = " :："
# Attributes whose values are names given by the template, and those that hold several names.
NAMING = ("id", "itemprop", "property", "name", "rel", "role", "headers", "for", "abbr", "scope")
_LISTS = frozenset({"class", "rel", "itemprop"})

Token = tuple[str, str, str]  # tag, attribute, token


class DocumentFrequency:
    """The number of pages that have a text or a token, counted once a page."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = len(pages)
        self._roots = [page.root for page in pages]
        self._said: dict[Token, tuple[str, ...]] = {}
        self._texts: Counter[str] = Counter()
        self._tokens: Counter[Token] = Counter()
        self._labels: Counter[str] = Counter()
        self._pages_texts: list[set[str]] = []
        for page in pages:
            texts: set[str] = set()
            labels: set[str] = set()
            tokens: set[Token] = set()
            for element in page.root.iter("*"):
                tokens.update(tokens_of(element))
                for text in texts_in(element):
                    if len(text) <= MAX_TEXT:
                        texts.add(text)
                    if ":" in text:
                        labels.add(own_label(text))
                if len(element) and (whole := short_text(element)):
                    texts.add(whole)
            self._labels.update(labels)
            self._texts.update(texts)
            self._pages_texts.append(texts)
            self._tokens.update(tokens)

    def of_text(self, text: str) -> float:
        """Return the share of pages with a text: one between two tags, or all of a short element."""
        return self._texts[text] / max(1, self.pages)

    def count_of_text(self, text: str) -> int:
        """Return the number of pages with a text."""
        return self._texts[text]

    def are_together(self, text: str, other: str) -> bool:
        """Return whether any page has both texts."""
        return any(text in texts and other in texts for texts in self._pages_texts)

    def other_number(self, label: str) -> Iterator[str]:
        """Yield the plural or singular of a label where some pages have that: "Author:", "Authors:"."""
        word = label.rstrip(_ENDS)
        end = label[len(word) :]
        shorter = (word.removesuffix(plural) for plural in _PLURALS if word.endswith(plural))
        for other in (*(word + plural for plural in _PLURALS), *shorter):
            text = other + end
            if self._texts[text] and not self.are_together(label, text):
                yield text

    def said_by(self, token: Token) -> tuple[str, ...]:
        """Return the text of the element with a token, page by page; nothing if a page has several."""
        if token not in self._said:
            found = [having for root in self._roots if (having := _having(root, token))]
            alone = all(len(having) == 1 for having in found)
            self._said[token] = tuple(text_of(having[0]) for having in found if alone)
        return self._said[token]

    def of_label(self, label: str) -> float:
        """Return the share of pages with a text that begins with a label."""
        return self._labels[label] / max(1, self.pages)

    def of_token(self, token: Token) -> float:
        """Return the share of pages on which an element with the token's tag has the token."""
        return self._tokens[token] / max(1, self.pages)


def _having(root: etree._Element, token: Token) -> list[etree._Element]:
    tag, attribute, _ = token
    return [
        element
        for element in root.iter(tag)
        if element.get(attribute) is not None and token in tokens_of(element)
    ]


def own_label(text: str) -> str:
    """Return the label that a text begins with, colon included, "" if there is none."""
    label, colon, _ = text[:_MAX_LABEL].partition(":")
    return label + colon if colon and any(map(str.isalpha, label)) else ""


def short_text(element: etree._Element) -> str:
    """Return the text of an element if it is short enough for a label, else ""."""
    if element.tag in HIDDEN:
        return ""
    length = 0
    for piece in element.itertext():
        length += len(piece.strip())
        if length > _MAX_LABEL:
            return ""
    return text_of(element) if length else ""


def texts_in(element: etree._Element) -> Iterator[str]:
    """Yield the texts directly inside an element, except empty ones."""
    if element.tag in HIDDEN:
        return
    if element.text and (text := single_spaced(element.text)):
        yield text
    for child in element:
        if child.tail and (text := single_spaced(child.tail)):
            yield text


def tokens_of(element: etree._Element) -> Iterator[Token]:
    """Yield the tokens of an element: the names that the template may have given it."""
    tag = str(element.tag)
    for name, value in cast("list[tuple[str, str]]", element.items()):
        if name == "class" or name in NAMING or name.startswith("data-"):
            for token in value.split() if name in _LISTS else (value,):
                if 0 < len(token) <= _MAX_TOKEN:
                    yield tag, name, token
