"""What an interrupted crawl knows so far: the pages that it has visited, and those that wait for it."""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.store.database import Connection

_COLUMNS = "page.url, coalesce(kind.name, ''), {0}.depth, coalesce(origin.url, '')"
_JOINS = (
    "JOIN pagekin_page page ON page.id = {0}.page_id "
    "LEFT JOIN pagekin_kind kind ON kind.id = {0}.kind_id "
    "LEFT JOIN pagekin_page origin ON origin.id = {0}.found_on_id "
)


@dataclass(frozen=True, slots=True)
class PastPage:
    """A page of the crawl."""

    url: str
    kind: str  # what it turned out to be, or should be
    depth: int
    found_on: str
    status: int | None = None
    has_content: bool | int = False  # SQLite knows numbers only


def visited_by(connection: Connection, crawl: int) -> Iterator[PastPage]:
    """Go through the pages that were visited, in the order in which they were found."""
    rows = connection.each(
        f"SELECT {_COLUMNS}, seen.status, seen.version_id IS NOT NULL "  # noqa: S608 - ours
        f"FROM pagekin_crawl_page seen {_JOINS} WHERE seen.crawl_id = %s "
        "ORDER BY seen.page_id".format("seen"),
        crawl,
    )
    return (PastPage(*row) for row in rows)


def waiting_for(connection: Connection, crawl: int) -> Iterator[PastPage]:
    """Go through the pages that wait to be visited."""
    rows = connection.each(
        f"SELECT {_COLUMNS} FROM pagekin_frontier waiting {_JOINS} "  # noqa: S608 - ours
        "WHERE waiting.crawl_id = %s ORDER BY waiting.id".format("waiting"),
        crawl,
    )
    return (PastPage(*row) for row in rows)
