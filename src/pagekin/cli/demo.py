"""`pagekin demo`: the demo shop, its truth, and a tour of pagekin on it."""

import json
from pathlib import Path

import click

from pagekin.app.get import LearnRequest
from pagekin.app.learn import task_from
from pagekin.cli.get import GetRequest, get
from pagekin.cli.printing import result_stream
from pagekin.cli.record_report import records_line
from pagekin.demo import Shop, ShopPageKind, run, serve, truth
from pagekin.discovery import DEFAULT_STRATEGY
from pagekin.errors import OutputError
from pagekin.navigation.sentences import sentences
from pagekin.output import STDOUT, Destination
from pagekin.settings import Settings

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
        with result_stream(STDOUT) as stream:
            for known in truth(Shop(products, day)):
                stream.write(json.dumps(known.as_json(), ensure_ascii=False) + "\n")
    elif tour:
        _tour(Shop(_TOUR_PRODUCTS, day))
    else:
        run(Shop(products, day), port, lambda url: click.echo(f"the demo shop is open: {url}"))


def _tour(shop: Shop) -> None:
    """Do what the README's first command does, on a shop of our own."""
    try:
        _TOUR_FOLDER.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {_TOUR_FOLDER}: {error.strerror}") from None
    crawler_file, records_file = _TOUR_FOLDER / "crawler.json", _TOUR_FOLDER / "products.csv"
    products = [known.path for known in truth(shop) if known.kind is ShopPageKind.PRODUCT]
    settings = Settings(delay=0.0)
    with serve(shop) as server:
        sample = server.url + products[0].removeprefix("/")
        click.echo(f"a demo shop with {len(products)} products is at {server.url}")
        click.echo(f"pagekin get {sample} -O {records_file} --crawler {crawler_file}")
        got = get(
            GetRequest(
                LearnRequest(task_from((sample,), None, settings), settings, DEFAULT_STRATEGY),
                Destination.parse(str(records_file)),
                crawler_file=crawler_file,
            )
        )
    counts, learned = got.crawled.counts, got.crawler.learned
    click.echo(f"\nlooked at {learned.pages} pages to learn how to find products:")
    for sentence in sentences(got.crawler):
        click.echo(f"  {sentence}")
    click.echo(f"found {counts.targets} of them; {records_line(got.tally)}; the first rows:\n")
    got.preview.show()
    click.echo(f"\nall records are in {records_file}, the crawler is in {crawler_file}")
    click.echo(f"the fields: pagekin fields {crawler_file}")
