"""The canonical form of a URL: one spelling for all the spellings of an address."""

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address
from urllib.parse import quote_from_bytes

from pagekin.lazy import lazy_module
from pagekin.urls.form_urls import is_mark

_idna = lazy_module("idna")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_SPLIT = re.compile(r"(https?):[/\\]{2,}([^/\\?#]*)([^?#]*)(?:\?([^#]*))?", re.IGNORECASE)
# Already canonical: the usual case, recognised by a single match.
_PLAIN = re.compile(
    r"https?://[a-z0-9\-]+(?:\.[a-z0-9\-]+)*(?::(?!80/|443/)(?:[1-9]\d{1,3}|[1-5]\d{4}))?/"
    r"(?:[\w\-~!$&'()*+,;=:@][\w\-.~!$&'()*+,;=:@]*/)*(?:[\w\-~!$&'()*+,;=:@][\w\-.~!$&'()*+,;=:@]*)?"
    r"(?:\?[\w\-.~!$&'()*+,;=:@/?]+)?",
    re.ASCII,
)
_HOST = re.compile(r"[a-z0-9_\-]+(?:\.[a-z0-9_\-]+)*|\[[0-9a-f:.]+\]")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})?")
_JUNK = dict.fromkeys([*range(0x20), 0x7F])  # browsers drop control characters
_UNRESERVED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_PATH_SAFE = "/%-._~!$&'()*+,;=:@"
_QUERY_SAFE = _PATH_SAFE + "?"
_DEFAULT_PORT = {"http": "80", "https": "443"}
# Anything that may be a user and a password, even if it is malformed.
_USER = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.\-]*:[/\\]*)?.*@", re.DOTALL)


@dataclass(frozen=True, slots=True)
class InvalidUrl:
    """A text that pagekin cannot fetch as a URL, stripped of user and password, and the reason."""

    text: str
    reason: str

    def __post_init__(self) -> None:
        if "@" in self.text:
            object.__setattr__(self, "text", _USER.sub(r"\1", self.text))

    def __str__(self) -> str:
        return f"{self.text!r}: {self.reason}"


def canonical(url: str, base: str | None = None, *, sort_query: bool = False) -> str | InvalidUrl:
    """Return the canonical form of a URL, resolved against `base` if given; never raises.

    Only http and https are accepted. The host is in lower case and IDNA; default port, user information,
    fragment and dot segments are removed; percent-encoding is kept to the minimum; an empty path becomes
    "/". The order of the query is kept unless `sort_query`, since it matters to some servers.
    """
    text = (url if url.isprintable() else url.translate(_JUNK)).strip()
    return _canonical(text if base is None else _resolve(text, base), sort_query)


def _resolve(reference: str, base: str) -> str:
    """Join a reference to a base, as a browser would."""
    scheme = _SCHEME.match(reference) if ":" in reference else None
    if scheme:
        rest = reference[scheme.end() :]
        if scheme[1].lower() not in _DEFAULT_PORT or rest[:1] in ("/", "\\"):
            return reference
        reference = rest  # "http:page.html" is a relative reference in disguise
    origin, directory, path, whole = _split_base(base)
    if reference[:2] in ("//", "\\\\", "/\\", "\\/"):
        return base[: base.find(":") + 1] + reference
    if reference[:1] in ("/", "\\"):
        return origin + reference
    if not reference or reference[0] == "#":
        return whole
    return (path if reference[0] == "?" else directory) + reference


@lru_cache(maxsize=256)
def _split_base(base: str) -> tuple[str, str, str, str]:
    """Return a base cut off after its host, its last directory, its path and its query."""
    whole = base.split("#", 1)[0]
    path = whole.split("?", 1)[0]
    origin_end = path.find("/", path.find("://") + 3)
    origin = path if origin_end < 0 else path[:origin_end]
    return origin, f"{origin}{path[len(origin) :].rpartition('/')[0]}/", path, whole


@lru_cache(maxsize=1 << 16)
def _canonical(text: str, sort_query: bool) -> str | InvalidUrl:  # noqa: FBT001 - a cache key, not a switch
    if _PLAIN.fullmatch(text) and not (sort_query and "?" in text):
        return text
    parts = _SPLIT.match(text)
    if not parts:
        scheme = _SCHEME.match(text)
        reason = f"'{scheme[1]}' is not http or https" if scheme else "not an absolute URL"
        return InvalidUrl(text, reason)
    scheme_name = parts[1].lower()
    host = _host(parts[2].rpartition("@")[2], _DEFAULT_PORT[scheme_name])
    if host is None:
        return InvalidUrl(text, "the host name is not valid")
    path = _without_dots(_encoded(parts[3].replace("\\", "/"), _PATH_SAFE))
    query = _encoded(parts[4] or "", _QUERY_SAFE)
    if sort_query:
        query = _sorted(query)
    return f"{scheme_name}://{host}{path}{'?' if query else ''}{query}"


def _sorted(query: str) -> str:
    """Sort a query, except for the part that stands for a submitted form (see `form_urls`)."""
    pairs = list(filter(None, query.split("&")))
    end = next((place for place, pair in enumerate(pairs) if is_mark(pair)), len(pairs))
    return "&".join(sorted(pairs[:end]) + pairs[end:])


def _host(text: str, default_port: str) -> str | None:
    """Return host and port in canonical form; None if the host is not valid."""
    name, colon, port = text.rpartition(":")
    if not colon or port.endswith("]"):
        name, port = text, ""
    if port and not (port.isascii() and port.isdecimal() and int(port[:6]) < 1 << 16):
        return None
    port = port.lstrip("0") if port else ""
    name = name.lower().removesuffix(".")
    if not name.isascii():
        try:
            name = _idna.encode(name, uts46=True).decode("ascii")
        except (_idna.IDNAError, UnicodeError):
            return None
    if not _HOST.fullmatch(name) or not _is_address(name):
        return None
    return name if port in ("", default_port) else f"{name}:{port}"


def _is_address(name: str) -> bool:
    """Return whether a host is valid where it is in brackets: only an IPv6 address is."""
    if name[0] != "[":
        return True
    try:
        IPv6Address(name[1:-1])
    except ValueError:
        return False
    return True


def _encoded(text: str, safe: str) -> str:
    """Percent-encode all that needs it and nothing else, in upper case."""
    octets = text.encode("utf-8", errors="replace")
    if b"%" in octets:
        octets = _PERCENT.sub(_normal_escape, octets)
    return quote_from_bytes(octets, safe)


def _normal_escape(escape: re.Match[bytes]) -> bytes:
    digits = escape[1]
    if digits is None:
        return b"%25"
    octet = bytes.fromhex(digits.decode("ascii"))
    return octet if octet in _UNRESERVED else b"%" + digits.upper()


def _without_dots(path: str) -> str:
    """Remove the dot segments of a path (RFC 3986, 5.2.4)."""
    if "/." not in path:
        return path or "/"
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)
