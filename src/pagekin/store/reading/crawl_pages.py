"""The pages of crawls: what became of them, where the archive has them, where they lead.

Plain SQL, since a crawl asks these questions while it runs, in an event loop, where Django's queries refuse
to work; consoles and reports use the models.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.archive.position import Position
from pagekin.site import FailureKind
from pagekin.store.archive_columns import POSITION, position_from
from pagekin.store.database import Connection, Row
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_runs import OpenCrawl
from pagekin.store.writing.page_ids import url_digest

_SEEN = (
    "SELECT seen.crawl_id, page.url, seen.outcome, coalesce(kind.name, ''), seen.status, "
    "seen.failure, coalesce(seen.detail, ''), coalesce(there.url, ''), seen.depth, seen.score, "
    "coalesce(origin.url, ''), seen.version_id, seen.records_id, coalesce(version.title, ''), "
    "seen.size, coalesce(seen.content_type, ''), seen.fetched_at "
    "FROM pagekin_crawl_page seen JOIN pagekin_page page ON page.id = seen.page_id "
    "LEFT JOIN pagekin_kind kind ON kind.id = seen.kind_id "
    "LEFT JOIN pagekin_page there ON there.id = seen.redirect_to_id "
    "LEFT JOIN pagekin_page origin ON origin.id = seen.found_on_id "
    "LEFT JOIN pagekin_page_version version ON version.id = seen.version_id "
)


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page as a crawl saw it."""

    crawl: int
    url: str
    outcome: Outcome
    kind: str
    status: int | None
    failure: FailureKind | None  # why it did not come
    detail: str  # the same, for people; of a page that came: what of it was not read
    redirect_to: str  # where it leads, if it has no content of its own
    depth: int
    score: float | None
    found_on: str
    version: int | None
    records: int | None
    title: str
    size: int | None
    content_type: str
    fetched_at: float | None

    @property
    def why(self) -> str:
        """Why there is no content, for people."""
        return f"redirected to {self.redirect_to}" if self.redirect_to else self.detail


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link as a crawl saw it."""

    page: str
    to: str
    anchor: str
    kind: str  # "" if it was not followed
    tag: str


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How many pages of a crawl had an outcome."""

    outcome: Outcome
    has_content: bool
    pages: int


def pages_of(
    connection: Connection, crawl: int, outcome: Outcome | None = None, most: int = -1
) -> Iterator[SeenPage]:
    """Go through the pages of a crawl, all or those of an outcome, in the order they were found in."""
    rows = connection.each(
        f"{_SEEN} WHERE seen.crawl_id = %s AND %s IN ('', seen.outcome) ORDER BY seen.page_id",
        crawl,
        outcome.value if outcome else "",
    )
    for number, row in enumerate(rows):
        if number == most:
            break
        yield _seen(row)


def spread_pages(connection: Connection, crawl: int, outcome: Outcome, most: int) -> list[SeenPage]:
    """Return some pages of an outcome that came, from all over a crawl, without going through all of them."""
    [(first, last)] = connection.rows(
        "SELECT min(page_id), max(page_id) FROM pagekin_crawl_page WHERE crawl_id = %s", crawl
    )
    if first is None:
        return []
    found: dict[str, SeenPage] = {}
    for number in range(most):
        rows = connection.rows(
            f"{_SEEN} WHERE seen.crawl_id = %s AND seen.page_id >= %s AND seen.outcome = %s "
            "AND seen.version_id IS NOT NULL ORDER BY seen.page_id LIMIT 1",
            crawl,
            first + (last - first) * number // most,
            outcome.value,
        )
        found |= {page.url: page for page in map(_seen, rows)}
    return list(found.values())


def pages_in_part(connection: Connection, crawl: int) -> Iterator[SeenPage]:
    """Go through the pages of a crawl that came and hit a limit; their detail says which."""
    rows = connection.each(
        f"{_SEEN} WHERE seen.crawl_id = %s AND seen.version_id IS NOT NULL "
        "AND seen.detail IS NOT NULL ORDER BY seen.page_id",
        crawl,
    )
    return map(_seen, rows)


def counts_of(connection: Connection, crawl: int) -> list[OutcomeCount]:
    """Count the pages of a crawl by what became of them."""
    rows = connection.rows(
        "SELECT outcome, version_id IS NOT NULL, count(*) FROM pagekin_crawl_page "
        "WHERE crawl_id = %s GROUP BY 1, 2",
        crawl,
    )
    return [OutcomeCount(Outcome(row[0]), bool(row[1]), row[2]) for row in rows]


def is_known(connection: Connection, crawl: OpenCrawl, url: str) -> bool:
    """Whether a crawl knows a page: it waits to be fetched, or is done."""
    rows = connection.rows(
        "SELECT EXISTS (SELECT 1 FROM pagekin_frontier WHERE crawl_id = %s AND page_id = page.id) "
        "OR EXISTS (SELECT 1 FROM pagekin_crawl_page WHERE crawl_id = %s AND page_id = page.id) "
        "FROM pagekin_page page WHERE page.site_id = %s AND page.digest = %s",
        crawl.id,
        crawl.id,
        crawl.site,
        url_digest(url),
    )
    return bool(rows and rows[0][0])


def positions_of_content(
    connection: Connection, site: int, url: str, digest: bytes
) -> list[Position]:
    """Return where the archive has a content that a page had before."""
    rows = connection.rows(
        f"SELECT {POSITION} FROM pagekin_page page JOIN pagekin_page_version version "  # noqa: S608
        "ON version.page_id = page.id WHERE page.site_id = %s AND page.digest = %s "
        "AND version.digest = %s",
        site,
        url_digest(url),
        digest,
    )
    return [position for row in rows if (position := position_from(*row))]


def has_pages(connection: Connection, site: int) -> bool:
    """Whether any page of a site is known yet."""
    return bool(connection.rows("SELECT 1 FROM pagekin_page WHERE site_id = %s LIMIT 1", site))


def links_of(connection: Connection, crawl: int) -> Iterator[SeenLink]:
    """Go through the links of all pages of a crawl."""
    rows = connection.each(
        "SELECT page.url, there.url, link.anchor, coalesce(kind.name, ''), link.tag "
        "FROM pagekin_crawl_page seen JOIN pagekin_page page ON page.id = seen.page_id "
        "JOIN pagekin_link link ON link.set_id = seen.links_id "
        "JOIN pagekin_page there ON there.id = link.to_id "
        "LEFT JOIN pagekin_kind kind ON kind.id = link.kind_id "
        "WHERE seen.crawl_id = %s ORDER BY seen.page_id, link.number",
        crawl,
    )
    return (SeenLink(*row) for row in rows)


def links_to(connection: Connection, crawl: int, url: str) -> Iterator[SeenLink]:
    """Go through the links of a crawl's pages that lead to a URL."""
    rows = connection.each(
        "SELECT page.url, there.url, link.anchor, coalesce(kind.name, ''), link.tag "
        "FROM pagekin_crawl crawl JOIN pagekin_page there ON there.site_id = crawl.site_id "
        "AND there.digest = %s JOIN pagekin_link link ON link.to_id = there.id "
        "JOIN pagekin_link_set found ON found.id = link.set_id "
        "JOIN pagekin_crawl_page seen ON seen.crawl_id = crawl.id "
        "AND seen.page_id = found.page_id AND seen.links_id = found.id "
        "JOIN pagekin_page page ON page.id = seen.page_id "
        "LEFT JOIN pagekin_kind kind ON kind.id = link.kind_id "
        "WHERE crawl.id = %s ORDER BY seen.page_id, link.number",
        url_digest(url),
        crawl,
    )
    return (SeenLink(*row) for row in rows)


def position_of(connection: Connection, version: int) -> Position | None:
    """Return where the archive has a page version."""
    rows = connection.rows(
        f"SELECT {POSITION} FROM pagekin_page_version version WHERE version.id = %s",  # noqa: S608
        version,
    )
    return position_from(*rows[0]) if rows else None


def archived_pages(
    connection: Connection, crawl: int
) -> Iterator[tuple[SeenPage, Position | None]]:
    """Go through the pages of a crawl, each with where the archive has it."""
    positions = connection.each(
        f"SELECT seen.version_id, {POSITION} FROM pagekin_crawl_page seen "  # noqa: S608
        "JOIN pagekin_page_version version ON version.id = seen.version_id "
        "WHERE seen.crawl_id = %s ORDER BY seen.page_id",
        crawl,
    )
    where = {version: position_from(*columns) for version, *columns in positions}
    for page in pages_of(connection, crawl):
        yield page, where.get(page.version)


def seen_at(connection: Connection, url: str, crawl: int | None = None) -> SeenPage | None:
    """Find what a crawl saw at a URL; by default the last that got it, or at least tried."""
    rows = connection.rows(
        f"{_SEEN} WHERE (seen.crawl_id, seen.page_id) IN (SELECT crawl.id, page.id "  # noqa: S608
        "FROM pagekin_site site JOIN pagekin_page page ON page.site_id = site.id "
        "AND page.digest = %s JOIN pagekin_crawl crawl ON crawl.site_id = site.id "
        "WHERE crawl.id = coalesce(%s, crawl.id)) "
        "ORDER BY seen.version_id IS NULL, seen.crawl_id DESC LIMIT 1",
        url_digest(url),
        crawl,
    )
    return _seen(rows[0]) if rows else None


def _seen(row: Row) -> SeenPage:
    crawl, url, outcome, kind, status, failure, detail, there, depth, score, *rest = row
    return SeenPage(
        crawl,
        url,
        Outcome(outcome),
        kind,
        status,
        FailureKind(failure) if failure else None,
        detail,
        there,
        depth,
        None if score is None else score / 1000,
        *rest,
    )
