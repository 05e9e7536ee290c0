"""`pagekin induce`: from pages to a wrapper file."""

from typing import Any

import click

from pagekin.app.field_editing import listed_fields
from pagekin.app.induce import FieldExample, induce
from pagekin.app.learned_file import wrapper_text
from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.cli.page_options import complain_of_unread, open_pages
from pagekin.cli.printing import counted, result_stream, summary
from pagekin.cli.record_report import field_lines
from pagekin.errors import NothingFoundError, UsageError
from pagekin.output import STDOUT
from pagekin.site import Stop
from pagekin.wrappers import Wrapper


@click.command("induce")
@click.argument("places", metavar="PAGES...", nargs=-1, required=True)
@click.option("--sample", "samples", metavar="PAGE", multiple=True, help="The page with examples.")
@click.option(
    "--field",
    "fields",
    metavar="NAME=VALUE",
    multiple=True,
    help="A value of a field on the sample, or NAME@XPATH; a second one of a field shows where others are.",
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
    everything: bool,  # noqa: FBT001 - click hands flags over like this
    output: str,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """Learn a wrapper: where the fields of some pages stand.

    PAGES are HTML files, folders, WARC files and URLs, all of one kind; 20 to 50 are enough. Without
    --field, what differs from page to page is found and named. With it, only what you show: values as
    they stand on the sample.

    \b
    Example:
      pagekin induce pages/ -o wrapper.json
      pagekin induce pages/ --sample pages/1.html --field price="€ 12.50" --field name=Teapot -o wrapper.json
    """
    settings = settings_from(flags)
    wanted = [FieldExample.parse(field) for field in fields]
    if wanted and not samples:
        raise UsageError("--field needs the page that has the value: --sample PAGE")
    if samples and not wanted:
        raise UsageError("--sample needs the fields to look for: --field NAME=VALUE")
    stop = Stop()
    with (
        result_stream(output) as stream,
        open_pages((samples, places), settings, stop) as (shown, pages),
    ):
        found = list(shown)
        complain_of_unread(shown, any_read=bool(found))
        try:
            wrapper = induce(pages, found, wanted, everything=everything)
        except NothingFoundError:
            complain_of_unread(pages, any_read=False)
            raise
        complain_of_unread(pages, any_read=True)
        stream.write(wrapper_text(wrapper))
    summary(
        {"output": output, "fields": [field.as_json() for field in listed_fields(wrapper)]}
        | {"seconds": round(stop.seconds, 3)},
        _text(wrapper, output, stop.seconds),
        as_json=as_json,
        results_on_stdout=output == STDOUT,
    )


def _text(wrapper: Wrapper, output: str, seconds: float) -> str:
    fields = listed_fields(wrapper)
    lines = [f"{counted(len(fields), 'field')}, {seconds:.1f} s", *field_lines(fields)]
    if output != STDOUT:
        lines.append(
            f"wrapper in {output}; use it with: pagekin extract {output} PAGES -o records.jsonl"
        )
    return "\n".join(lines)
