"""Navigation: from the Target Pages Map to a navigation pattern and the crawler file."""

from pagekin.navigation.crawler import Crawler, Learned
from pagekin.navigation.group import Group, group, partition
from pagekin.navigation.navigation_pattern import NavigationPattern, select
from pagekin.navigation.target_pages_map import TargetPagesMap

__all__ = [
    "Crawler",
    "Group",
    "Learned",
    "NavigationPattern",
    "TargetPagesMap",
    "group",
    "partition",
    "select",
]
