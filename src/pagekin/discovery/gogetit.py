"""Strategy `gogetit`: Structure-Driven Crawler Generation by Example (SIGIR 2006), as published."""

import datetime as dt

from pagekin.discovery.mapping import mapping
from pagekin.discovery.start import Task, check_scope, fetch_entry, fetch_sample
from pagekin.dom import Page
from pagekin.errors import NothingFoundError
from pagekin.navigation import Crawler, Learned, group, select
from pagekin.settings import Settings
from pagekin.similarity import RTDMSim, SimilaritySettings
from pagekin.site import Site, Stop, Watch

NAME = "gogetit"


async def learn(
    site: Site, task: Task, settings: Settings, stop: Stop, watch: Watch = lambda _: None
) -> Crawler:
    """Map the site, group the map, choose the navigation pattern: a crawler."""
    check_scope(task)
    similarity = SimilaritySettings.from_dict(
        {"threshold": settings.threshold, "labels": settings.labels, "fold": settings.fold}
    )
    samples = [RTDMSim((await fetch_sample(site, url)).root, similarity) for url in task.samples]

    def is_target(page: Page) -> bool:
        return any(sample.matches(page.root) for sample in samples)

    mapped = await mapping(
        site,
        await fetch_entry(site, task.entry),
        is_target,
        task.scope,
        stop,
        concurrency=settings.concurrency,
        watch=watch,
    )
    groups = group(mapped.tpm, settings.url_levels)
    navigation = select(groups)
    if navigation is None:
        raise NothingFoundError(_nothing(task, mapped.pages, mapped.stopped, settings))
    learned = Learned(
        strategy=NAME,
        at=dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        pages=mapped.pages,
        failed=mapped.failed,
        targets=len(mapped.tpm.targets),
        stopped=mapped.stopped,
        url_levels=settings.url_levels,
    )
    return Crawler(task.samples, task.entry, task.scope, navigation, similarity, learned, groups)


def _nothing(task: Task, pages: int, stopped: str | None, settings: Settings) -> str:
    """Say why there is no crawler, and what could be tried."""
    if pages == 1:
        return (
            f"the entry {task.entry} has no links to follow; choose an entry page that links to "
            "others of its site"
        )
    ended = f", then stopped: {stopped}" if stopped else ""
    return (
        f"none of the {pages} pages from {task.entry} is like the sample{ended}; try a lower "
        f"--threshold (now {settings.threshold:g}), --labels tag+class --fold, or another entry"
    )
