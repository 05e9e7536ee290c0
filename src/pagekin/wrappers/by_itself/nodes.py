"""Nodes: the elements and texts of a page that a reader sees, as the induction uses them."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, cast

from lxml import etree

from pagekin.wrappers.node_readings import HIDDEN, INLINE, single_spaced, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.dom.page import Page

TEXT = "text()"  # the tag of a node that is a text
MAX_SHORT = 120  # characters of a text that are kept; the page has the rest
MAX_NODES = 60_000  # of a page; nothing is learned from what comes later
_ENOUGH = 10_000  # nodes that any page may have: more than nearly all pages of the web do
_LONGER = 10  # times as many as on half of the pages
# Elements to be filled in or drawn, which never say anything about the page's subject.
_UNSEEN = HIDDEN | {
    *("select", "textarea", "option", "datalist", "math", "object", "embed", "map"),
    *("title", "link", "base", "input"),
}
_PREFORMATTED = (
    "pre"  # one text, however its words are coloured: nothing in it has a meaning of its own
)
_count = etree.XPath("count(//*)")
# Attributes with the meaning of an element without text.
_SPEAKING = ("content", "datetime", "value", "aria-label", "title")


@dataclass(slots=True, eq=False)
class PageNode:
    """An element, a text, or an attribute in place of a text."""

    page: int
    element: etree._Element  # of a text: the element around it
    tag: str
    tokens: tuple[str, ...] = ()  # the tokens of its class attribute
    children: list[PageNode] = field(default_factory=list)
    text: str = ""  # the visible text with single spaces; of an element cut off at MAX_SHORT
    size: int = 0  # characters of the whole text
    pieces: int = 0  # texts below
    others: int = 0  # images and attributes with a meaning below
    lead: str = ""  # the first text below
    order: int = 0  # its number on the page
    number: int = (
        0  # of a text: its number in its element, from 1; of an element: how many texts it has
    )

    @property
    def is_text(self) -> bool:
        """Whether this is a text or an attribute rather than an element."""
        return self.tag == TEXT or self.tag[0] == "@"

    @property
    def words(self) -> str:
        """The beginning of the text, without spaces at its ends."""
        return self.text.strip()

    @property
    def has_text(self) -> bool:
        """Whether there is any text here."""
        return self.pieces > 0


def most_nodes(pages: Sequence[Page]) -> int:
    """Return how many nodes of each page are worth looking at, to learn what all of them have in common.

    If one page is many times as long as most, that is a list, or an attack: the rest of it shows nothing that its
    beginning, or another page, does not show.
    """
    usual = median([cast("float", _count(page.root)) for page in pages] or [0])
    return min(MAX_NODES, max(_ENOUGH, int(_LONGER * usual)))


def nodes_of(page: Page, number: int, most: int = MAX_NODES) -> PageNode:
    """Return the node of a page's body, with all visible nodes below it, or the first so many of them.

    Where the parser finds no body, everything is in the head.
    """
    top = next(
        (part for part in (page.root.find("body"), page.root.find("head")) if part is not None),
        page.root,
    )
    home = PageNode(number, top, str(top.tag), _tokens(top))
    known: dict[etree._Element, PageNode] = {top: home}
    ordered = [home]
    _add_text(home, top, top.text, ordered)
    for element in top.iter("*"):
        above = element.getparent()
        parent = known.get(above) if above is not None and element is not top else None
        if parent is None:
            continue
        if element.tag not in _UNSEEN:
            node = PageNode(number, element, str(element.tag), _tokens(element), order=len(ordered))
            parent.children.append(node)
            ordered.append(node)
            if element.tag != _PREFORMATTED:
                known[element] = node
                _add_attribute(node, ordered)
                _add_text(node, element, element.text, ordered)
        _add_text(parent, parent.element, element.tail, ordered)
        if len(ordered) > most:
            break
    for node in reversed(ordered):
        _sum_up(node)
    return home


def descendants(node: PageNode) -> list[PageNode]:
    """Return a node and all nodes below it, in document order."""
    found = []
    stack = [node]
    while stack:
        node = stack.pop()
        found.append(node)
        stack.extend(reversed(node.children))
    return found


def _tokens(element: etree._Element) -> tuple[str, ...]:
    return tuple(dict.fromkeys(element.get("class", "").split()))


def _add_text(
    home: PageNode, element: etree._Element, text: str | None, ordered: list[PageNode]
) -> None:
    if not text or not text.strip(" \t\r\n"):
        return
    home.number += 1
    node = PageNode(home.page, element, TEXT, text=text, order=len(ordered), number=home.number)
    home.children.append(node)
    ordered.append(node)


def _add_attribute(home: PageNode, ordered: list[PageNode]) -> None:
    """Add a node for an attribute that speaks for its element: the date of a time, the name of an icon."""
    element = home.element
    is_empty = not len(element) and not (element.text or "").strip()
    if not is_empty and element.get("role") != "img":
        return
    for name in _SPEAKING:
        text = element.get(name)
        if text:
            node = PageNode(home.page, element, f"@{name}", text=single_spaced(text), others=1)
            node.order = len(ordered)
            home.children.append(node)
            ordered.append(node)
            return


def _sum_up(node: PageNode) -> None:
    """Compute the text of a node from those of its children."""
    if node.tag[0] == "@":
        return
    if node.is_text:
        whole = single_spaced(node.text)
        node.size, node.pieces = len(whole), 1 if whole else 0
        # Spaces at its ends show whether it touches its neighbours.
        raw = node.text
        node.lead = whole[:MAX_SHORT]
        node.text = f"{' ' * raw[:1].isspace()}{whole}{' ' * raw[-1:].isspace()}"
        return
    if node.tag == _PREFORMATTED:
        whole = text_of(node.element)
        node.size, node.pieces = len(whole), 1 if whole else 0
        node.lead = node.text = whole[:MAX_SHORT]
        return
    if node.tag == "img" and node.element.get("src"):
        node.others = 1
    parts = []
    length = 0
    for child in node.children:
        node.size += child.size
        node.pieces += child.pieces
        node.others += child.others
        if not node.lead:
            node.lead = child.lead
        if length < MAX_SHORT and child.pieces:
            gap = "" if child.is_text or child.tag in INLINE else " "
            parts.append(f"{gap}{child.text}{gap}")
            length += len(child.text)
        elif child.tag not in INLINE:
            parts.append(" ")
    joined = "".join(parts)
    text = single_spaced(joined)[:MAX_SHORT]
    if text and node.tag in INLINE:
        text = f"{' ' * joined[:1].isspace()}{text}{' ' * joined[-1:].isspace()}"
    node.text = text
