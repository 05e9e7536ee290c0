"""`pagekin changes`: what became of the targets from one crawl to the next."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from pagekin.cli.options import output_options
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pagekin.app.changes import Change
    from pagekin.output import Destination

with lazy_imports():
    import pagekin.app.changes as app
    import pagekin.output as outputs
    from pagekin.cli import record_report, terminal_texts
    from pagekin.store import opening


@click.command("changes")
@click.argument("crawl", type=int, required=False)
@click.option(
    "--since", metavar="N", type=int, help="Compare with this crawl.  [default: the one before]"
)
@click.option("--all", "everything", is_flag=True, help="List each page, unchanged ones too.")
@output_options
def command(
    crawl: int | None,
    since: int | None,
    everything: bool,  # noqa: FBT001 - click hands flags over like this
    output: str | None,
    overwrite: str | None,
) -> None:
    """List what is new, gone, moved or changed since the crawl before.

    Of the last crawl, or of the one whose number `pagekin crawls` tells. A page that is known again by
    its key (`pagekin fields`) has moved; one that could not be fetched this time is unseen, not vanished.
    What the site did to many pages at once is one line; --all lists each of them.
    With -o or -O the list is a table: .csv, .jsonl, .json, .xml, .parquet or .xlsx.

    \b
    Example:
      pagekin changes
      pagekin changes 7 --since 3 -O changes.csv
    """
    destination = record_report.destination_from(output, overwrite) if output or overwrite else None
    store = opening.open_store()
    with store.connection() as connection:
        older, newer = app.crawls_to_compare(connection, crawl, since)
        counts: Counter[str] = Counter()
        found = app.changes(store, connection, older, newer, counts, everything=everything)
        _write(found, destination)
    told = ", ".join(f"{count:,} {state}" for state, count in sorted(counts.items()))
    where = (
        f"; the list is in {destination.name}" if destination and not destination.is_stdout else ""
    )
    click.echo(f"from crawl {older.id} to {newer.id}: {told or 'no targets'}{where}", err=True)


def _write(found: Iterator[Change], destination: Destination | None) -> None:
    if destination is None:
        for change in found:
            click.echo(terminal_texts.printable("  ".join(_columns(change))))
        return
    with outputs.open_output(destination, app.LAYOUT) as writer:
        for change in found:
            writer.write(change.url, change.as_record())


def _columns(change: Change) -> Iterator[str]:
    yield f"{change.state:<9}"
    yield change.url
    if change.was:
        yield f"was {change.was}"
    if change.reason:
        yield change.reason
    if change.fields:
        yield terminal_texts.shortened("; ".join(change.fields))
