"""A placed graph as SVG: boxes that lead to their cards, curves with arrows, loops."""

from collections.abc import Iterator, Sequence

from pagekin.report.escaping import count, esc
from pagekin.report.site_graph import Role, SiteGraph, Way
from pagekin.report.site_placing import LOOP, Box, Curve, Placement, Point, place
from pagekin.report.site_texts import Line, kind_title, numbers

_LEADING = 1.35
_MAX_DESCRIBED = 60


def drawing(graph: SiteGraph, host: str) -> tuple[str, float]:
    """Draw a graph; return the SVG and its width."""
    placed = place(graph, host)
    parts = [
        _opening(placed),
        f'<title id="map-title">Map of {esc(host)}</title>',
        f'<desc id="map-description">{esc(" ".join(_described(graph, host)))}</desc>',
        "<defs>",
        *(_arrow(name) for name in ("way", "back", "aside", "along")),
        "</defs>",
        *(_curve(curve, graph) for curve in placed.curves),
        *_loops(placed, graph),
        *(_label(box, graph, host) for box in placed.labels),
        *(_kind(box, graph, host) for box in placed.kinds),
        "</svg>",
    ]
    return "\n".join(parts), placed.width


def _opening(placed: Placement) -> str:
    width, height = f"{placed.width:.0f}", f"{placed.height:.0f}"
    return (
        f'<svg class="map" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="group" aria-labelledby="map-title map-description" '
        'xmlns="http://www.w3.org/2000/svg">'
    )


def _described(graph: SiteGraph, host: str) -> Iterator[str]:
    yield f"{count(len(graph.kinds), 'kind')} of pages; the same stands in the cards below."
    titles = [kind_title(kind, host) for kind in graph.kinds]
    followed = [way for way in graph.ways if way.followed]
    for way in followed[:_MAX_DESCRIBED]:
        yield f"From {titles[way.source]} to {titles[way.to]}."
    if len(followed) > _MAX_DESCRIBED:
        yield f"And {len(followed) - _MAX_DESCRIBED} more ways."


def _arrow(name: str) -> str:
    return (
        f'<marker id="arrow-{name}" class="arrow {name}" viewBox="0 0 10 10" refX="9" refY="5" '
        'markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
        '<path d="M0 1 10 5 0 9z"/></marker>'
    )


def _curve(curve: Curve, graph: SiteGraph) -> str:
    style = _style(curve, graph)
    *first, last = curve.strokes
    drawn = [f'<path class="line {style}" d="{_path(stroke)}"/>' for stroke in first]
    drawn.append(f'<path class="line {style}" d="{_path(last)}" marker-end="url(#arrow-{style})"/>')
    return "".join(drawn)


def _style(curve: Curve, graph: SiteGraph) -> str:
    way = graph.ways[curve.way]
    if not way.followed:
        return "along" if graph.kinds[way.to].role is Role.ANY else "aside"
    start, end = curve.strokes[0][0][0], curve.strokes[-1][-1][0]
    # Within a column, kinds are numbered in the order in which they are reached.
    return "way" if start < end or (start == end and way.source < way.to) else "back"


def _path(points: Sequence[Point]) -> str:
    """Join points: straight where they are level, else by a curve that begins and ends level."""
    (x, y), *rest = points
    parts = [f"M{x:.1f} {y:.1f}"]
    for to_x, to_y in rest:
        if abs(to_y - y) < 0.05:
            parts.append(f"H{to_x:.1f}")
        else:
            middle = (x + to_x) / 2
            parts.append(f"C{middle:.1f} {y:.1f} {middle:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}")
        x, y = to_x, to_y
    return "".join(parts)


def _loops(placed: Placement, graph: SiteGraph) -> Iterator[str]:
    for text in placed.loops:
        box = placed.kinds[graph.ways[text.number].source]
        middle = box.x + box.width / 2
        yield (
            f'<path class="line way" marker-end="url(#arrow-way)" d="M{middle - 22:.1f} {box.y:.1f}'
            f"C{middle - 38:.1f} {box.y - LOOP * 1.25:.1f} {middle + 38:.1f} "
            f'{box.y - LOOP * 1.25:.1f} {middle + 22:.1f} {box.y:.1f}"/>'
        )
        yield f"<g>{_all_looks(graph.ways[text.number])}{_text(text, text.y, 'middle')}</g>"


def _label(box: Box, graph: SiteGraph, host: str) -> str:
    way = graph.ways[box.number]
    tip = f"{kind_title(graph.kinds[way.source], host)} → {kind_title(graph.kinds[way.to], host)}"
    return (
        f'<g class="label">{_all_looks(way, tip)}'
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="6"/>{_text(box, _text_top(box), "middle")}</g>'
    )


def _all_looks(way: Way, head: str = "") -> str:
    """Return the text that appears when the mouse rests on a way."""
    looks = (
        links.look + (f" ({links.places} places)" if links.places > 1 else "")
        for links in way.links
    )
    return f"<title>{chr(10).join(esc(text) for text in (head, *looks) if text)}</title>"


def _kind(box: Box, graph: SiteGraph, host: str) -> str:
    kind = graph.kinds[box.number]
    tip = "; ".join([kind_title(kind, host), *numbers(kind)])
    return (
        f'<a href="#kind-{kind.number}" class="kind {kind.role}"><title>{esc(tip)}</title>'
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="10"/>{_text(box, _text_top(box), "middle")}</a>'
    )


def _text_top(box: Box) -> float:
    return box.y + (box.height - sum(line.size * _LEADING for line in box.lines)) / 2


def _text(box: Box, top: float, anchor: str) -> str:
    x = box.x + box.width / 2 if anchor == "middle" else box.x
    parts, y = [], top
    for line in box.lines:
        parts.append(_line(line, x, y + line.size * 1.02))
        y += line.size * _LEADING
    return f'<text text-anchor="{anchor}">{"".join(parts)}</text>'


def _line(line: Line, x: float, y: float) -> str:
    return f'<tspan class="{line.style}" x="{x:.1f}" y="{y:.1f}">{esc(line.text)}</tspan>'
