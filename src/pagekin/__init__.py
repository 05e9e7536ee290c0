"""Give it one page; it finds the page's kin.

>>> import pagekin
>>> shop = pagekin.learn("https://shop.example/p/17-teapot")    # doctest: +SKIP
>>> for page in shop.crawl():                                   # doctest: +SKIP
...     print(shop.extract(page).records)

What can be imported from here comes from `pagekin.api`, once it is asked for.
"""

import importlib
from typing import Any

from pagekin.version import __version__

__all__ = ["Crawler", "Layout", "__version__", "learn", "learn_async", "load", "pages"]
_API = frozenset(__all__) - {"__version__"}


def __getattr__(name: str) -> Any:
    if name in _API:
        return getattr(importlib.import_module("pagekin.api"), name)
    raise AttributeError(f"module 'pagekin' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_API]
