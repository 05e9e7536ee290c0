"""Strategies `trivial` and `indesit`: the searches of paper 002 as published, made into crawlers.

The paper ends with the pages found. To find them again, a navigation is derived from the links seen on the
way, as for `auto`. There is no membership rule: the crawler takes everything that it reaches.
"""

from collections.abc import Awaitable, Callable
from functools import partial

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.indesit import indesit
from pagekin.discovery.learning_task import (
    LearningResult,
    LearningTask,
    check_scope,
    fetch_entry,
    fetch_sample,
    now,
)
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_deriving import derive
from pagekin.discovery.search_result import SearchResult
from pagekin.discovery.trivial import trivial_search
from pagekin.dom import Link, Page
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation import Crawler, LearningSummary, map_of_navigation
from pagekin.settings import Settings
from pagekin.site import Failure, Site, Stop, Watch
from pagekin.urls import Scope

TRIVIAL, INDESIT = "trivial", "indesit"


_Search = Callable[[Site, Page, Scope, Stop], Awaitable[SearchResult]]


class _Recording:
    """A site that remembers the links of every page that came through it."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.seen: dict[str, tuple[str, tuple[Link, ...]]] = {}

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch a page, and keep where it links to."""
        result = await self._site.fetch(url)
        if isinstance(result, Page):
            self.seen[url] = result.url, result.links
        return result


async def learn_trivial(
    site: Site, task: LearningTask, settings: Settings, stop: Stop, watch: Watch = lambda _: None
) -> LearningResult:
    """Learn by TRIVIALSEARCH."""
    search = partial(
        trivial_search,
        st=settings.schema_distance,
        depth=settings.index_depth,
        concurrency=settings.concurrency,
        watch=watch,
    )
    return await _learn(site, task, stop, search, TRIVIAL)


async def learn_indesit(
    site: Site, task: LearningTask, settings: Settings, stop: Stop, watch: Watch = lambda _: None
) -> LearningResult:
    """Learn by INDESIT."""
    search = partial(
        indesit, st=settings.schema_distance, concurrency=settings.concurrency, watch=watch
    )
    return await _learn(site, task, stop, search, INDESIT)


async def _learn(
    site: Site, task: LearningTask, stop: Stop, search: _Search, name: str
) -> LearningResult:
    check_scope(task)
    if len(task.samples) > 1 or task.negatives or task.seeds:
        raise UsageError(
            f"strategy {name} takes one sample and no negatives or seeds; use auto for more"
        )
    recording = _Recording(site)
    sample = await fetch_sample(recording, task.samples[0])
    if task.entry:
        await fetch_entry(recording, task.entry)
    found = await search(recording, sample, task.scope, stop)
    explored = ExploredSite(task.scope)
    # In the order of their URLs: the order in which they came differs from run to run.
    for url in sorted(recording.seen):
        explored.add_links(url, *recording.seen[url])
    return _result(task, found, explored, name)


def _result(
    task: LearningTask, found: SearchResult, explored: ExploredSite, name: str
) -> LearningResult:
    members = {explored.number(url) for url in found.targets}
    classes = LinkClasses(explored, members)
    entries = [explored.number(task.entry)] if task.entry else []
    deriving = derive(explored, classes, entries, has_rule=False)
    if not deriving.reached:
        raise NothingFoundError(_nothing(found))
    navigation = deriving.navigation()
    learned = LearningSummary(
        strategy=name,
        at=now(),
        pages=found.downloads,
        failed=found.failed,
        targets=len(found.targets),
        expected=deriving.reached,
        complete=found.stopped is None,
        ended=found.stopped or "no class-link was left to follow",
    )
    crawler = Crawler(
        samples=task.samples,
        entry=task.entry or navigation.starts[0],
        scope=task.scope,
        navigation=navigation,
        learned=learned,
        map=map_of_navigation(
            navigation, deriving.kinds(), members, explored.urls, deriving.shapes
        ),
    )
    return LearningResult(crawler, deriving.target_urls)


def _nothing(found: SearchResult) -> str:
    """Return why there is no crawler, and what could be tried."""
    if len(found.targets) > 1:
        return (
            f"{len(found.targets)} pages like the sample were found among {found.downloads}, but none that "
            "many of them can be reached from; name one with --entry"
        )
    return (
        f"no other page like the sample was found among {found.downloads} pages: by its page schema "
        "the sample is the only one of its kind"
    )
