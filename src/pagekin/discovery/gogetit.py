"""Strategy `gogetit`: Structure-Driven Crawler Generation by Example (SIGIR 2006), as published."""

from pagekin.discovery.learning_task import (
    LearningResult,
    LearningTask,
    check_scope,
    fetch_entry,
    fetch_sample,
    now,
)
from pagekin.discovery.mapping import mapping
from pagekin.dom import Page
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation import Crawler, LearningSummary, chain, group, map_of_groups, select
from pagekin.settings import Settings
from pagekin.similarity import RTDMSim, SimilaritySettings
from pagekin.site import Site, Stop, Watch

NAME = "gogetit"


async def learn(
    site: Site, task: LearningTask, settings: Settings, stop: Stop, watch: Watch = lambda _: None
) -> LearningResult:
    """Map the site, group the map, choose the navigation pattern, and return the crawler."""
    check_scope(task)
    if task.seeds or task.negatives:
        raise UsageError(
            f"strategy {NAME} starts from one entry and takes no seeds and no negatives (--not); use auto"
        )
    entry = task.entry or task.root
    similarity = SimilaritySettings.from_dict(
        {"threshold": settings.threshold, "labels": settings.labels, "fold": settings.fold}
    )
    samples = [RTDMSim((await fetch_sample(site, url)).root, similarity) for url in task.samples]

    def is_target(page: Page) -> bool:
        return any(sample.matches(page.root) for sample in samples)

    mapped = await mapping(
        site,
        await fetch_entry(site, entry),
        is_target,
        task.scope,
        stop,
        concurrency=settings.concurrency,
        watch=watch,
    )
    groups = group(mapped.tpm, settings.url_levels)
    patterns = select(groups)
    if not patterns:
        raise NothingFoundError(_nothing(entry, mapped.pages, mapped.stopped, settings))
    learned = LearningSummary(
        strategy=NAME,
        at=now(),
        pages=mapped.pages,
        failed=mapped.failed,
        targets=len(mapped.tpm.targets),
        expected=max(g.targets for g in groups),
        complete=mapped.stopped is None,
        ended=mapped.stopped or "every page that links lead to was seen",
    )
    crawler = Crawler(
        samples=task.samples,
        entry=entry,
        scope=task.scope,
        navigation=chain(entry, patterns),
        learned=learned,
        map=map_of_groups(groups),
        similarity=similarity,
    )
    return LearningResult(crawler, tuple(sorted(mapped.tpm.targets)))


def _nothing(entry: str, pages: int, stopped: str | None, settings: Settings) -> str:
    """Return why there is no crawler, and what could be tried."""
    if pages == 1:
        return (
            f"the entry {entry} has no links to follow; choose an entry page that links to "
            "others of its site"
        )
    ended = f", then stopped: {stopped}" if stopped else ""
    return (
        f"none of the {pages} pages from {entry} is like the sample{ended}; try a lower "
        f"--threshold (now {settings.threshold:g}), --labels tag+class --fold, or another entry"
    )
