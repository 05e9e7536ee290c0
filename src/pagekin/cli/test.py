"""`pagekin test`: whether a URL and its page match a crawler."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pagekin.app.logins import open_network
from pagekin.app.site_opening import as_learned, named_in
from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.cli.running import run
from pagekin.discovery import checked_url
from pagekin.dom import Page
from pagekin.errors import FetchError
from pagekin.navigation import TARGET, Crawler
from pagekin.navigation.crawler_file import read
from pagekin.settings import Settings
from pagekin.similarity import RTDMSim, SimilaritySettings
from pagekin.similarity.membership_rule import MembershipJudge
from pagekin.site import Failure, Stop
from pagekin.urls.url_shapes import UrlShapes

_NOT_KIN = 3  # exit code: nothing found


@dataclass(frozen=True, slots=True)
class _Finding:
    good: bool
    why: str


@click.command("test")
@click.argument("crawler_file", metavar="CRAWLER", type=click.Path(path_type=Path))
@click.argument("url")
@setting_options(*FETCHING)
def command(crawler_file: Path, url: str, **flags: Any) -> int:
    """Say whether a URL and its page match a crawler, and why.

    The exit code is 0 if both match and 3 if not.

    \b
    Example:
      pagekin test crawler.json https://shop.example/p/18-kettle
    """
    crawler = read(crawler_file)
    settings = settings_from(flags, crawler.scope.host)
    url = checked_url(url, "URL")
    findings = [_by_url(crawler, url), *_by_page(crawler, url, settings)]
    for finding in findings:
        click.echo(f"{'yes' if finding.good else 'no '}  {finding.why}")
    kin = all(finding.good for finding in findings)
    click.echo(f"{url} is {'kin' if kin else 'not kin'}")
    return 0 if kin else _NOT_KIN


def _by_url(crawler: Crawler, url: str) -> _Finding:
    """Find the step of the navigation pattern, if any, that the URL fits."""
    if not crawler.scope.contains(url):
        return _Finding(good=False, why=f"URL: not on the crawler's site, {crawler.scope.host}")
    if crawler.scope.follow(url) is None:
        return _Finding(
            good=False, why="URL: on the site, but the accept or reject filter forbids it"
        )
    if crawler.navigation.everything:
        return _Finding(good=True, why="URL: on the site, all pages of which are crawled")
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
        return _Finding(good=True, why=f"URL: like the links to targets, {links}")
    if fitting:
        return _Finding(
            good=not _only_patterns(crawler), why=f"URL: like links to {fitting[0].to}, on the way"
        )
    return _Finding(good=False, why=f"URL: no step follows links like {form}")


def _only_patterns(crawler: Crawler) -> bool:
    """Tell whether the URL alone decides who is a target: there is no membership to ask."""
    return crawler.membership is None


def _by_page(crawler: Crawler, url: str, settings: Settings) -> list[_Finding]:
    """Apply the membership to the page, or compare it with the samples as they are now."""
    wanted = (url,) if crawler.membership else (url, *crawler.samples)

    async def fetch(_: Stop) -> list[Page | Failure]:
        options = as_learned(settings, crawler)
        named = (url, *named_in(crawler))
        async with open_network(crawler.scope, options, named) as site:
            return [await site.fetch(u) for u in wanted]

    page, *samples = run(fetch, Stop())
    if isinstance(page, Failure):
        return [_Finding(good=False, why=f"page: cannot be fetched: {page.detail}")]
    if crawler.membership:
        verdict = MembershipJudge(crawler.membership).judge(page)
        doubt = ", a close decision" if verdict.doubtful else ""
        why = f"page: score {verdict.score:.2f}, from 0.5 on it is kin{doubt}"
        reasons = [_Finding(verdict.kin, f"      {reason}") for reason in verdict.reasons]
        return [_Finding(verdict.kin, why), *reasons]
    if crawler.navigation.everything:
        return []
    return [_by_rtdm(page, [sample for sample in samples if isinstance(sample, Page)], crawler)]


def _by_rtdm(page: Page, samples: list[Page], crawler: Crawler) -> _Finding:
    if not samples:
        raise FetchError(
            f"cannot fetch the sample {crawler.samples[0]}; there is nothing to compare with"
        )
    alike = crawler.similarity or SimilaritySettings()
    best = max(RTDMSim(sample.root, alike).similarity(page.root) for sample in samples)
    good = best >= alike.threshold
    relation = "at least" if good else "below"
    return _Finding(
        good,
        f"page: similarity to the sample {best:.3f}, {relation} the threshold {alike.threshold:g}",
    )
