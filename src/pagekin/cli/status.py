"""`pagekin status`: the watches, when they run, and what is wrong."""

from __future__ import annotations

import click

from pagekin.cli.options import output_options
from pagekin.errors import NothingFoundError
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.status as app
    from pagekin.app import watch as watches
    from pagekin.cli import answer_output
    from pagekin.store import opening


@click.command("status")
@click.argument("watch", default="")
@output_options
def command(watch: str, output: str | None, overwrite: str | None) -> None:
    """List the watches: the next run, the last one with its counts, and troubles.

    With the name of a WATCH, its runs are listed. With -o or -O the list is a table: .csv, .jsonl, .json,
    .xml, .parquet or .xlsx; `-O -:csv` prints it.

    \b
    Example:
      pagekin status
      pagekin status shop -O runs.csv
    """
    destination = answer_output.answer_destination(output, overwrite)
    with opening.open_store().connection() as connection:
        if watch:
            table = app.runs_table(connection, watches.find_watch(connection, watch))
        else:
            table = app.status_table(connection)
    if not table.rows:
        raise NothingFoundError("there are no watches yet: 'pagekin watch CRAWLER' begins one")
    answer_output.write_listing(table, destination, "run" if watch else "watch")
