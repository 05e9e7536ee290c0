"""Secrets stay with their origin: scheme, host and port; and out of what people get to read."""

import re
from collections.abc import Iterable

from pagekin.settings import setting_values

_USER = re.compile(r"[^/\\?#\s]+@")
SECRET_HEADERS = frozenset({"authorization", "cookie", "proxy-authorization"})
# Headers that a person may give and that say nothing of who it is; any other may be a secret.
_HARMLESS = re.compile(
    r"accept(?:-language|-charset)?|referer|dnt|from|pragma|cache-control|priority|save-data"
    r"|x-requested-with|upgrade-insecure-requests|sec-(?:ch|fetch|gpc)\b.*",
    re.IGNORECASE,
)


def without_credentials(text: str) -> str:
    """Return what somebody took for a URL without the user and password in it."""
    return _USER.sub("", text)


def origin_of(url: str) -> str:
    """Return a canonical URL up to its path."""
    return "/".join(url.split("/", 3)[:3])


def is_private(header: str) -> bool:
    """Whether a header that a person gave may be a secret."""
    return not _HARMLESS.fullmatch(header)


def private_headers(given: str) -> frozenset[str]:
    """Return the names, in lower case, of headers that go to their origin only and are written down nowhere."""
    own = (name for name, _ in setting_values.headers(given) if is_private(name))
    return SECRET_HEADERS.union(map(str.lower, own))


def host_in(place: str) -> str:
    """Return the host, with its port, of a canonical URL; a host is returned as it is."""
    return place.split("/", 3)[2] if "://" in place else place


def origins_of(places: Iterable[str], otherwise: str) -> frozenset[str]:
    """Return the origins of the URLs among what a person named; `otherwise` if there are none."""
    origins = frozenset(origin_of(place) for place in places if "://" in place)
    return origins or frozenset({otherwise})
