"""`pagekin worker`: processes that carry out what is due, on any number of machines."""

from __future__ import annotations

import signal
from typing import Any

import click

from pagekin.cli.options import TELLING, setting_options
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.worker as app
    from pagekin.pool import process_pool
    from pagekin.store import opening


@click.command("worker")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    help="Runs at once.  [default: one for each core]",
)
@click.option("--once", is_flag=True, help="Carry out what is due, and exit.")
@setting_options(*TELLING, "allow_networks")
def command(jobs: int | None, once: bool, **flags: Any) -> None:  # noqa: FBT001 - click hands flags over like this
    """Carry out the runs of watches, several at once; until Ctrl-C.

    Like `pagekin run`, by several processes. Any number of workers, on any number of machines, may share a
    store in PostgreSQL (PAGEKIN_DATABASE_URL): each run is carried out by one of them, and by another if
    that one dies. Workers that ask the same host share its pace. A worker listens on no port.

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
        app.keep_working(number, flags, once=once)
    except KeyboardInterrupt:
        click.echo("ended; what was under way is carried on by other workers, or later", err=True)
