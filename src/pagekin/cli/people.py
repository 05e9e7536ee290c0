"""`pagekin people`: who is told, where, and when not."""

from __future__ import annotations

import click

from pagekin.cli.options import output_options
from pagekin.errors import NothingFoundError, UsageError
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.people as app
    from pagekin.cli import answer_output
    from pagekin.store import opening


@click.command("people")
@click.argument("name", default="")
@click.option("--to", "receivers", metavar="URL", multiple=True, help="Reach them there, too.")
@click.option("--not-to", "no_longer", metavar="URL", multiple=True, help="And there no longer.")
@click.option("--quiet", metavar="HOURS", help="Deliver nothing then: 22:00-07:00; '' for never.")
@click.option("--time-zone", metavar="ZONE", help="Whose clock counts for that.")
@click.option("--administrator/--no-administrator", default=None, help="Tell them of trouble.")
@click.option("--delete", is_flag=True, help="Tell them nothing any more.")
@output_options
def command(
    name: str,
    receivers: tuple[str, ...],
    no_longer: tuple[str, ...],
    quiet: str | None,
    time_zone: str | None,
    administrator: bool | None,  # noqa: FBT001 - click hands flags over like this
    delete: bool,  # noqa: FBT001 - as above
    output: str | None,
    overwrite: str | None,
) -> None:
    """List the people who are told, or change one.

    Results go to those who asked for them, trouble with crawls to administrators; the first person is one.
    What comes in quiet hours is delivered when they are over, all of it in one message. Addresses are kept
    encrypted, and shown without what is secret about them.

    \b
    Example:
      pagekin people
      pagekin people anna --to mailto:anna@example.org --quiet 22:00-07:00 --time-zone Europe/Berlin
    """
    destination = answer_output.answer_destination(output, overwrite)
    store = opening.open_store()
    changes = (receivers, no_longer, quiet is not None, time_zone, administrator is not None)
    if not name and (delete or any(changes)):
        raise UsageError("say who: pagekin people NAME …")
    if delete:
        app.remove_person(store, name)
    elif name:
        request = app.PersonRequest(name, administrator, time_zone, quiet, receivers, no_longer)
        for where, secret in app.change_person(store, request):
            click.echo(f"messages to {where} are signed with {secret} (shown only now)", err=True)
    table = app.people_table(store)
    if not table.rows and not delete:
        raise NothingFoundError("nobody is told anything yet: 'pagekin watch CRAWLER --to URL'")
    answer_output.write_listing(table, destination, "person")
