"""Query parameters that make no difference to the page, known by the kind of URL they occur in."""

import re
from collections.abc import Iterable

from pagekin.urls.form_urls import is_marked

Redundant = tuple[str, str]  # a kind of URL, and a parameter that it does not need
_DIGITS = re.compile(r"\d+")


def query_kind(url: str) -> str:
    """Return the kind of a URL with several parameters: its last level and their names; else "".

    `/tea/commit/?h=green&id=9fceb02` is of the kind `commit/?h&id`.
    """
    address, _, query = url.partition("?")
    if "&" not in query or is_marked(url):
        return ""
    path = address.partition("://")[2].partition("/")[2]
    last = path.rstrip("/").rpartition("/")[2]
    slash = "/" if address.endswith("/") else ""
    return f"{_DIGITS.sub('#', last)}{slash}?{'&'.join(sorted(set(_names(query))))}"


def parameters_of(kind: str) -> list[str]:
    """Return the names of the parameters of a kind of URL."""
    return kind.partition("?")[2].split("&")


def value_of(url: str, parameter: str) -> str:
    """Return the values of a parameter in a URL, as written."""
    pairs = (pair.partition("=") for pair in url.partition("?")[2].split("&"))
    return "&".join(value for name, _, value in pairs if name == parameter)


def without_parameter(url: str, parameter: str) -> str:
    """Return a URL without one of its parameters."""
    path, _, query = url.partition("?")
    kept = [pair for pair in query.split("&") if pair.partition("=")[0] != parameter]
    return f"{path}?{'&'.join(kept)}" if kept else path


def without_redundant(url: str, redundant: Iterable[Redundant]) -> str:
    """Return a URL without the parameters that it does not need."""
    rules = set(redundant)
    kind = query_kind(url)
    while kind:
        needless = (name for name in parameters_of(kind) if (kind, name) in rules)
        parameter = next(needless, None)
        if parameter is None:
            break
        url = without_parameter(url, parameter)
        kind = query_kind(url)
    return url


def _names(query: str) -> list[str]:
    return [pair.partition("=")[0] for pair in query.split("&") if pair]
