"""`pagekin query`: ask stored crawls for what is on their pages, and for what has changed there."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagekin.cli.options import output_options
from pagekin.errors import QueryError
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.query as app
    from pagekin.app import answers
    from pagekin.cli import answer_output, printing, terminal_texts
    from pagekin.query import asking
    from pagekin.store import opening
    from pagekin.store.parquet import connection as parquet

if TYPE_CHECKING:
    from pagekin.store.database import Connection

_NOTHING = 3  # as when nothing is found


@click.command("query")
@click.argument("text", metavar="QUERY")
@click.option("--crawl", metavar="N", type=int, help="Ask this crawl.  [default: the last one]")
@click.option("--site", metavar="HOST", default="", help="Ask the last crawl of this site.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Rows at most.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    help="Seconds at most.",
)
@click.option(
    "--on",
    "exported",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Ask the crawls that 'pagekin store export' wrote there, instead of the store.",
)
@click.option("--explain", is_flag=True, help="Print the SQL and its parameters, and ask nothing.")
@output_options
def command(
    text: str,
    crawl: int | None,
    site: str,
    limit: int,
    timeout: float,
    exported: Path | None,
    explain: bool,  # noqa: FBT001 - click hands flags over like this
    output: str | None,
    overwrite: str | None,
) -> int:
    """Ask a crawl for the pages on which conditions hold.

    Conditions are about fields (`pagekin fields` lists them), their attributes, META tags and pages; what has
    changed is told against the crawl before, or another one. docs/queries.md has the whole language. The
    format of a file follows its name: .csv, .jsonl, .json, .xml, .parquet, .xlsx. If nothing is found, the
    exit code is 3.

    \b
    Example:
      pagekin query 'price > 500 and name contains ThinkPad'
      pagekin query 'price fell by more than 10% since last week show name' -O fallen.csv
      pagekin query 'image is missing or status >= 400'
      pagekin query 'price > 500' --on exported/
    """
    destination = answer_output.answer_destination(output, overwrite)
    try:
        with _connected(exported) as connection:
            if explain:
                click.echo(app.explained(connection, text, crawl, site))
                return 0
            answer = app.query(connection, text, crawl, site, asking.QueryLimits(limit, timeout))
            table = app.as_table(answer)
            if table.rows and not exported:
                answers.keep_asked(connection, text, answer.crawl, table)
    except QueryError as error:
        if error.pointer:
            click.echo(error.pointer, err=True)
        raise
    if answer.rows or destination:
        answer_output.write_answer(table, destination, "result")
    for note in answer.notes:
        click.echo(terminal_texts.readable(f"note: {note}"), err=True)
    cut = f", and there are more: see --limit {limit}" if answer.is_cut else ""
    click.echo(
        f"crawl {answer.crawl}: {printing.counted(len(answer.rows), 'result')}{cut}", err=True
    )
    return 0 if answer.rows else _NOTHING


def _connected(exported: Path | None) -> contextlib.AbstractContextManager[Connection]:
    """Open what is asked: the store, or crawls that were exported."""
    if exported:
        return contextlib.closing(parquet.ParquetConnection(exported))
    return opening.open_store().connection()
