"""A value over time, drawn as SVG: no script is needed to look at it, and paper will do."""

import time
from collections.abc import Sequence

from pagekin.report.document import Graph, GraphPoint
from pagekin.report.escaping import esc

_WIDTH, _HEIGHT = 640, 170
_LEFT, _RIGHT, _TOP, _BOTTOM = 8, 8, 26, 24
_SINGLE_DOTS = 60  # points that are marked one by one; more would hide the line


def line_graph(graph: Graph) -> str:
    """Return the drawing of a graph: a step at each value that is new, the least and the greatest named."""
    points = sorted(graph.points, key=lambda point: point.at)
    if not points:
        return ""
    values = [point.value for point in points]
    low, high = min(values), max(values)
    places = list(zip(_across(points), _up(values, low, high), strict=True))
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6"><title>{esc(_day(point.at))}: '
        f"{esc(_shown(point.value, graph.unit))}</title></circle>"
        for (x, y), point in zip(places, points, strict=True)
        if len(points) <= _SINGLE_DOTS
    )
    return (
        f'<svg class="graph" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{esc(_in_words(graph, points, low, high))}">'
        f'<text class="title" x="{_LEFT}" y="15">{esc(graph.title)}</text>'
        f'<path class="ground" d="M{_LEFT} {_HEIGHT - _BOTTOM}H{_WIDTH - _RIGHT}"/>'
        f'<path class="values" d="{_steps(places)}"/>{dots}'
        f"{_labels(points, _shown(low, graph.unit), _shown(high, graph.unit))}</svg>"
    )


def _across(points: Sequence[GraphPoint]) -> list[float]:
    first, span = points[0].at, (points[-1].at - points[0].at) or 1.0
    room = _WIDTH - _LEFT - _RIGHT - 8
    return [_LEFT + 4 + room * (point.at - first) / span for point in points]


def _up(values: Sequence[float], low: float, high: float) -> list[float]:
    room, span = _HEIGHT - _TOP - _BOTTOM - 24, high - low
    base = _HEIGHT - _BOTTOM - 8
    return [base - (room * (value - low) / span if span else room / 2) for value in values]


def _steps(places: Sequence[tuple[float, float]]) -> str:
    """Draw a value as staying what it was until it was seen to be another one."""
    (x, y), *others = places
    return f"M{x:.1f} {y:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in others)


def _labels(points: Sequence[GraphPoint], low: str, high: str) -> str:
    right, foot = _WIDTH - _RIGHT, _HEIGHT - 6
    both = f"{low} – {high}" if low != high else low
    first, last = _end_labels(points[0].at, points[-1].at)
    return (
        f'<text class="range" x="{right}" y="15" text-anchor="end">{esc(both)}</text>'
        f'<text class="day" x="{_LEFT}" y="{foot}">{esc(first)}</text>'
        f'<text class="day" x="{right}" y="{foot}" text-anchor="end">{esc(last)}</text>'
    )


def _in_words(graph: Graph, points: Sequence[GraphPoint], low: float, high: float) -> str:
    unit = graph.unit
    first, last = points[0], points[-1]
    return (
        f"{graph.title}: {_shown(first.value, unit)} on {_day(first.at)}, {_shown(last.value, unit)} on "
        f"{_day(last.at)}, between {_shown(low, unit)} and {_shown(high, unit)} in all"
    )


def _shown(value: float, unit: str) -> str:
    number = f"{value:,.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:,.0f}"
    return f"{number} {unit}".strip()


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at))


def _end_labels(first: float, last: float) -> tuple[str, str]:
    """Return the days at which a graph begins and ends; the times if that is the same day."""
    days = _day(first), _day(last)
    if days[0] != days[1] or first == last:
        return days
    begins, ends = (time.strftime("%H:%M", time.gmtime(at)) for at in (first, last))
    return f"{days[0]} {begins}", f"{ends} UTC"
