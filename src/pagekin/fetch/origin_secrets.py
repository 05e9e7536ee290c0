"""Secrets stay with their origin: scheme, host and port; and out of what people get to read."""

import re
from collections.abc import Iterable

from scrapy import Request

from pagekin.settings import setting_values

_USER = re.compile(r"[^/\\?#\s]+@")
_SECRET_HEADERS = ("Authorization", "Cookie", "Proxy-Authorization")
# Headers that a person may give and that say nothing of who it is; any other may be a secret.
_HARMLESS = re.compile(
    r"accept(?:-language|-charset)?|referer|dnt|from|pragma|cache-control|priority|save-data"
    r"|x-requested-with|upgrade-insecure-requests|sec-(?:ch|fetch|gpc)\b.*",
    re.IGNORECASE,
)


def without_credentials(text: str) -> str:
    """Give what somebody took for a URL without the user and password in it."""
    return _USER.sub("", text)


def drop_secrets_abroad(request: Request, came_from: str) -> None:
    """Take the secrets out of a redirected request that goes to another origin."""
    if origin_of(request.url) != origin_of(came_from):
        for name in _SECRET_HEADERS:
            request.headers.pop(name, None)


def origin_of(url: str) -> str:
    """Give a canonical URL up to its path."""
    return "/".join(url.split("/", 3)[:3])


def is_private(header: str) -> bool:
    """Tell whether a header that a person gave may be a secret."""
    return not _HARMLESS.fullmatch(header)


def private_headers(given: str) -> frozenset[str]:
    """Name the headers, in lower case, that go to their origin only and are written down nowhere."""
    own = (name for name, _ in setting_values.headers(given) if is_private(name))
    return frozenset(name.lower() for name in (*_SECRET_HEADERS, *own))


def host_in(place: str) -> str:
    """Give the host, with its port, of a canonical URL; a host is its own."""
    return place.split("/", 3)[2] if "://" in place else place


def origins_of(places: Iterable[str], otherwise: str) -> frozenset[str]:
    """Give the origins of the URLs among what a person named; if there are none, another one."""
    origins = frozenset(origin_of(place) for place in places if "://" in place)
    return origins or frozenset({otherwise})
