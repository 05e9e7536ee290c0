"""Navigation: from the Target Pages Map to the navigation and the crawler file."""

from pagekin.navigation.crawler import Alternative, Crawler, LearningSummary, MapNode, map_of_groups
from pagekin.navigation.form_use import FormUse, KnownForm
from pagekin.navigation.group import Group, group, partition
from pagekin.navigation.navigation_pattern import select
from pagekin.navigation.site_map import map_of_navigation
from pagekin.navigation.steps import ANY, TARGET, Navigation, Step, chain
from pagekin.navigation.target_pages_map import TargetPagesMap

__all__ = [
    "ANY",
    "TARGET",
    "Alternative",
    "Crawler",
    "FormUse",
    "Group",
    "KnownForm",
    "LearningSummary",
    "MapNode",
    "Navigation",
    "Step",
    "TargetPagesMap",
    "chain",
    "group",
    "map_of_groups",
    "map_of_navigation",
    "partition",
    "select",
]
