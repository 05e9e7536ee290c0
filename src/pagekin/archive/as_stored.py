"""What an exchange looks like in the archive: without secrets, and with nothing that HTTP cannot say.

Headers that carry credentials are left out, not masked: a replayed `Set-Cookie: ***` would set a cookie.
That they were there is worth knowing (a page that came for a cookie is not the page that everybody sees),
so their names are kept, in the metadata under "left out".
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
# Also with more slashes than there should be, and with a user within a user: browsers understand both.
_USERINFO = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*:)?(//+)(?:[^/?#]*@/*)+")
_USERINFO_WITHIN = re.compile(rb"(://+|^//+)(?:[^/?#\s\"<>]*@/*)+")
_FORM = b"application/x-www-form-urlencoded"
_MASK = b"***"

_BREAKS = re.compile(rb"[\r\n\x00]+")
_NO_TOKEN = re.compile(rb"[^!#$%&'*+.^_`|~0-9A-Za-z-]")
_IN_URLS = "".join(chr(code) for code in range(0x21, 0x7F) if chr(code) not in "<>")


def as_stored(exchange: Exchange) -> Exchange:
    """Give an exchange as it can be read back; one that is well-formed and has no secrets is its own."""
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
    """Take user and password out of a URL, and encode what may not stand in one."""
    if "@" in url:
        url = _USERINFO.sub(r"\1\2", url)
    return quote(url, safe=_IN_URLS, errors="surrogatepass")


def _clean_headers(headers: Headers) -> tuple[Headers, set[str]]:
    """Give the headers that may be kept, and the names of the others."""
    kept, secret = [], set()
    for name, value in headers:
        sayable, is_secret = _clean_name(name)
        if is_secret:
            secret.add(sayable.decode().lower())
        else:
            kept.append((sayable, _clean_value(value)))
    return tuple(kept), secret


@lru_cache(maxsize=4096)  # servers use the same few names all the time
def _clean_name(name: bytes) -> tuple[bytes, bool]:
    """Give a name that HTTP can say, and tell whether such headers carry credentials."""
    sayable = _NO_TOKEN.sub(b"_", name) or b"_"
    is_secret = bool(_SECRET_HEADER.search(sayable)) and sayable.lower() not in _NO_SECRET
    return sayable, is_secret


def _with_left_out(
    metadata: tuple[tuple[str, str], ...], secret: set[str]
) -> tuple[tuple[str, str], ...]:
    """Add the names of what was left out; a name of metadata has one value, the last."""
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
    """Make one line of what a header says, as RFC 9112 wants folded ones read."""
    if _BREAKS.search(text):
        text = _BREAKS.sub(b" ", text)
    return text.strip(b" \t")


def _reason(truncated: str) -> str:
    return truncated if not truncated or truncated in TRUNCATED else "unspecified"


def _clean_request_body(exchange: Exchange) -> bytes:
    """Mask the secret fields of a form; leave out another kind of body that speaks of secrets at all."""
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
