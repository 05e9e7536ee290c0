"""Fetching: Scrapy's engine behind the `Site` port, with its politeness, its limits and its failures.

What can be imported from here is loaded once it is asked for: Scrapy takes long to load, and not all that
needs a part of this package, such as the decoding of bodies, needs the engine.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagekin.fetch.answers import RawResponse
    from pagekin.fetch.engine import ScrapySite
    from pagekin.fetch.opening import open_site
    from pagekin.fetch.spider import FetchStats

__all__ = ["FetchStats", "RawResponse", "ScrapySite", "open_site"]
_HOME = {
    "FetchStats": "spider",
    "RawResponse": "answers",
    "ScrapySite": "engine",
    "open_site": "opening",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"pagekin.fetch.{_HOME[name]}"), name)
    raise AttributeError(f"module 'pagekin.fetch' has no attribute {name!r}")
