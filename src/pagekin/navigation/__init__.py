"""Navigation: from the Target Pages Map to the steps of a crawler, the crawler and its file."""

from pagekin.navigation.crawler import (
    Alternative,
    Crawler,
    LearningSummary,
    MapNode,
    finding_digest,
    map_of_groups,
)
from pagekin.navigation.crawler_identity import crawler_id
from pagekin.navigation.form_use import FormUse, KnownForm
from pagekin.navigation.group import Group, group, partition
from pagekin.navigation.navigation_pattern import select
from pagekin.navigation.question import KinQuestion, KinReading
from pagekin.navigation.site_map import map_of_navigation
from pagekin.navigation.steps import ANY, TARGET, Navigation, Step, chain
from pagekin.navigation.target_pages_map import TargetPagesMap
from pagekin.navigation.whole_site import whole_site

__all__ = [
    "ANY",
    "TARGET",
    "Alternative",
    "Crawler",
    "FormUse",
    "Group",
    "KinQuestion",
    "KinReading",
    "KnownForm",
    "LearningSummary",
    "MapNode",
    "Navigation",
    "Step",
    "TargetPagesMap",
    "chain",
    "crawler_id",
    "finding_digest",
    "group",
    "map_of_groups",
    "map_of_navigation",
    "partition",
    "select",
    "whole_site",
]
