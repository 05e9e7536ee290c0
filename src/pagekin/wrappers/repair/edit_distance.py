"""The edit distance of XPaths: how many steps must change until an old path leads to a new place.

This is EditDist in formula (2) of the eShopmonitor paper. Between two equality XPaths it is the usual
edit distance with steps as letters; `//` in the old path matches any number of steps of the new one.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from lxml import etree

from pagekin.wrappers.xpath_steps import numbered

T = TypeVar("T")
_SIDEWAYS = ("following-sibling::", "preceding-sibling::")
_PARTS = re.compile(r"""("[^"]*"|'[^']*')|(//?)|([\[\]()])""")


@dataclass(frozen=True, slots=True)
class PathStep:
    """A step of a path: the node test, its conditions, and whether `//` precedes it."""

    test: str
    conditions: tuple[str, ...]
    below: bool


def edit_distance(old: str, new: str) -> float:
    """Return the distance between two paths."""
    return _distance(steps_of(old), steps_of(new), _step_cost)


def distance_to(old: str, element: etree._Element, suffix: str = "") -> float:
    """Return the distance from an old path to a place on a page: an element and a suffix."""
    chain: list[etree._Element | str] = [*reversed([element, *element.iterancestors()])]
    if suffix:
        chain.append(suffix.lstrip("/"))
    return _distance(steps_of(old), chain, _place_cost)


def steps_of(path: str) -> tuple[PathStep, ...]:
    """Split a path into steps; what steps sideways and upwards pass on their way does not count."""
    steps: list[PathStep] = []
    anywhere = False  # what was passed followed `//`
    for raw, below in _split(path.strip().removeprefix("(").removeprefix(".")):
        if raw in {"", "."}:
            continue
        aside = next((axis for axis in _SIDEWAYS if raw.startswith(axis)), "")
        if (aside or raw == "..") and steps:
            anywhere = steps.pop().below or anywhere
        if raw == "..":
            continue
        test, *conditions = _opened(raw.removeprefix(aside).removeprefix("child::"))
        steps.append(PathStep(test, tuple(conditions), below or anywhere))
        anywhere = False
    return tuple(steps)


def _split(path: str) -> list[tuple[str, bool]]:
    """Split a path at its slashes, except inside conditions and strings."""
    found: list[tuple[str, bool]] = []
    depth, start, below = 0, 0, False
    for match in _PARTS.finditer(path):
        bracket, slash = match[3], match[2]
        if bracket:
            depth += 1 if bracket in "[(" else -1
        elif slash and depth <= 0:
            found.append((path[start : match.start()], below))
            start, below = match.end(), slash == "//"
    found.append((path[start:], below))
    return found


def _opened(step: str) -> list[str]:
    """Return the node test of a step, then its conditions without brackets."""
    test, _, _ = step.partition("[")
    parts = [test.strip().removesuffix(")") if "(" not in test else test.strip()]
    depth, start = 0, 0
    for match in _PARTS.finditer(step):
        if match[3] == "[":
            start = start if depth else match.end()
            depth += 1
        elif match[3] == "]":
            depth -= 1
            if depth == 0:
                parts.append(step[start : match.start()])
    return parts


def _distance(
    old: Sequence[PathStep], new: Sequence[T], cost: Callable[[PathStep, T], float]
) -> float:
    """Compute Wagner and Fischer's table row by row; an extra step after `//` costs nothing."""
    free = bool(old) and old[0].below
    row = [0.0 if free else float(j) for j in range(len(new) + 1)]
    for i, step in enumerate(old, 1):
        more = 0.0 if i < len(old) and old[i].below else 1.0
        above, row = row, [float(i)]
        for j, place in enumerate(new, 1):
            row.append(min(above[j] + 1, row[j - 1] + more, above[j - 1] + cost(step, place)))
    return row[-1]


def _step_cost(old: PathStep, new: PathStep) -> float:
    """Return the cost of two steps: another test is a whole change, other conditions are half of one."""
    if old.test != new.test:
        return 1.0
    wanted = set(old.conditions) | set(new.conditions)
    return len(wanted - (set(old.conditions) & set(new.conditions))) / (2 * len(wanted) or 1)


def _place_cost(old: PathStep, place: etree._Element | str) -> float:
    """Return the cost of a step at a place: conditions that the place does not meet count up to a half."""
    if isinstance(place, str):
        return _step_cost(old, steps_of(place)[0])
    if old.test not in {"*", "node()", place.tag}:
        return 1.0
    failed = sum(not _holds(condition, place) for condition in old.conditions)
    return failed / (2 * len(old.conditions) or 1)


def _holds(condition: str, element: etree._Element) -> bool:
    if condition.isdigit():
        return numbered(element).endswith(f"[{condition}]")
    try:
        return bool(etree.XPath(f"self::*[{condition}]")(element))
    except etree.XPathError:
        return False
