"""`pagekin path`: the shortest way from one page to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pagekin.cli.options import output_options
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.app.path import FoundPath

with lazy_imports():
    import pagekin.app.path as app
    from pagekin.cli import answer_output, printing, terminal_texts
    from pagekin.store import opening

_DISCONNECTED = 3  # as when nothing is found


@click.command("path")
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="TO")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    help="Links of a path at most.",
)
@click.option(
    "--crawl", metavar="N", type=int, help="In this crawl.  [default: the last that saw FROM]"
)
@output_options
def command(
    start: str,
    end: str,
    limit: int,
    crawl: int | None,
    output: str | None,
    overwrite: str | None,
) -> int:
    """Find the shortest path of links from one page to another.

    Either may be a sub-site, that is a URL with * for anything. Among several shortest ones it is the first:
    the one whose links stand first on their pages. Nothing is fetched. A crawl knows the links of the pages
    that it fetched; of a crawl with --whole-site, these are all. If there is no path within the limit, both
    are disconnected, and the exit code is 3.

    \b
    Example:
      pagekin path https://shop.example/ https://shop.example/p/17-teapot
      pagekin path 'https://shop.example/c/pots/*' 'https://shop.example/help/*' --limit 3
    """
    destination = answer_output.answer_destination(output, overwrite)
    with opening.open_store().connection() as connection:
        found = app.find_path(connection, start, end, limit, crawl)
    if destination:
        answer_output.write_answer(found.as_table(), destination, "path")
    elif found.is_connected:
        click.echo(_drawn(found))
    told = printing.counted(found.links, "link") if found.is_connected else "disconnected"
    more = "" if found.is_connected else f": no path of at most {printing.counted(limit, 'link')}"
    click.echo(f"crawl {found.crawl}: {told}{more}", err=True)
    return 0 if found.is_connected else _DISCONNECTED


def _drawn(found: FoundPath) -> str:
    lines = [found.pages[0].url]
    for page in found.pages[1:]:
        link = f"“{terminal_texts.shortened(page.anchor)}”" if page.anchor else f"<{page.tag}>"
        lines.append(f"  → {page.url}  {link}")
    return terminal_texts.readable("\n".join(lines))
