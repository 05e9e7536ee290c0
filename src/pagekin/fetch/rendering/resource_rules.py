"""What a page may ask for while its scripts run, and which headers go to the server and back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from pagekin.fetch.origin_secrets import origin_of

DATA = frozenset({"xhr", "fetch"})
SHELVED = frozenset({"script", "stylesheet"})
_NEEDED = DATA | SHELVED | {"document"}
# Whatever else changes something on the server.
_METHODS = frozenset({"GET", "HEAD"})
_DATA_METHODS = _METHODS | {"POST"}  # many interfaces are asked that way, GraphQL among them

# What is pagekin's to say, and what is nobody's business.
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
# What holds of the way that the answer came, and what would have the browser do something else than show it.
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
# Playwright lets scripts read whatever has no word on who may; this says that nobody may.
_NOBODY = "https://nobody.invalid"
_ALLOWED = "access-control-allow-origin"


@dataclass(frozen=True, slots=True)
class BrowserRequest:
    """A request of the browser's, before anything is done about it."""

    url: str
    kind: str  # Playwright's resource type
    method: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes = b""

    @property
    def is_foreign(self) -> bool:
        """Tell whether a script asks another origin than its own."""
        origin = self.headers.get("origin", "")
        return bool(origin) and origin != origin_of(self.url)


def why_refused(wish: BrowserRequest) -> str | None:
    """Say why a request is not made, whatever its page may be; None if it may be."""
    scheme = urlsplit(wish.url).scheme
    if scheme not in ("http", "https"):
        return f"{scheme}: is never fetched"
    if wish.kind not in _NEEDED:
        return f"of no use for the page's content: {wish.kind}"
    methods = _DATA_METHODS if wish.kind in DATA else _METHODS
    if wish.method not in methods:
        return f"{wish.method} may change something"
    return None


def for_server(wish: BrowserRequest) -> dict[str, str]:
    """Give the headers that go to the server: those that the page set, not those that tell of the browser."""
    return {
        name: value
        for name, value in wish.headers.items()
        if name not in _NOT_SENT and not name.startswith(("sec-", ":"))
    }


def for_browser(headers: Iterable[tuple[bytes, bytes]], wish: BrowserRequest) -> dict[str, str]:
    """Return the headers of an answer that the browser gets to see."""
    seen: dict[str, str] = {}
    for key, value in headers:
        name, text = key.decode("latin-1").lower(), value.decode("latin-1")
        if name not in _NOT_SHOWN:
            # The one header that must not be joined by commas; Playwright takes lines.
            separator = "\n" if name == "set-cookie" else ", "
            seen[name] = f"{seen[name]}{separator}{text}" if name in seen else text
    if wish.is_foreign:
        seen.setdefault(_ALLOWED, _NOBODY)
    return seen
