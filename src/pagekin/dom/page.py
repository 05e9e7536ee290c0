"""A page: bytes and headers in, one parsed tree with its links out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from lxml import etree

from pagekin.dom.acting_links import told_apart
from pagekin.dom.encoding import to_utf8
from pagekin.dom.features import ObservedFeatures
from pagekin.dom.feed_links import listed_links
from pagekin.dom.link_lists import is_list, link_list
from pagekin.dom.links import LINK_TAGS, MAX_LINKS, Link, find_links
from pagekin.dom.meta_tags import meta_tags
from pagekin.dom.page_limits import limited

MAX_BYTES = 32 * 1024 * 1024
# The parser stops at this depth; deeper markup is an attack or a mistake, and is reported.
MAX_DEPTH = 2048
_LINK_BYTES = 10  # the shortest link: <a href=x>
_MAX_TITLE = 2000
_has_text = etree.XPath("boolean(normalize-space())")
# What a head may contain; anything else begins the body (HTML standard, 13.2.6.4.4).
_IN_HEAD = {"base", "basefont", "bgsound", "isindex", "link", "meta", "noframes", "noscript", "object",
            "script", "style", "template", "title"}  # fmt: skip


class PageNote(NamedTuple):
    """What a search for kin needs of a page: a function of the page alone, so that it may be found elsewhere."""

    links: tuple[Link, ...]
    title: str
    meta_tags: tuple[tuple[str, str], ...]
    headline: str | None
    shown: bytes  # a digest of what the page shows; empty if nobody needs it
    features: ObservedFeatures
    is_shell: bool
    is_empty: bool


@dataclass(frozen=True, eq=False)
class Page:
    """A page as fetched: where it was found, its tree, and what was wrong with it."""

    url: str
    root: etree._Element
    requested: str
    encoding: str
    body: bytes = b""  # as received
    headers: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    submissions: tuple[Link, ...] = ()  # where its forms lead, if they were filled in

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All links of the page in document order, then those to submitted forms."""
        if is_list(self.root):
            return tuple(islice(listed_links(self.root, self.url), MAX_LINKS))
        found = find_links(self.root, self.url, self.headers)
        return (*told_apart(found), *self.submissions)

    @cached_property
    def title(self) -> str:
        """The text of the title element, as far as anybody would read it; "" if there is none."""
        return " ".join((self.root.findtext(".//title") or "")[:_MAX_TITLE].split())

    @cached_property
    def meta_tags(self) -> tuple[tuple[str, str], ...]:
        """The META tags of the head, each with its name in small letters and its content."""
        return meta_tags(self.root)

    def under(self, url: str) -> "Page":
        """Return the same page as another URL shows it."""
        return replace(self, url=url)

    @property
    def is_empty(self) -> bool:
        """Whether the page is empty: no elements but html, head and body, and no text."""
        body = self.root.find("body")
        if body is not None and len(body):
            return False
        return self.root.find(".//frameset") is None and not _has_text(self.root)


class UnparsedPage(Page):
    """A page as it came, parsed when somebody asks for its tree: whoever hands it on never does."""

    def __init__(
        self, url: str, body: bytes, headers: Mapping[str, str], requested: str = ""
    ) -> None:
        read = body if len(body) <= MAX_BYTES else body[:MAX_BYTES]
        self.__dict__.update(
            url=url, requested=requested or url, body=read, headers=headers, submissions=()
        )
        self.__dict__["whole"] = body

    whole: bytes  # the body, even what is not read of it
    note: PageNote | None = None  # what somebody else has found on it

    def take_note(self, note: PageNote) -> None:
        """Take what was found on the page elsewhere: for that, the tree is not needed here."""
        self.__dict__.update(
            note=note, links=note.links, title=note.title, meta_tags=note.meta_tags
        )

    def under(self, url: str) -> Page:
        """Return the same page as another URL shows it."""
        return self._parsed_page.under(url)

    @cached_property
    def _parsed_page(self) -> Page:
        return parse_page(self.url, self.whole, self.headers, requested=self.requested)

    @property
    def root(self) -> etree._Element:
        """The tree."""
        return self._parsed_page.root

    @property
    def encoding(self) -> str:
        """The encoding of the body."""
        return self._parsed_page.encoding

    @property
    def problems(self) -> tuple[str, ...]:
        """What was wrong with the page."""
        return self._parsed_page.problems


def parse_page(
    url: str,
    body: bytes,
    headers: Mapping[str, str] | None = None,
    *,
    requested: str | None = None,
) -> Page:
    """Parse a page; never raises on any bytes. Header names are in lower case.

    This is the only place where pages are parsed. Links, features, records: everything else is read from the
    tree of the `Page`, which nobody changes.
    """
    return _page(url, body, headers or {}, requested or url)


def _page(url: str, body: bytes, headers: Mapping[str, str], requested: str) -> Page:
    problems = []
    if len(body) > MAX_BYTES:
        problems.append(f"the page has {len(body)} bytes; only the first {MAX_BYTES} were read")
        body = body[:MAX_BYTES]
    utf8, encoding = to_utf8(body, headers.get("content-type"))
    utf8 = utf8[:MAX_BYTES]
    listed, left_out = link_list(utf8, headers.get("content-type", ""))
    if listed is not None:
        problems += [*left_out, *_too_many_links(listed, len(utf8))]
        return Page(url, listed, requested, encoding, body, headers, tuple(problems))
    utf8, left_out = limited(utf8)
    problems += left_out
    parser = etree.HTMLParser(
        encoding="utf-8",
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,
        collect_ids=False,  # nobody asks for them, and a tenth of the time goes into it
    )
    root = _parsed(utf8, parser)
    if root is None:
        root = etree.Element("html")
        problems.append("the page is empty")
    problems += _too_many_links(root, len(utf8))
    last_error = parser.error_log.last_error
    if last_error is not None and last_error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT:
        problems.append(f"the page is cut off: {last_error.message.split(',')[0].lower()}")
    return Page(url, root, requested, encoding, body, headers, tuple(problems))


def _too_many_links(root: etree._Element, size: int) -> list[str]:
    """Return what to say about a page with more links than are read."""
    if size < MAX_LINKS * _LINK_BYTES:
        return []
    links = sum(1 for _ in islice(root.iter(*LINK_TAGS), MAX_LINKS + 1))
    text = f"the page has more than {MAX_LINKS} links; only the first were read"
    return [text] if links > MAX_LINKS else []


def _parsed(utf8: bytes, parser: etree.HTMLParser) -> etree._Element | None:
    try:
        root = etree.fromstring(utf8, parser)
    except etree.XMLSyntaxError:  # nothing that could be an element
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
    """Move what follows `</html>` into the body, as browsers do; the parser makes it another root."""
    body = root.find("body")
    home = root if body is None else body
    for stray in list(root.itersiblings("*")):
        for child in list(stray):
            home.extend(list(child) if child.tag == "body" else [child])


def _leave_the_head(root: etree._Element, head: etree._Element) -> None:
    """Move content out of the head, where the parser leaves it if it begins with a tag it does not know.

    That happens with the tags of HTML 5 (section, main …) on pages without a body tag.
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
