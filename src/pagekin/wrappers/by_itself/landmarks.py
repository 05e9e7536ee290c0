"""Landmarks: classes and ids that the pages of a template share, and that identify a place."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pagekin.wrappers.by_itself.name_words import class_name
from pagekin.wrappers.by_itself.nodes import PageNode, descendants

# Classes that say where an element is among its siblings, or what state it is in.
_PASSING = re.compile(
    r"(?:first|last|odd|even|alt|active|current|selected|open|closed|hidden|show|hide|hover|clear"
    r"|clearfix|left|right|row\d*|col\d*|even\w*|odd\w*|js-\w+|is-\w+|has-\w+|no-\w+"
    r"|[\w-]*[-_](?:odd|even|alt|first|last|active|current|selected))",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d")
# Elements that come in rows: there, a class marks a position rather than one thing alone.
_ROWS = frozenset({"li", "tr", "td", "th", "dd", "dt", "option", "a"})


@dataclass(frozen=True, slots=True)
class Landmark:
    """An attribute value that occurs once on a page: an `id`, an `itemprop` or a token of `class`."""

    attribute: str
    value: str
    tag: str

    @property
    def path(self) -> str:
        """The XPath of its element."""
        return f"//{self.tag}[{has_value(self.attribute, self.value)}]"


def has_value(attribute: str, value: str) -> str:
    """Return the XPath condition that an element has a class, or an attribute with a value."""
    if attribute == "class":
        return f"contains(concat(' ', normalize-space(@class), ' '), {xpath_text(f' {value} ')})"
    return f"@{attribute}={xpath_text(value)}"


def xpath_text(text: str) -> str:
    """Return a text as an XPath expression."""
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    parts = "', \"'\", '".join(text.split("'"))
    return f"concat('{parts}')"


class Landmarks:
    """The landmarks and classes of the pages of a template."""

    def __init__(self, homes: Sequence[PageNode]) -> None:
        self._pages = len(homes)
        self._least = least_pages(self._pages)
        self._on: Counter[tuple[str, str]] = Counter()  # pages that have it
        self._often: Counter[tuple[str, str]] = Counter()  # pages that have it more than once
        self._times: Counter[tuple[str, str]] = Counter()
        for home in homes:
            counts = Counter(mark for node in descendants(home) for mark in _marks(node))
            self._on.update(counts.keys())
            self._often.update(mark for mark, count in counts.items() if count > 1)
            self._times.update(counts)

    def landmark(self, node: PageNode, siblings: Iterable[PageNode]) -> Landmark | None:
        """Return the landmark of a node that most pages have, None if it has none."""
        best: tuple[tuple[object, ...], Landmark] | None = None
        for mark in _marks(node):
            attribute, value = mark
            on = self._on[mark]
            if on < self._least or self._often[mark] * 20 > on or not _is_plain(value):
                continue
            if attribute == "class" and (_PASSING.fullmatch(value) or _is_row(node, siblings)):
                continue
            rank = (on, attribute == "itemprop", attribute == "id", *_telling(value))
            if best is None or rank > best[0]:
                best = rank, Landmark(attribute, value, node.tag)
        return best[1] if best else None

    def token(self, node: PageNode) -> str:
        """Return the class that best says what a node is, "" if no class is worth it."""
        best: tuple[int, int, bool, int, str] | None = None
        for token in node.tokens:
            mark = "class", token
            on = self._on[mark]
            if on < self._least or not _is_plain(token) or _PASSING.fullmatch(token):
                continue
            said, plain, _, _ = _telling(token)
            rank = (on, said, plain, -self._times[mark], token)
            if best is None or rank > best:
                best = rank
        return best[-1] if best else ""


def least_pages(pages: int) -> int:
    """Return the number of pages that must have something for it to be part of the template."""
    return max(min(2, pages), min(3, pages // 2), pages // 20)


def _marks(node: PageNode) -> list[tuple[str, str]]:
    if node.is_text:
        return []
    marks = [("class", token) for token in node.tokens]
    for attribute in ("id", "itemprop"):
        value = node.element.get(attribute)
        if value:
            marks.append((attribute, value.strip()))
    return marks


def _telling(value: str) -> tuple[int, bool, int, str]:
    """Rank classes and ids: what something is counts more than how it looks."""
    return (
        min(len(class_name(value).split("_")[0]), 1),
        value.isascii() and not _DIGITS.search(value),
        len(value),
        value,
    )


def _is_plain(value: str) -> bool:
    return 0 < len(value) <= 80 and "\n" not in value


def _is_row(node: PageNode, siblings: Iterable[PageNode]) -> bool:
    """Return whether a node is one of several similar rows, cells or items."""
    if node.tag not in _ROWS:
        return False
    mine = set(node.tokens)
    others = [other for other in siblings if other.tag == node.tag and other is not node]
    return sum(not other.tokens or bool(mine & set(other.tokens)) for other in others) > 1
