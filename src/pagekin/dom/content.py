"""What an answer holds: HTML or something else, told by its headers and, without them, by a look."""

import re
from collections.abc import Mapping

_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
# The openings by which browsers tell HTML (WHATWG "MIME Sniffing", 7.1), and those of XHTML.
_OPENING = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<!--|<!doctype\s+html|<\?xml[^>]*>[^<]*<(?:!doctype\s+)?html"
    rb"|<(?:html|head|body|title|meta|link|script|style|iframe|h1|div|font|table|a|b|br|p)[\s>/])",
    re.IGNORECASE,
)


def is_html_type(content_type: str) -> bool:
    """Tell whether a Content-Type header stands for HTML."""
    return _media_type(content_type) in _HTML_TYPES


def why_not_html(headers: Mapping[str, str], body: bytes) -> str | None:
    """Say what an answer is instead of HTML; None if it is HTML."""
    content_type = headers.get("content-type", "")
    if content_type:
        return None if is_html_type(content_type) else f"{_media_type(content_type)}, not HTML"
    return None if _OPENING.match(body) else "no content type, and it does not look like HTML"


def _media_type(content_type: str) -> str:
    return re.split("[;,]", content_type, maxsplit=1)[0].strip().lower()
