"""The durable frontier: what a crawl has yet to fetch, in order, handed out under leases.

Hubs come first, then what is nearest to the start, then what was found first. An entry is gone when its
result is stored, in the same transaction; whoever dies before gives it back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pagekin.store.archive_columns import POSITION, position_from
from pagekin.store.database import Connection, Row
from pagekin.store.lease_holder import LeaseHolder
from pagekin.store.page_results import KindOfPage, KnownVersion, Lease, QueuedPage
from pagekin.store.writing.crawl_runs import OpenCrawl
from pagekin.store.writing.name_ids import NameIds
from pagekin.store.writing.page_ids import PageIds

_COLUMNS = ("page_id", "rank", "depth", "kind_id", "found_on_id")
_TYPES = "bigint[], smallint[], int[], bigint[], bigint[]"
_HUB, _OTHER, _UNKNOWN = 0, 1, 2
_MOST_REMEMBERED = 100_000
_APART = 1e-5  # seconds: what later leases end later by, at least
_START = (-1, -1, -1)  # before every place in the order


@dataclass(frozen=True, slots=True)
class Left:
    """What a frontier still holds: entries that wait, and entries that somebody works on."""

    waiting: int
    leased: int


class DurableFrontier:
    """The frontier of one crawl, seen by one process."""

    def __init__(self, crawl: OpenCrawl, pages: PageIds, names: NameIds) -> None:
        self._crawl = crawl
        self._pages = pages
        self._names = names
        self._known: dict[int, int] = {}  # pages and their rank
        self._passed = _START
        self._until = 0.0  # the end of the latest lease

    def forget(self) -> None:
        """Forget everything: what was added may have been taken back."""
        self._known.clear()
        self._passed = _START

    def add(self, connection: Connection, entries: Iterable[QueuedPage]) -> int:
        """Add pages that the crawl does not know yet; return how many those were."""
        wanted = list(entries)
        urls = [url for entry in wanted for url in (entry.url, entry.found_on) if url]
        numbers = self._pages.of(connection, urls)
        rows = [
            (
                numbers[entry.url],
                rank_of(entry.kind),
                entry.depth,
                self._names.kind(connection, entry.kind),
                numbers[entry.found_on] if entry.found_on else None,
            )
            for entry in wanted
        ]
        return self.add_rows(connection, rows)

    def add_rows(self, connection: Connection, rows: Iterable[Row]) -> int:
        """Add entries that are rows already, leaving out those that are known as good or better."""
        new: dict[int, Row] = {}
        for row in rows:
            page, rank = row[0], row[1]
            if rank < self._known.get(page, _UNKNOWN):
                self._known[page] = rank
                new[page] = row
        if not new:
            return 0
        self._leave_out_known(connection, new)
        if len(self._known) > _MOST_REMEMBERED:
            self._known.clear()
        return self._insert(connection, list(new.values()))

    def lease(
        self, connection: Connection, owner: LeaseHolder, count: int, seconds: float
    ) -> list[Lease]:
        """Hand out the next pages; they are the owner's for so long, or as long as it renews them."""
        # Leases end in the order they were given in, whatever was extended before: see `take_up`.
        self._until = until = max(connection.now() + seconds, self._until + _APART)
        rows = self._take(connection, owner, count, until)
        if not rows and self._passed != _START:
            self._passed = _START
            rows = self._take(connection, owner, count, until)
        return self._leases(connection, rows)

    def take_up(self, connection: Connection, owner: LeaseHolder, seconds: float) -> list[Lease]:
        """Hand out once more what was handed out before and came back undone, in the same order."""
        rows = connection.rows(
            "SELECT until, rank, depth, id, page_id, kind_id, found_on_id, tries + 1 "
            "FROM pagekin_frontier WHERE crawl_id = %s AND owner = 0 AND tries > 0",
            self._crawl.id,
        )
        longer = self._longer(connection, rows, seconds)  # the same for all: their order stays
        connection.many(
            "UPDATE pagekin_frontier SET owner = %s, until = until + %s, tries = tries + 1 "
            "WHERE id = %s",
            [(owner.id, longer, row[3]) for row in rows],
        )
        self._until = max((row[0] + longer for row in rows), default=self._until)
        return self._leases(connection, [row[1:] for row in sorted(rows)])

    def renew(self, connection: Connection, owner: LeaseHolder, seconds: float) -> None:
        """Keep what the owner has for so much longer; the order of the leases stays."""
        rows = connection.rows(
            "SELECT min(until) FROM pagekin_frontier WHERE crawl_id = %s AND owner = %s",
            self._crawl.id,
            owner.id,
        )
        if rows[0][0] is not None:
            longer = self._longer(connection, rows, seconds)
            connection.execute(
                "UPDATE pagekin_frontier SET until = until + %s WHERE crawl_id = %s AND owner = %s",
                longer,
                self._crawl.id,
                owner.id,
            )
            self._until += longer

    @staticmethod
    def _longer(connection: Connection, rows: Iterable[Row], seconds: float) -> float:
        """Return by how much leases must be extended for the first to last so long."""
        first: float = min((row[0] for row in rows), default=0.0)
        return connection.now() + seconds - first

    def give_back(
        self, connection: Connection, owner: LeaseHolder, urls: Sequence[str] | None = None
    ) -> int:
        """Let others have entries of the owner, by default all of them."""
        self._passed = _START
        if urls is None:
            return connection.execute(
                "UPDATE pagekin_frontier SET owner = 0 WHERE crawl_id = %s AND owner = %s",
                self._crawl.id,
                owner.id,
            )
        numbers = self._pages.of(connection, urls).values()
        freed = connection.among(
            "UPDATE pagekin_frontier SET owner = 0 WHERE crawl_id = %s AND owner = %s "
            "AND page_id {} RETURNING id",
            numbers,
            self._crawl.id,
            owner.id,
        )
        return len(list(freed))

    def sweep(self, connection: Connection, owner: LeaseHolder) -> int:
        """Take back what was leased by processes that are dead, or for too long."""
        self._passed = _START
        holders = connection.rows(
            "SELECT DISTINCT owner FROM pagekin_frontier WHERE crawl_id = %s AND owner > 0",
            self._crawl.id,
        )
        dead = [number for (number,) in holders if number != owner.id and owner.is_dead(number)]
        freed = connection.among(
            "UPDATE pagekin_frontier SET owner = 0 WHERE crawl_id = %s AND owner {} RETURNING id",
            dead,
            self._crawl.id,
        )
        late = connection.execute(
            "UPDATE pagekin_frontier SET owner = 0 WHERE crawl_id = %s AND owner > 0 AND until < %s",
            self._crawl.id,
            connection.now(),
        )
        return len(list(freed)) + late

    def left(self, connection: Connection) -> Left:
        """Count what is still there; that takes longer the more there is."""
        rows = connection.rows(
            "SELECT owner = 0, count(*) FROM pagekin_frontier WHERE crawl_id = %s GROUP BY owner = 0",
            self._crawl.id,
        )
        counted = {bool(free): count for free, count in rows}
        return Left(counted.get(True, 0), counted.get(False, 0))

    def _take(
        self, connection: Connection, owner: LeaseHolder, count: int, until: float
    ) -> list[Row]:
        """Take what comes next, looking from where the last was found.

        What was taken leaves a gap in PostgreSQL's index until the next vacuum, and whoever begins at
        the start passes over all gaps. What others add or give back before that place is found at the
        next sweep, or when nothing else is left.
        """
        among_others = "FOR UPDATE SKIP LOCKED" if connection.postgres else ""
        rows = connection.rows(
            "UPDATE pagekin_frontier SET owner = %s, until = %s, tries = tries + 1 WHERE id IN ("  # noqa: S608
            "SELECT id FROM pagekin_frontier WHERE crawl_id = %s AND owner = 0 "
            "AND (rank, depth, id) > (%s, %s, %s) "
            f"ORDER BY rank, depth, id LIMIT %s {among_others}) "
            "RETURNING rank, depth, id, page_id, kind_id, found_on_id, tries",
            owner.id,
            until,
            self._crawl.id,
            *self._passed,
            count,
        )
        rows.sort()
        if rows:
            self._passed = rows[-1][:3]
        return rows

    def _look_from(self, rows: Iterable[Row]) -> None:
        """Let the next that is taken be none behind these, which were added or moved forward."""
        first = min((row[1], row[2]) for row in rows)
        if first <= self._passed[:2]:
            self._passed = min(self._passed, (*first, -1))

    def _leave_out_known(self, connection: Connection, rows: dict[int, Row]) -> None:
        """Remove what is waiting or done; what waits and turns out to be a hub goes before the others."""
        waiting = connection.among(
            "SELECT page_id, rank FROM pagekin_frontier WHERE crawl_id = %s AND page_id {}",
            rows,
            self._crawl.id,
        )
        known = [(rows.pop(page), rank) for page, rank in list(waiting)]
        better = [row for row, rank in known if row[1] < rank]
        done = connection.among(
            "SELECT page_id FROM pagekin_crawl_page WHERE crawl_id = %s AND page_id {}",
            rows,
            self._crawl.id,
        )
        for (page,) in list(done):
            del rows[page]
        if better:
            self._look_from(better)
            connection.many(
                "UPDATE pagekin_frontier SET rank = %s, depth = %s, kind_id = %s, found_on_id = %s "
                "WHERE crawl_id = %s AND page_id = %s AND owner = 0",
                [(*row[1:], self._crawl.id, row[0]) for row in better],
            )

    def _insert(self, connection: Connection, rows: list[Row]) -> int:
        if not rows:
            return 0
        self._look_from(rows)
        if not connection.postgres:
            fresh = [(self._crawl.id, *row, 0, 0.0, 0) for row in rows]
            columns = ("crawl_id", *_COLUMNS, "owner", "until", "tries")
            connection.insert("pagekin_frontier", columns, fresh)
            return len(fresh)
        arrays = ", ".join(f"%b::{name.strip()}" for name in _TYPES.split(","))
        return connection.execute(
            f"INSERT INTO pagekin_frontier (crawl_id, {', '.join(_COLUMNS)}, owner, until, tries) "  # noqa: S608
            f"SELECT %s, new.*, 0, 0, 0 FROM unnest({arrays}) AS new "
            "ON CONFLICT (crawl_id, page_id) DO NOTHING",
            self._crawl.id,
            *(list(column) for column in zip(*rows, strict=True)),
        )

    def _leases(self, connection: Connection, rows: list[Row]) -> list[Lease]:
        pages = {number for row in rows for number in (row[3], row[5]) if number is not None}
        urls: dict[int, str] = dict(
            connection.among("SELECT id, url FROM pagekin_page WHERE id {}", pages)
        )
        kinds = self._kinds(connection, {row[4] for row in rows})
        known = self._known_versions(connection, [row[3] for row in rows])
        return [
            Lease(
                QueuedPage(urls[page], kinds[kind], depth, urls.get(found_on, "")),
                tries,
                known.get(page),
            )
            for _, depth, _, page, kind, found_on, tries in rows
        ]

    def _kinds(self, connection: Connection, numbers: set[int]) -> dict[int, KindOfPage]:
        rows = connection.among(
            "SELECT id, name, hub, crawler_id FROM pagekin_kind WHERE id {}", numbers
        )
        several = self._crawl.crawler is None
        return {
            number: KindOfPage(name, bool(hub), crawler or 0 if several else 0)
            for number, name, hub, crawler in rows
        }

    def _known_versions(self, connection: Connection, pages: list[int]) -> dict[int, KnownVersion]:
        """Look up what the crawl before this one saw."""
        if self._crawl.previous is None:
            return {}
        rows = connection.among(
            "SELECT seen.page_id, version.id, version.digest, version.etag, version.last_modified, "  # noqa: S608
            "coalesce(kind.name, ''), seen.score, version.facts, kind.crawler_id, "
            f"{POSITION} "
            "FROM pagekin_crawl_page seen JOIN pagekin_page_version version "
            "ON version.id = seen.version_id LEFT JOIN pagekin_kind kind ON kind.id = seen.kind_id "
            "WHERE seen.crawl_id = %s AND seen.page_id {}",
            pages,
            self._crawl.previous,
        )
        several = self._crawl.crawler is None
        return {
            page: KnownVersion(
                version,
                bytes(digest),
                etag,
                last_modified,
                kind,
                None if score is None else score / 1000,
                bytes(facts or b""),
                crawler or 0 if several else 0,
                position_from(*where),
            )
            for page, version, digest, etag, last_modified, kind, score, facts, crawler, *where in rows
        }


def rank_of(kind: KindOfPage) -> int:
    """Return the place of a kind of page in the order."""
    return _HUB if kind.hub else _OTHER
