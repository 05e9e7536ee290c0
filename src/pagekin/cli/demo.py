"""`pagekin demo`: the demo shop, its truth, and a tour of pagekin on it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagekin.cli.options import STDOUT
from pagekin.errors import OutputError
from pagekin.lazy import lazy_imports
from pagekin.settings import Settings

if TYPE_CHECKING:
    from pagekin.demo import Shop

with lazy_imports():
    import pagekin.app.get as app
    import pagekin.app.learn as learning
    import pagekin.app.storing.workspace as workspaces
    import pagekin.output as outputs
    from pagekin import demo
    from pagekin.cli import printing, record_report, running
    from pagekin.navigation import sentences

_TOUR_FOLDER = Path("pagekin-demo")
_TOUR_PRODUCTS = 300


@click.command("demo")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free."
)
@click.option(
    "--products",
    type=int,
    default=1000,
    show_default=True,
    help="How large the shop is.",
)
@click.option("--day", type=int, default=1, show_default=True, help="Which day it is there.")
@click.option(
    "--truth", "show_truth", is_flag=True, help="Print what is true of the shop, as JSON Lines."
)
@click.option("--tour", is_flag=True, help="From one product page to a table of all products.")
def command(port: int, products: int, day: int, show_truth: bool, tour: bool) -> None:  # noqa: FBT001
    """Serve a demo shop on this machine to try everything offline.

    The shop changes from day to day: products come and go, prices and stock change, a page breaks, the
    product pages get a new look. It listens on 127.0.0.1 only and runs until interrupted.

    \b
    Example:
      pagekin demo --products 1000 --day 3
      pagekin demo --truth | head
    """
    if show_truth:
        with printing.result_stream(STDOUT) as stream:
            for known in demo.truth(demo.Shop(products, day)):
                stream.write(json.dumps(known.as_json(), ensure_ascii=False) + "\n")
    elif tour:
        _tour(demo.Shop(_TOUR_PRODUCTS, day))
    else:
        demo.run(
            demo.Shop(products, day), port, lambda url: click.echo(f"the demo shop is open: {url}")
        )


def _tour(shop: Shop) -> None:
    """Do what the README's first command does, on a shop of our own."""
    try:
        _TOUR_FOLDER.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {_TOUR_FOLDER}: {error.strerror}") from None
    crawler_file, records_file = _TOUR_FOLDER / "crawler.json", _TOUR_FOLDER / "products.csv"
    products = [known.path for known in demo.truth(shop) if known.kind is demo.ShopPageKind.PRODUCT]
    settings = Settings(delay=0.0)
    with demo.serve(shop) as server, workspaces.temporary_workspace() as workspace:
        sample = server.url + products[0].removeprefix("/")
        click.echo(f"a demo shop with {len(products)} products is at {server.url}")
        click.echo(f"pagekin get {sample} -O {records_file} --crawler {crawler_file}")
        request = app.GetRequest(
            learning.LearnRequest(learning.task_from((sample,), None, settings), settings),
            app.WantedTable(outputs.Destination.parse(str(records_file))),
            crawler_file=crawler_file,
        )
        got = app.get(workspace, request, running.TerminalRunner())
    counts, learned = got.crawl.counts, got.crawler.learned
    click.echo(f"\nlooked at {learned.pages} pages to learn how to find products:")
    for sentence in sentences.sentences(got.crawler):
        click.echo(f"  {sentence}")
    click.echo(
        f"found {counts.targets} of them; {record_report.records_line(got.written.coverage)}; the first rows:\n"
    )
    record_report.show_first(got.written.first, got.wrapper, sys.stdout)
    click.echo(f"\nall records are in {records_file}, the crawler is in {crawler_file}")
    click.echo(f"the fields: pagekin fields {crawler_file}")
