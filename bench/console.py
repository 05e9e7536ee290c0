"""Pages of the console on a store of thirty crawls with a million values each: the CPU time of each.

python -m bench.console [--check] [--folder out/queries] [--pages 27650] [--crawls 30] [--rounds 3]

The store is that of `bench.queries`; it gets a crawler file, events and figures, as watched crawls have them. Every
view of the URL table that can be looked at is asked for, by an administrator; tables also sorted, filtered, and far
from their beginning.
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
from typing import Any

from bench.corpus import OUT
from bench.figures import Figure
from bench.queries import filled
from bench.query_shop import CRAWLS, PAGES, SITE, WRAPPER
from pagekin.app.people import PersonRequest, change_person
from pagekin.app.storing.workspace import open_workspace
from pagekin.app.watching import observe
from pagekin.navigation import ANY, TARGET, Crawler, LearningSummary, MapNode, Navigation, Step
from pagekin.navigation.crawler_file import dumps
from pagekin.store.opening import Store
from pagekin.urls import Scope

MOST = 200  # CPU ms
WHO = "ada"
FILE = "shop"  # what the crawler's file is called
# Not pages: they end a session, or are for what is not in this store.
_LEFT_OUT = frozenset({"log-out"})


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
    client = _client(store)
    for name, address in _addresses(client):
        times = []
        for _ in range(rounds):
            began = time.process_time()
            status = client.get(address).status_code
            times.append(time.process_time() - began)
        if status >= 500:
            raise RuntimeError(f"{address} answers {status}")
        yield Figure(f"{name} ({status}): CPU ms", round(min(times) * 1000, 1), most=MOST)


def _client(store: Store) -> Any:
    """Return a client of a console on the store that is logged in as its administrator."""
    os.environ["PAGEKIN_DATA"] = str(store.location.directory)
    # Here: it sets Django up, which nothing else in this process may have done before.
    from pagekin.console.serving import open_console  # noqa: PLC0415
    from pagekin.console.setup import ConsoleSetting  # noqa: PLC0415

    opened = open_console(ConsoleSetting())
    from django.contrib.auth import get_user_model  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    change_person(opened, PersonRequest(WHO, administrator=True))
    user, _ = get_user_model().objects.get_or_create(username=WHO)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def _addresses(client: Any) -> Iterator[tuple[str, str]]:
    """Yield all pages of the URL table, and the tables of records as people turn them."""
    from pagekin.console.url_table import ROUTES  # noqa: PLC0415

    for one in ROUTES.values():
        if "GET" in one.methods and one.name not in _LEFT_OUT:
            named = SITE if one.path.startswith("sites/") else FILE
            address = re.sub(r"<str:\w+>", named, one.path)
            yield one.name, "/" + re.sub(r"<\w+:\w+>", "1", address)
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
