"""A crawler of everything: without samples and learning, it visits every page that the scope allows."""

from collections.abc import Sequence

from pagekin.navigation.crawler import Crawler, LearningSummary, MapNode
from pagekin.navigation.crawler_identity import crawler_id
from pagekin.navigation.steps import Navigation
from pagekin.urls import Scope

STRATEGY = "everything"


def whole_site(scope: Scope, entry: str, at: str, seeds: Sequence[str] = ()) -> Crawler:
    """Return the crawler of a whole site; `at` is the date and time for its file (ISO 8601)."""
    starts = tuple(dict.fromkeys((entry, *seeds)))
    ended = "nothing has to be learned to crawl everything"
    return Crawler(
        samples=(),
        entry=entry,
        scope=scope,
        navigation=Navigation(starts, (), everything=True),
        learned=LearningSummary(STRATEGY, at, 0, 0, 0, 0, complete=True, ended=ended),
        map=tuple(MapNode(start, 1, 0, (start,)) for start in starts),
        seeds=tuple(seeds),
        id=crawler_id(scope, (), entry=entry, strategy=STRATEGY),
    )
