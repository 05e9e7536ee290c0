"""`pagekin status`: the watches, when they run, and what is wrong."""

from __future__ import annotations

import click

from pagekin.cli.console_extra import missing_for_console
from pagekin.cli.options import output_options
from pagekin.errors import NothingFoundError
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.status as app
    from pagekin.app import watch as watches
    from pagekin.app.scheduling import scheduler
    from pagekin.cli import answer_output
    from pagekin.console.jobs import job_status
    from pagekin.store import opening


@click.command("status")
@click.argument("watch", default="")
@click.option("--workers", is_flag=True, help="List who is at work on what, on all machines.")
@output_options
def command(watch: str, workers: bool, output: str | None, overwrite: str | None) -> None:  # noqa: FBT001 - click hands flags over like this
    """List the watches: the next run, the last one with its counts, and troubles.

    With the name of a WATCH, its runs are listed. With --workers, the workers of all machines are: the runs and
    jobs that are under way or wait, who carries each out, since when, how far it is, and when the worker was last
    heard of; then those who have nothing to do. With -o or -O the list is a table: .csv, .jsonl, .json, .xml,
    .parquet or .xlsx; `-O -:csv` prints it.

    \b
    Example:
      pagekin status
      pagekin status shop -O runs.csv
    """
    destination = answer_output.answer_destination(output, overwrite)
    store = opening.open_store()
    with store.connection() as connection:
        if workers:
            jobs = [] if missing_for_console() else job_status.jobs_under_way(store)
            table = app.workers_table(connection, scheduler.store_clock(store)(), jobs)
        elif watch:
            table = app.runs_table(connection, watches.find_watch(connection, watch))
        else:
            table = app.status_table(connection)
    if workers and not table.rows:
        raise NothingFoundError(
            "there is no worker, and nothing that is due waits: 'pagekin worker' starts one"
        )
    if not table.rows:
        raise NothingFoundError("there are no watches yet: 'pagekin watch CRAWLER' begins one")
    answer_output.write_listing(table, destination, "run" if watch or workers else "watch")
