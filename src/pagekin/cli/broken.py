"""`pagekin broken`: the links that do not work, with the pages that have them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from pagekin.cli.options import output_options
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.query.fixed.link_health import BrokenTarget, Referrer

with lazy_imports():
    import pagekin.app.broken as app
    from pagekin.app import asked_crawl
    from pagekin.cli import answer_output, printing, terminal_texts
    from pagekin.query.fixed import link_health
    from pagekin.store import opening

# As in pagekin.query.fixed.link_health; here, so that help need not load it.
STATES = ("failing", "newly broken", "still broken", "fixed")
_SHOWN = 5  # referrers of each; all of them are in a file


@click.command("broken")
@click.argument("crawl", type=int, required=False)
@click.option(
    "--state",
    "states",
    type=click.Choice(STATES),
    multiple=True,
    help="Only these; may be given several times.  [default: all but fixed]",
)
@output_options
def command(
    crawl: int | None, states: tuple[str, ...], output: str | None, overwrite: str | None
) -> None:
    """List the links that do not work, and the pages that have them.

    Of the last crawl, or of the one whose number `pagekin crawls` tells. What failed once is failing, for
    it may come back by itself; if the next crawl that asks for it fails, too, it is broken. A crawl asks
    for what it follows; `pagekin crawl --check-links` asks for the rest: images, files, other sites. With
    -o or -O the list is a table with a row for each link.

    \b
    Example:
      pagekin broken
      pagekin broken 12 --state 'newly broken' -O broken.csv
    """
    destination = answer_output.answer_destination(output, overwrite)
    with opening.open_store().connection() as connection:
        asked = asked_crawl.crawl_to_ask(connection, crawl)
        found = app.broken_links(connection, asked, map(link_health.LinkState, states))
    if destination:
        answer_output.write_answer(found.as_table(), destination, "broken")
    else:
        for target in found.targets:
            lines = _lines(target, found.referrers.get(target.page, []))
            click.echo(terminal_texts.readable("\n".join(lines)))
    counts = Counter(target.state.value for target in found.targets)
    told = ", ".join(f"{counts[state]:,} {state}" for state in STATES if counts[state])
    click.echo(f"crawl {found.crawl}: {told or 'no broken links'}", err=True)


def _lines(target: BrokenTarget, referrers: Sequence[Referrer]) -> Iterator[str]:
    yield f"{target.state.value:<12}  {target.url}  {target.why} (since crawl {target.since})"
    for one in referrers[:_SHOWN]:
        anchor = f"  “{terminal_texts.shortened(one.anchor, 60)}”" if one.anchor else ""
        yield f"    on {one.url}{anchor}{'' if one.tag == 'a' else f'  <{one.tag}>'}"
    if len(referrers) > _SHOWN:
        yield f"    and {printing.counted(len(referrers) - _SHOWN, 'more link')}"
