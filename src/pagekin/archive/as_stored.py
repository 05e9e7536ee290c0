"""How an exchange looks in the archive: without secrets, and with nothing that HTTP cannot express.

Headers that carry credentials are left out, not masked: a replayed `Set-Cookie: ***` would set a cookie.
Their names are kept in the metadata under "left out", because it matters that they were there: a page that
was sent for a cookie is not the page that everybody sees.
"""

import re
from dataclasses import replace
from datetime import UTC
from functools import lru_cache
from urllib.parse import quote

from pagekin.site.exchange import Exchange, Headers

LEFT_OUT = "left out"
TRUNCATED = frozenset({"length", "time", "disconnect", "unspecified"})
_SECRET_HEADER = re.compile(
    rb"auth(?!or(?:ity|s)?$)|cookie|token|secret|passw|session|credential|api[-_]?key|csrf|xsrf",
    re.IGNORECASE,
)
# These ask for credentials, or allow them, and carry none.
_NO_SECRET = frozenset(
    {b"www-authenticate", b"proxy-authenticate", b"access-control-allow-credentials"}
)
_SECRET_FIELD = re.compile(
    rb"passw|passphrase|pass\d*\b|pwd|secret|token|credential|csrf|xsrf|\b(?:otp|pin)\b",
    re.IGNORECASE,
)
_FIELD = re.compile(rb"([^&=]*)=([^&]*)")
# Browsers also accept more slashes than there should be, and a user within a user.
_USERINFO = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*:)?(//+)(?:[^/?#]*@/*)+")
_USERINFO_WITHIN = re.compile(rb"(://+|^//+)(?:[^/?#\s\"<>]*@/*)+")
_FORM = b"application/x-www-form-urlencoded"
_MASK = b"***"

_BREAK = b"\r\n\x00"
_BREAKS = re.compile(b"[%b]+" % _BREAK)
_NO_TOKEN = re.compile(rb"[^!#$%&'*+.^_`|~0-9A-Za-z-]")
_IN_URLS = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in "<>")


def as_stored(exchange: Exchange) -> Exchange:
    """Return an exchange as it can be read back; one that is well-formed and has no secrets is unchanged."""
    headers, secret = _clean_headers(exchange.headers)
    request_headers, secret_too = _clean_headers(exchange.request_headers)
    method = _NO_TOKEN.sub(b"", exchange.method.encode("ascii", "ignore")).decode()
    return replace(
        exchange,
        url=clean_url(exchange.url),
        requested_at=exchange.requested_at.astimezone(UTC),
        status_line=_line(exchange.status_line) or b"HTTP/1.1 000",
        headers=headers,
        method=method,
        request_headers=request_headers if method else (),
        request_body=_clean_request_body(exchange) if method else b"",
        truncated=_reason(exchange.truncated),
        metadata=_with_left_out(exchange.metadata, secret | secret_too),
    )


def clean_url(url: str) -> str:
    """Return a URL without user and password, with characters encoded that are not allowed in one."""
    if "@" in url:
        url = _USERINFO.sub(r"\1\2", url)
    return quote(url, safe=_IN_URLS, errors="surrogatepass")


def _clean_headers(headers: Headers) -> tuple[Headers, set[str]]:
    """Return the headers that may be kept, and the names of the others."""
    kept, secret = [], set()
    for name, value in headers:
        valid, is_secret = _clean_name(name)
        if is_secret:
            secret.add(valid.decode().lower())
        else:
            kept.append((valid, _clean_value(value)))
    return tuple(kept), secret


@lru_cache(maxsize=4096)  # servers use the same few names all the time
def _clean_name(name: bytes) -> tuple[bytes, bool]:
    """Return a name that is valid in HTTP, and whether headers of that name carry credentials."""
    valid = _NO_TOKEN.sub(b"_", name) or b"_"
    is_secret = bool(_SECRET_HEADER.search(valid)) and valid.lower() not in _NO_SECRET
    return valid, is_secret


def _with_left_out(
    metadata: tuple[tuple[str, str], ...], secret: set[str]
) -> tuple[tuple[str, str], ...]:
    """Add the names of what was left out; of several values of a name, the last counts."""
    if not metadata and not secret:
        return ()
    by_name = dict(metadata)
    if secret:
        by_name[LEFT_OUT] = " ".join(sorted(secret.union(by_name.get(LEFT_OUT, "").split())))
    return tuple(by_name.items())


def _clean_value(value: bytes) -> bytes:
    if b"@" in value:
        value = _USERINFO_WITHIN.sub(rb"\1", value)
    return _line(value)


def _line(text: bytes) -> bytes:
    """Return a header's value as one line, as RFC 9112 wants folded ones read."""
    if len(text.translate(None, _BREAK)) < len(text):
        text = _BREAKS.sub(b" ", text)
    return text.strip(b" \t")


def _reason(truncated: str) -> str:
    return truncated if not truncated or truncated in TRUNCATED else "unspecified"


def _clean_request_body(exchange: Exchange) -> bytes:
    """Mask the secret fields of a form; drop any other kind of body that mentions secrets."""
    body = exchange.request_body
    if not _SECRET_FIELD.search(body):
        return body
    kinds = [value for name, value in exchange.request_headers if name.lower() == b"content-type"]
    if not kinds or not kinds[0].strip().lower().startswith(_FORM):
        return b""
    return _FIELD.sub(_masked, body)


def _masked(field: re.Match[bytes]) -> bytes:
    name, value = field.groups()
    return name + b"=" + (_MASK if _SECRET_FIELD.search(name) else value)
