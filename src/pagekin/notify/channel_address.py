"""Where messages go: mailto:, an http(s) webhook, or a URL of apprise. Such URLs hold secrets."""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import urlsplit

from pagekin.errors import UsageError

# What mail servers take, and nothing that could be taken for a second address or a header.
_MAIL = re.compile(r"[^\s@,;:<>()\[\]\"\\]{1,64}@[^\s@,;:<>()\[\]\"\\]{1,253}")
_SCHEME = re.compile(r"([a-z][a-z0-9+.\-]*)://\S+", re.IGNORECASE)
_LONGEST = 2000  # characters
# With apprise these are what webhooks and mail are here, but without a signature and the address filter.
_OURS = {"json", "jsons", "xml", "xmls", "form", "forms", "mailto", "mailtos"}
_WAYS = "write mailto:anna@example.org, https://hooks.example.org/…, or a URL of apprise"


class ChannelKind(StrEnum):
    """The ways to reach somebody."""

    MAIL = "mail"
    WEBHOOK = "webhook"
    SERVICE = "service"  # by way of apprise


@dataclass(frozen=True, slots=True)
class ChannelAddress:
    """An address, and how it is shown: without what is secret about it."""

    kind: ChannelKind
    url: str = field(repr=False)
    shown: str

    @property
    def mail(self) -> str:
        """The address of a mailbox."""
        return self.url.removeprefix("mailto:")


def read_address(text: str) -> ChannelAddress:
    """Read where messages go; a mistake is a UsageError, which does not repeat secrets."""
    url = text.strip()
    bare = url[len("mailto:") :] if url.lower().startswith("mailto:") else url
    if "://" not in url and "@" in url:
        if not (_MAIL.fullmatch(bare) and bare.isprintable()):
            raise UsageError(f"{bare!r} is not one mail address; {_WAYS}")
        return ChannelAddress(ChannelKind.MAIL, f"mailto:{bare}", f"mailto:{bare}")
    scheme = _SCHEME.fullmatch(url)
    if not scheme or not url.isprintable() or len(url) > _LONGEST:
        raise UsageError(f"a receiver is neither a mail address nor a URL; {_WAYS}")
    name = scheme[1].lower()
    if name in {"http", "https"}:
        return ChannelAddress(ChannelKind.WEBHOOK, url, f"{name}://{_host(url)}/…")
    if name in _OURS:
        raise UsageError(f"{name}:// is not used: mail and webhooks are sent directly; {_WAYS}")
    return ChannelAddress(ChannelKind.SERVICE, url, f"{name}://…")


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        raise UsageError(f"a webhook's URL has no host; {_WAYS}")
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port else shown
