"""`pagekin mine`: a crawler's wrapper applied to crawls that are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pagekin.cli.options import setting_options, settings_from
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.storing.workspace as workspaces
    from pagekin.app import mine as app
    from pagekin.cli import printing, running
    from pagekin.navigation import crawler_file as crawler_files
    from pagekin.site import stop as stops


@click.command("mine")
@click.argument("crawler_file", metavar="CRAWLER", type=click.Path(path_type=Path))
@click.option(
    "--crawl",
    "crawls",
    metavar="N",
    type=int,
    multiple=True,
    help="Of this crawl; may be given several times.  [default: all that are kept]",
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options("jobs")
def command(
    crawler_file: Path,
    crawls: tuple[int, ...],
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """Extract the records of kept crawls anew.

    Applies the wrapper of CRAWLER as it is now to the pages in the archive: after a field was added, all
    crawls have it, and a crawl that `pagekin import` made gets records at all. If a page is missing in
    the archive, no crawl is changed.

    \b
    Example:
      pagekin mine shop.json
      pagekin mine shop.json --crawl 12
    """
    jobs = settings_from(flags).jobs
    request = app.MineRequest(crawler_files.read(crawler_file), crawls, jobs)
    stop = stops.Stop()
    with workspaces.open_workspace(notice=running.notice) as workspace:
        mined = app.mine(workspace, request, running.TerminalRunner(), stop)
    lines = [
        f"crawl {one.crawl}: records on {one.with_records:,} of {printing.counted(one.pages, 'page')}"
        for one in mined
    ]
    printing.summary(
        {
            "crawls": [
                {"crawl": one.crawl, "pages": one.pages, "with_records": one.with_records}
                for one in mined
            ]
        }
        | {"stopped": stop.reason(0), "seconds": round(stop.seconds, 3)},
        "\n".join([*lines, "'pagekin records N -O FILE' writes the records of a crawl"]),
        as_json=as_json,
        results_on_stdout=False,
    )
