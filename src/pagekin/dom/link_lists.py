"""Sitemaps and feeds as trees: XML without its namespaces, JSON feeds and lists of URLs written as such.

Their root element is where the content of a page would be: `html/body/urlset/url/loc`. Entities are never
expanded, and nothing that a document refers to is fetched.
"""

import json
import re
from typing import Any, NamedTuple

from lxml import etree

from pagekin.dom.content_types import SITEMAP_LINE, is_link_list, media_type, start_of_xml_list
from pagekin.dom.page_limits import limited

ROOTS = frozenset({"urlset", "sitemapindex", "rss", "feed", "rdf"})
_MAX_URLS = 50_000  # what the sitemap protocol allows
_MAX_TAGS = 12 * _MAX_URLS  # each with its date and an image or two
_MAX_VALUES = 1_000_000  # in a JSON feed
_NAME = re.compile(r"[^\W\d][\w.\-]*")
_UNKNOWN = "unknown"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class LinkList(NamedTuple):
    """The tree of a sitemap or a feed, None if there is none, and what was left out."""

    root: etree._Element | None
    problems: list[str]


def link_list(utf8: bytes, content_type: str) -> LinkList:
    """Return the tree of a sitemap or a feed; None for anything else, and if it cannot be parsed.

    XML that declares its own entities is left to the HTML parser, which does not know them.
    """
    kind = media_type(content_type)
    if kind.endswith("json"):
        return LinkList(_of_json(utf8) if is_link_list(kind, utf8) else None, [])
    if kind == "text/plain":
        return LinkList(_of_lines(utf8) if is_link_list(kind, utf8) else None, [])
    # Whatever precedes the first element is cut off, and with it any document type.
    start = start_of_xml_list(utf8)
    if start is None:
        return LinkList(None, [])
    document, problems = limited(utf8[start:], _MAX_TAGS)
    return LinkList(_of_xml(document), problems)


def is_list(root: etree._Element) -> bool:
    """Return whether the tree of a page is that of a sitemap or a feed."""
    body = root.find("body")
    return body is not None and len(body) == 1 and body[0].tag in ROOTS


def _of_xml(document: bytes) -> etree._Element | None:
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        top = etree.fromstring(document, parser)
    except etree.XMLSyntaxError:
        return None
    if top is None:
        return None
    for element in top.iter(etree.Element):
        element.tag = _plain(str(element.tag))
    if top.tag not in ROOTS:
        return None
    return _page_of(top)


def _plain(tag: str) -> str:
    """Return the name of a tag without its namespace, declared or not."""
    name = tag.rpartition("}")[2].rpartition(":")[2].lower()
    return name if _NAME.fullmatch(name) else _UNKNOWN


def _of_json(utf8: bytes) -> etree._Element | None:
    if sum(map(utf8.count, (b",", b"[", b"{"))) > _MAX_VALUES:
        return None
    try:
        content = json.loads(utf8)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or not isinstance(content.get("items"), list):
        return None
    feed = etree.Element("feed")
    _add(feed, "title", content.get("title"))
    for rel, key in (("alternate", "home_page_url"), ("next", "next_url")):
        _add_link(feed, rel, content.get(key))
    for item in content["items"][:_MAX_URLS]:
        if isinstance(item, dict):
            entry = etree.SubElement(feed, "entry")
            _add(entry, "title", item.get("title"))
            _add_link(entry, "alternate", item.get("url"))
            _add(entry, "updated", item.get("date_modified") or item.get("date_published"))
    return _page_of(feed)


def _of_lines(utf8: bytes) -> etree._Element:
    """Return the tree of a list of URLs, or of the sitemaps that a robots.txt names."""
    sitemaps = SITEMAP_LINE.findall(utf8)
    top = etree.Element("sitemapindex" if sitemaps else "urlset")
    for url in (sitemaps or utf8.split())[:_MAX_URLS]:
        place = etree.SubElement(top, "sitemap" if sitemaps else "url")
        _add(place, "loc", url.decode("utf-8", "replace"))
    return _page_of(top)


def _page_of(top: etree._Element) -> etree._Element:
    root = etree.Element("html")
    etree.SubElement(root, "body").append(top)
    return root


def _add(parent: etree._Element, tag: str, value: Any) -> None:
    if isinstance(value, str) and value:
        etree.SubElement(parent, tag).text = _CONTROL.sub("", value)


def _add_link(parent: etree._Element, rel: str, value: Any) -> None:
    if isinstance(value, str) and value:
        etree.SubElement(parent, "link", rel=rel, href=_CONTROL.sub("", value))
