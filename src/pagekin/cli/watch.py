"""`pagekin watch`: run a crawler on schedule, and tell people what they want to know."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import FETCHING, KEEPING, setting_options
from pagekin.errors import QueryError, UsageError
from pagekin.lazy import lazy_imports
from pagekin.settings import FILE_NAME, TABLE, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.app.watch import KeptWatch

with lazy_imports():
    import pagekin.app.status as states
    import pagekin.app.watch as app
    from pagekin.cli import terminal_texts
    from pagekin.notify import sending
    from pagekin.store import opening
    from pagekin.store import states as store_states

_STATES = {"pause": "PAUSED", "resume": "ACTIVE", "stop": "STOPPED"}
_LOCAL_TIME = Path("/etc/localtime")


@click.command("watch", cls=GroupedCommand)
@click.argument("source", metavar="CRAWLER|URL|NAME")
@click.option("--name", help="What to call the watch.  [default: the name of the file]")
@click.option("--every", metavar="TIME", help="How often: 6h, '30 min', 1d, 2w.  [default: 1d]")
@click.option("--cron", metavar="FIELDS", help="When, as a cron expression: '30 2 * * *'.")
@click.option("--at", metavar="TIME", help="The first run: 02:30, or '2026-01-31 02:30'.")
@click.option("--window", metavar="HOURS", help="Begin only in these hours: 22:00-06:00.")
@click.option("--time-zone", metavar="ZONE", help="Whose clock counts: Europe/Berlin.")
@click.option("--jitter", metavar="TIME", help="Begin up to so much later: '10 min'.")
@click.option(
    "--confirm",
    type=click.IntRange(1, 10),
    help="Tell only what so many crawls in a row have seen.",
)
@click.option(
    "--check-links", is_flag=True, default=None, help="Ask whether other links work, too."
)
@click.option("--external", is_flag=True, default=None, help="With it: links to other hosts.")
@click.option("--alert", "alerts", metavar="QUERY", multiple=True, help="What to tell; several.")
@click.option("--to", "receivers", metavar="URL", multiple=True, help="Where; several.")
@click.option("--person", default="me", show_default=True, help="Whom.")
@click.option("--pause", "action", flag_value="pause", help="Leave runs out until --resume.")
@click.option("--resume", "action", flag_value="resume", help="Run again after --pause or --stop.")
@click.option("--start", "action", flag_value="resume", help="The same.")
@click.option("--stop", "action", flag_value="stop", help="Leave runs out, and end one under way.")
@click.option("--now", "action", flag_value="now", help="Run once at once, besides the schedule.")
@click.option("--delete", "action", flag_value="delete", help="Watch no more; crawls stay.")
@setting_options(*FETCHING, *KEEPING)
def command(source: str, action: str | None, **options: Any) -> None:
    """Run a crawler on schedule, and tell people what they want to know.

    An alert is a query that each crawl is asked ('pagekin query'): what it finds is sent to all receivers
    (mailto:anna@example.org, a webhook's https: URL, or a URL of apprise), as one message for each person.
    Without an alert they are told all that happens. With a URL the whole site is watched. A watch that is given again is changed: what is not
    named stays as it is. 'pagekin run' does the work, 'pagekin status' tells how it goes.

    \b
    Example:
      pagekin watch shop.json --every 1d --alert 'price fell by more than 10%' --to mailto:anna@example.org
      pagekin watch shop.json --cron '30 2 * * MON-FRI' --time-zone Europe/Berlin --jitter '10 min'
      pagekin watch https://shop.example/ --check-links --alert newly-broken-links --to mailto:anna@example.org
      pagekin watch shop --pause
    """
    store = opening.open_store()
    if action:
        _act(source, action, options)
        return
    given = {name: options.pop(name) for name in (*FETCHING, *KEEPING)}
    settings = _kept_settings(given)
    request = app.WatchRequest(source, settings=settings, **options)
    try:
        kept = app.watch(store, request, time.time(), _own_time_zone())
    except QueryError as error:
        if error.pointer:
            click.echo(error.pointer, err=True)
        raise
    click.echo(terminal_texts.readable(_told(kept)), err=True)
    for where, secret in kept.secrets:
        click.echo(f"messages to {where} are signed with {secret} (shown only now)", err=True)
    _warn(request.receivers)


def _act(name: str, action: str, options: dict[str, Any]) -> None:
    """Do something to a watch that is there."""
    if any(value for key, value in options.items() if key != "person"):
        raise UsageError(f"--{action} goes alone: change a watch before or after")
    store, now = opening.open_store(), time.time()
    if action == "delete":
        told = f"{app.delete(store, name).name} is no longer watched; its crawls are kept"
    elif action == "now":
        told = f"{app.run_now(store, name, now).name} is due now: 'pagekin run' runs it"
    else:
        state = store_states.WatchState[_STATES[action]]
        told = f"{app.change_state(store, name, state, now).name} is {state}"
    click.echo(terminal_texts.readable(told), err=True)


def _kept_settings(flags: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that a watch keeps: those given, and no secrets."""
    given = {name: value for name, value in flags.items() if value is not None and value != ()}
    secret = [name for name in given if TABLE[name].metadata["secret"]]
    if secret:
        raise UsageError(
            f"--{secret[0].replace('_', '-')} may be secret and is not kept with a watch: "
            f"put it into {FILE_NAME}, or the environment"
        )
    checked = load(given, {}, None)
    return {name: getattr(checked, name) for name in given}


def _told(kept: KeptWatch) -> str:
    watch = kept.watch
    begins = states.shown(kept.begins, watch)
    lines = [
        f"{watch.name} is {'watched' if kept.is_new else 'changed'}: {watch.schedule}"
        + (f", in {watch.window}" if watch.window else "")
        + f" ({watch.time_zone}); "
        + (f"next run {begins}" if begins else f"it is {watch.state}")
    ]
    if kept.channels:
        lines.append(f"told to {', '.join(kept.channels)}")
    lines.append("'pagekin run' does the work, 'pagekin status' tells how it goes")
    return "\n".join(lines)


def _warn(receivers: Sequence[str]) -> None:
    """Say what keeps messages from being sent now; where the scheduler runs it may be otherwise."""
    settings = load({}, os.environ, Path(FILE_NAME))
    for receiver in receivers:
        try:
            sending.check_settings(sending.checked_address(receiver), settings)
        except UsageError as error:
            click.echo(terminal_texts.readable(f"note: {error}"), err=True)


def _own_time_zone() -> str:
    """Return the time zone of this machine, as far as it tells its name."""
    named = os.environ.get("TZ", "").removeprefix(":")
    if named:
        return named
    target = str(_LOCAL_TIME.resolve()) if _LOCAL_TIME.exists() else ""
    return target.partition("/zoneinfo/")[2] or "UTC"
