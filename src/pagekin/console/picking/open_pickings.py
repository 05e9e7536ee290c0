"""The pickings that are under way: the pages of a crawler, read and parsed once, and what was learned from clicks."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

from pagekin.app.class_pages import class_pages
from pagekin.app.page_resources import styles_of
from pagekin.app.picking import Picking, elements_of
from pagekin.console.crawler_files import crawler_file
from pagekin.console.current_store import current_store

if TYPE_CHECKING:
    from pathlib import Path

    from pagekin.dom import Page
    from pagekin.navigation import Crawler

_MOST_STYLES = 40  # of a page
_MOST = 3  # their pages take some hundred megabytes at worst


@dataclass(frozen=True, slots=True)
class PageShown:
    """What the browser has to know of a page before it shows it."""

    url: str
    styles: tuple[int, ...]  # the numbers of the elements that name its style sheets


@dataclass(frozen=True, slots=True)
class OpenPicking:
    """A crawler as it was when its pages were read; who uses the picking holds the lock."""

    path: Path
    crawler: Crawler
    picking: Picking
    shown: tuple[PageShown, ...]
    stamp: str  # tells these pages from others: clicks on others mean nothing here
    lock: threading.Lock = field(default_factory=threading.Lock)


_opened: OrderedDict[tuple[str, int], OpenPicking] = OrderedDict()
_opening = threading.Lock()


def open_picking(name: str) -> OpenPicking:
    """Return the picking of a crawler by its name; one whose file has changed since is begun anew."""
    file = crawler_file(name)
    key = str(file.path), file.path.stat().st_mtime_ns
    with _opening:
        if key not in _opened:
            for old in [known for known in _opened if known[0] == key[0]]:
                del _opened[old]
            _opened[key] = _read(file.path, file.read())
            while len(_opened) > _MOST:
                _opened.popitem(last=False)
        _opened.move_to_end(key)
        return _opened[key]


def _read(path: Path, crawler: Crawler) -> OpenPicking:
    pages = class_pages(current_store(), crawler)
    digest = blake2b(digest_size=12)
    for page in pages:
        digest.update(page.url.encode(errors="surrogatepass") + b"\n" + page.body)
    shown = tuple(PageShown(page.url, tuple(_styles(page))) for page in pages)
    picking = Picking(pages, crawler.wrapper)
    return OpenPicking(path, crawler, picking, shown, digest.hexdigest())


def _styles(page: Page) -> list[int]:
    named = set(styles_of(page))
    return [number for number, one in enumerate(elements_of(page)) if one in named][:_MOST_STYLES]
