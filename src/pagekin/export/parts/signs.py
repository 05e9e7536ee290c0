"""Signs by which pages of one kind are told from others: elements, paths, short texts, headings, URLs."""

import re
from functools import cached_property

from lxml import etree

from .addresses import variables

_DIGITS = re.compile(r"\d+")
_NUMBERING = re.compile(r"[\d/]")
_SKIPPED = frozenset({"script", "style", "noscript", "template", "br", "wbr"})
_DRAWINGS = frozenset({"svg", "math"})
_LONGEST = 50  # characters of a text that is a sign
_MOST_TOKENS = 8  # classes of an element


class Signs:
    """The signs of one page."""

    def __init__(self, root: etree._Element, url: str) -> None:
        self._root = root
        self._page_url = url

    def element(self, token: str) -> bool:
        """Whether there is an element with a class (`div.price`) or an id (`select#qty`)."""
        return ("token", token) in self._all

    def path(self, path: str) -> bool:
        """Whether there is an element at a path of tags with their first classes, from the root."""
        return ("path", path) in self._all

    def tags(self, path: str) -> bool:
        """Whether there is an element at a path of tags, from the root."""
        return ("tags", path) in self._all

    def text(self, tag: str, text: str) -> bool:
        """Whether an element of this tag begins with just this text; # stands for any digits."""
        return ("text", f"{tag} {text}") in self._all

    def heading(self, words: str) -> bool:
        """Whether the title or the first headline begins or ends with words (`title ends – Shop`)."""
        return ("heading", words) in self._all

    def url(self, variable: str, value: str) -> bool:
        """Whether a part of the URL has a value: `folder 1` is the first folder, `ending` the file ending."""
        return variables(self._page_url).get(variable) == value

    @cached_property
    def _all(self) -> set[tuple[str, str]]:
        found: set[tuple[str, str]] = set()
        waiting = [(self._root, "", "")]
        while waiting:
            element, above, tags_above = waiting.pop()
            tag = element.tag
            if not isinstance(tag, str) or tag in _SKIPPED:
                continue
            path = f"{above}/{label(tag, element.get('class'))}".lstrip("/")
            tags = f"{tags_above}/{tag}".lstrip("/")
            found |= {("path", path), ("tags", tags)}
            for sign, attribute in ((".", "class"), ("#", "id")):
                for token in _tokens(element.get(attribute)):
                    found.add(("token", f"{tag}{sign}{token}"))
            text = element.text or ""
            words = _DIGITS.sub("#", text).split()
            if words and len(text) < 2 * _LONGEST and len(" ".join(words)) <= _LONGEST:
                found.add(("text", f"{tag} {' '.join(words)}"))
            if tag in {"title", "h1"}:
                found |= {("heading", words) for words in self._headings(element)}
            if tag not in _DRAWINGS:
                waiting.extend((child, path, tags) for child in element)
        return found

    @staticmethod
    def _headings(element: etree._Element) -> set[str]:
        """Return the first and last one or two words of a heading of several words, unless they are numbers."""
        words = _DIGITS.sub("#", str(element.xpath("string()"))).split()
        found = set()
        for side, part in (
            ("begins", words[:1]),
            ("begins", words[:2]),
            ("ends", words[-1:]),
            ("ends", words[-2:]),
        ):
            bare = [word.strip(".,:;()[]|·—-#") for word in part]
            if len(part) < len(words) and any(bare):
                found.add(f"{element.tag} {side} {' '.join(part)}")
        return found


def label(tag: str, classes: str | None) -> str:
    """Return the label of an element in a path: its tag with its first class that has no digits."""
    tokens = _tokens(classes)
    return f"{tag}.{tokens[0]}" if tokens else tag


def at_least_half(*signs: bool) -> bool:
    """Whether at least half of the signs are there."""
    return 2 * sum(signs) >= len(signs)


def _tokens(attribute: str | None) -> list[str]:
    names = (attribute or "").split()
    return [token for token in names if not _NUMBERING.search(token)][:_MOST_TOKENS]
