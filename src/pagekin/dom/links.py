"""The links of a page: where they lead, their text and their place in the page."""

import enum
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from lxml import etree

from pagekin.dom.element_lists import list_numbers
from pagekin.dom.features import path_label
from pagekin.urls import canonical
from pagekin.urls.acting_urls import names_verb
from pagekin.urls.form_urls import is_marked

MAX_LINKS = 50_000  # of a page, as many as the sitemap protocol allows
MAX_TEXT = 200
_MAX_PATH = 2000
_REFRESH = re.compile(
    r"[\d.]+\s*[;,]\s*(?:url\s*=\s*)?(?P<quote>['\"]?)(?P<url>.*?)(?P=quote)",
    re.IGNORECASE | re.DOTALL,
)
_LINK_HEADER = re.compile(r"""<([^<>]*)>((?:[^<"]|"[^"]*")*)""")
_PARAMETER = re.compile(
    r";\s*(rel|hreflang|type)\s*=\s*(?:\"([^\"]*)\"|([^\s;,\"]+))", re.IGNORECASE
)
_FEEDS = {
    "application/rss+xml",
    "application/atom+xml",
    "application/rdf+xml",
    "application/feed+json",
}
_string = etree.XPath("string()", smart_strings=False)
# What scripts of common frameworks make requests of: by another method than GET, or after a question.
_METHODS = ("data-method", "data-turbo-method")
_QUESTIONS = ("data-confirm", "data-turbo-confirm")
LINK_TAGS = ("a", "area", "frame", "iframe", "link", "meta", "loc")


class LinkKind(enum.Enum):
    """The markup that makes a link."""

    ANCHOR = "a"
    AREA = "area"
    FRAME = "frame"
    REFRESH = "refresh"
    NEXT = "next"
    PREV = "prev"
    CANONICAL = "canonical"
    ALTERNATE = "alternate"  # the same page in another language
    SITEMAP = "loc"  # a sitemap, or an entry of one
    FEED = "feed"
    ITEM = "item"  # an entry of a feed
    FORM = "form"
    ACT = "act"  # does something, says its markup
    IMAGE = "img"  # only in `image_links`: the other links lead to pages


_RELATIONS = {
    "next": LinkKind.NEXT,
    "prev": LinkKind.PREV,
    "previous": LinkKind.PREV,
    "canonical": LinkKind.CANONICAL,
    "sitemap": LinkKind.SITEMAP,
}


class Link(NamedTuple):
    """A link to a canonical URL; `path` is the root-to-anchor path, such as `html/body/ul.menu/li/a`.

    In the path each tag has its first class without digits.
    """

    url: str
    text: str
    path: str
    kind: LinkKind = LinkKind.ANCHOR
    lastmod: str = ""  # when the page was last modified, as written in a sitemap or a feed
    in_list: int = 0  # which of the lists at this path it is on

    @property
    def leads_on(self) -> bool:
        """Whether the link leads to another page, rather than to this page in another form."""
        return self.kind not in _NAMING


# A feed repeats what its page says; to have one followed, name it as an entry or a seed.
_NAMING = {
    LinkKind.CANONICAL,
    LinkKind.ALTERNATE,
    LinkKind.FEED,
    LinkKind.IMAGE,
    LinkKind.ACT,
}


def find_links(root: etree._Element, url: str, headers: Mapping[str, str]) -> list[Link]:
    """Return the links of a page to http(s) URLs in document order, as many as are read; `<base href>` is respected.

    A link to a fragment of the page itself does not count.
    """
    base = base_of(root, url)
    target = _refreshed(headers.get("refresh", ""), base)
    found = [Link(target, "", "", LinkKind.REFRESH)] if target else []
    found += header_links(headers.get("link", ""), base)
    placed = list(islice(_placed_links(root, base), max(0, MAX_LINKS - len(found))))
    numbers = list_numbers((element, link.path, link.url) for element, link in placed)
    for (_, link), number in zip(placed, numbers, strict=True):
        found.append(link._replace(in_list=number) if number else link)
    return found[:MAX_LINKS]


def _placed_links(root: etree._Element, base: str) -> Iterator[tuple[etree._Element, Link]]:
    """Yield the links in the tree of a page, each with its element."""
    paths = Paths()
    for element in root.iter(*LINK_TAGS):
        kind, reference = _reference(element)
        if not reference:
            continue
        target = (_refreshed if kind is LinkKind.REFRESH else target_of)(reference, base)
        if target:
            if _is_said_to_act(element, target):
                kind = LinkKind.ACT
            yield element, Link(target, text_of(element), paths.path(element), kind)


def target_of(reference: str, base: str) -> str | None:
    """Return the URL that a reference leads to; None if it is the same page or cannot be fetched.

    No page may link to a URL that stands for a submitted form.
    """
    reference = reference.strip()
    if not reference or reference[0] == "#":
        return None
    target = canonical(reference, base)
    return target if isinstance(target, str) and not is_marked(target) else None


def _refreshed(content: str, base: str) -> str | None:
    """Return the URL that a refresh ("5; url=/next") leads to."""
    match = _REFRESH.fullmatch(content.strip())
    return target_of(match["url"], base) if match else None


def _is_said_to_act(element: etree._Element, target: str) -> bool:
    """Return whether the markup of a link says that it does something: rel=nofollow beside a verb, another method, or a question first."""
    if "nofollow" in element.get("rel", "").lower() and names_verb(target):
        return True
    if any(element.get(name, "get").lower() != "get" for name in _METHODS):
        return True
    return any(element.get(name) for name in _QUESTIONS) or "confirm(" in element.get("onclick", "")


def _reference(element: etree._Element) -> tuple[LinkKind, str]:
    """Return what kind of link an element is, and what it refers to; "" if it is not a link."""
    tag = element.tag
    if tag in {"a", "area"}:
        kind = LinkKind.ANCHOR if tag == "a" else LinkKind.AREA
        return kind, element.get("href", "")
    if tag == "link":
        return _related(element)
    if tag == "loc":
        return LinkKind.SITEMAP, element.text or ""
    if tag == "meta":
        refreshes = element.get("http-equiv", "").lower() == "refresh"
        return LinkKind.REFRESH, element.get("content", "") if refreshes else ""
    return LinkKind.FRAME, element.get("src", "")


def _related(element: etree._Element) -> tuple[LinkKind, str]:
    relations = element.get("rel", "").lower().split()
    kind = related_kind(relations, element.get("type", ""), element.get("hreflang", ""))
    return kind or LinkKind.ANCHOR, element.get("href", "") if kind else ""


def related_kind(relations: Sequence[str], media_type: str, language: str) -> LinkKind | None:
    """Return the kind of a link with these relations; None for stylesheets, icons and the like."""
    for relation in relations:
        if relation in _RELATIONS:
            return _RELATIONS[relation]
    if "alternate" not in relations:
        return None
    if media_type.partition(";")[0].strip().lower() in _FEEDS:
        return LinkKind.FEED
    return LinkKind.ALTERNATE if language else None


def header_links(value: str, base: str) -> Iterator[Link]:
    """Yield the links of a Link header (RFC 8288)."""
    for reference, parameters in _LINK_HEADER.findall(value) if value else ():
        said = {
            name.lower(): quoted or plain for name, quoted, plain in _PARAMETER.findall(parameters)
        }
        relations = said.get("rel", "").lower().split()
        kind = related_kind(relations, said.get("type", ""), said.get("hreflang", ""))
        target = target_of(reference, base) if kind else None
        if kind and target:
            yield Link(target, "", "", kind)


def base_of(root: etree._Element, url: str) -> str:
    """Return the URL that the references on a page are relative to."""
    for element in root.iter("base"):
        base = canonical(element.get("href", ""), url)
        if isinstance(base, str):
            return base
    return url


def text_of(element: etree._Element) -> str:
    """Return what a reader sees of a link: its text, or else that of its image or its title."""
    whole = _string(element) if len(element) else element.text  # most links contain only text
    text = " ".join(str(whole or "").split())
    if not text:
        image = element.find(".//img[@alt]")
        text = (image.get("alt", "") if image is not None else "") or element.get("title", "")
    return text[:MAX_TEXT]


def is_form_path(path: str) -> bool:
    """Return whether a root-to-anchor path ends at a form, whose links are the ways to fill it in."""
    return path.rpartition("/")[2].partition(".")[0] == "form"


def is_index_path(path: str) -> bool:
    """Return whether a root-to-anchor path ends in an index of sitemaps, whose links are sitemaps."""
    return path.endswith("sitemap/loc")


class Paths:
    """The root-to-anchor paths of a page; what many links share is put together once."""

    def __init__(self) -> None:
        self._of: dict[etree._Element, str] = {}

    def path(self, element: etree._Element) -> str:
        """Return the labels from the root to the element."""
        parent = element.getparent()
        path = "" if parent is None else self._of.get(parent)
        if path is None:
            path = self._path_of(parent)
        return _longer(path, element.tag, element.get("class"))

    def _path_of(self, element: etree._Element | None) -> str:
        """Return the path of an element that contains links, and remember those on the way."""
        chain = []
        while element is not None and element not in self._of:
            chain.append(element)
            element = element.getparent()
        path = "" if element is None else self._of[element]
        for node in reversed(chain):
            path = self._of[node] = _longer(path, node.tag, node.get("class"))
        return path


@lru_cache(maxsize=1 << 14)
def _longer(path: str, tag: str, classes: str | None) -> str:
    # Deeper paths say no more, but would take more and more memory.
    return path if len(path) > _MAX_PATH else f"{path}/{path_label(tag, classes)}".lstrip("/")
