"""`pagekin extract`: a wrapper applied to pages."""

from pathlib import Path
from typing import Any

import click

from pagekin.app.coverage import KEPT, Coverage
from pagekin.app.extract import extract_all
from pagekin.app.learned_file import read_learned
from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.cli.page_options import complain_of_unread, open_pages
from pagekin.cli.printing import counted, summary
from pagekin.cli.record_report import (
    coverage_content,
    coverage_lines,
    destination_from,
    output_options,
    records_line,
)
from pagekin.cli.running import until_interrupted
from pagekin.cli.terminal_texts import printable
from pagekin.errors import NothingFoundError
from pagekin.output import Destination, open_output
from pagekin.site import Stop
from pagekin.wrappers.repair import DriftWatch, TemplateChanged


@click.command("extract")
@click.argument("learned_file", metavar="WRAPPER", type=click.Path(path_type=Path))
@click.argument("places", metavar="PAGES...", nargs=-1, required=True)
@output_options
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options(*FETCHING)
def command(
    learned_file: Path,
    places: tuple[str, ...],
    output: str | None,
    overwrite: str | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """Extract the records of pages with a wrapper.

    WRAPPER is a wrapper file, or a crawler file that has one. PAGES are HTML files, folders, WARC files
    and URLs. The format follows the name: .jsonl (one object per record), .json, .csv, .xml, .parquet,
    .xlsx. Afterwards it says what share of the records has each field, and where it is missing. Ctrl-C
    stops with the records so far.

    \b
    Example:
      pagekin extract wrapper.json pages/ -o records.jsonl
      pagekin extract crawler.json https://shop.example/p/18-kettle -O kettle.csv
    """
    settings = settings_from(flags)
    wrapper = read_learned(learned_file).wrapper
    destination = destination_from(output, overwrite)
    stop = Stop()
    tally, watch = Coverage(wrapper, None if as_json else KEPT), DriftWatch(wrapper)
    with (
        open_output(destination, wrapper) as writer,
        open_pages((places,), settings, stop) as (pages,),
    ):
        extract_all(until_interrupted(pages, stop), wrapper, writer, tally, watch)
        complain_of_unread(pages, any_read=bool(tally.pages))
        event = watch.drift().event
        if not tally.records:
            found = f"no field of {learned_file} found on {counted(tally.pages, 'page')}; "
            kind = "is that the kind it was learned from?"
            raise NothingFoundError(found + (_changed(event, learned_file) if event else kind))
    summary(
        {"output": destination.name}
        | coverage_content(tally)
        | {"template_changed": change_content(event)}
        | {"unread": [{"page": u.name, "reason": u.reason} for u in pages.unread]}
        | {"stopped": stop.reason(0), "seconds": round(stop.seconds, 3)},
        "\n".join(
            [
                _read(tally, stop),
                *record_report(tally, destination, writer.notes),
                *([_changed(event, learned_file)] if event else []),
            ]
        ),
        as_json=as_json,
        results_on_stdout=destination.is_stdout,
    )


def _read(tally: Coverage, stop: Stop) -> str:
    early = f"; stopped early: {stop.reason(0)}" if stop.reason(0) else ""
    return f"{counted(tally.pages, 'page')} read, {stop.seconds:.1f} s{early}"


def _changed(event: TemplateChanged, learned_file: Path) -> str:
    return (
        f"the template has changed: {printable(str(event))}; to follow it: "
        f"pagekin repair {learned_file} PAGES --known EARLIER_RECORDS.jsonl"
    )


def change_content(event: TemplateChanged | None) -> dict[str, Any] | None:
    """Give a change of the template for machines."""
    if event is None:
        return None
    return {
        "pages": event.pages,
        "failing_pages": event.failing_pages,
        "drastic": event.drastic,
        "fields": [
            {"field": part.name, "sign": str(part.sign), "failing": part.failing}
            | {"looked": part.looked, "examples": list(part.examples)}
            for part in event.fields
        ],
    }


def record_report(tally: Coverage, destination: Destination, notes: list[str]) -> list[str]:
    """Say how good the records are, and where they are."""
    lines = [records_line(tally), *coverage_lines(tally)]
    if not destination.is_stdout:
        lines.append(f"records in {destination.name}")
    return [*lines, *(f"  {note}" for note in notes)]
