"""What a page may ask for while its scripts run, and which headers go to the server and back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from pagekin.fetch.origin_secrets import origin_of

DATA = frozenset({"xhr", "fetch"})
CACHED = frozenset({"script", "stylesheet"})
_NEEDED = DATA | CACHED | {"document"}
# Whatever else changes something on the server.
_METHODS = frozenset({"GET", "HEAD"})
_DATA_METHODS = _METHODS | {"POST"}  # many interfaces are asked that way, GraphQL among them

# What pagekin sends by itself, and what is nobody's business.
_NOT_SENT = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "cookie",
        "host",
        "if-modified-since",
        "if-none-match",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "range",
        "referer",
        "te",
        "transfer-encoding",
        "upgrade-insecure-requests",
        "user-agent",
    }
)
# What holds only for the way the answer came, and what would make the browser do more than show it.
_NOT_SHOWN = frozenset(
    {
        "accept-ch",
        "alt-svc",
        "clear-site-data",
        "connection",
        "content-disposition",
        "content-encoding",
        "content-length",
        "content-security-policy-report-only",
        "critical-ch",
        "expect-ct",
        "keep-alive",
        "link",
        "nel",
        "report-to",
        "reporting-endpoints",
        "service-worker-allowed",
        "sourcemap",
        "speculation-rules",
        "strict-transport-security",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
# Playwright lets scripts read what does not say who may read it; this says that nobody may.
_NOBODY = "https://nobody.invalid"
_ALLOWED = "access-control-allow-origin"


@dataclass(frozen=True, slots=True)
class BrowserRequest:
    """A request by the browser, before anything is done about it."""

    url: str
    kind: str  # Playwright's resource type
    method: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes = b""

    @property
    def is_foreign(self) -> bool:
        """Whether a script asks an origin other than its own."""
        origin = self.headers.get("origin", "")
        return bool(origin) and origin != origin_of(self.url)


def why_refused(wanted: BrowserRequest) -> str | None:
    """Return why a request is never made, whatever its page; None if it may be."""
    scheme = urlsplit(wanted.url).scheme
    if scheme not in ("http", "https"):
        return f"{scheme}: is never fetched"
    if wanted.kind not in _NEEDED:
        return f"of no use for the page's content: {wanted.kind}"
    methods = _DATA_METHODS if wanted.kind in DATA else _METHODS
    if wanted.method not in methods:
        return f"{wanted.method} may change something"
    return None


def for_server(wanted: BrowserRequest) -> dict[str, str]:
    """Return the headers that go to the server: those that the page set, not those about the browser."""
    return {
        name: value
        for name, value in wanted.headers.items()
        if name not in _NOT_SENT and not name.startswith(("sec-", ":"))
    }


def for_browser(headers: Iterable[tuple[bytes, bytes]], wanted: BrowserRequest) -> dict[str, str]:
    """Return the headers of an answer that the browser gets to see."""
    seen: dict[str, str] = {}
    for key, value in headers:
        name, text = key.decode("latin-1").lower(), value.decode("latin-1")
        if name not in _NOT_SHOWN:
            # The one header that must not be joined by commas; Playwright takes lines.
            separator = "\n" if name == "set-cookie" else ", "
            seen[name] = f"{seen[name]}{separator}{text}" if name in seen else text
    if wanted.is_foreign:
        seen.setdefault(_ALLOWED, _NOBODY)
    return seen
