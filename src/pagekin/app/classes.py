"""The kinds of pages that a site has, for those who have no sample yet."""

from dataclasses import dataclass

from pagekin.app.sites.form_settings import forms_to_learn
from pagekin.app.sites.site_opening import open_for_fetching, scope_around
from pagekin.app.step_runner import StepRunner
from pagekin.discovery.page_classes import SiteClasses, page_classes
from pagekin.settings import Settings
from pagekin.site import Stop, Watch

# Looked at unless somebody wants more: to choose a class takes no more than an impression of the site.
IMPRESSION = 1_000


@dataclass(frozen=True, slots=True)
class ClassesRequest:
    """Where to look around."""

    entry: str
    settings: Settings
    max_pages: int | None = None  # None: an impression

    @property
    def limits(self) -> Stop:
        """When to stop."""
        settings = self.settings
        most = settings.max_pages if self.max_pages else min(settings.max_pages, IMPRESSION)
        return Stop(most, settings.max_depth, settings.max_seconds)


def classes(request: ClassesRequest, runner: StepRunner, stop: Stop) -> SiteClasses:
    """Look around from a page and divide the pages into classes; nothing of it is kept."""
    settings, entry = request.settings, request.entry
    scope = scope_around(entry, settings)

    async def look_around(watch: Watch) -> SiteClasses:
        forms = forms_to_learn(settings)
        async with open_for_fetching(scope, settings, [entry], forms=forms) as site:
            return await page_classes(
                site, entry, scope, stop, watch, concurrency=settings.concurrency
            )

    return runner.run("looking around", look_around, stop)
