"""Pages of the console on a store of thirty crawls with a million values each: the CPU time of each.

python -m bench.console [--check] [--folder out/queries] [--pages 27650] [--crawls 30] [--rounds 3]

The store is that of `bench.queries`; it gets a crawler file, events and figures, as watched crawls have them. Every
view of the URL table that can be looked at is asked for, by an administrator, with the arguments that the tests of the
console use; those of a site, questions and reports about the large site, too; tables also sorted, filtered, and far from
their beginning. A page that answers with an error ends it.
"""

import argparse
import json
import logging
import os
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

from bench.corpus import OUT
from bench.figures import Figure
from bench.queries import filled
from bench.query_shop import CRAWLS, PAGES, SITE, WRAPPER
from pagekin.app.storing.workspace import open_workspace
from pagekin.app.watching import observe
from pagekin.navigation import ANY, TARGET, Crawler, LearningSummary, MapNode, Navigation, Step
from pagekin.navigation.crawler_file import dumps
from pagekin.store.opening import Store
from pagekin.urls import Scope

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "console"))
from watched_shop import watched_shop

MOST = 200  # CPU ms
FILE = "large"  # what the crawler's file is called
_FINE = (200, 286)  # 286: a part of a page, and there is no more to come
_LEAD_ELSEWHERE = frozenset({"crawler", "looking", "log-in", "query", "welcome"})


def main(arguments: list[str]) -> int:
    """Fill, measure, print, write; with --check, 1 when a page takes longer than it may."""
    parser = argparse.ArgumentParser(prog="python -m bench.console", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    parser.add_argument("--folder", type=Path, default=OUT / "queries", help="[%(default)s]")
    parser.add_argument("--pages", type=int, default=PAGES, help="[%(default)s]")
    parser.add_argument("--crawls", type=int, default=CRAWLS, help="[%(default)s]")
    parser.add_argument("--rounds", type=int, default=3, help="[%(default)s]")
    options = parser.parse_args(arguments)
    logging.disable()  # of what is not there
    store = filled(options.folder / f"{options.pages}-{options.crawls}", options)
    complete(store)
    figures = []
    for figure in measure(store, options.rounds):
        print(figure, flush=True)
        figures.append(figure)
    OUT.mkdir(exist_ok=True)
    content = [{"name": f.name, "value": f.value, "holds": f.holds} for f in figures]
    (OUT / "console.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 1 if options.check and not all(figure.holds for figure in figures) else 0


def crawler() -> Crawler:
    """Return a crawler such as the made-up shop's would be."""
    home = f"http://{SITE}/"
    return Crawler(
        samples=(f"{home}p/1",),
        entry=home,
        scope=Scope(SITE),
        navigation=Navigation((home,), (Step(ANY, TARGET, shape="/p/{number}"),)),
        learned=LearningSummary("auto", "2026-01-02T03:04:05+00:00", 9, 0, 9, 9, True, ""),  # noqa: FBT003
        map=(MapNode(home, 1, 0, ()),),
        wrapper=WRAPPER,
        id="shop",
    )


def complete(store: Store) -> None:
    """Give the store what crawls by the command line would have given it, and the crawler a file."""
    file = store.location.directory / "crawlers" / f"{FILE}.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(dumps(crawler()), encoding="utf-8")
    with store.connection() as connection:
        connection.execute("UPDATE pagekin_crawler_version SET content = %s", dumps(crawler()))
        rows = connection.rows(
            "SELECT id FROM pagekin_crawl WHERE id NOT IN (SELECT crawl_id FROM pagekin_crawl_figures)"
        )
    if rows:
        with open_workspace(store.location.directory) as workspace:
            for (number,) in rows:
                observe(workspace, number)
                print(f"crawl {number} observed", flush=True)


def measure(store: Store, rounds: int) -> Iterator[Figure]:
    """Ask for each page, some times; the best counts, as for queries."""
    from console_clients import ADMINISTRATOR  # noqa: PLC0415 - Django has to be set up first

    console = _console(store)
    client = console.client(ADMINISTRATOR)
    seen = set()
    for name, address in [*console.addresses(), *_large(console, client)]:
        times = []
        for _ in range(rounds):
            began = time.process_time()
            response = client.get(address)
            b"".join(response) if response.streaming else response.content
            times.append(time.process_time() - began)
            response.close()
        if not (response.status_code in _FINE or name in _LEAD_ELSEWHERE):
            raise RuntimeError(f"{address} answers {response.status_code}")
        seen.add(name)
        yield Figure(f"{name} {address}: CPU ms", round(min(times) * 1000, 1), most=MOST)
    left_out = {one.name for one in _routes().values() if "GET" in one.methods} - seen
    if left_out:
        raise RuntimeError(f"not asked for: {', '.join(sorted(left_out))}")


def _console(store: Store) -> Any:
    """Return a console on the store with one of everything in it; the first time, a small shop is crawled for that."""
    os.environ["PAGEKIN_DATA"] = str(store.location.directory)
    # Here: it sets Django up, which nothing else in this process may have done before.
    from pagekin.console.serving import open_console  # noqa: PLC0415
    from pagekin.console.setup import ConsoleSetting  # noqa: PLC0415

    open_console(ConsoleSetting())
    from furnished_console import FurnishedConsole  # noqa: PLC0415

    from pagekin.console.models import Report  # noqa: PLC0415

    if not Report.objects.exists():
        with watched_shop() as shop:
            FurnishedConsole(store.location.directory, shop).furnish()
        about = Report.objects.get()
        about.pk, about.site, about.feed = None, SITE, "large"
        about.save()
    console = FurnishedConsole(store.location.directory, SimpleNamespace(url=""), urls=("",))
    console.shop.url = f"http://{console.site}"
    return console


def _routes() -> Any:
    from pagekin.console.url_table import ROUTES  # noqa: PLC0415 - after Django is set up

    return ROUTES


def _large(console: Any, client: Any) -> Iterator[tuple[str, str]]:
    """Yield the pages about the large site: those of a site, questions, reports, and tables as people turn them."""
    from pagekin.console.asking.report_rows import feed_token  # noqa: PLC0415
    from pagekin.console.models import Report  # noqa: PLC0415
    from pagekin.store.models import Crawl  # noqa: PLC0415

    last = Crawl.objects.filter(site__name=SITE).order_by("-pk").first()
    for name, address in console.addresses():
        if name.startswith("site") and "export" not in name:
            yield name, address.replace(f"/sites/{console.site}/", f"/sites/{SITE}/")
    page = quote(f"http://{SITE}/p/{_changed_page(last.pk)}", safe="")
    on_it = f"crawl={last.pk}"
    for name, path in (
        ("ask", "queries/ask/?q=price+%3E+500"),
        ("ask", "queries/ask/?q=price+has+changed"),
        ("ask", "queries/ask/?q=name+contains+ThinkPad"),
        ("answer", "queries/answer/?fixed=changed-fields"),
        ("answer", "queries/answer/?fixed=broken-links"),
        ("export", "queries/export/?q=price+has+changed&as=csv"),
        ("verify", f"verify/?result={page}"),
        ("verify-copy", f"verify/copy/?result={page}"),
        ("links", f"links/?url={page}"),
        ("links", f"links/?from={page}&to=http://{SITE}/p/9"),
        ("history", "history/?field=price&key=P-0000001"),
    ):
        yield name, f"/{path}&{on_it}"
    report = Report.objects.get(site=SITE)
    yield "report", f"/reports/{report.pk}/"
    yield "feed", f"/feeds/{feed_token(report)}/"
    yield from _tables(client)


def _changed_page(crawl: int) -> int:
    """Return the number of a page of the large site that a crawl saw changed."""
    from pagekin.store.models import CrawlPage  # noqa: PLC0415

    seen = CrawlPage.objects.filter(crawl_id=crawl, status=200).select_related("page").first()
    return int(seen.page.url.rpartition("/")[2])


def _tables(client: Any) -> Iterator[tuple[str, str]]:
    records = f"/sites/{SITE}/records/"
    page = client.get(records).content.decode()
    tables = re.findall(r'href="\?*[^"]*table=(\d+)', page)
    item = f"{records}?table={max(map(int, tables), default=1)}"
    fields = {
        name: number
        for number, name in re.findall(
            r'<option value="(\d+)"[^>]*>(\w+)<', client.get(item).content.decode()
        )
    }
    price, name = fields["price"], fields["name"]
    yield "items", item
    yield "items, page 200", f"{item}&page=200"
    yield "items by price", f"{item}&sort={price}&way=down"
    yield "items by price, page 200", f"{item}&sort={price}&way=up&page=200"
    yield "items by name", f"{item}&sort={name}&way=up"
    yield "items that contain a word", f"{item}&field={name}&how=contains&text=ThinkPad"
    yield "items that contain no such word", f"{item}&field={name}&how=contains&text=zzzz"
    yield (
        "items from a price on, by name",
        f"{item}&field={price}&how=at+least&text=50&sort={name}&way=up",
    )
    yield "items without an image", f"{item}&field={fields['image']}&how=is+missing&text="
    yield "changes of one kind", f"/sites/{SITE}/changes/?kind=changed&page=5"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
