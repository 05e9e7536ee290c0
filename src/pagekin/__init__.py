"""Give it one page; it finds the page's kin.

>>> import pagekin
>>> shop = pagekin.learn("https://shop.example/p/17-teapot")    # doctest: +SKIP
>>> for page in shop.crawl():                                   # doctest: +SKIP
...     print(shop.extract(page).records)

What can be imported from here comes from `pagekin.api`, once it is asked for.
"""

import importlib
from typing import Any

__version__ = "0.1.0"
_API = ("Crawler", "learn", "learn_async", "load", "pages")


def __getattr__(name: str) -> Any:
    if name in _API:
        return getattr(importlib.import_module("pagekin.api"), name)
    raise AttributeError(f"module 'pagekin' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_API]
