"""`pagekin worker`: processes that carry out what is due, on any number of machines."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.console_extra import missing_for_console
from pagekin.cli.options import TELLING, setting_options
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.app.worker import OtherWorkOf

with lazy_imports():
    import pagekin.app.worker as app
    from pagekin.console.jobs import worker as jobs_app
    from pagekin.pool import process_pool
    from pagekin.store import opening


@click.command("worker")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    help="Runs and jobs at once.  [default: one for each core]",
)
@click.option("--once", is_flag=True, help="Carry out what is due, and exit.")
@setting_options(*TELLING, "allow_networks")
def command(jobs: int | None, once: bool, **flags: Any) -> None:  # noqa: FBT001 - click hands flags over like this
    """Carry out runs and jobs, several at once; until Ctrl-C.

    Runs of watches, like `pagekin run`, and what people start in the console, by several processes. Any number of
    workers, on any number of machines, may share a store in PostgreSQL (PAGEKIN_DATABASE_URL): each run and job is
    carried out by one of them, and by another if that one dies. Workers that ask the same host share its pace. A
    worker listens on no port. 'pagekin status --workers' lists all of them.

    \b
    Example:
      pagekin worker
      PAGEKIN_DATABASE_URL=postgresql://pagekin@db.example/pagekin pagekin worker --jobs 8
    """
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    number = jobs or process_pool.cores()
    store = opening.open_store()  # what is wrong with it is said before anything starts
    click.echo(f"{number} at work on {store.location}; Ctrl-C ends", err=True)
    try:
        app.keep_working(number, flags, _other_work(), once=once)
    except KeyboardInterrupt:
        click.echo("ended; what was under way is carried on by other workers, or later", err=True)


def _other_work() -> OtherWorkOf | None:
    """Return what does the jobs of consoles; None if what they need is not installed."""
    return None if missing_for_console() else jobs_app.jobs_besides
