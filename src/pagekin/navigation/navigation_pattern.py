"""The navigation pattern (Definition 2): which links lead, step by step, from the entry to the targets."""

from collections.abc import Sequence

from pagekin.navigation.group import Group
from pagekin.urls import URLPattern


def select(groups: Sequence[Group]) -> tuple[URLPattern, ...]:
    """Return the path to the group with the most targets; of several, the nearest, then the first.

    There is one URL pattern per step: the first applies to the links of the entry, the last leads to the
    targets. Without targets there are no patterns.
    """
    best = max(groups, key=lambda group: group.targets)
    if not best.targets:
        return ()
    steps = []
    while best.under is not None:
        steps.append(best.pattern)
        best = groups[best.under]
    return tuple(reversed(steps))
