"""Links between pages, drawn as SVG: what leads to a page on its left, what it leads to on its right; or a path."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from pagekin.report.escaping import esc, fit, short_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_WIDTH, _HEIGHT, _GAP, _BETWEEN = 224, 30, 10, 74  # of a box; between boxes, and between columns
_EDGE = 8
_FONT = 12.0
_PATH_WIDTH, _PATH_GAP = 420, 46  # a path goes down: that fits a telephone, too
# Boxes beside one another at each depth, and in all: more than that nobody can tell apart. The table has all.
_MOST_BESIDE = (24, 6, 3)
_MOST = 90


@dataclass(frozen=True, slots=True)
class PictureBranch:
    """A page of a tree of links: the end of a path of `depth` links that begins or ends at the page in the middle."""

    url: str
    depth: int
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class _Box:
    text: str
    tip: str
    url: str  # "": it stands for several that are not drawn
    depth: int
    parent: int  # the box that it is linked with, in the same list
    y: float = 0.0


def tree_picture(
    url: str,
    host: str,
    inwards: Sequence[PictureBranch],
    outwards: Sequence[PictureBranch],
    address: Callable[[str], str],
) -> str:
    """Return the drawing of the trees around a page; each branch stands before those beyond it."""
    root = _Box(short_url(url, host), url, url, 0, -1)
    sides = [_placed([root, *_boxes(branches, host)]) for branches in (inwards, outwards)]
    middle = max(side[0].y for side in sides)
    before, after = ([_moved(box, middle - side[0].y) for box in side] for side in sides)
    columns = (_deepest(before), _deepest(after))
    width = 2 * _EDGE + _WIDTH + (sum(columns)) * (_WIDTH + _BETWEEN)
    height = max(box.y for box in (*before, *after)) + _HEIGHT + _EDGE
    left = _EDGE + columns[0] * (_WIDTH + _BETWEEN)
    drawn = [
        *_lines(before, left, inwards=True),
        *_lines(after, left, inwards=False),
        *(_drawn(box, left - box.depth * (_WIDTH + _BETWEEN), address) for box in before[1:]),
        *(_drawn(box, left + box.depth * (_WIDTH + _BETWEEN), address) for box in after),
    ]
    said = (
        f"{url}: {len(inwards)} ways lead there, {len(outwards)} lead on; the table lists them all"
    )
    return _svg(width, height, said, drawn)


def path_picture(pages: Sequence[PictureBranch], host: str, address: Callable[[str], str]) -> str:
    """Return the drawing of a path from page to page; each has the text of the link that leads there."""
    step = _HEIGHT + _PATH_GAP
    boxes = [
        _Box(short_url(page.url, host), page.url, page.url, 0, -1, _EDGE + number * step)
        for number, page in enumerate(pages)
    ]
    middle = _EDGE + _PATH_WIDTH / 2
    drawn = []
    for (above, below), page in zip(pairwise(boxes), pages[1:], strict=True):
        drawn.append(_arrow(f"M{middle:.0f} {above.y + _HEIGHT:.1f}V{below.y - 2:.1f}"))
        text = fit(page.anchor, _PATH_WIDTH / 2 - 20, _FONT)
        at = above.y + _HEIGHT + _PATH_GAP / 2 + 4
        drawn.append(f'<text class="anchor" x="{middle + 10:.0f}" y="{at:.1f}">{esc(text)}</text>')
    drawn += [_drawn(box, _EDGE, address, _PATH_WIDTH) for box in boxes]
    said = f"{len(pages) - 1} links from {pages[0].url} to {pages[-1].url}"
    return _svg(_PATH_WIDTH + 2 * _EDGE, boxes[-1].y + _HEIGHT + _EDGE, said, drawn)


def _boxes(branches: Sequence[PictureBranch], host: str) -> Iterator[_Box]:
    """Yield the boxes of a tree below its root, as many as can be told apart, then how many more there are."""
    beside: defaultdict[int, int] = defaultdict(int)  # the boxes below one
    left_out: defaultdict[int, int] = defaultdict(int)
    path = [0]  # the boxes from the root to the last one
    count, hidden = 1, None
    for branch in branches:
        if hidden is not None and branch.depth > hidden:
            continue  # it hangs on one that is not drawn
        hidden = None
        parent = path[branch.depth - 1]
        most = _MOST_BESIDE[min(branch.depth, len(_MOST_BESIDE)) - 1]
        if beside[parent] >= most or count >= _MOST:
            left_out[parent] += 1
            hidden = branch.depth
            continue
        beside[parent] += 1
        del path[branch.depth :]
        path.append(count)
        count += 1
        tip = f"{branch.url} ({branch.anchor})" if branch.anchor else branch.url
        yield _Box(short_url(branch.url, host), tip, branch.url, branch.depth, parent)
    for parent, number in left_out.items():
        yield _Box(f"and {number:,} more", "", "", -1, parent)


def _placed(boxes: Sequence[_Box]) -> list[_Box]:
    """Give boxes their height: each beside the middle of those that hang on it."""
    known = [
        replace(box, depth=boxes[box.parent].depth + 1) if box.depth < 0 else box for box in boxes
    ]
    below: defaultdict[int, list[int]] = defaultdict(list)
    for number, box in enumerate(known[1:], 1):
        below[box.parent].append(number)
    heights: dict[int, float] = {}
    free = float(_EDGE)
    waiting = [(0, False)]
    while waiting:
        number, is_done = waiting.pop()
        children = below[number]
        if not children:
            heights[number] = free
            free += _HEIGHT + _GAP
        elif is_done:
            heights[number] = (heights[children[0]] + heights[children[-1]]) / 2
        else:
            waiting.append((number, True))
            waiting += [(child, False) for child in reversed(children)]
    return [replace(box, y=heights[number]) for number, box in enumerate(known)]


def _moved(box: _Box, by: float) -> _Box:
    return replace(box, y=box.y + by)


def _deepest(boxes: Sequence[_Box]) -> int:
    return max(box.depth for box in boxes)


def _lines(boxes: Sequence[_Box], left: float, *, inwards: bool) -> Iterator[str]:
    """Yield the links between boxes, each with its arrow where it leads."""
    step = _WIDTH + _BETWEEN
    for box in boxes[1:]:
        parent = boxes[box.parent]
        if inwards:
            start = (left - box.depth * step + _WIDTH, box.y)
            end = (left - parent.depth * step, parent.y)
        else:
            start = (left + parent.depth * step + _WIDTH, parent.y)
            end = (left + box.depth * step, box.y)
        (x, y), (to_x, to_y) = start, end
        y, to_y, to_x = y + _HEIGHT / 2, to_y + _HEIGHT / 2, to_x - 2
        bend = (x + to_x) / 2
        yield _arrow(
            f"M{x:.1f} {y:.1f}C{bend:.1f} {y:.1f} {bend:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"
        )


def _arrow(path: str) -> str:
    return f'<path class="link" d="{path}" marker-end="url(#link-arrow)"/>'


def _drawn(box: _Box, x: float, address: Callable[[str], str], width: float = _WIDTH) -> str:
    text = fit(box.text, width - 16, _FONT, mono=bool(box.url), head=0.3)
    middle = box.y + _HEIGHT / 2 + 4
    label = f'<text x="{x + 8:.1f}" y="{middle:.1f}">{esc(text)}</text>'
    if not box.url:
        return f'<g class="more">{label}</g>'
    kind = "page here" if box.depth == 0 and box.parent < 0 else "page"
    return (
        f'<a class="{kind}" href="{esc(address(box.url))}"><title>{esc(box.tip)}</title>'
        f'<rect x="{x:.1f}" y="{box.y:.1f}" width="{width:.0f}" height="{_HEIGHT}" rx="6"/>{label}</a>'
    )


def _svg(width: float, height: float, said: str, drawn: Sequence[str]) -> str:
    return (
        f'<svg class="links" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="group" aria-label="{esc(said)}">'
        '<defs><marker id="link-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" '
        'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1 10 5 0 9z"/>'
        f"</marker></defs>{''.join(drawn)}</svg>"
    )
