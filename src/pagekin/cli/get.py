"""`pagekin get`: from one example page to a table of its kin's data, in one run."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from pagekin.app.coverage import KEPT, Coverage
from pagekin.app.crawl_summary import CrawlSummary
from pagekin.app.extract import extract_all
from pagekin.app.get import LearnRequest, StoredHaul
from pagekin.app.induce import FieldExample
from pagekin.app.learn import site_of, stop_from, task_from
from pagekin.app.learned_file import write_text
from pagekin.app.workspace import CrawlerName, claimed, open_workspace
from pagekin.cli.crawl import as_json_content, nothing, report
from pagekin.cli.extract import record_report
from pagekin.cli.learn import sample_options
from pagekin.cli.options import (
    FETCHING,
    LIMITS,
    REACH,
    SCOPE,
    SIMILARITY,
    setting_options,
    settings_from,
)
from pagekin.cli.printing import summary
from pagekin.cli.progress import progress
from pagekin.cli.record_report import Preview, coverage_content, destination_from, output_options
from pagekin.cli.running import notice, run, until_interrupted
from pagekin.errors import CannotAppendError, NothingFoundError
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps
from pagekin.navigation.sentences import sentences
from pagekin.output import Destination, check, open_output
from pagekin.output.atomic_files import check_place
from pagekin.site import Stop
from pagekin.wrappers import Wrapper


@dataclass(frozen=True, slots=True)
class GetRequest:
    """What to get and where to put it."""

    job: LearnRequest
    destination: Destination
    wanted: tuple[FieldExample, ...] = ()
    everything: bool = False
    crawler_file: Path | None = None
    keep: int | None = KEPT  # pages to name in the report of each field
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class GetResult:
    """What was got: the crawler with its wrapper, how the crawl went, and the records."""

    crawler: Crawler
    crawled: CrawlSummary
    destination: Destination
    tally: Coverage
    preview: Preview
    seconds: float


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

    Learns a crawler from the sample, crawls the pages like it, learns where their fields stand, and
    writes a record for each. No page is fetched twice. The format follows the name: .jsonl, .json,
    .csv, .xml, .parquet, .xlsx. Ctrl-C ends the step under way with what it has. Run again after that,
    or after a crash, it goes on from where it was (--fresh: from the start).

    \b
    Example:
      pagekin get https://shop.example/p/17-teapot -o teapots.csv
      pagekin get https://shop.example/p/17-teapot --field price="€ 12.50" -O prices.xlsx --crawler shop.json
    """
    settings = settings_from(flags, site_of(samples, entry))
    task = task_from(samples, entry, settings, negatives, wider - narrower)
    order = GetRequest(
        LearnRequest(task, settings, strategy),
        destination_from(output, overwrite),
        tuple(FieldExample.parse(field) for field in fields),
        everything,
        crawler_file,
        None if as_json else KEPT,
        fresh,
    )
    got = get(order)
    destination = got.destination
    summary(
        {"output": destination.name}
        | as_json_content(got.crawled)
        | {"records": coverage_content(got.tally)}
        | {"seconds": round(got.seconds, 3)},
        "\n".join(
            [
                *sentences(got.crawler),
                *report(got.crawled, got.seconds, visited="visited"),
                *record_report(got.tally, destination, got.preview.notes),
                *([f"crawler in {crawler_file}"] if crawler_file else []),
            ]
        ),
        as_json=as_json,
        results_on_stdout=destination.is_stdout,
    )
    if sys.stdout.isatty() and not destination.is_stdout and not as_json:
        got.preview.show()


def get(order: GetRequest) -> GetResult:
    """Learn, crawl, induce, extract and write, with progress on stderr."""
    if order.crawler_file:
        check_place(order.crawler_file)
    clock, task = Stop(), order.job.task
    with open_workspace() as data, claimed(data, CrawlerName.of_task(task, order.job.strategy)):
        haul = StoredHaul(data, order.job, notice, fresh=order.fresh)
        with haul.until_done(clock):
            learned, found = _find(haul, order, clock)
            wrapper = haul.induce(order.wanted, everything=order.everything)
            crawler = replace(learned, wrapper=wrapper)
            if order.crawler_file:
                write_text(order.crawler_file, dumps(crawler))
            tally = Coverage(wrapper, order.keep)
            destination = _fitting(order.destination, wrapper)
            with open_output(destination, wrapper) as writer:
                preview = Preview(writer, wrapper)
                extract_all(until_interrupted(haul.pages(), clock), wrapper, preview, tally)
                if not tally.records:
                    raise NothingFoundError(f"no field found on any of {tally.pages:,} pages")
            if not clock.interrupted.is_set():
                haul.keep_records(crawler)
    return GetResult(crawler, found, destination, tally, preview, clock.seconds)


def _find(haul: StoredHaul, order: GetRequest, clock: Stop) -> tuple[Crawler, CrawlSummary]:
    """Learn a crawler and find its targets; the clock hears of interruptions."""
    if order.wanted:
        run(lambda stop: haul.check(order.wanted, stop), Stop())
    stop = stop_from(order.job.settings)
    with progress("learning") as watch:
        learned = run(lambda stop: haul.learn(stop, watch), stop)
    if order.crawler_file:  # already now, for it is worth having whatever comes next
        write_text(order.crawler_file, dumps(learned))
    haul.begin(learned)
    crawling = Stop()
    with progress("crawling") as watch:
        found = run(lambda stop: haul.crawl(stop, watch), crawling)
    if not found.counts.targets:
        raise NothingFoundError(nothing(found))
    if stop.interrupted.is_set() or crawling.interrupted.is_set():
        clock.interrupted.set()
    return learned, found


def _fitting(destination: Destination, wrapper: Wrapper) -> Destination:
    """Give the destination, or one beside it if it has other columns: a crawl is not to be lost."""
    try:
        check(destination, wrapper)
    except CannotAppendError as error:
        instead = destination.instead()
        click.echo(f"{error}; the records are in {instead.name}", err=True)
        return instead
    return destination
