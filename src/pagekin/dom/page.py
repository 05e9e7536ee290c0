"""A page: bytes and headers in, one parsed tree with its links out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from lxml import etree

from pagekin.dom.encoding import to_utf8
from pagekin.dom.feed_links import listed_links
from pagekin.dom.link_lists import is_list, link_list
from pagekin.dom.links import Link, find_links

MAX_BYTES = 32 * 1024 * 1024
# The parser stops below this depth; deeper markup is an attack or a mistake, and is reported.
MAX_DEPTH = 2048
_has_text = etree.XPath("boolean(normalize-space())")
# What may stand in a head; whatever else comes begins the body (HTML standard, 13.2.6.4.4).
_IN_HEAD = {"base", "basefont", "bgsound", "isindex", "link", "meta", "noframes", "noscript", "object",
            "script", "style", "template", "title"}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Page:
    """One page as fetched: where it was found, its tree, and what was wrong with it."""

    url: str
    root: etree._Element
    requested: str
    encoding: str
    body: bytes = b""  # as it came
    headers: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    submissions: tuple[Link, ...] = ()  # what its forms lead to, if somebody filled them in

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Every link of the page in the order of the page; then what its forms lead to."""
        if is_list(self.root):
            return tuple(listed_links(self.root, self.url))
        return (*find_links(self.root, self.url, self.headers), *self.submissions)

    @cached_property
    def title(self) -> str:
        """The text of the title element, "" if there is none."""
        return " ".join((self.root.findtext(".//title") or "").split())

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing on the page: no element but html, head and body, no text."""
        body = self.root.find("body")
        if body is not None and len(body):
            return False
        return self.root.find(".//frameset") is None and not _has_text(self.root)


def parse_page(
    url: str,
    body: bytes,
    headers: Mapping[str, str] | None = None,
    *,
    requested: str | None = None,
) -> Page:
    """Parse a page; never raises on any bytes. Header names are in lower case.

    This is the only place where pages are parsed. Whoever has a `Page` reads what it needs (links, features,
    records) from its tree, and nobody changes the tree.
    """
    return _page(url, body, headers or {}, requested or url)


def _page(url: str, body: bytes, headers: Mapping[str, str], requested: str) -> Page:
    problems = []
    if len(body) > MAX_BYTES:
        problems.append(f"the page has {len(body)} bytes; only the first {MAX_BYTES} were read")
        body = body[:MAX_BYTES]
    utf8, encoding = to_utf8(body, headers.get("content-type"))
    listed = link_list(utf8, headers.get("content-type", ""))
    if listed is not None:
        return Page(url, listed, requested, encoding, body, headers, tuple(problems))
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    root = _parsed(utf8, parser)
    if root is None:
        root = etree.Element("html")
        problems.append("the page is empty")
    last_error = parser.error_log.last_error
    if last_error is not None and last_error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
        problems.append(f"the page is cut off: {last_error.message.split(',')[0].lower()}")
    return Page(url, root, requested, encoding, body, headers, tuple(problems))


def _parsed(utf8: bytes, parser: etree.HTMLParser) -> etree._Element | None:
    try:
        root = etree.fromstring(utf8, parser)
    except etree.XMLSyntaxError:  # nothing at all that could be an element
        return None
    if root is None:
        return None
    if root.getnext() is not None:
        _take_in_what_follows(root)
    head = root.find("head")
    if head is not None:
        _leave_the_head(root, head)
    return root


def _take_in_what_follows(root: etree._Element) -> None:
    """Move what stands behind `</html>` into the body, as browsers do; the parser makes it another root."""
    body = root.find("body")
    home = root if body is None else body
    for stray in list(root.itersiblings("*")):
        for child in list(stray):
            home.extend(list(child) if child.tag == "body" else [child])


def _leave_the_head(root: etree._Element, head: etree._Element) -> None:
    """Move content out of the head; the parser keeps it there if it begins with a tag it does not know.

    That is any that came with HTML 5 (section, main …) on a page without a body tag.
    """
    begins = next((i for i, child in enumerate(head) if child.tag not in _IN_HEAD), None)
    if begins is None:
        return
    body = root.find("body")
    if body is None:
        body = etree.Element("body")
        head.addnext(body)
    content = list(head)[begins:]
    if body.text:
        content[-1].tail = f"{content[-1].tail or ''}{body.text}"
        body.text = None
    body[:0] = content
