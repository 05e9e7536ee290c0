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
    There is a line for each page and field; with -o or -O the list is a table with the page, its name, the
    field, its old and its new value: .csv, .jsonl, .json, .xml, .parquet or .xlsx.

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
            for line in _lines(change):
                click.echo(terminal_texts.printable(line))
        return
    with outputs.open_output(destination.for_answers("page"), app.LAYOUT) as writer:
        for change in found:
            for record in change.as_records():
                writer.write(change.url, record)


def _lines(change: Change) -> Iterator[str]:
    """Yield a line for each field that is another, or one for the page."""
    told = [f"{change.state:<9}", change.url]
    told += [terminal_texts.shortened(change.name, 40)] if change.name else []
    told += [f"was {change.was}"] if change.was else []
    told += [change.reason] if change.reason else []
    for field in change.fields:
        yield "  ".join((*told, terminal_texts.shortened(str(field))))
    if not change.fields:
        yield "  ".join(told)
