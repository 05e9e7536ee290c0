"""`pagekin history`: what a value was in each crawl."""

from __future__ import annotations

import click

from pagekin.cli.options import output_options
from pagekin.errors import QueryError
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.history as app
    from pagekin.cli import answer_output, printing
    from pagekin.store import opening


@click.command("history")
@click.argument("field")
@click.argument("key")
@click.option("--crawl", metavar="N", type=int, help="Up to this crawl.  [default: the last one]")
@click.option("--site", metavar="HOST", default="", help="Of the last crawl of this site.")
@click.option("--html", metavar="FILE", help="Write a page with a graph, - is stdout.")
@output_options
def command(
    field: str,
    key: str,
    crawl: int | None,
    site: str,
    html: str | None,
    output: str | None,
    overwrite: str | None,
) -> None:
    """Show what a field was in each crawl.

    KEY is the value of the field that tells records apart (`pagekin fields` marks it with a *), or the URL of
    a page. Nothing is fetched.

    \b
    Example:
      pagekin history price POT-0017
      pagekin history price https://shop.example/p/17-teapot --html price.html
    """
    destination = answer_output.answer_destination(output, overwrite)
    try:
        with opening.open_store().connection() as connection:
            found = app.history(connection, field, key, crawl, site)
    except QueryError as error:
        if error.pointer:
            click.echo(error.pointer, err=True)
        raise
    if html:
        with printing.result_stream(html) as stream:
            stream.write(app.as_html(found))
    if destination or not html:
        answer_output.write_answer(app.as_table(found), destination, "value")
    click.echo(f"{printing.counted(len(found.points), 'value')} of {found.field}", err=True)
