"""`pagekin extract`: a wrapper applied to pages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import (
    FETCHING,
    layout_flags,
    layout_options,
    output_options,
    setting_options,
    settings_from,
)
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.app.coverage import Coverage
    from pagekin.site import Stop

with lazy_imports():
    import pagekin.app.coverage as coverage_module
    import pagekin.app.extract as app
    import pagekin.app.extract_files as files_app
    import pagekin.app.learned_file as learned_files
    import pagekin.site.stop as stops
    from pagekin.app import file_mining
    from pagekin.app.sites import named_pages
    from pagekin.cli import crawl_report, printing, record_report, running
    from pagekin.output import layout as layouts

_SHOWN = 5  # files that something is wrong with, by name


@click.command("extract", cls=GroupedCommand)
@click.argument("learned_file", metavar="WRAPPER", type=click.Path(path_type=Path))
@click.argument("places", metavar="PAGES...", nargs=-1, required=True)
@output_options
@click.option("--all", "everything", is_flag=True, help="All fields, also those of little use.")
@layout_options
@click.option(
    "--dask", metavar="ADDRESS", help="Have the files of -O FOLDER/ read by a cluster of Dask."
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options(*FETCHING)
def command(
    learned_file: Path,
    places: tuple[str, ...],
    output: str | None,
    overwrite: str | None,
    everything: bool,  # noqa: FBT001 - click hands flags over like this
    dask: str | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> int:
    """Extract the records of pages with a wrapper.

    WRAPPER is a wrapper file, or a crawler file that has one. PAGES are HTML files, folders, WARC files
    and URLs. The format follows the name: .jsonl (one object per record), .json, .csv, .xml, .parquet,
    .xlsx. Afterwards it says what share of the records has each field, and where it is missing. Ctrl-C
    stops with the records so far.

    With -O FOLDER/ each file becomes a Parquet part there, read by one of --jobs processes or of a cluster
    of Dask. PAGES may then be patterns and URLs of an object store; a crawler passes over pages that are not
    of its class. Run again, it reads the files that have no part yet.

    \b
    Example:
      pagekin extract wrapper.json pages/ -o records.jsonl
      pagekin extract shop.json 's3://crawls/2026/*.warc.gz' -O parts/
      pagekin extract crawler.json https://shop.example/p/18-kettle -O kettle.csv
    """
    layout = layouts.Layout(**layout_flags(flags), everything=everything)
    settings = settings_from(flags)
    if overwrite and overwrite.endswith("/"):
        folder, jobs = Path(overwrite), settings.jobs
        return _by_files(
            learned_file,
            files_app.FilesRequest("", places, folder, jobs, dask or ""),
            as_json=as_json,
        )
    if dask:
        raise UsageError("--dask needs a folder for the parts that it writes: -O FOLDER/")
    request = app.ExtractRequest(
        learned_files.read_learned(learned_file).wrapper,
        str(learned_file),
        record_report.destination_from(output, overwrite, layout),
        None if as_json else coverage_module.NAMED_PAGES,
        settings.jobs,
    )
    stop, runner = stops.Stop(), running.TerminalRunner()
    with named_pages.open_pages((places,), settings, runner, stop) as (pages,):
        result = app.extract(request, pages, runner, stop)
    coverage, changed = result.coverage, result.template_changed
    printing.summary(
        {"output": request.destination.name}
        | record_report.coverage_content(coverage)
        | {"template_changed": crawl_report.change_content(changed)}
        | {"unread": [{"page": u.name, "reason": u.reason} for u in pages.unread]}
        | {"stopped": stop.reason(0), "seconds": round(stop.seconds, 3)},
        "\n".join(
            [
                _read(coverage, stop),
                *record_report.lines(coverage, request.destination, result.notes),
                *([app.how_to_repair(changed, str(learned_file))] if changed else []),
            ]
        ),
        as_json=as_json,
        results_on_stdout=request.destination.is_stdout,
    )
    return printing.LEFT_OUT if pages.unread else 0


def _by_files(learned_file: Path, request: files_app.FilesRequest, *, as_json: bool) -> int:
    learned = learned_files.read_learned(learned_file).dumps()
    stop, runner = stops.Stop(), running.TerminalRunner()
    mined = files_app.extract_files(replace(request, learned=learned), runner, stop)
    numbers, amiss = file_mining.total(mined), [one for one in mined if one.reason]
    for one in amiss[:_SHOWN]:
        runner.notice(f"{one.source}: {one.reason}")
    printing.summary(
        {"output": f"{request.folder}/", "files": len(mined)}
        | numbers
        | {"amiss": [{"file": one.source, "reason": one.reason} for one in amiss]}
        | {"stopped": stop.reason(0), "seconds": round(stop.seconds, 3)},
        f"{printing.counted(len(mined), 'file')}: {numbers['kin']:,} of "
        f"{printing.counted(numbers['pages'], 'page')} are of the class, "
        f"{printing.counted(numbers['records'], 'record')} in {request.folder}/, {stop.seconds:.1f} s",
        as_json=as_json,
        results_on_stdout=False,
    )
    return printing.LEFT_OUT if amiss else 0


def _read(coverage: Coverage, stop: Stop) -> str:
    early = f"; stopped early: {stop.reason(0)}" if stop.reason(0) else ""
    return f"{printing.counted(coverage.pages, 'page')} read, {stop.seconds:.1f} s{early}"
