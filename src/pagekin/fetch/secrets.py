"""Secrets stay with their origin: scheme, host and port; and out of what people get to read."""

import re

from scrapy import Request

_USER = re.compile(r"[^/\\?#\s]+@")
_SECRET_HEADERS = ("Authorization", "Cookie")


def without_credentials(text: str) -> str:
    """Give what somebody took for a URL without the user and password in it."""
    return _USER.sub("", text)


def drop_secrets_abroad(request: Request, came_from: str) -> None:
    """Take the secrets out of a redirected request that goes to another origin."""
    if _origin(request.url) != _origin(came_from):
        for name in _SECRET_HEADERS:
            request.headers.pop(name, None)


def _origin(url: str) -> str:
    """Give a canonical URL up to its path."""
    return "/".join(url.split("/", 3)[:3])
