"""`pagekin induce`: from pages to a wrapper file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import FETCHING, STDOUT, setting_options, settings_from
from pagekin.errors import NothingFoundError, UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.wrappers import Wrapper

with lazy_imports():
    import pagekin.app.induce as app
    import pagekin.app.learned_file as learned_files
    import pagekin.site.stop as stops
    from pagekin.app import field_editing
    from pagekin.app.sites import named_pages
    from pagekin.cli import printing, record_report, running


@click.command("induce", cls=GroupedCommand)
@click.argument("places", metavar="PAGES...", nargs=-1, required=True)
@click.option("--sample", "samples", metavar="PAGE", multiple=True, help="The page with examples.")
@click.option(
    "--field",
    "fields",
    metavar="NAME=VALUE",
    multiple=True,
    help="A value of a field on the sample, or NAME@XPATH; a second one of a field shows where others are.",
)
@click.option(
    "--choose",
    metavar="NAME=N",
    multiple=True,
    help="Of the places that an example may mean, take this one.",
)
@click.option("--all", "everything", is_flag=True, help="Keep the fields of little use, too.")
@click.option(
    "-o", "--output", default=STDOUT, metavar="FILE", help="The wrapper file; - is stdout."
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options(*FETCHING)
def command(
    places: tuple[str, ...],
    samples: tuple[str, ...],
    fields: tuple[str, ...],
    choose: tuple[str, ...],
    everything: bool,  # noqa: FBT001 - click hands flags over like this
    output: str,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> int:
    """Learn a wrapper: where the fields of some pages stand.

    PAGES are HTML files, folders, WARC files and URLs, all of one kind; 20 to 50 are enough. Without
    --field, what differs from page to page is found and named. With it, only what you show: values as
    they stand on the sample. Where a value stands in several places, they are listed, and --choose takes
    another one than the first.

    \b
    Example:
      pagekin induce pages/ -o wrapper.json
      pagekin induce pages/ --sample pages/1.html --field price="€ 12.50" --field name=Teapot -o wrapper.json
    """
    settings = settings_from(flags)
    wanted = [app.FieldExample.parse(field) for field in fields]
    if wanted and not samples:
        raise UsageError("--field needs the page that has the value: --sample PAGE")
    if samples and not wanted:
        raise UsageError("--sample needs the fields to look for: --field NAME=VALUE")
    stop, runner = stops.Stop(), running.TerminalRunner()
    with (
        printing.result_stream(output) as stream,
        named_pages.open_pages((samples, places), settings, runner, stop) as (shown, pages),
    ):
        found = list(shown)
        named_pages.report_unread(shown, runner.notice, any_read=bool(found))
        try:
            wrapper = app.induce(
                pages,
                found,
                wanted,
                everything=everything,
                choose=app.parse_choices(choose),
                tell=runner.notice,
            )
        except NothingFoundError:
            named_pages.report_unread(pages, runner.notice, any_read=False)
            raise
        named_pages.report_unread(pages, runner.notice, any_read=True)
        stream.write(learned_files.wrapper_text(wrapper))
    printing.summary(
        {
            "output": output,
            "fields": [field.as_json() for field in field_editing.listed_fields(wrapper)],
        }
        | {"seconds": round(stop.seconds, 3)},
        _text(wrapper, output, stop.seconds),
        as_json=as_json,
        results_on_stdout=output == STDOUT,
    )
    return printing.LEFT_OUT if pages.unread or shown.unread else 0


def _text(wrapper: Wrapper, output: str, seconds: float) -> str:
    fields = field_editing.listed_fields(wrapper)
    lines = [
        f"{printing.counted(len(fields), 'field')}, {seconds:.1f} s",
        *record_report.field_lines(fields),
    ]
    if output != STDOUT:
        lines.append(
            f"wrapper in {output}; use it with: pagekin extract {output} PAGES -o records.jsonl"
        )
    return "\n".join(lines)
