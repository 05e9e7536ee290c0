"""`pagekin get`: from one example page to a table of its kin's data, in one run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pagekin.cli.options import (
    FETCHING,
    LIMITS,
    REACH,
    SCOPE,
    SIMILARITY,
    output_options,
    sample_options,
    setting_options,
    settings_from,
)
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.get as app
    import pagekin.app.induce as inducing
    import pagekin.app.learn as learning
    import pagekin.app.storing.workspace as workspaces
    from pagekin.app import coverage
    from pagekin.cli import crawl_report, printing, record_report, running
    from pagekin.navigation import sentences


@click.command("get")
@sample_options
@click.option(
    "--field",
    "fields",
    metavar="NAME=VALUE",
    multiple=True,
    help="Only this field: a value of it on the sample, or NAME@XPATH.",
)
@click.option("--all", "everything", is_flag=True, help="Keep the fields of little use, too.")
@output_options
@click.option(
    "--crawler",
    "crawler_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keep the crawler and its wrapper there.",
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options(*LIMITS, *SCOPE, *SIMILARITY, *FETCHING, *REACH)
def command(
    samples: tuple[str, ...],
    entry: str | None,
    negatives: tuple[str, ...],
    wider: int,
    narrower: int,
    strategy: str,
    fresh: bool,  # noqa: FBT001 - click hands flags over like this
    fields: tuple[str, ...],
    everything: bool,  # noqa: FBT001 - click hands flags over like this
    output: str | None,
    overwrite: str | None,
    crawler_file: Path | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """Get the data of every page like the sample, as a table.

    Learns a crawler from the sample and, from some of the pages like it, where their fields stand; then
    crawls all of them and writes a record for each. No page is fetched twice. The format follows the
    name: .jsonl, .json, .csv, .xml, .parquet, .xlsx. Ctrl-C ends it, with the records of the pages crawled
    so far. Run again after that, or after a crash, it goes on from where it was (--fresh: from the start).

    \b
    Example:
      pagekin get https://shop.example/p/17-teapot -o teapots.csv
      pagekin get https://shop.example/p/17-teapot --field price="€ 12.50" -O prices.xlsx --crawler shop.json
    """
    settings = settings_from(flags, learning.site_of(samples, entry))
    task = learning.task_from(samples, entry, settings, negatives, wider - narrower)
    request = app.GetRequest(
        learning.LearnRequest(task, settings, strategy, fresh),
        record_report.destination_from(output, overwrite),
        tuple(inducing.FieldExample.parse(field) for field in fields),
        everything,
        crawler_file,
        None if as_json else coverage.NAMED_PAGES,
    )
    with workspaces.open_workspace(notice=running.notice) as workspace:
        got = app.get(workspace, request, running.TerminalRunner())
    destination = got.destination
    printing.summary(
        {"output": destination.name}
        | crawl_report.content(got.crawl)
        | {"records": record_report.coverage_content(got.coverage)}
        | {"seconds": round(got.seconds, 3)},
        "\n".join(
            [
                *sentences.sentences(got.crawler),
                *crawl_report.lines(got.crawl, got.seconds, visited="visited"),
                *record_report.lines(got.coverage, destination, got.notes),
                *([f"crawler in {crawler_file}"] if crawler_file else []),
            ]
        ),
        as_json=as_json,
        results_on_stdout=destination.is_stdout,
    )
    if sys.stdout.isatty() and not destination.is_stdout and not as_json:
        record_report.show_first(got.first, got.wrapper)
