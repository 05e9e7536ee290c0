"""What an answer holds: HTML, a sitemap or something else, told by its headers and, without them, by a look."""

import re
from collections.abc import Mapping

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_XML_TYPES = frozenset({"text/xml", "application/xml"})
_ZIP_TYPES = frozenset({"application/gzip", "application/x-gzip", "application/octet-stream"})
_SITEMAP = re.compile(rb"<(?:urlset|sitemapindex)[\s>]")
_LOOK = 2048  # so far into the answer
# The openings by which browsers tell HTML (WHATWG "MIME Sniffing", 7.1), and those of XHTML.
_OPENING = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--|<!doctype\s+html|<\?xml[^>]*>[^<]*<(?:!doctype\s+)?html"
    rb"|<(?:html|head|body|title|meta|link|script|style|iframe|h1|div|font|table|a|b|br|p)[\s>/])",
    re.IGNORECASE,
)


def may_be_page(content_type: str, url: str) -> bool:
    """Tell whether an answer may be HTML or a sitemap, by its Content-Type header and its URL."""
    is_plain = _media_type(content_type) in _HTML_TYPES | _XML_TYPES
    return is_plain or may_be_zipped_sitemap(content_type, url)


def may_be_zipped_sitemap(content_type: str, url: str) -> bool:
    """Tell whether an answer may be a sitemap in a file compressed with gzip."""
    may_be_zipped = _media_type(content_type) in _ZIP_TYPES | _XML_TYPES | {""}
    return may_be_zipped and url.partition("?")[0].lower().endswith(".xml.gz")


def why_no_page(headers: Mapping[str, str], body: bytes) -> str | None:
    """Say what an answer is instead of HTML or a sitemap; None if it is one of these."""
    content_type = headers.get("content-type", "")
    if content_type:
        media_type = _media_type(content_type)
        sitemap = media_type in _XML_TYPES and _SITEMAP.search(body, 0, _LOOK)
        return None if media_type in _HTML_TYPES or sitemap else f"{media_type}, not HTML"
    return None if _OPENING.match(body) else "no content type, and it does not look like HTML"


def _media_type(content_type: str) -> str:
    return re.split("[;,]", content_type, maxsplit=1)[0].strip().lower()
