"""From what a person typed to a crawler, over the network."""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.app.form_settings import forms_to_learn, left_alone_on, meet_forms, with_forms
from pagekin.app.learning_cache import LearningCache
from pagekin.app.site_opening import open_spooled, scope_around
from pagekin.discovery import STRATEGIES, LearningTask, checked_url
from pagekin.navigation import Crawler
from pagekin.settings import Settings
from pagekin.settings.setting_values import urls as listed
from pagekin.site import Stop, Watch
from pagekin.sources import Spool


def task_from(
    samples: Sequence[str],
    entry: str | None,
    settings: Settings,
    negatives: Sequence[str] = (),
    wider: int = 0,
) -> LearningTask:
    """Give what a person typed as a task: canonical URLs and the scope around the entry."""
    urls = tuple(checked_url(sample, "sample") for sample in samples)
    start = checked_url(entry, "entry") if entry else None
    scope = scope_around(start or urls[0], settings)
    others = tuple(checked_url(negative, "negative") for negative in negatives)
    seeds = tuple(checked_url(seed, "seed") for seed in listed(settings.seeds))
    return LearningTask(urls, start, scope, others, wider, seeds)


def site_of(samples: Sequence[str], entry: str | None) -> str:
    """Give the site that a person means, by its host, so that its own settings count."""
    url = checked_url(entry, "entry") if entry else checked_url(samples[0], "sample")
    return url.split("/", 3)[2]


def stop_from(settings: Settings) -> Stop:
    """Give the limits on learning."""
    return Stop(settings.max_pages, settings.max_depth, settings.max_seconds)


def named_for(task: LearningTask) -> tuple[str, ...]:
    """Give the URLs that a person named."""
    return tuple(filter(None, (task.entry, *task.samples, *task.negatives, *task.seeds)))


async def learn(
    task: LearningTask,
    settings: Settings,
    strategy: str,
    stop: Stop,
    watch: Watch,
    *,
    kept: Spool | LearningCache | None = None,
    left_alone: dict[str, str] | None = None,
) -> Crawler:
    """Open the task's site and learn a crawler there; what is kept already is not fetched.

    `left_alone` is told where the forms lead that were not submitted, and why.
    """
    forms = forms_to_learn(settings)
    async with open_spooled(task.scope, settings, kept, forms, named=named_for(task)) as site:
        await meet_forms(site, task)
        crawler = (await STRATEGIES[strategy](site, task, settings, stop, watch)).crawler
        if left_alone is not None:
            left_alone.update(left_alone_on(site))
        crawler = replace(
            crawler,
            id=task.crawler_id(strategy),
            render=settings.render,
            scroll=settings.scroll,
        )
        return with_forms(crawler, site)
