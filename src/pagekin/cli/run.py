"""`pagekin run`: the scheduler and its worker, in the foreground."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.options import TELLING, setting_options
from pagekin.errors import NothingFoundError
from pagekin.lazy import lazy_imports
from pagekin.settings import FILE_NAME, Settings, load

if TYPE_CHECKING:
    from pagekin.store.reading.watches import StoredWatch

with lazy_imports():
    import pagekin.app.run as app
    import pagekin.app.storing.workspace as workspaces
    from pagekin.app.scheduling import scheduler
    from pagekin.app.sites import crawler_settings
    from pagekin.cli import printing, running


@click.command("run")
@click.option("--once", is_flag=True, help="Run what is due, deliver what waits, and exit.")
@setting_options(*TELLING, "allow_networks")
def command(once: bool, **flags: Any) -> None:  # noqa: FBT001 - click hands flags over like this
    """Run watches when they are due, and deliver messages; until Ctrl-C.

    A run that was interrupted, or killed, goes on where it was. Any number of processes may run on the same
    store: each run is taken by one of them. Settings are those of pagekin.toml and of the environment here,
    and what was given with the watch.

    \b
    Example:
      pagekin run
      PAGEKIN_MAIL_HOST=smtp.example.org PAGEKIN_MAIL_FROM=shop@example.org pagekin run --once
    """
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    runner = running.TerminalRunner()

    def settings_of(watch: StoredWatch, host: str) -> Settings:
        return crawler_settings.settings_of_watch(watch, host, os.environ, Path(FILE_NAME))

    telling = load(flags, os.environ, Path(FILE_NAME))
    with workspaces.open_workspace() as workspace:
        clock = scheduler.store_clock(workspace.store)
        loop = app.WatchLoop(workspace, settings_of, telling, runner, clock)
        try:
            ran = loop.run(once=once)
        except KeyboardInterrupt:
            click.echo("ended; 'pagekin run' goes on from here", err=True)
            return
    if once and not ran:
        raise NothingFoundError("nothing is due; 'pagekin status' tells when something is")
    click.echo(f"{printing.counted(ran, 'run')} ended", err=True)
