"""`pagekin records`: the stored records of a crawl as a table."""

from __future__ import annotations

from typing import Any

import click

from pagekin.cli.options import layout_flags, layout_options, output_options
from pagekin.lazy import lazy_imports

with lazy_imports():
    from pagekin.app import coverage
    from pagekin.app import records as app
    from pagekin.cli import printing, record_report, running
    from pagekin.output import layout as layouts
    from pagekin.site import stop as stops
    from pagekin.store import opening


@click.command("records")
@click.argument("crawl", type=int, required=False)
@output_options
@click.option("--all", "everything", is_flag=True, help="All fields, also those of little use.")
@layout_options
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
def command(
    crawl: int | None,
    output: str | None,
    overwrite: str | None,
    everything: bool,  # noqa: FBT001 - click hands flags over like this
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """Write the stored records of a crawl.

    Of the last crawl that came to its end, or of the one whose number `pagekin crawls` tells. Nothing is
    fetched: a crawl stores the records of its pages if its crawler has a wrapper, and `pagekin mine` does
    it afterwards. The format follows the name: .jsonl, .json, .csv, .xml, .parquet, .xlsx.

    \b
    Example:
      pagekin records -O teapots.csv
      pagekin records 7 -O last-week.jsonl
    """
    request = app.RecordsRequest(
        record_report.destination_from(
            output, overwrite, layouts.Layout(**layout_flags(flags), everything=everything)
        ),
        crawl,
        None if as_json else coverage.NAMED_PAGES,
    )
    stop = stops.Stop()
    store = opening.open_store()
    result = app.write_records(store, request, running.TerminalRunner(), stop)
    found = result.coverage
    told = [
        f"crawl {result.crawl}: {printing.counted(found.pages, 'page')}",
        *record_report.lines(found, request.destination, result.notes),
    ]
    printing.summary(
        {"crawl": result.crawl, "output": request.destination.name}
        | record_report.coverage_content(found)
        | {"stopped": stop.reason(0)},
        "\n".join(told),
        as_json=as_json,
        results_on_stdout=request.destination.is_stdout,
    )
