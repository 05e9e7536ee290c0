"""Whether a URL and its page match a crawler, and why."""

from dataclasses import dataclass

from pagekin.app.sites.logins import open_network
from pagekin.app.sites.site_opening import as_learned, named_in
from pagekin.app.step_runner import StepRunner
from pagekin.dom import Page
from pagekin.errors import FetchError
from pagekin.navigation import TARGET, Crawler
from pagekin.settings import Settings
from pagekin.similarity import RTDMSim, SimilaritySettings
from pagekin.similarity.membership_rule import MembershipJudge
from pagekin.site import Failure, Stop, Watch
from pagekin.urls.url_shapes import UrlShapes


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that speaks for a page being kin, or against it."""

    good: bool
    why: str


def findings(crawler: Crawler, url: str, settings: Settings, runner: StepRunner) -> list[Finding]:
    """Compare a URL and its page with what a crawler looks for."""
    return [_by_url(crawler, url), *_by_page(crawler, url, settings, runner)]


def _by_url(crawler: Crawler, url: str) -> Finding:
    """Find the step of the navigation pattern, if any, that the URL fits."""
    if not crawler.scope.contains(url):
        return Finding(good=False, why=f"URL: not on the crawler's site, {crawler.scope.host}")
    if crawler.scope.follow(url) is None:
        return Finding(
            good=False, why="URL: on the site, but the accept or reject filter forbids it"
        )
    if crawler.navigation.everything:
        return Finding(good=True, why="URL: on the site, all pages of which are crawled")
    forms = UrlShapes(crawler.navigation.parts, crawler.navigation.plain)
    form = forms.shape(url)
    fitting = [
        step
        for step in crawler.navigation.steps
        if (step.pattern.matches(url) if step.pattern else step.shape == form)
    ]
    to_targets = [step for step in fitting if step.to == TARGET]
    if to_targets:
        links = to_targets[0].pattern or to_targets[0].shape
        return Finding(good=True, why=f"URL: like the links to targets, {links}")
    if fitting:
        return Finding(
            good=not _only_patterns(crawler), why=f"URL: like links to {fitting[0].to}, on the way"
        )
    return Finding(good=False, why=f"URL: no step follows links like {form}")


def _only_patterns(crawler: Crawler) -> bool:
    """Return whether the URL alone decides who is a target: there is no membership to ask."""
    return crawler.membership is None


def _by_page(crawler: Crawler, url: str, settings: Settings, runner: StepRunner) -> list[Finding]:
    """Apply the membership to the page, or compare it with the samples as they are now."""
    if crawler.navigation.everything:
        return []
    wanted = (url,) if crawler.membership else (url, *crawler.samples)

    async def fetch(_: Watch) -> list[Page | Failure]:
        options = as_learned(settings, crawler)
        named = (url, *named_in(crawler))
        async with open_network(crawler.scope, options, named) as site:
            return [await site.fetch(u) for u in wanted]

    page, *samples = runner.run("fetching", fetch, Stop())
    if isinstance(page, Failure):
        return [Finding(good=False, why=f"page: cannot be fetched: {page.detail}")]
    limits = [Finding(good=True, why=f"page: read in part only: {one}") for one in page.problems]
    if crawler.membership:
        verdict = MembershipJudge(crawler.membership).judge(page)
        doubt = ", a close decision" if verdict.doubtful else ""
        why = f"page: score {verdict.score:.2f}, from 0.5 on it is kin{doubt}"
        reasons = [Finding(verdict.kin, f"      {reason}") for reason in verdict.reasons]
        return [*limits, Finding(verdict.kin, why), *reasons]
    others = [sample for sample in samples if isinstance(sample, Page)]
    return [*limits, _by_rtdm(page, others, crawler)]


def _by_rtdm(page: Page, samples: list[Page], crawler: Crawler) -> Finding:
    if not samples:
        raise FetchError(
            f"cannot fetch the sample {crawler.samples[0]}; there is nothing to compare with"
        )
    alike = crawler.similarity or SimilaritySettings()
    best = max(RTDMSim(sample.root, alike).similarity(page.root) for sample in samples)
    good = best >= alike.threshold
    relation = "at least" if good else "below"
    return Finding(
        good,
        f"page: similarity to the sample {best:.3f}, {relation} the threshold {alike.threshold:g}",
    )
