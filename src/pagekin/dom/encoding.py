"""Which encoding a page is in, and its bytes as clean UTF-8."""

from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
)

FALLBACK = "cp1252"  # what browsers assume for a page that declares nothing and is not UTF-8
# Python codecs that no page is written in: they compute or interpret what they read.
_NO_CHARSETS = frozenset({"unicode-escape", "raw-unicode-escape", "punycode", "idna", "undefined"})
_NUL, _REPLACEMENT = b"\0", "\N{REPLACEMENT CHARACTER}".encode()


def to_utf8(body: bytes, content_type: str | None) -> tuple[bytes, str]:
    """Return the body as valid UTF-8 without BOM, and the name of its original encoding.

    A byte order mark takes precedence, as in browsers; then the header, then the page's own declaration. A
    page with none of them is UTF-8 if it can be decoded as such. What cannot be decoded becomes U+FFFD.
    """
    bom_encoding, bom = read_bom(body)
    if bom:
        body = body[len(bom) :]
    encoding = bom_encoding or _charset(http_content_type_encoding(content_type)) or _declared(body)
    if encoding in (None, "utf-8"):
        try:
            body.decode("utf-8")
        except UnicodeDecodeError:
            encoding = encoding or FALLBACK
        else:
            return body.replace(_NUL, _REPLACEMENT), "utf-8"
    text = body.decode(encoding or FALLBACK, errors="replace")
    return text.encode("utf-8", errors="replace").replace(_NUL, _REPLACEMENT), encoding or FALLBACK


def _declared(body: bytes) -> str | None:
    """Return the encoding that the page declares; if it is readable as ASCII, it cannot be UTF-16."""
    encoding = _charset(html_body_declared_encoding(body))
    return "utf-8" if encoding and encoding.startswith(("utf-16", "utf-32")) else encoding


def _charset(name: str | None) -> str | None:
    """Return the name of a codec if it decodes text; others decompress or decode base64."""
    if name is None or name in _NO_CHARSETS:
        return None
    try:
        b" ".decode(name, errors="replace")
    except LookupError:
        return None
    return name
