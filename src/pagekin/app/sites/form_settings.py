"""How forms are filled in: what a person set, and what a crawler has learned about them."""

from dataclasses import replace
from pathlib import Path

from pagekin.discovery import LearningTask
from pagekin.errors import UsageError
from pagekin.navigation import Crawler, FormUse
from pagekin.settings import Settings
from pagekin.site import Site
from pagekin.site.form_filling import FormSite
from pagekin.urls.form_urls import as_posted


def forms_to_learn(settings: Settings) -> FormUse | None:
    """Return how to fill in forms while learning; None if nobody asked for it."""
    if not settings.forms:
        return None
    names = (name.strip() for name in settings.form_names.split(","))
    return FormUse(settings.form_budget, _words(settings), tuple(filter(None, names)))


def forms_to_follow(crawler: Crawler, settings: Settings) -> FormUse | None:
    """Return the forms that a crawler fills in, with other words if a person named some."""
    if crawler.forms is None or not settings.words:
        return crawler.forms
    return replace(crawler.forms, words=_words(settings))


async def meet_forms(site: Site, task: LearningTask) -> None:
    """Show the samples to the forms, after the entry if a sample needs a token from there."""
    if isinstance(site, FormSite):
        site.filled_in.trials.samples = task.samples
    if task.entry and isinstance(site, FormSite) and any(map(as_posted, task.samples)):
        await site.fetch(task.entry)


def with_forms(crawler: Crawler, site: Site) -> Crawler:
    """Return a crawler with the forms that it follows on the site where it was learned."""
    if not isinstance(site, FormSite):
        return crawler
    return replace(crawler, forms=site.filled_in.followed(crawler.navigation, crawler.scope))


def left_alone_on(site: object) -> dict[str, str]:
    """Return where forms lead that were not submitted, each with the reason."""
    return site.filled_in.left_alone if isinstance(site, FormSite) else {}


def _words(settings: Settings) -> tuple[str, ...]:
    """Read the words for text fields, one a line."""
    if not settings.words:
        return ()
    try:
        text = Path(settings.words).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(f"--words {settings.words}: cannot be read: {reason}") from None
    return tuple(dict.fromkeys(filter(None, map(str.strip, text.splitlines()))))
