"""The links of sitemaps and feeds: pages with their titles and dates of modification."""

from collections.abc import Iterator

from lxml import etree

from pagekin.dom.links import MAX_TEXT, Link, LinkKind, Paths, related_kind, target_of

_ENTRIES = frozenset({"item", "entry"})
_PLACES = frozenset({"url", "sitemap"})
_DATES = ("lastmod", "updated", "modified", "pubdate", "date", "published")


def listed_links(root: etree._Element, url: str) -> Iterator[Link]:
    """Yield the links of a sitemap or a feed in document order, without images and other media."""
    paths = Paths()
    for element in root.iter("loc", "link", "guid"):
        kind, reference = _reference(element)
        target = target_of(reference, url) if reference else None
        if target and kind:
            entry = _entry(element)
            title = "" if entry is None else _text(entry.find("title"))
            yield Link(target, title[:MAX_TEXT], paths.path(element), kind, _date(entry))


def _reference(element: etree._Element) -> tuple[LinkKind | None, str]:
    """Return what kind of link an element is, and what it refers to; "" if it is not a link."""
    parent = element.getparent()
    within = None if parent is None else parent.tag
    if element.tag == "loc":
        return LinkKind.SITEMAP, _text(element) if within in _PLACES else ""
    if element.tag == "guid":
        names_page = element.get("isPermaLink", "true").lower() != "false"
        alone = parent is not None and parent.find("link") is None
        return LinkKind.ITEM, _text(element) if names_page and alone else ""
    is_entry = within in _ENTRIES
    reference = element.get("href")
    if reference is None:  # RSS
        return LinkKind.ITEM if is_entry else LinkKind.ANCHOR, _text(element)
    relations = element.get("rel", "alternate").lower().split()
    if "alternate" in relations and not element.get("hreflang"):
        return LinkKind.ITEM if is_entry else LinkKind.ANCHOR, reference
    if is_entry or within in _PLACES:
        relations = [relation for relation in relations if relation == "alternate"]
    return related_kind(relations, element.get("type", ""), element.get("hreflang", "")), reference


def _entry(element: etree._Element) -> etree._Element | None:
    parent = element.getparent()
    return parent if parent is not None and parent.tag in _ENTRIES | _PLACES else None


def _date(entry: etree._Element | None) -> str:
    """Return when an entry was modified, as written in the document."""
    if entry is None:
        return ""
    found = (_text(entry.find(tag)) for tag in _DATES)
    return next(filter(None, found), "")


def _text(element: etree._Element | None) -> str:
    return "" if element is None else " ".join((element.text or "").split())
