"""Link collections: the links of a page, gathered by their root-to-anchor path.

A page is modelled by its links alone ("Automatically Generating Reports from Large Web Sites", 2.1):
by "the paths of the DOM tree that start from the root and terminate into an anchor element".
"""

from hashlib import blake2b
from html import escape
from typing import NamedTuple, NewType

from lxml import etree

from pagekin.dom.links import base_of, target_of, text_of
from pagekin.dom.page import Page

TagList = NewType("TagList", str)
"""A root-to-anchor path as a text: `html[@lang="en"]/body/ul[@class="menu"]/li`.

As in the paper's footnote 2, names and values of attributes are part of it, in the order of their
names. The anchor itself is not: it is where the path ends, and its attributes name the link, not the
place.
"""

# Longer parts of a tag-list are replaced by a digest: no page can fill the memory with paths.
_MAX_PART = 500
# A page with more tag-lists has no layout that could be compared; its other links are ignored.
MAX_COLLECTIONS = 50_000


class CollectedLink(NamedTuple):
    """One ⟨url, anchor⟩ pair of a link collection."""

    url: str
    text: str


class LinkCollection(NamedTuple):
    """A tag-list with all the ⟨url, anchor⟩ pairs of a page that share it, in the page's order."""

    tag_list: TagList
    anchors: tuple[CollectedLink, ...]


def link_collections(page: Page) -> tuple[LinkCollection, ...]:
    """Gather the links of a page by tag-list, in the order in which the tag-lists first occur.

    Only `<a href>` counts, the paper's "HTML anchor element", and only if it leads to a URL that can be
    fetched: the paper does not say what happens to `mailto:` and to links within the page.
    """
    base = base_of(page.root, page.url)
    above: dict[etree._Element, TagList] = {}
    found: dict[TagList, list[CollectedLink]] = {}
    for element in page.root.iter("a"):
        url = target_of(element.get("href", ""), base)
        parent = element.getparent()
        if url is None or parent is None:
            continue
        tag_list = above.get(parent) or _tag_list(parent, above)
        if tag_list in found or len(found) < MAX_COLLECTIONS:
            found.setdefault(tag_list, []).append(CollectedLink(url, text_of(element)))
    return tuple(LinkCollection(tag_list, tuple(anchors)) for tag_list, anchors in found.items())


def _tag_list(element: etree._Element, above: dict[etree._Element, TagList]) -> TagList:
    """Return the path from the root to an element, and remember those on the way."""
    chain = []
    node: etree._Element | None = element
    while node is not None and node not in above:
        chain.append(node)
        node = node.getparent()
    path = "" if node is None else above[node]
    for node in reversed(chain):
        path = f"{_short(path)}/{_step(node)}" if path else _step(node)
        above[node] = TagList(path)
    return above[element]


def _step(element: etree._Element) -> str:
    attributes = sorted((str(name), str(value)) for name, value in element.attrib.items())
    written = "".join(f'[@{name}="{escape(value)}"]' for name, value in attributes)
    return str(element.tag) + _short(written)


def _short(text: str) -> str:
    if len(text) <= _MAX_PART:
        return text
    return f"…{blake2b(text.encode(), digest_size=8).hexdigest()}"
