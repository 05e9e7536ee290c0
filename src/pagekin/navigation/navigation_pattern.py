"""The navigation pattern (Definition 2): which links lead, step by step, from the entry to the targets."""

from collections.abc import Sequence
from dataclasses import dataclass

from pagekin.navigation.group import Group
from pagekin.urls import URLPattern


@dataclass(frozen=True, slots=True)
class NavigationPattern:
    """A URL pattern per step; the first is applied to the entry's links, the last gives the targets."""

    steps: tuple[URLPattern, ...]


def select(groups: Sequence[Group]) -> NavigationPattern | None:
    """Take the path to the group with the most targets; of equal ones the nearest, then the first."""
    best = max(groups, key=lambda group: group.targets)
    if not best.targets:
        return None
    steps = []
    while best.under is not None:
        steps.append(best.pattern)
        best = groups[best.under]
    return NavigationPattern(tuple(reversed(steps)))
