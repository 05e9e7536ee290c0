"""What a page shows of its template: label paths, class and id tokens, short texts, words of headings."""

import re
from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lxml import etree

_DIGITS = re.compile(r"\d+")
_NUMBERING = re.compile(r"[\d/]")
SKIPPED = frozenset({"script", "style", "noscript", "template", "br", "wbr"})
DRAWINGS = frozenset({"svg", "math"})  # what is inside is not part of the template
HEADINGS = ("title", "h1")
_MAX_TEXT = 50
_MAX_TOKENS = 8
_MEMO = 200_000
_LEFT_OUT = -2
_WORD_AT = 2  # spaces in a heading feature of a single word: "h1 begins Class"
_LACKED = "no "
_string = etree.XPath("string()", smart_strings=False)


class Feature(NamedTuple):
    """Something that a page has or lacks; written as `kind: value` in the crawler file.

    Kinds: `path` (tags with their first class, from the root), `tags` (the same without classes),
    `token` (a tag with one class or id), `text` (a short text in its tag), `heading` (the words that a
    title or h1 begins or ends with) and `url` (a variable of the URL). `no path` and `no tags` are paths
    that a page lacks.
    """

    kind: str
    value: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.value}"

    @classmethod
    def parse(cls, text: str) -> "Feature":
        """Read a feature as written."""
        kind, _, value = text.partition(": ")
        return cls(kind, value)

    @property
    def absence(self) -> "Feature":
        """That a page lacks this feature, as a feature."""
        return Feature(_LACKED + self.kind, self.value)

    @property
    def lacked(self) -> "Feature | None":
        """What a page lacks that has this feature; None if it is something that a page has."""
        if not self.kind.startswith(_LACKED):
            return None
        return Feature(self.kind.removeprefix(_LACKED), self.value)


class Vocabulary:
    """Numbers for features. A path is known by its parent's number, which saves spelling it out.

    After `close_texts` new texts get no numbers: only texts of the samples are informative, and single words
    of headings, by which pages may be labelled.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int, str], int] = {}
        self._keys: list[tuple[str, int, str]] = []
        self._texts_open = True
        # The features of an element, by its parents' numbers, its tag and its classes.
        self._memo: dict[tuple[int, int, str, str | None], tuple[int, int, tuple[int, ...]]] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def close_texts(self) -> None:
        """Assign no more numbers to texts, nor to several words of headings."""
        self._texts_open = False

    def number(self, kind: str, parent: int, value: str) -> int:
        """Return the number of a feature, a new one if necessary."""
        key = kind, parent, value
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._keys)
            self._keys.append(key)
        return number

    def number_of_text(self, kind: str, value: str) -> int | None:
        """Return the number of a text; once texts are closed, None for a new one."""
        if self._texts_open or (kind == "heading" and value.count(" ") == _WORD_AT):
            return self.number(kind, -1, value)
        return self._numbers.get((kind, -1, value))

    def find(self, feature: Feature) -> int | None:
        """Return the number of a feature that is spelled out, if it has one."""
        if feature.kind not in {"path", "tags"}:
            return self._numbers.get((feature.kind, -1, feature.value))
        number: int | None = -1
        for label in feature.value.split("/"):
            number = self._numbers.get((feature.kind, -1 if number is None else number, label))
            if number is None:
                return None
        return number

    def key(self, number: int) -> tuple[str, int, str]:
        """Return the kind of a feature, the number of the path that it continues, and its last part."""
        return self._keys[number]

    def kind(self, number: int) -> str:
        """Return the kind of a feature."""
        return self._keys[number][0]

    def parent(self, number: int) -> int:
        """Return the number of the path that a path continues; -1 if there is none."""
        return self._keys[number][1]

    def feature(self, number: int) -> Feature:
        """Return a feature, spelled out."""
        kind, parent, value = self._keys[number]
        while parent >= 0:
            _, parent, label = self._keys[parent]
            value = f"{label}/{value}"
        return Feature(kind, value)

    def element(
        self, up: int, up_tags: int, tag: str, classes: str | None
    ) -> tuple[int, int, tuple[int, ...]]:
        """Return the features of an element: its path, its path of tags, its class tokens."""
        key = up, up_tags, tag, classes
        found = self._memo.get(key)
        if found is None:
            tokens = plain_tokens(classes)
            found = (
                self.number("path", up, path_label(tag, classes)),
                self.number("tags", up_tags, tag),
                tuple(self.number("token", -1, f"{tag}.{token}") for token in tokens),
            )
            if len(self._memo) >= _MEMO:
                self._memo.clear()
            self._memo[key] = found
        return found


def plain_tokens(attribute: str | None) -> list[str]:
    """Return the tokens of a class or id attribute that contain no digits or slashes."""
    if not attribute:
        return []
    return [token for token in attribute.split() if not _NUMBERING.search(token)][:_MAX_TOKENS]


class ObservedFeatures(NamedTuple):
    """The features of a page in the order of the document, spelled out: to be numbered by whoever has the vocabulary."""

    keys: tuple[tuple[str, int, str], ...]  # kind, place of the parent among these (or -1), value
    texts: tuple[tuple[str, str], ...]  # kind and value


def page_features(root: etree._Element, vocabulary: Vocabulary) -> "array[int]":
    """Return the numbers of a page's features in ascending order."""
    found, texts = _walked(root, vocabulary)
    numbers = (vocabulary.number_of_text(*text) for text in _spelled(texts))
    return array("I", sorted({*found, *(number for number in numbers if number is not None)}))


def observed_features(root: etree._Element, vocabulary: Vocabulary) -> ObservedFeatures:
    """Return the features of a page; the vocabulary is one's own, and only makes it quicker."""
    found, texts = _walked(root, vocabulary)
    place = {number: at for at, number in enumerate(found)}
    keys = (vocabulary.key(number) for number in found)
    return ObservedFeatures(
        tuple((kind, place.get(parent, -1), value) for kind, parent, value in keys),
        tuple(_spelled(texts)),
    )


def numbered(observed: ObservedFeatures, vocabulary: Vocabulary) -> "array[int]":
    """Return what `page_features` returns, and gives new features the same numbers, without the page."""
    found: list[int] = []
    for kind, parent, value in observed.keys:
        found.append(vocabulary.number(kind, found[parent] if parent >= 0 else -1, value))
    numbers = (vocabulary.number_of_text(*text) for text in observed.texts)
    return array("I", sorted({*found, *(number for number in numbers if number is not None)}))


def _walked(
    root: etree._Element, vocabulary: Vocabulary
) -> tuple[dict[int, None], dict[tuple[str, str], None]]:
    """Return the numbers of what elements have, and the texts, in the order of the document; no recursion."""
    found: dict[int, None] = {}
    texts: dict[tuple[str, str], None] = {}
    element_features = vocabulary.element
    # For each open element: its path, its path of tags, and how many of its children are still to come.
    ups, ups_tags, left = [-1], [-1], [1]
    for element in root.iter("*"):
        while not left[-1]:
            ups.pop()
            ups_tags.pop()
            left.pop()
        left[-1] -= 1
        tag = element.tag
        up = ups[-1]
        if up == _LEFT_OUT or tag in SKIPPED:
            path = tags = _LEFT_OUT
        else:
            path, tags, tokens = element_features(up, ups_tags[-1], str(tag), element.get("class"))
            found[path] = found[tags] = None
            found.update(dict.fromkeys(tokens))
            identity = element.get("id")
            if identity:
                for token in plain_tokens(identity):
                    found[vocabulary.number("token", -1, f"{tag}#{token}")] = None
            text = element.text
            if text and len(text) < 2 * _MAX_TEXT:
                texts[str(tag), text] = None
            if tag in HEADINGS:
                headings = (("heading", words) for words in heading_features(element))
                texts.update(dict.fromkeys(headings))
            if tag in DRAWINGS:
                path = _LEFT_OUT
        children = len(element)
        if children:
            ups.append(path)
            ups_tags.append(tags)
            left.append(children)
    return found, texts


def _spelled(texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the kinds and values of the features that texts are."""
    for tag, text in texts:
        if tag == "heading":
            yield "heading", text
        elif words := text_feature(tag, text):
            yield "text", words


def path_label(tag: str, classes: str | None) -> str:
    """Return the label of an element in a path: its tag with its first class."""
    tokens = plain_tokens(classes)
    return f"{tag}.{tokens[0]}" if tokens else tag


def text_feature(tag: str, text: str | None) -> str:
    """Return the value of a text feature, `tag words`; "" if there is no text or it is too long."""
    if not text or len(text) >= 2 * _MAX_TEXT:
        return ""
    words = " ".join(_DIGITS.sub("#", text).split())
    return f"{tag} {words}" if words and len(words) <= _MAX_TEXT else ""


def heading_features(element: etree._Element) -> Iterator[str]:
    """Yield the first and last one or two words of a heading of several words, unless they are numbers."""
    words = _DIGITS.sub("#", str(_string(element))).split()
    for side, part in (
        ("begins", words[:1]),
        ("begins", words[:2]),
        ("ends", words[-1:]),
        ("ends", words[-2:]),
    ):
        if len(part) < len(words) and any(map(bare_word, part)):
            yield f"{element.tag} {side} {' '.join(part)}"


def bare_word(word: str) -> str:
    """Return a word of a heading in lower case, without the marks around it and without numbers."""
    return word.strip(".,:;()[]|·—-#").lower()
