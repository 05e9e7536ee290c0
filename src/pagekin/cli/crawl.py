"""`pagekin crawl`: run a crawler and list the pages it finds."""

import contextlib
import json
from pathlib import Path
from typing import Any, TextIO

import click

from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.cli.output import result_stream, summary
from pagekin.cli.progress import progress
from pagekin.cli.running import run
from pagekin.crawl import StructureDrivenCrawl, Target
from pagekin.errors import NothingFoundError
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import read
from pagekin.output import STDOUT
from pagekin.pipeline import crawling
from pagekin.settings import Settings
from pagekin.site import Failure, Stop
from pagekin.sources import SavedPages

_SHOWN_FAILURES = 5
_FITS = 0.5  # share of the expected targets below which the navigation no longer fits the site


@click.command("crawl")
@click.argument("crawler_file", metavar="CRAWLER", type=click.Path(path_type=Path))
@click.option("-o", "--output", default=STDOUT, metavar="FILE", help="JSON Lines; - is stdout.")
@click.option(
    "--save", metavar="DIR", type=click.Path(path_type=Path), help="Keep the pages there."
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options(*FETCHING)
def command(
    crawler_file: Path,
    output: str,
    save: Path | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """Run a crawler: fetch every page like the sample.

    Follows the crawler's navigation pattern from its entry and fetches nothing else. The output has one
    JSON object per target page; its `url` is where the page is. Ctrl-C stops with what was found so far.
    Pages that are kept can be given to other commands as a folder, which knows their URLs.

    \b
    Example:
      pagekin crawl crawler.json -o pages.jsonl --save pages/
    """
    settings = settings_from(flags)
    crawler = read(crawler_file)
    stop = Stop()
    with result_stream(output) as stream:
        crawled = crawl(crawler, settings, stop, stream, save)
        if not crawled.counts.targets:
            raise NothingFoundError(nothing(crawled))
    summary(
        {"output": output} | as_json_content(crawled) | {"seconds": round(stop.seconds, 3)},
        _text(crawled, output, stop.seconds),
        as_json=as_json,
        results_on_stdout=output == STDOUT,
    )


def crawl(
    crawler: Crawler, settings: Settings, stop: Stop, stream: TextIO, save: Path | None
) -> StructureDrivenCrawl:
    """Run a crawler over the network, writing its targets as they come."""
    saved = SavedPages(save) if save else None

    def take(target: Target) -> None:
        name = saved.add(target.page) if saved else None
        stream.write(json.dumps(_row(target, name), ensure_ascii=False) + "\n")

    with saved or contextlib.nullcontext(), progress("crawling") as watch:
        return run(lambda stop: crawling.crawl(crawler, settings, stop, watch, take), stop)


def _row(target: Target, saved: str | None) -> dict[str, Any]:
    row = {"url": target.page.url, "title": target.page.title, "found_on": target.found_on}
    return row | {"file": saved} if saved else row


def as_json_content(crawled: StructureDrivenCrawl) -> dict[str, Any]:
    """Give how a crawl went for machines."""
    return {
        "targets": crawled.counts.targets,
        "pages": crawled.counts.pages,
        "failed": crawled.counts.failed,
        "stopped": crawled.stopped,
        "expected": crawled.crawler.learned.expected,
        "failures": [_failure(failure) for failure in crawled.failures],
        "turned_away": crawled.turned_away,
        "duplicates": crawled.duplicates,
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {"url": failure.url, "kind": failure.kind.value, "detail": failure.detail}


def nothing(crawled: StructureDrivenCrawl) -> str:
    """Say that a crawl found nothing, and what that may mean."""
    return (
        f"no page found along the navigation pattern from {crawled.crawler.entry} "
        f"({crawled.counts.pages} pages fetched, {crawled.counts.failed} failed); "
        "the site may have changed: learn the crawler again"
    )


def report(crawled: StructureDrivenCrawl, seconds: float, visited: str = "fetched") -> list[str]:
    """Say how a crawl went: what was found, what failed, whether that is less than expected."""
    counts = crawled.counts
    lines = [
        f"{counts.targets:,} targets in {counts.pages:,} pages {visited}, {seconds:.1f} s"
        + (f"; stopped early: {crawled.stopped}" if crawled.stopped else "")
    ]
    if counts.failed:
        lines.append(f"{counts.failed:,} failed, such as:")
        lines += [f"  {failure}" for failure in crawled.failures[:_SHOWN_FAILURES]]
    lines += _others(
        "turned away, since they are not kin", crawled.turned_away, crawled.numbers["turned away"]
    )
    lines += _others(
        "found again under another URL", crawled.duplicates, crawled.numbers["duplicates"]
    )
    expected = crawled.crawler.learned.expected
    if not crawled.stopped and counts.targets < _FITS * expected:
        lines.append(
            f"that is far below the {expected:,} expected: the site may have changed; learn again"
        )
    return lines


def _text(crawled: StructureDrivenCrawl, output: str, seconds: float) -> str:
    where = [] if output == STDOUT else [f"targets in {output}"]
    return "\n".join([*report(crawled, seconds), *where])


def _others(what: str, urls: list[str], number: int) -> list[str]:
    return [f"{number:,} {what}, such as {', '.join(urls[:2])}"] if number else []
