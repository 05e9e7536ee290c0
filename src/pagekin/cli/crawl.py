"""`pagekin crawl`: run a crawler and list the pages it finds."""

import contextlib
import json
from pathlib import Path
from typing import Any

import click

from pagekin.app.crawl_summary import CrawlSummary, crawl_summary, summed_up
from pagekin.app.site_opening import as_set
from pagekin.app.stored_crawl import StoredCrawl
from pagekin.app.target_rows import rows_of
from pagekin.app.tidying import tidy
from pagekin.app.workspace import CrawlerName, Workspace, claimed, open_workspace, page_class
from pagekin.cli.options import FETCHING, KEEPING, setting_options, settings_from
from pagekin.cli.printing import left_alone, result_stream, summary
from pagekin.cli.progress import progress
from pagekin.cli.running import notice, run
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import read
from pagekin.output import STDOUT
from pagekin.output.atomic_files import check_place
from pagekin.settings import Settings
from pagekin.site import Failure, Stop
from pagekin.sources import SavedPages
from pagekin.store.reading.crawls import ended_crawl, unfinished_crawl

_SHOWN_FAILURES = 5
_FITS = 0.5  # share of the expected targets below which the navigation no longer fits the site
_LIMITS_OF_SITE = ("seeds", "domains", "include", "exclude", "accept_regex", "reject_regex")
_CHANGES = (
    *("new", "changed", "unchanged", "moved", "vanished", "unseen"),
    *("newly covered", "no longer covered"),
)


@click.command("crawl")
@click.argument("crawler_file", metavar="CRAWLER", type=click.Path(path_type=Path))
@click.option("-o", "--output", default=STDOUT, metavar="FILE", help="JSON Lines; - is stdout.")
@click.option(
    "--save", metavar="DIR", type=click.Path(path_type=Path), help="Keep the pages there."
)
@click.option("--resume", is_flag=True, help="Only bring to its end what was interrupted.")
@click.option("--fresh", is_flag=True, help="Give up what was interrupted and begin anew.")
@click.option(
    "--max-pages",
    type=click.IntRange(min=0),
    default=0,
    help="Stop after so many pages; the next run continues.  [default: no limit]",
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options(*FETCHING, *KEEPING, *_LIMITS_OF_SITE, "words")
def command(
    crawler_file: Path,
    output: str,
    save: Path | None,
    resume: bool,  # noqa: FBT001 - click hands flags over like this
    fresh: bool,  # noqa: FBT001 - click hands flags over like this
    max_pages: int,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """Run a crawler: fetch every page like the sample.

    Follows the crawler's navigation pattern from its entry and fetches nothing else. The output has one
    JSON object per target page; its `url` is where the page is. Ctrl-C stops with what was found so far.
    Pages that are kept can be given to other commands as a folder, which knows their URLs.

    Every crawl is stored in the data directory (PAGEKIN_DATA), page by page. One that was interrupted is
    continued when its crawler is run again. With --resume nothing else is begun: if the last crawl came
    to its end, its targets are given once more and nothing is fetched. Of a page that the last crawl saw,
    only what has changed is fetched.

    \b
    Example:
      pagekin crawl crawler.json -o pages.jsonl --save pages/
      pagekin crawl crawler.json --resume -o pages.jsonl
    """
    if resume and fresh:
        raise UsageError("--resume and --fresh at once: continue or begin anew, not both")
    crawler = read(crawler_file)
    settings = settings_from(flags, crawler.scope.host)
    crawler = as_set(crawler, settings)
    if output != STDOUT:
        check_place(Path(output))
    clock = Stop()
    with open_workspace() as data, claimed(data, CrawlerName.of(crawler)):
        found = (_last(data, crawler) if resume else None) or _crawl(
            data, crawler, settings, Stop(max_pages), fresh=fresh
        )
        if not found.counts.targets and not found.stopped:
            raise NothingFoundError(nothing(found))
        _write(data, found, output, save)
        if not found.stopped and found.crawler_number is not None:
            tidy(data, found.crawler_number, settings.keep_crawls)
    summary(
        {"output": output} | as_json_content(found) | {"seconds": round(clock.seconds, 3)},
        _text(found, crawler_file, output, clock.seconds),
        as_json=as_json,
        results_on_stdout=output == STDOUT,
    )


def _crawl(
    data: Workspace, crawler: Crawler, settings: Settings, limits: Stop, *, fresh: bool
) -> CrawlSummary:
    """Run a crawler over the network, with progress on stderr."""
    begun = StoredCrawl.begin(data, crawler, fresh=fresh)
    opened = begun.opened
    if opened.resumed:
        notice(f"continuing crawl {opened.id}, which was interrupted")
    elif opened.given_up:
        why = "" if fresh else ": the crawler or the limits of its site are not those it began with"
        notice(f"crawl {opened.given_up}, which was interrupted, is given up{why}")
    with progress("crawling") as watch:
        stopped = run(lambda stop: begun.run(settings, stop, watch, notice=notice), limits)
    return crawl_summary(begun, stopped)


def _last(data: Workspace, crawler: Crawler) -> CrawlSummary | None:
    """Give the last crawl if it came to its end; None if there is something to do."""
    site, version = crawler.scope.host, page_class(crawler)
    with data.store.connection() as connection:
        if unfinished_crawl(connection, site, version) is not None:
            return None
        last = ended_crawl(connection, site, crawler.id)
        other = unfinished_crawl(connection, site, version, any_version=True)
        if last is None:
            if other is None:
                notice("there is nothing to continue: this is the first crawl of this crawler")
            return None
        if other is not None:
            notice(
                f"crawl {other}, which was interrupted, was one of another version of the crawler"
            )
        notice(
            f"there is nothing to continue: crawl {last.id} came to its end; here is what it found, "
            "without --resume another one begins"
        )
        return summed_up(connection, last.id, last.crawler, crawler)


def _write(data: Workspace, found: CrawlSummary, output: str, save: Path | None) -> None:
    saved = SavedPages(save) if save else None
    with saved or contextlib.nullcontext(), result_stream(output) as stream:
        for row in rows_of(data, found.number, saved):
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def as_json_content(found: CrawlSummary) -> dict[str, Any]:
    """Give how a crawl went for machines."""
    return {
        "crawl": found.number,
        "targets": found.counts.targets,
        "pages": found.counts.pages,
        "failed": found.counts.failed,
        "stopped": found.stopped,
        "expected": found.crawler.learned.expected,
        "changes": found.changes,
        "failures": [_failure(failure) for failure in found.failures],
        "turned_away": list(found.turned_away),
        "duplicates": list(found.duplicates),
        "left_out": [_failure(failure) for failure in found.left_out],
        "forms_left_alone": found.left_alone,
    }


def _failure(failure: Failure) -> dict[str, Any]:
    return {"url": failure.url, "kind": failure.kind.value, "detail": failure.detail}


def nothing(found: CrawlSummary) -> str:
    """Say that a crawl found nothing, and what that may mean."""
    return (
        f"no page found along the navigation pattern from {found.crawler.entry} "
        f"({found.counts.pages} pages fetched, {found.counts.failed} failed); "
        "the site may have changed: learn the crawler again"
    )


def report(found: CrawlSummary, seconds: float, visited: str = "fetched") -> list[str]:
    """Say how a crawl went: what was found, what failed, whether that is less than expected."""
    counts = found.counts
    lines = [
        f"crawl {found.number}: {counts.targets:,} targets in {counts.pages:,} pages {visited}, "
        f"{seconds:.1f} s" + (f"; stopped early: {found.stopped}" if found.stopped else "")
    ]
    if found.changes is not None:
        told = [f"{found.changes[name]:,} {name}" for name in _CHANGES if name in found.changes]
        lists = f"; 'pagekin changes {found.number}' lists them" if told[1:] else ""
        lines.append(f"since the crawl before: {', '.join(told) or 'nothing to compare'}{lists}")
    if counts.failed:
        lines.append(f"{counts.failed:,} failed, such as:")
        lines += [f"  {failure}" for failure in found.failures[:_SHOWN_FAILURES]]
    lines += _others(
        "turned away, since they are not kin", found.turned_away, found.numbers["turned away"]
    )
    lines += _others("found again under another URL", found.duplicates, found.numbers["duplicates"])
    if found.left_out:
        lines.append(f"{found.numbers['left out']:,} left out, such as {found.left_out[0]}")
    lines += left_alone(found.left_alone)
    expected = found.crawler.learned.expected
    if not found.stopped and counts.targets < _FITS * expected:
        lines.append(
            f"that is far below the {expected:,} expected: the site may have changed; learn again"
        )
    return lines


def _text(found: CrawlSummary, crawler_file: Path, output: str, seconds: float) -> str:
    lines = report(found, seconds)
    if output != STDOUT:
        lines.append(f"targets in {output}")
    if found.stopped:
        lines.append(f"the rest is for: pagekin crawl {crawler_file} --resume -o {output}")
    return "\n".join(lines)


def _others(what: str, urls: tuple[str, ...], number: int) -> list[str]:
    if not number:
        return []
    return [f"{number:,} {what}" + (f", such as {', '.join(urls[:2])}" if urls else "")]
