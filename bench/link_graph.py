"""The figures of queries on links: best paths and broken links on a site of a million links.

python -m bench.link_graph [--check] [--only sqlite,postgresql] [--pages 25000]

Every page has a menu that leads to all departments and 20 links to others nearby, so that most pages are a few
links away from each other; a few pages far out have one link. One page in a hundred is broken. Times are those of
the CPU, with PostgreSQL that of its server, too.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator

from bench.figures import Figure
from bench.store import stores
from bench.watching import cpu_seconds
from pagekin.app.broken import broken_links
from pagekin.app.links import LinksRequest, links_around
from pagekin.app.path import find_path
from pagekin.site import FailureKind
from pagekin.store.database import Connection
from pagekin.store.opening import Store
from pagekin.store.page_results import ClassOfPages, Content, KindOfPage, PageLink, PageResult
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.states import CrawlState, Outcome
from pagekin.store.writing.crawl_runs import end_crawl, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter

HOST = "big.example"
ROOT = f"https://{HOST}"
PAGE = KindOfPage("page")
MENU = 20
NEAR = 20
TAIL = 4  # pages in a row, far out
ROUNDS = 8


def main(arguments: list[str]) -> int:
    """Measure and print; with --check, 1 when a demand does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.link_graph", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a demand does not hold")
    parser.add_argument("--only", default="sqlite,postgresql", help="[%(default)s]")
    parser.add_argument("--pages", type=int, default=25_000, help="[%(default)s]")
    options = parser.parse_args(arguments)
    figures: list[Figure] = []
    with stores("") as make:
        for database in options.only.split(","):
            store = make(database)
            if store is None:
                print("no PostgreSQL server: its figures are left out")
                continue
            for figure in measured(store, options.pages, database):
                print(figure, flush=True)
                figures.append(figure)
    return 1 if options.check and not all(figure.holds for figure in figures) else 0


def measured(store: Store, pages: int, database: str) -> Iterator[Figure]:
    """Make the site, crawl it twice, and ask."""
    began = time.perf_counter()
    last = [fill(store, pages) for _ in range(2)][-1]
    yield Figure(f"{database}: seconds to write two crawls", time.perf_counter() - began)
    with store.connection() as connection:
        if connection.postgres:
            connection.execute("ANALYZE")
        [(links,)] = connection.rows(
            "SELECT count(*) FROM pagekin_crawl_page seen JOIN pagekin_link link "
            "ON link.set_id = seen.links_id WHERE seen.crawl_id = %s",
            last,
        )
        yield Figure(f"{database}: links of the last crawl", links, least=pages * 40 * 0.9)
        end = f"{ROOT}/tail/0/{TAIL - 1}"
        for name, ask in {
            "best path, far": lambda: find_path(connection, f"{ROOT}/p/3", end),
            "best path, to the home page": lambda: find_path(connection, end, f"{ROOT}/m/0"),
            "best path, disconnected": lambda: find_path(
                connection, f"{ROOT}/p/3", f"{ROOT}/alone"
            ),
            "best path between sub-sites": lambda: find_path(
                connection, f"{ROOT}/tail/1/*", f"{ROOT}/tail/0/*"
            ),
        }.items():
            yield Figure(f"{database}: {name}, ms", best(ask, connection), most=500)
        tree = LinksRequest(f"{ROOT}/m/0", 2, 2)
        yield Figure(
            f"{database}: trees of a page that all lead to, ms",
            best(lambda: links_around(connection, tree), connection),
        )
        yield from broken_figures(connection, database, last)


def broken_figures(connection: Connection, database: str, crawl: int) -> Iterator[Figure]:
    """Measure broken links with all referrers: as many as pages on the average, and one in the menu."""
    info = crawl_numbered(connection, crawl)
    assert info is not None  # noqa: S101 - it was just made
    found = broken_links(connection, info)
    rows = sum(map(len, found.referrers.values()))
    yield Figure(f"{database}: broken targets", len(found.targets))
    yield Figure(f"{database}: broken links", rows)
    spent = best(lambda: broken_links(connection, info), connection)
    yield Figure(f"{database}: broken links with referrers, ms", spent, most=150)


def best(ask: Callable[[], object], connection: Connection) -> float:
    """Return the milliseconds of CPU that a question takes: the least of some rounds, with a server the mean."""
    if connection.postgres:
        [(server,)] = connection.rows("SELECT pg_backend_pid()")
        ask()
        began = time.process_time() + cpu_seconds(server)
        for _ in range(ROUNDS):
            ask()
        # The system counts the CPU time of others in hundredths of a second: one round would tell little.
        return 1000 * (time.process_time() + cpu_seconds(server) - began) / ROUNDS
    spent = []
    for _ in range(ROUNDS):
        began = time.process_time()
        ask()
        spent.append(1000 * (time.process_time() - began))
    return min(spent)


def fill(store: Store, pages: int) -> int:
    """Write a crawl of the site, and return its number."""
    dice = random.Random(11)
    opened = open_crawl(store, HOST, (ClassOfPages("all", content="{}"),))
    with CrawlWriter(store, opened) as writer:
        for result in results(pages, dice):
            writer.enqueue(result)
        writer.call(lambda connection: end_crawl(connection, opened.id, CrawlState.FINISHED))
    return opened.id


def results(pages: int, dice: random.Random) -> Iterator[PageResult]:
    """Yield what a crawl would have seen."""
    menu = [f"{ROOT}/m/{number}" for number in range(MENU)]
    for number, url in enumerate(menu):
        yield page(url, [*menu, *(near(dice, number * pages // MENU, pages) for _ in range(NEAR))])
    for number in range(pages):
        url = f"{ROOT}/p/{number}"
        if number % 100 == 50:
            yield PageResult(
                url, PAGE, Outcome.FAILED, 404, FailureKind.STATUS, "the server answers 404"
            )
            continue
        links = [*menu, *(near(dice, number, pages) for _ in range(NEAR))]
        tail = number // 100 if number % 5000 == 0 else None
        yield page(url, [*links, f"{ROOT}/tail/{number // 5000}/0"] if tail is not None else links)
    for tail in range(pages // 5000):
        for place in range(TAIL):
            onward = f"{ROOT}/tail/{tail}/{place + 1}" if place + 1 < TAIL else menu[0]
            yield page(f"{ROOT}/tail/{tail}/{place}", [onward])
    yield page(f"{ROOT}/alone", [menu[0]])


def near(dice: random.Random, number: int, pages: int) -> str:
    """Return a page not far from another."""
    return f"{ROOT}/p/{(number + dice.randrange(-300, 300)) % pages}"


def page(url: str, links: list[str]) -> PageResult:
    """Return a page with links."""
    digest = url.encode()[-16:].rjust(16)
    shown = [PageLink(link, "a link", None) for link in dict.fromkeys(links)]
    return PageResult(url, PAGE, Outcome.PAGE, 200, content=Content(digest, "Page", links=shown))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
