"""A crawler as one HTML file: a picture of the site as found, and what it says in words.

The file needs nothing but itself. Whatever comes from pages or from the crawler file is escaped.
"""

from pagekin.navigation import Crawler
from pagekin.report import site_sections as sections
from pagekin.report.escaping import count, esc
from pagekin.report.site_cards import cards
from pagekin.report.site_drawing import drawing
from pagekin.report.site_graph import Role, SiteGraph, drawn_part, site_graph
from pagekin.report.standalone_page import standalone_page, style_sheet

_MOST_KINDS, _MOST_ASIDES = 40, 12  # drawn; the cards show all
_SMALLEST = 0.72  # a wide picture shrinks to this, then it scrolls


def site_picture(crawler: Crawler) -> str:
    """Return the text of the file."""
    host = crawler.scope.host
    graph = site_graph(crawler)
    part = drawn_part(graph, _MOST_KINDS, _MOST_ASIDES)
    svg, width = drawing(part, host)
    style = f"{style_sheet('site_picture.css')}\n.map {{ min-width: {width * _SMALLEST:.0f}px }}\n"
    body = [
        _header(host),
        sections.warning(crawler),
        sections.tiles(crawler, graph),
        _figure(svg, _legend(graph, part)),
        _section("Kinds of pages", cards(graph, host)),
        _section("What sets the targets apart", sections.membership(crawler)),
        _section("The way to them, in sentences", sections.navigation(crawler)),
        _section("How it was learned", sections.origin(crawler)),
        "<footer><p>Drawn by pagekin. This file holds no scripts and loads nothing.</p></footer>",
    ]
    return standalone_page(f"{host}: map", style, "\n".join(filter(None, body)))


def site_map(crawler: Crawler) -> tuple[str, str, str]:
    """Return the pieces of the file that show the map, for a page with styles of its own: figure, cards, sentences."""
    host = crawler.scope.host
    graph = site_graph(crawler)
    part = drawn_part(graph, _MOST_KINDS, _MOST_ASIDES)
    svg, _ = drawing(part, host)
    return _figure(svg, _legend(graph, part)), cards(graph, host), sections.navigation(crawler)


def _header(host: str) -> str:
    return (
        f"<header><h1>{esc(host)}</h1><p>The site as pagekin found it: the kinds of pages on the way "
        "to the targets, and the links between them.</p></header>"
    )


def _figure(svg: str, caption: str) -> str:
    # In reach of the keyboard, so that a wide map can be scrolled without a mouse.
    scroll = f'<div class="scroll" tabindex="0" role="region" aria-label="Map">{svg}</div>'
    return f"<figure>{scroll}<figcaption>{caption}</figcaption></figure>"


def _section(title: str, content: str) -> str:
    return f"<section><h2>{title}</h2>\n{content}</section>"


def _legend(graph: SiteGraph, part: SiteGraph) -> str:
    """Explain the colours and lines that occur, and say what there was no room for."""
    names = {
        Role.START: "a page to start from",
        Role.ANY: "whatever page the crawler is on",
        Role.HUB: "a kind of page on the way",
        Role.TARGET: "the targets: pages like the sample",
        Role.ASIDE: "seen, but not on the way",
    }
    roles = {kind.role for kind in part.kinds}
    items = [f'<li class="{role}">{text}</li>' for role, text in names.items() if role in roles]
    missing = len(graph.kinds) - len(part.kinds)
    more = f" {count(missing, 'more kind')} of pages: see the cards below." if missing else ""
    return (
        f'<ul class="legend">{"".join(items)}</ul><p>An arrow is links to follow, with what their URLs '
        f"look like (“…” is what varies); a lighter one leads back. A box leads to its card below.{more}</p>"
    )
