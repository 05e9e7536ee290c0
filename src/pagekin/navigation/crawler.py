"""The crawler: what was learned, as one frozen value."""

from dataclasses import dataclass

from pagekin.navigation.group import Group
from pagekin.navigation.navigation_pattern import NavigationPattern
from pagekin.similarity import SimilaritySettings
from pagekin.urls import Scope


@dataclass(frozen=True, slots=True)
class Learned:
    """How a crawler came about."""

    strategy: str
    at: str  # date and time, ISO 8601
    pages: int  # fetched while learning: the paper's "links traversed" of the generation
    failed: int
    targets: int
    stopped: str | None  # why before the end; None: the whole site was seen
    url_levels: int


@dataclass(frozen=True, slots=True)
class Crawler:
    """All that is needed to find the sample's kin again, and how it was learned."""

    samples: tuple[str, ...]
    entry: str
    scope: Scope
    navigation: NavigationPattern
    similarity: SimilaritySettings
    learned: Learned
    map: tuple[Group, ...]  # the Target Pages Map, grouped
