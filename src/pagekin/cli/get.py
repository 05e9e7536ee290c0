"""`pagekin get`: from one example page to a table of its kin's data, in one run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import (
    FETCHING,
    LIMITS,
    REACH,
    SCOPE,
    SIMILARITY,
    layout_flags,
    layout_options,
    output_options,
    sample_options,
    setting_options,
    settings_from,
)
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.app.get import GetResult, WantedTable
    from pagekin.wrappers import Wrapper
    from pagekin.wrappers.record import Record

with lazy_imports():
    import pagekin.app.get as app
    import pagekin.app.induce as inducing
    import pagekin.app.learn as learning
    import pagekin.app.storing.workspace as workspaces
    from pagekin.app import coverage
    from pagekin.app import crawl as crawling
    from pagekin.app.sites import crawler_settings, site_opening
    from pagekin.cli import crawl_report, kin_questions, printing, record_report, running
    from pagekin.navigation import crawler_file as crawler_reading
    from pagekin.navigation import sentences
    from pagekin.output import layout as layouts


@click.command("get", cls=GroupedCommand)
@sample_options("SAMPLE_URL... | CRAWLER")
@click.option(
    "--field",
    "fields",
    metavar="NAME=VALUE",
    multiple=True,
    help="Only this field: a value of it on the sample, or NAME@XPATH.",
)
@click.option(
    "--choose",
    metavar="NAME=N",
    multiple=True,
    help="Of the places that an example may mean, take this one.",
)
@click.option("--limit", metavar="N", type=click.IntRange(min=1), help="So many rows at most.")
@click.option("--all", "everything", is_flag=True, help="Keep the fields of little use, too.")
@output_options
@layout_options
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
    output: str | None,
    overwrite: str | None,
    limit: int | None,
    everything: bool,  # noqa: FBT001 - click hands flags over like this
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> int:
    """Get the data of every page like the sample, as a table.

    Learns a crawler from the sample and, from some of the pages like it, where their fields stand; then
    crawls all of them and writes a row for each. No page is fetched twice. A crawler that was kept with
    --crawler gives the table as it is today. The format follows the name: .csv, .xlsx, .jsonl, .json, .xml,
    .parquet. --max-pages and --max-seconds bound all of it. Ctrl-C ends it, with the rows of the pages seen
    so far (exit code 1). Run again after that, or after a crash, it goes on from where it was (--fresh: from
    the start).

    \b
    Example:
      pagekin get https://shop.example/p/17-teapot -O teapots.csv --crawler shop.json
      pagekin get shop.json -O teapots.xlsx
      pagekin get https://shop.example/p/17-teapot --field price="€ 12.50" --limit 20
    """
    layout = layouts.Layout(**layout_flags(flags), everything=everything)
    destination = record_report.destination_from(output, overwrite, layout)
    table = app.WantedTable(destination, limit or 0, None if as_json else coverage.NAMED_PAGES)
    crawler_file = flags.pop("crawler_file")
    if len(samples) == 1 and _is_file(samples[0]):
        got = _again(Path(samples[0]), table, crawler_file, flags)
    else:
        got = _learned(samples, table, crawler_file, flags, everything=everything)
    _tell(got, crawler_file, as_json=as_json)
    return printing.LEFT_OUT if got.is_interrupted else 0


def _is_file(sample: str) -> bool:
    return "://" not in sample and (sample.endswith(".json") or Path(sample).is_file())


def _learned(
    samples: tuple[str, ...],
    table: WantedTable,
    crawler_file: Path | None,
    flags: dict[str, Any],
    *,
    everything: bool,
) -> GetResult:
    """Learn a crawler from samples, and get what it finds."""
    entry, negatives = flags.pop("entry"), flags.pop("negatives")
    samples, no_ask = (*samples, *flags.pop("likes")), flags.pop("no_ask")
    wider = flags.pop("wider") - flags.pop("narrower")
    strategy, fresh, fields = flags.pop("strategy"), flags.pop("fresh"), flags.pop("fields")
    choose = flags.pop("choose")
    settings = settings_from(flags, learning.site_of(samples, entry))
    task = learning.task_from(samples, entry, settings, negatives, wider)
    request = app.GetRequest(
        learning.LearnRequest(
            task, settings, strategy, fresh, ask=kin_questions.asker(no_ask=no_ask)
        ),
        table,
        tuple(inducing.FieldExample.parse(field) for field in fields),
        everything,
        crawler_file,
        flags["max_pages"] or 0,
        inducing.parse_choices(choose),
        _preview,
    )
    with workspaces.open_workspace(notice=running.notice) as workspace:
        return app.get(workspace, request, running.TerminalRunner())


_ABOUT_SAMPLES = ("entry", "likes", "negatives", "wider", "narrower", "fields", "choose")
_ONLY_LEARNING = (
    *_ABOUT_SAMPLES,
    *("max_depth", "threshold", "labels", "fold", "url_levels", "schema_distance", "index_depth"),
    *("forms", "path_prefix"),
)


def _again(
    file: Path, table: WantedTable, crawler_file: Path | None, flags: dict[str, Any]
) -> GetResult:
    """Run a crawler that was learned before."""
    given = [name for name in _ONLY_LEARNING if flags.get(name)]
    if given or crawler_file:
        named = given[0] if given else "crawler"
        raise UsageError(
            f"--{_SPELLED.get(named, named).replace('_', '-')} is for learning, and {file} is learned "
            "already: 'pagekin fields' changes its fields, a SAMPLE_URL learns anew"
        )
    crawler = crawler_reading.read(file)
    fresh = flags.pop("fresh")
    for name in (*_ABOUT_SAMPLES, "no_ask", "strategy"):
        flags.pop(name)
    settings = settings_from(flags, crawler.scope.host, crawler_settings.settings_file(file))
    request = crawling.CrawlRequest(
        (site_opening.as_set(crawler, settings),),
        settings,
        flags["max_pages"] or 0,
        fresh or bool(table.limit),  # what is there today, and not the rest of what was
        files={crawler.id: file},
        max_seconds=settings.max_seconds,
    )
    with workspaces.open_workspace(notice=running.notice) as workspace:
        return app.get_again(workspace, request, table, running.TerminalRunner())


_SPELLED = {"likes": "like", "negatives": "not", "fields": "field"}


def _preview(first: Sequence[tuple[str, Record]], wrapper: Wrapper) -> None:
    """Show the first rows as soon as the fields are known."""
    running.notice("the fields are known; the first rows, while the rest is crawled:")
    record_report.show_first(first, wrapper, sys.stderr)


def _tell(got: GetResult, crawler_file: Path | None, *, as_json: bool) -> None:
    """Say how it went."""
    written = got.written
    destination = written.destination
    printing.summary(
        {"output": destination.name}
        | crawl_report.content(got.crawl)
        | {"records": record_report.coverage_content(written.coverage)}
        | {"seconds": round(got.seconds, 3)},
        "\n".join(
            [
                *sentences.main_sentences(got.crawler),
                *crawl_report.lines(got.crawl, got.seconds, visited="visited"),
                *record_report.lines(written.coverage, destination, written.notes),
                *([f"crawler in {crawler_file}"] if crawler_file else []),
                *(
                    ["interrupted: these are the rows so far; run it again to go on"]
                    if got.is_interrupted
                    else []
                ),
            ]
        ),
        as_json=as_json,
        results_on_stdout=destination.is_stdout,
    )
    if sys.stdout.isatty() and not destination.is_stdout and not as_json:
        record_report.show_first(written.first, got.wrapper, sys.stdout)
