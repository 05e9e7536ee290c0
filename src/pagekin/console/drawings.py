"""Pictures made by pagekin's own code, as parts of pages: the one place where markup is taken as it is.

Whoever makes them escapes every text that comes from elsewhere (`report.escaping`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.safestring import SafeString, mark_safe

from pagekin.report.line_graph import line_graph
from pagekin.report.link_picture import PictureBranch, path_picture, tree_picture
from pagekin.report.site_picture import site_map

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pagekin.app.links import LinksAround, ShownBranch
    from pagekin.app.path import FoundPath
    from pagekin.navigation import Crawler
    from pagekin.report.document import Graph


def drawn_graph(graph: Graph) -> SafeString:
    """Return the drawing of a value over time."""
    return mark_safe(line_graph(graph))  # noqa: S308 - see above


def drawn_map(crawler: Crawler) -> tuple[SafeString, ...]:
    """Return the map of a crawler: the figure, a card for each kind of page, the way in sentences."""
    return tuple(mark_safe(part) for part in site_map(crawler))  # noqa: S308 - see above


def drawn_links(found: LinksAround, address: Callable[[str], str]) -> SafeString:
    """Return the drawing of the links around a page; a page is drawn as a link to its address."""
    sides = _branches(found.inwards), _branches(found.outwards)
    picture = tree_picture(found.url, _host(found.url), *sides, address)
    return mark_safe(picture)  # noqa: S308 - see above


def drawn_path(found: FoundPath, address: Callable[[str], str]) -> SafeString:
    """Return the drawing of a path."""
    pages = [
        PictureBranch(page.url, number, page.anchor) for number, page in enumerate(found.pages)
    ]
    return mark_safe(path_picture(pages, _host(pages[0].url), address))  # noqa: S308 - see above


def _branches(branches: Sequence[ShownBranch]) -> list[PictureBranch]:
    return [PictureBranch(one.url, one.depth, one.anchor) for one in branches]


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0]
