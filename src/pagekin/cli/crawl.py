"""`pagekin crawl`: run a crawler and list the pages it finds."""

from __future__ import annotations

import contextlib
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import FETCHING, KEEPING, STDOUT, setting_options, settings_from
from pagekin.errors import DamagedError, UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.app.crawl_summary import CrawlSummary
    from pagekin.navigation import Crawler
    from pagekin.output import Destination
    from pagekin.settings import Settings

with lazy_imports():
    import pagekin.app.crawl as app
    import pagekin.app.storing.workspace as workspaces
    import pagekin.output as outputs
    from pagekin import discovery, sources
    from pagekin.app import records
    from pagekin.app.sites import crawler_settings, site_opening
    from pagekin.app.storing import link_checking, replay, target_rows
    from pagekin.cli import crawl_report, printing, running
    from pagekin.navigation import crawler_file as crawler_reading
    from pagekin.output import atomic_files

_LISTED = (".jsonl", ".jl", ".ndjson", ".jsonlines")
_LIMITS_OF_SITE = ("seeds", "domains", "include", "exclude", "accept_regex", "reject_regex")


@click.command("crawl", cls=GroupedCommand)
@click.argument("crawler_files", metavar="CRAWLER...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--whole-site", metavar="URL", help="Fetch every page of the site, from this one on.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help=".jsonl: the pages found; .csv, .xlsx, …: their records are appended, if the crawler has fields."
    "  [default: -]",
)
@click.option(
    "-O", "--overwrite-output", "overwrite", metavar="FILE", help="The same, but start anew."
)
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
@click.option(
    "--check-links", is_flag=True, help="Ask in the end whether links work that are not followed."
)
@click.option("--external", is_flag=True, help="With --check-links: links to other hosts, too.")
@click.option(
    "--max-checks",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    help="Links to check at most.",
)
@click.option(
    "--confirm",
    metavar="N",
    type=click.IntRange(min=1),
    default=1,
    help="Tell only what so many crawls in a row agree on.  [default: 1]",
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options(*FETCHING, *KEEPING, *_LIMITS_OF_SITE, "words")
def command(
    crawler_files: tuple[Path, ...],
    whole_site: str | None,
    output: str | None,
    overwrite: str | None,
    save: Path | None,
    resume: bool,  # noqa: FBT001 - click hands flags over like this
    fresh: bool,  # noqa: FBT001 - click hands flags over like this
    max_pages: int,
    confirm: int,
    check_links: bool,  # noqa: FBT001 - click hands flags over like this
    external: bool,  # noqa: FBT001 - click hands flags over like this
    max_checks: int,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> int:
    """Run a crawler: fetch every page like the sample.

    Follows the crawler's navigation pattern from its entry and fetches nothing else. The output has one
    JSON object per target page (.jsonl); its `url` is where the page is. With another name (.csv, .xlsx,
    .json, .xml, .parquet) it is the table of the records, as `pagekin get CRAWLER` gives it. Ctrl-C stops
    with what was found so far (exit code 1). Pages that are kept can be given to other commands as a folder,
    which knows their URLs.

    Several crawlers of one site share a crawl, in which each page belongs to the class that it is most
    like. With --whole-site every page of the site is fetched, for its links too; crawlers that are named
    besides say which of its pages are targets.

    With --check-links, what links lead to and is not followed (images, what the settings leave out) is asked
    whether it works, without fetching it; with --external, other hosts are asked, too. `pagekin broken`
    lists what does not work.

    Every crawl is stored in the data directory (PAGEKIN_DATA), page by page. One that was interrupted is
    continued when its crawler is run again. With --resume nothing else is begun: if the last crawl came
    to its end, its targets are given once more and nothing is fetched. Of a page that the last crawl saw,
    only what has changed is fetched.

    \b
    Example:
      pagekin crawl crawler.json -o pages.jsonl --save pages/
      pagekin crawl crawler.json -O products.csv
      pagekin crawl crawler.json --resume -o pages.jsonl
      pagekin crawl products.json articles.json --whole-site https://shop.example/
      pagekin crawl --whole-site https://shop.example/ --check-links --external -o pages.jsonl
    """
    if output and overwrite:
        raise UsageError("-o and -O at once: append or overwrite, not both")
    output = overwrite or output or STDOUT
    if resume and fresh:
        raise UsageError("--resume and --fresh at once: continue or begin anew, not both")
    if external and not check_links:
        raise UsageError("--external says which links to check: it needs --check-links")
    check = link_checking.CheckRequest(external, max_checks) if check_links else None
    if save and Path(output).absolute() == (save / sources.INDEX).absolute():
        raise UsageError(f"{output} is the index of the pages in {save}: give -o another name")
    started = time.monotonic()
    crawlers, settings = _crawlers(crawler_files, whole_site, flags)
    destination = _destination(output, crawlers, append=not overwrite)
    files = {crawler.id: file for crawler, file in zip(crawlers, crawler_files, strict=False)}
    request = app.CrawlRequest(crawlers, settings, max_pages, fresh, resume, check, files, confirm)
    notes: list[str] = []
    with workspaces.open_workspace(notice=running.notice) as workspace:
        found = app.crawl(workspace, request, running.TerminalRunner())
        lost = replay.LostPages()
        saved = sources.SavedPages(save) if save else None
        listing = os.devnull if destination else output
        with saved or contextlib.nullcontext(), printing.result_stream(listing) as stream:
            if saved or not destination:
                for row in target_rows.rows_of(workspace, found.number, saved, lost):
                    stream.write(json.dumps(row, ensure_ascii=False) + "\n")
        if destination:
            written = records.write_table_of(
                workspace,
                destination,
                found.number,
                running.TerminalRunner(),
                is_partial=bool(found.stopped),
            )
            output, notes = written.destination.name, written.notes
    seconds = time.monotonic() - started
    printing.summary(
        {"output": output}
        | crawl_report.content(found)
        | {"not_saved": lost.lost, "seconds": round(seconds, 3)},
        "\n".join([_text(found, crawler_files, output, seconds), *(f"  {one}" for one in notes)]),
        as_json=as_json,
        results_on_stdout=output == STDOUT,
    )
    if lost.lost:
        raise DamagedError(f"not all pages are in {save}: {lost}")
    return printing.LEFT_OUT if found.is_interrupted else 0


def _destination(output: str, crawlers: tuple[Crawler, ...], *, append: bool) -> Destination | None:
    """Return where the records go, None if the pages are listed; complain before the work if that cannot be."""
    if output == STDOUT or output.endswith(_LISTED) or Path(output).is_char_device():
        if output != STDOUT:
            atomic_files.check_place(Path(output))
        return None
    destination = outputs.Destination.parse(output, append=append)
    outputs.check(destination)
    if not any(crawler.wrapper for crawler in crawlers):
        raise UsageError(
            f"{output} would have the records, and the crawler has no fields: 'pagekin get' learns them, "
            f"too; {Path(output).stem}.jsonl has the pages"
        )
    return destination


def _crawlers(
    files: tuple[Path, ...], whole_site: str | None, flags: dict[str, Any]
) -> tuple[tuple[Crawler, ...], Settings]:
    """Read the crawlers, and make the one of the whole site; the settings are those of the site."""
    if not files and not whole_site:
        raise UsageError("there is nothing to crawl: name a crawler file, or --whole-site URL")
    crawlers = [crawler_reading.read(file) for file in files]
    start = discovery.checked_url(whole_site, "URL") if whole_site else ""
    host = crawlers[0].scope.host if crawlers else start.split("/", 3)[2]
    beside = crawler_settings.settings_file(files[0]) if len(files) == 1 else None
    settings = settings_from(flags, host, beside)
    if start:
        crawlers.append(site_opening.whole_site_from(start, settings))
    return tuple(site_opening.as_set(crawler, settings) for crawler in crawlers), settings


def _text(found: CrawlSummary, crawler_files: tuple[Path, ...], output: str, seconds: float) -> str:
    crawler_file = " ".join(map(str, crawler_files))
    lines = crawl_report.lines(found, seconds, wrapper_file=crawler_file)
    if output != STDOUT:
        what = "targets" if output.endswith(_LISTED) else "records"
        lines.append(f"{what} in {output}")
    if found.stopped:
        lines.append(f"the rest is for: pagekin crawl {crawler_file} --resume -o {output}")
    return "\n".join(lines)
