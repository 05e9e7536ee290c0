"""The links of a page: where they lead, what they say and where in the page they stand."""

import enum
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lxml import etree

from pagekin.dom.features import plain_tokens
from pagekin.urls import canonical
from pagekin.urls.form_urls import is_marked

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
_TAGS = ("a", "area", "frame", "iframe", "link", "meta", "loc")


class LinkKind(enum.Enum):
    """Which markup makes the link."""

    ANCHOR = "a"
    AREA = "area"
    FRAME = "frame"
    REFRESH = "refresh"
    NEXT = "next"
    PREV = "prev"
    CANONICAL = "canonical"
    ALTERNATE = "alternate"  # the same in another language
    SITEMAP = "loc"  # a sitemap, or what one lists
    FEED = "feed"
    ITEM = "item"  # what a feed lists
    FORM = "form"
    IMAGE = "img"  # only in `image_links`: a page's own links lead to pages


_RELATIONS = {
    "next": LinkKind.NEXT,
    "prev": LinkKind.PREV,
    "previous": LinkKind.PREV,
    "canonical": LinkKind.CANONICAL,
    "sitemap": LinkKind.SITEMAP,
}


class Link(NamedTuple):
    """A link to a canonical URL; `path` is the root-to-anchor path, such as `html/body/ul.menu/li/a`.

    Each tag has its first class with it, unless that holds a digit.
    """

    url: str
    text: str
    path: str
    kind: LinkKind = LinkKind.ANCHOR
    lastmod: str = ""  # when the page there was last modified, in the words of a sitemap or a feed

    @property
    def leads_on(self) -> bool:
        """Tell whether the link leads to another page, rather than naming this one in another form."""
        return self.kind not in _NAMING


# A feed says again what its page says; who wants one followed names it as entry or seed.
_NAMING = {LinkKind.CANONICAL, LinkKind.ALTERNATE, LinkKind.FEED}


def find_links(root: etree._Element, url: str, headers: Mapping[str, str]) -> Iterator[Link]:
    """Yield the links of a page in document order; what leads to no http(s) URL is dropped.

    A fragment of the page itself is no link. The page's `<base href>` counts.
    """
    base = base_of(root, url)
    paths = Paths()
    target = _refreshed(headers.get("refresh", ""), base)
    if target:
        yield Link(target, "", "", LinkKind.REFRESH)
    yield from header_links(headers.get("link", ""), base)
    for element in root.iter(*_TAGS):
        kind, reference = _reference(element)
        if not reference:
            continue
        target = (_refreshed if kind is LinkKind.REFRESH else target_of)(reference, base)
        if target:
            yield Link(target, text_of(element), paths.path(element), kind)


def target_of(reference: str, base: str) -> str | None:
    """Give the URL that a reference leads to, if that is another one to fetch.

    No page may send us to what only a form that we filled in leads to.
    """
    reference = reference.strip()
    if not reference or reference[0] == "#":
        return None
    target = canonical(reference, base)
    return target if isinstance(target, str) and not is_marked(target) else None


def _refreshed(content: str, base: str) -> str | None:
    """Give the URL that a refresh ("5; url=/next") leads to."""
    match = _REFRESH.fullmatch(content.strip())
    return target_of(match["url"], base) if match else None


def _reference(element: etree._Element) -> tuple[LinkKind, str]:
    """Tell what kind of link an element is, and what it refers to; "" if it is none."""
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
    """Tell what kind of link one with these relations is; None for stylesheets, icons and the like."""
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
    """Give the URL that the references of a page are relative to."""
    for element in root.iter("base"):
        base = canonical(element.get("href", ""), url)
        if isinstance(base, str):
            return base
    return url


def text_of(element: etree._Element) -> str:
    """Give what a reader sees of the link: its text, else what its image or title says."""
    whole = _string(element) if len(element) else element.text  # most links hold nothing but a text
    text = " ".join(str(whole or "").split())
    if not text:
        image = element.find(".//img[@alt]")
        text = (image.get("alt", "") if image is not None else "") or element.get("title", "")
    return text[:MAX_TEXT]


def is_form_path(path: str) -> bool:
    """Tell whether a root-to-anchor path ends at a form, whose links are the ways to fill it in."""
    return path.rpartition("/")[2].partition(".")[0] == "form"


class Paths:
    """The root-to-anchor paths of a page; what many links share is made, and kept, once."""

    def __init__(self) -> None:
        self._of: dict[etree._Element, str] = {}
        self._below: dict[tuple[str, object, str | None], str] = {}

    def path(self, element: etree._Element) -> str:
        """Give the labels from the root to the element."""
        chain = [element]
        parent = element.getparent()
        while parent is not None and parent not in self._of:
            chain.append(parent)
            parent = parent.getparent()
        path = "" if parent is None else self._of[parent]
        for node in reversed(chain):
            path = self._step(path, node)
            if node is not element:
                self._of[node] = path
        return path

    def _step(self, path: str, node: etree._Element) -> str:
        key = path, node.tag, node.get("class")
        longer = self._below.get(key)
        if longer is None:
            tokens = plain_tokens(key[2])
            label = f"{node.tag}.{tokens[0]}" if tokens else str(node.tag)
            # Below some depth a path tells no more, but would take memory with every level.
            longer = path if len(path) > _MAX_PATH else f"{path}/{label}".lstrip("/")
            self._below[key] = longer
        return longer
