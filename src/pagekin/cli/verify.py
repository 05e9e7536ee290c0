"""`pagekin verify`: see with your own eyes what changed on a page, and say what it is."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

import click

from pagekin.cli.options import STDOUT
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.app.result_finding import VerifyRequest
    from pagekin.store.opening import Store

with lazy_imports():
    from pathlib import Path

    import pagekin.app.verify as app
    from pagekin.app import result_finding
    from pagekin.cli import printing, terminal_texts
    from pagekin.output import atomic_files
    from pagekin.report import verifier
    from pagekin.store import opening


@click.command("verify")
@click.argument("result")
@click.option("--field", metavar="NAME", default="", help="Of a page: the field to look at.")
@click.option("--page", metavar="URL", default="", help="Of an event with several pages: this one.")
@click.option("--crawl", metavar="N", type=int, help="The new version.  [default: the last crawl]")
@click.option(
    "--since", metavar="N", type=int, help="The old version.  [default: the crawl before]"
)
@click.option("--query", metavar="QUERY", default="", help="The question that the result answers.")
@click.option(
    "-O",
    "output",
    metavar="FILE",
    default="",
    help="Write both versions there, as HTML; - is stdout.",
)
@click.option("--side", is_flag=True, help="Side by side instead of the new one above the old.")
@click.option("--anomaly/--no-anomaly", default=None, help="Say what it is: it is remembered.")
@click.option("--note", default="", help="With --anomaly or --no-anomaly: why.")
def command(
    result: str,
    field: str,
    page: str,
    crawl: int | None,
    since: int | None,
    query: str,
    output: str,
    side: bool,  # noqa: FBT001 - click hands flags over like this
    anomaly: bool | None,  # noqa: FBT001
    note: str,
) -> None:
    """Show both versions of a page, with what was deleted and what was inserted.

    RESULT is what the column `result` of an answer or a report says, or the URL of a page. The file has the
    new version above the old one: text that was deleted is red, text that was inserted yellow, and the
    field is outlined and scrolled to. The pages come from the archive, without their scripts: nothing is
    fetched, and the file loads nothing. What is said to be an anomaly, or none, is remembered: what is none
    is not told again.

    \b
    Example:
      pagekin verify 3f2a90c1 -O verify.html
      pagekin verify https://shop.example/p/17-teapot --field price -O verify.html
      pagekin verify 3f2a90c1 --no-anomaly --note 'a sale'
    """
    if not output and anomaly is None:
        raise UsageError("say where to write (-O FILE), or what it is (--anomaly, --no-anomaly)")
    if note and anomaly is None:
        raise UsageError("--note says why something is an anomaly, or none: add which")
    request = result_finding.VerifyRequest(result, field, page, crawl, since, query)
    store = opening.open_store()
    if anomaly is not None:
        digest = app.judge_result(store, request, anomaly=anomaly, who=getpass.getuser(), note=note)
        told = "an anomaly" if anomaly else "no anomaly"
        click.echo(f"{digest} is remembered as {told}", err=True)
    if output:
        _write(store, request, output, side=side)


def _write(store: Store, request: VerifyRequest, output: str, *, side: bool) -> None:
    if output != STDOUT:
        atomic_files.check_place(Path(output))
    shown = app.verification(store, request)
    with printing.result_stream(output) as stream:
        stream.write(verifier.verification_page(shown, side_by_side=side))
    if output != STDOUT:
        text = f"{shown.url}: crawl {shown.new.crawl} above {shown.old.crawl}, in {output}"
        click.echo(terminal_texts.readable(text), err=True)
