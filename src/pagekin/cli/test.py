"""`pagekin test`: whether a URL and its page match a crawler."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.cli.running import run
from pagekin.discovery import checked_url
from pagekin.dom import Page
from pagekin.errors import FetchError
from pagekin.fetch import open_site
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import read
from pagekin.settings import Settings
from pagekin.similarity import RTDMSim
from pagekin.site import Failure, Stop

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
    settings = settings_from(flags)
    crawler = read(crawler_file)
    url = checked_url(url, "URL")
    findings = [_by_url(crawler, url), _by_page(crawler, url, settings)]
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
    steps = crawler.navigation.steps
    fitting = [number for number, step in enumerate(steps, 1) if step.matches(url)]
    if len(steps) in fitting:
        return _Finding(good=True, why=f"URL: fits the last step, {steps[-1]}")
    if fitting:
        step = fitting[0]
        return _Finding(
            good=False,
            why=f"URL: fits step {step} of {len(steps)}, {steps[step - 1]}: a way, no target",
        )
    return _Finding(good=False, why=f"URL: does not fit the last step, {steps[-1]}")


def _by_page(crawler: Crawler, url: str, settings: Settings) -> _Finding:
    """Compare the page with the samples as they are now."""

    async def fetch(_: Stop) -> list[Page | Failure]:
        async with open_site(crawler.scope, settings) as site:
            return [await site.fetch(u) for u in (url, *crawler.samples)]

    page, *samples = run(fetch, Stop())
    if isinstance(page, Failure):
        return _Finding(good=False, why=f"page: cannot be fetched: {page.detail}")
    present = [sample for sample in samples if isinstance(sample, Page)]
    if not present:
        raise FetchError(f"cannot fetch the sample {samples[0]}; there is nothing to compare with")
    best = max(
        (RTDMSim(sample.root, crawler.similarity).compare(page.root) for sample in present),
        key=lambda similarity: similarity.value,
    )
    threshold = crawler.similarity.threshold
    good = best.value >= threshold
    return _Finding(
        good,
        f"page: similarity to the sample {best.value:.3f}, "
        f"{'at least' if good else 'below'} the threshold {threshold:g}",
    )
