"""The navigation pattern (Definition 2): which links lead, step by step, from the entry to the targets."""

from collections.abc import Sequence

from pagekin.navigation.group import Group
from pagekin.urls import URLPattern


def select(groups: Sequence[Group]) -> tuple[URLPattern, ...]:
    """Take the path to the group with the most targets; of equal ones the nearest, then the first.

    A URL pattern per step: the first is applied to the entry's links, the last gives the targets. None
    at all if there are no targets.
    """
    best = max(groups, key=lambda group: group.targets)
    if not best.targets:
        return ()
    steps = []
    while best.under is not None:
        steps.append(best.pattern)
        best = groups[best.under]
    return tuple(reversed(steps))
