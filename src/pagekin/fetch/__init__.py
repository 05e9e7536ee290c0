"""Fetching: sites on the network behind the `Site` port, with politeness, limits and failures.

What can be imported from here is loaded when it is asked for: not everything that needs a part of this
package, such as the decoding of bodies, needs the engine.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pagekin.fetch.fetch_stats import FetchStats
    from pagekin.fetch.http_site import HttpSite
    from pagekin.fetch.raw_response import RawResponse
    from pagekin.fetch.site_lifetime import open_site

__all__ = ["FetchStats", "HttpSite", "RawResponse", "open_site"]
_HOME = {
    "FetchStats": "fetch_stats",
    "RawResponse": "raw_response",
    "HttpSite": "http_site",
    "open_site": "site_lifetime",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"pagekin.fetch.{_HOME[name]}"), name)
    raise AttributeError(f"module 'pagekin.fetch' has no attribute {name!r}")
