"""What a response contains: HTML, a sitemap, a feed or something else, by its headers and its beginning."""

import re
from collections.abc import Mapping

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_XML_TYPES = frozenset(
    {"text/xml", "application/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml"}
)  # fmt: skip
_JSON_TYPES = frozenset({"application/feed+json", "application/json"})
_TEXT = "text/plain"
_ZIP_TYPES = frozenset({"application/gzip", "application/x-gzip", "application/octet-stream"})
# The first element of a sitemap, RSS 2.0, Atom or RSS 1.0, after the XML prolog.
_LIST = re.compile(rb"<(?:[\w\-]+:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s>]", re.IGNORECASE)
_BEFORE = re.compile(rb"\s+|<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!(?!--)[^>\[]*>|\xef\xbb\xbf")
# How a robots.txt names its sitemaps.
SITEMAP_LINE = re.compile(rb"^[ \t]*sitemap[ \t]*:[ \t]*(\S+)", re.IGNORECASE | re.MULTILINE)
_JSON_FEED = b"jsonfeed.org/version/1"
_LOOK = 2048  # bytes of the response that are looked at
# What browsers recognise HTML by (WHATWG "MIME Sniffing", 7.1), and the beginnings of XHTML.
_OPENING = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--|<!doctype\s+html|<\?xml[^>]*>[^<]*<(?:!doctype\s+)?html"
    rb"|<(?:html|head|body|title|meta|link|script|style|iframe|h1|div|font|table|a|b|br|p)[\s>/])",
    re.IGNORECASE,
)


def may_be_page(content_type: str, url: str) -> bool:
    """Return whether a response may be HTML, a sitemap or a feed, by its content type and URL."""
    kind = media_type(content_type)
    path = url.partition("?")[0].lower()
    if kind == _TEXT:
        return path.endswith("/robots.txt") or ("sitemap" in path and path.endswith(".txt"))
    if kind == "application/json":
        return "feed" in path
    is_plain = kind in _HTML_TYPES | _XML_TYPES | _JSON_TYPES
    return is_plain or may_be_zipped_sitemap(content_type, url)


def may_be_zipped_sitemap(content_type: str, url: str) -> bool:
    """Return whether a response may be a sitemap compressed with gzip."""
    may_be_zipped = media_type(content_type) in _ZIP_TYPES | _XML_TYPES | {"", _TEXT}
    path = url.partition("?")[0].lower()
    is_text = path.endswith(".txt.gz") and "sitemap" in path
    return may_be_zipped and (path.endswith(".xml.gz") or is_text)


def why_no_page(headers: Mapping[str, str], body: bytes) -> str | None:
    """Return what a response is instead of HTML, a sitemap or a feed; None if it is one of them."""
    kind = media_type(headers.get("content-type", ""))
    if kind:
        return None if kind in _HTML_TYPES or is_link_list(kind, body) else f"{kind}, not HTML"
    return None if _OPENING.match(body) else "no content type, and it does not look like HTML"


def is_link_list(kind: str, body: bytes) -> bool:
    """Return whether a response of this media type is a sitemap or a feed, as XML, JSON or text."""
    if kind in _JSON_TYPES:
        return _JSON_FEED in body
    if kind == _TEXT:
        return is_list_of_urls(body) or bool(SITEMAP_LINE.search(body))
    return kind in _XML_TYPES and is_xml_list(body)


def is_xml_list(body: bytes) -> bool:
    """Return whether a text begins like a sitemap or a feed in XML."""
    place = _behind_prolog(body)
    if body.startswith(b"<!", place):  # a document type with declarations of its own
        place = max(place, body.find(b"]", place, _LOOK))
        return _LIST.search(body, place, 2 * _LOOK) is not None
    return _LIST.match(body, place) is not None


def start_of_xml_list(body: bytes) -> int | None:
    """Return where the first element of a sitemap or a feed begins; None if that is not plain to see."""
    place = _behind_prolog(body)
    return place if _LIST.match(body, place) else None


def _behind_prolog(body: bytes) -> int:
    place = 0
    while (skipped := _BEFORE.match(body, place, _LOOK)) is not None:
        place = skipped.end()
    return place


def is_list_of_urls(body: bytes) -> bool:
    """Return whether a text is a list of URLs, judging by its beginning."""
    start = body[:_LOOK].removeprefix(b"\xef\xbb\xbf")
    if len(body) > _LOOK:
        start = start.rpartition(b"\n")[0]
    urls = start.split()
    return bool(urls) and all(url.startswith((b"http://", b"https://")) for url in urls)


def media_type(content_type: str) -> str:
    """Return the media type in a Content-Type header, without parameters."""
    return re.split("[;,]", content_type, maxsplit=1)[0].strip().lower()
