"""`pagekin links`: what leads to a page, and where it leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pagekin.cli.options import output_options
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.app.links import LinksAround, ShownBranch

with lazy_imports():
    import pagekin.app.links as app
    from pagekin.cli import answer_output, printing, terminal_texts
    from pagekin.store import opening


@click.command("links")
@click.argument("url")
@click.option(
    "--in",
    "inwards",
    type=click.IntRange(0, 5),
    default=1,
    show_default=True,
    help="Links of the paths that end at the page.",
)
@click.option(
    "--out",
    "outwards",
    type=click.IntRange(0, 5),
    default=1,
    show_default=True,
    help="Links of the paths that begin there.",
)
@click.option(
    "--reach",
    metavar="STEPS",
    type=click.IntRange(min=1),
    help="List the pages that can be reached in so many steps, instead.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Lines of each tree at most.",
)
@click.option(
    "--crawl", metavar="N", type=int, help="In this crawl.  [default: the last that saw the page]"
)
@output_options
def command(
    url: str,
    inwards: int,
    outwards: int,
    reach: int | None,
    most: int,
    crawl: int | None,
    output: str | None,
    overwrite: str | None,
) -> None:
    """Show what leads to a page, and where it leads.

    The in-tree has the paths of links that end at the page, the out-tree those that begin there.
    A link to a page that redirects leads to where that goes. No path comes to a page twice. Nothing is
    fetched; a crawl knows the links of the pages that it fetched.

    \b
    Example:
      pagekin links https://shop.example/p/17-teapot --in 2 --out 1
      pagekin links https://shop.example/ --reach 3 -O near.csv
    """
    destination = answer_output.answer_destination(output, overwrite)
    with opening.open_store().connection() as connection:
        if reach is not None:
            table = app.pages_in_reach(connection, url, reach, crawl)
            answer_output.write_answer(table, destination, "reached")
            told = printing.counted(len(table.rows), "page")
            click.echo(f"{told} in reach of {printing.counted(reach, 'step')}", err=True)
            return
        if not inwards and not outwards:
            raise UsageError("--in 0 and --out 0: there is nothing to show")
        found = app.links_around(connection, app.LinksRequest(url, inwards, outwards, most, crawl))
    if destination:
        answer_output.write_answer(found.as_table(), destination, "link")
    else:
        click.echo(terminal_texts.readable("\n".join(_drawn(found))))
    cut = f"; there are more, see --most {most}" if found.is_cut else ""
    click.echo(
        f"crawl {found.crawl}: {_counted(found.inwards)} to the page, "
        f"{_counted(found.outwards)} from it{cut}",
        err=True,
    )


def _counted(branches: Sequence[ShownBranch]) -> str:
    return printing.counted(len(branches), "path")


def _drawn(found: LinksAround) -> Iterator[str]:
    yield found.url
    for arrow, branches in (("←", found.inwards), ("→", found.outwards)):
        for one in branches:
            anchor = terminal_texts.shortened(one.anchor, 60)
            link = f"  “{anchor}”" if anchor else f"  <{one.tag}>"
            yield f"{'  ' * one.depth}{arrow} {one.url}{link}"
