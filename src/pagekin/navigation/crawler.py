"""The crawler: everything that was learned, as one frozen value."""

from collections.abc import Sequence
from dataclasses import dataclass

from pagekin.navigation.crawler_identity import (
    FINDING_DIGITS,
    digest,
    finding_content,
    id_by_content,
)
from pagekin.navigation.form_use import FormUse
from pagekin.navigation.group import Group
from pagekin.navigation.question import KinQuestion
from pagekin.navigation.steps import Navigation
from pagekin.similarity import SimilaritySettings
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.urls import Scope
from pagekin.wrappers import Wrapper


@dataclass(frozen=True, slots=True)
class LearningSummary:
    """How a crawler was learned."""

    strategy: str
    at: str  # date and time, ISO 8601
    pages: int  # fetched while learning: the paper's "links traversed" of the generation
    failed: int
    targets: int  # among them
    expected: int  # that the crawler is expected to find
    complete: bool  # false: it was stopped early
    ended: str  # why it ended


@dataclass(frozen=True, slots=True)
class MapNode:
    """A kind of page on the way to the targets: how many pages, how many targets, and some examples."""

    name: str
    pages: int
    targets: int
    examples: tuple[str, ...]
    under: int | None = None  # the index in the map of the kind that leads here; None: a start
    written: str = ""  # how the addresses seen are written, for people
    # The same for each of the shapes that are followed there, if these are several.
    forms: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another class that contains the samples and might have been meant."""

    relation: str  # wider or narrower
    pages: int  # of the pages seen
    sign: str  # what its pages have, in words


@dataclass(frozen=True, slots=True)
class Crawler:
    """All that is needed to find the samples' kin again, and how it was learned.

    `membership` decides who is kin; without it the navigation alone does, and `similarity` is what the
    samples were compared by while learning. A crawler of everything (see `whole_site`) has no samples.

    The `id` identifies the crawler: it is derived when a crawler is learned (see `crawler_id`) and kept
    through every edit. A crawler that is created without an id gets one derived from its content.
    """

    samples: tuple[str, ...]
    entry: str
    scope: Scope
    navigation: Navigation
    learned: LearningSummary
    map: tuple[MapNode, ...]
    similarity: SimilaritySettings | None = None
    membership: MembershipRule | None = None
    negatives: tuple[str, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    seeds: tuple[str, ...] = ()  # further pages to learn from; those that help are starts
    doubtful: tuple[str, ...] = ()  # pages seen whose membership was a close decision
    questions: tuple[KinQuestion, ...] = ()  # what would settle it, first what decides most
    wrapper: Wrapper | None = None  # how to extract the targets' fields
    forms: FormUse | None = None  # how forms are filled in on the way
    render: str = ""  # the pages that are empty without their scripts: globs, or "always"
    scroll: int = 0  # how many times to scroll to their end, where more appears
    id: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            finding = finding_content(self.scope, self.navigation, self.membership)
            object.__setattr__(self, "id", id_by_content(self.scope.host, self.samples, finding))


def finding_digest(crawler: Crawler) -> str:
    """Return a digest of everything that decides which pages a crawler finds.

    Crawls with the same digest cover the same part of the site: a page in only one of them has appeared or
    vanished. The wrapper, dates and information for people do not count.
    """
    finding = finding_content(crawler.scope, crawler.navigation, crawler.membership, crawler.forms)
    return digest(finding, FINDING_DIGITS)


def map_of_groups(groups: Sequence[Group]) -> tuple[MapNode, ...]:
    """Return a grouped Target Pages Map as the map of a crawler."""
    return tuple(MapNode(str(g.pattern), g.pages, g.targets, g.examples, g.under) for g in groups)
