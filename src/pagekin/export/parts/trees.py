"""Documents as trees: pages, and sitemaps as if they were pages."""

import re

from lxml import etree

# What a head may contain; anything else begins the body.
_IN_HEAD = frozenset(
    {"base", "link", "meta", "noframes", "noscript", "object", "script", "style", "template", "title"}
)  # fmt: skip
_LISTS = frozenset({"urlset", "sitemapindex", "rss", "feed", "rdf"})
_XML_LIST = re.compile(rb"<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s>]", re.IGNORECASE)
_SITEMAP_LINE = re.compile(r"^\s*sitemap\s*:\s*(\S+)", re.IGNORECASE | re.MULTILINE)


def tree_of(text: str, url: str, content_type: str = "") -> etree._Element:
    """Return the root of a document: an html element, also for sitemaps and feeds (html/body/urlset/url/loc)."""
    listed = _list_of(text, content_type.partition(";")[0].strip().lower())
    if listed is not None:
        return listed
    parser = etree.HTMLParser(
        encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True
    )
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser, base_url=url)
    except etree.XMLSyntaxError:  # nothing that could be an element
        root = None
    if root is None:
        return etree.Element("html")
    _take_in_what_follows(root)
    _leave_the_head(root)
    return root


def _list_of(text: str, kind: str) -> etree._Element | None:
    if kind == "text/plain":
        return _list_of_lines(text)
    octets = text.encode("utf-8", "replace")
    start = _XML_LIST.search(octets[:4096])
    if start is None or b"<html" in octets[: start.start()].lower():
        return None
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )
    top = etree.fromstring(octets[start.start() :], parser)
    if top is None:
        return None
    for element in top.iter(etree.Element):
        element.tag = str(element.tag).rpartition("}")[2].rpartition(":")[2].lower()
    return _page_of(top) if top.tag in _LISTS else None


def _list_of_lines(text: str) -> etree._Element | None:
    """Return the tree of a robots.txt with sitemaps, or of a list of URLs."""
    sitemaps = _SITEMAP_LINE.findall(text)
    urls = sitemaps or text.split()
    if not sitemaps and not all(url.startswith(("http://", "https://")) for url in urls):
        return None
    top = etree.Element("sitemapindex" if sitemaps else "urlset")
    for url in urls:
        place = etree.SubElement(top, "sitemap" if sitemaps else "url")
        etree.SubElement(place, "loc").text = url
    return _page_of(top)


def _page_of(top: etree._Element) -> etree._Element:
    root = etree.Element("html")
    etree.SubElement(root, "body").append(top)
    return root


def _take_in_what_follows(root: etree._Element) -> None:
    """Move what follows `</html>` into the body, as browsers do; the parser makes it another root."""
    body = root.find("body")
    home = root if body is None else body
    for stray in list(root.itersiblings("*")):
        for child in list(stray):
            home.extend(list(child) if child.tag == "body" else [child])


def _leave_the_head(root: etree._Element) -> None:
    """Move content out of the head, where the parser leaves it if it begins with a tag of HTML 5."""
    head = root.find("head")
    if head is None:
        return
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
