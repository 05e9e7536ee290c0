"""Repair from the store: the records of an earlier crawl, and the pages of a later one, tell how a template changed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pagekin.app.crawl_differences import ArchivedVersions
from pagekin.app.learned_file import read_learned, write_text
from pagekin.app.storing.workspace import Workspace, page_class
from pagekin.dom import Page
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps, from_json
from pagekin.similarity.membership_repair import repaired_rule
from pagekin.similarity.membership_rule import MembershipJudge
from pagekin.store.database import Connection, Row
from pagekin.store.opening import Store
from pagekin.store.reading.crawls import versions_of_crawl
from pagekin.store.reading.record_sets import RecordReader
from pagekin.store.states import Outcome
from pagekin.store.writing.backfill import adopt_pages, mine_crawl
from pagekin.store.writing.wrapper_ids import wrapper_digest
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.record import Record, has_values
from pagekin.wrappers.repair import Repair, RepairOutcome
from pagekin.wrappers.repair import repair as repair_wrapper
from pagekin.wrappers.repair.drift_events import first_few
from pagekin.wrappers.sampling import stable_sample

_ENOUGH = 100  # pages to compare; more tell nothing new
_SURE = 0.95  # the share of known pages that a new rule has to take
_OTHERS = 40  # pages that are no targets, to tell the targets from
_SAID = {
    RepairOutcome.HEALED: "found at other places",
    RepairOutcome.DOUBTFUL: "not found for sure",
    RepairOutcome.VANISHED: "gone",
    RepairOutcome.UNKNOWN: "not known from before",
}
# Pages that were targets and came again with another content, whatever they were taken for.
_CAME = """
SELECT older.page_id, page.url, older.records_id, older.version_id, newer.version_id, newer.outcome
FROM pagekin_crawl_page older JOIN pagekin_page page ON page.id = older.page_id
JOIN pagekin_crawl_page newer ON newer.crawl_id = %s AND newer.page_id = older.page_id
AND newer.version_id IS NOT NULL AND newer.version_id <> older.version_id
WHERE older.crawl_id = %s AND older.outcome = %s AND older.records_id IS NOT NULL
ORDER BY older.page_id
"""
# Pages of the newer crawl with another content than before, that are targets or were turned away.
_READABLE = """
SELECT newer.page_id, page.url, newer.version_id, newer.outcome, older.outcome
FROM pagekin_crawl_page newer JOIN pagekin_page page ON page.id = newer.page_id
LEFT JOIN pagekin_crawl_page older ON older.crawl_id = %s AND older.page_id = newer.page_id
WHERE newer.crawl_id = %s AND newer.version_id IS NOT NULL AND newer.outcome IN (%s, %s)
AND (older.version_id IS NULL OR older.version_id <> newer.version_id) ORDER BY newer.page_id
"""
_OTHER = """
SELECT page.url, newer.version_id FROM pagekin_crawl_page newer
JOIN pagekin_page page ON page.id = newer.page_id
LEFT JOIN pagekin_crawl_page older ON older.crawl_id = %s AND older.page_id = newer.page_id
AND older.outcome = %s
WHERE newer.crawl_id = %s AND newer.version_id IS NOT NULL AND newer.outcome <> %s
AND older.page_id IS NULL ORDER BY newer.page_id
"""


@dataclass(frozen=True, slots=True)
class CameAgain:
    """A page that was a target, and came again with another content."""

    page: int
    url: str
    records: int  # the older ones
    old_version: int
    version: int  # the newer one
    is_target: bool  # still


@dataclass(frozen=True, slots=True)
class StoredRepair:
    """A crawler as it would have to be for a changed template, and what speaks for it."""

    before: Crawler
    after: Crawler
    repair: Repair
    found: int  # targets among the pages looked at, by the new rule
    looked: int
    lost: frozenset[str] = frozenset()  # the fields that show that the template has changed

    @property
    def has_changed(self) -> bool:
        """Whether there is anything to change."""
        return self.repair.has_changed or self.after.membership != self.before.membership

    @property
    def is_drastic(self) -> bool:
        """Whether a person should look at it first: most fields have moved, or not all are found again."""
        doubtful = {field.name for field in self.repair.of(RepairOutcome.DOUBTFUL)}
        is_unsure = bool(doubtful & self.lost) or self.found < _SURE * self.looked
        return self.repair.is_drastic or is_unsure

    @property
    def evidence(self) -> tuple[str, ...]:
        """What has become of the fields that are not where they were, in words."""
        told = []
        for outcome, said in _SAID.items():
            some = [field for field in self.repair.of(outcome) if field.has_changed or field.moved]
            if some:
                agreed = sum(field.agreed for field in some)
                checked = sum(field.checked for field in some)
                values = f" ({agreed:,} of {checked:,} known values)" if checked else ""
                told.append(f"{said}: {first_few(field.name for field in some)}{values}")
        if self.after.membership != self.before.membership:
            told.append(
                f"which pages are like the sample: new signs, {self.found:,} of {self.looked:,} "
                "known pages have them"
            )
        return tuple(told)


def crawler_of_crawl(connection: Connection, crawl: int) -> Crawler | None:
    """Return the crawler that a crawl was made with; None if several took part, or none."""
    versions = versions_of_crawl(connection, crawl)
    if len(versions) != 1 or not versions[0].content:
        return None
    return from_json(json.loads(versions[0].content), f"crawl {crawl}")


def repair_from_store(
    store: Store,
    connection: Connection,
    crawler: Crawler,
    crawls: tuple[int, int],
    lost: frozenset[str] = frozenset(),
) -> StoredRepair | None:
    """Find the values of an older crawl on the pages of a newer one; None if no page can be compared.

    `lost` are the fields that have to be found again for the change to be a slight one.
    """
    older, newer = crawls
    wrapper = crawler.wrapper
    came = stable_sample(came_again(connection, older, newer), _ENOUGH, lambda page: page.url)
    if wrapper is None or not came:
        return None
    versions = ArchivedVersions(store, connection)
    read = [(page, versions.page(page.version, page.url)) for page in came]
    pages = [page for _, page in read if page is not None]
    known = _known(connection, [one for one, page in read if page is not None])
    if not pages:
        return None
    repaired = repair_wrapper(wrapper, known, pages)
    membership = None
    if crawler.membership is not None:
        others = _others(connection, older, newer, versions)
        membership = repaired_rule(crawler.membership, pages, others) or crawler.membership
    after = replace(crawler, wrapper=repaired.wrapper, membership=membership)
    return StoredRepair(crawler, after, repaired, _accepted(after, pages), len(pages), lost)


def came_again(connection: Connection, older: int, newer: int) -> Iterator[CameAgain]:
    """Go through the targets of the older crawl that have another content in the newer one."""
    for row in connection.rows(_CAME, newer, older, Outcome.TARGET.value):
        page, url, records, old, new, outcome = row
        yield CameAgain(page, url, records, old, new, outcome == Outcome.TARGET)


def apply_to_crawl(
    workspace: Workspace, connection: Connection, crawler: Crawler, older: int, newer: int
) -> int:
    """Extract the changed pages of a crawl anew with a repaired crawler; return how many have records.

    Pages that the old rule turned away are targets from then on, if the new one takes them.
    """
    if crawler.wrapper is None:
        return 0
    reader = _Rereader(crawler, ArchivedVersions(workspace.store, connection))
    rows = connection.rows(_READABLE, older, newer, Outcome.TARGET.value, Outcome.NOT_KIN.value)
    with workspace.store.connection() as writing:
        count = mine_crawl(writing, newer, page_class(crawler), reader.read(rows))
        adopt_pages(writing, newer, reader.adopted)
    return count


class _Rereader:
    """Reads the pages of a crawl again with a repaired crawler, and notes which are targets after all."""

    def __init__(self, crawler: Crawler, versions: ArchivedVersions) -> None:
        self._extractor = Extractor(crawler.wrapper or Wrapper(()))
        self._judge = MembershipJudge(crawler.membership) if crawler.membership else None
        self._versions = versions
        self._seen: set[str] = set()
        self.adopted: list[int] = []

    def read(self, rows: Sequence[Row]) -> Iterator[tuple[int, tuple[Record, ...]]]:
        """Yield the records of pages that are targets; known ones first, for others may be their doubles."""
        for page, url, version, now, before in sorted(rows, key=_known_first):
            read = self._versions.page(version, url)
            if read is None:
                continue
            records = tuple(filter(has_values, self._extractor.extract(read).records))
            if now != Outcome.TARGET and not self._adopts(read, records, before):
                continue
            self._seen.add(repr(records))
            if now != Outcome.TARGET:
                self.adopted.append(page)
            yield page, records

    def _adopts(self, page: Page, records: tuple[Record, ...], before: str | None) -> bool:
        """Return whether a page that was turned away is a target, and not one that is known already."""
        is_kin = self._judge is None or self._judge.judge(page).kin
        is_double = before != Outcome.TARGET and repr(records) in self._seen
        return is_kin and bool(records) and not is_double


def _known_first(row: Row) -> tuple[bool, int]:
    page, _, _, now, before = row
    return Outcome.TARGET not in {now, before}, page


def rewrite_file(file: Path, repaired: StoredRepair) -> bool:
    """Write a repaired crawler to its file; do nothing if the file holds another wrapper by now."""
    learned = read_learned(file)
    before, after = repaired.before, repaired.after
    if learned.crawler is None or before.wrapper is None or after.wrapper is None:
        return False
    if wrapper_digest(learned.wrapper) != wrapper_digest(before.wrapper):
        return False
    crawler = replace(learned.crawler, wrapper=after.wrapper)
    if learned.crawler.membership == before.membership:
        crawler = replace(crawler, membership=after.membership)
    write_text(file, dumps(crawler))
    return True


def _known(connection: Connection, pages: list[CameAgain]) -> Mapping[str, tuple[Record, ...]]:
    records = RecordReader(connection).records({page.records for page in pages})
    return {page.url: records.get(page.records, ()) for page in pages}


def _others(
    connection: Connection, older: int, newer: int, versions: ArchivedVersions
) -> list[Page]:
    """Read some pages of the newer crawl that are no targets, and were none."""
    rows = connection.rows(_OTHER, older, Outcome.TARGET.value, newer, Outcome.TARGET.value)
    some = stable_sample(rows, _OTHERS, lambda row: row[0])
    return [page for url, version in some if (page := versions.page(version, url)) is not None]


def _accepted(crawler: Crawler, pages: list[Page]) -> int:
    if crawler.membership is None:
        return len(pages)
    judge = MembershipJudge(crawler.membership)
    return sum(judge.judge(page).kin for page in pages)
