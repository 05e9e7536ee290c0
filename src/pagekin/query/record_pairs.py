"""Which records of two crawls belong together, as SQL.

Records are paired by key, else by content, else by position. The database does it where a page has one instance
of a bundle, or a key tells its instances apart; rows of which that is not sure are marked. Then the rest is
paired beforehand, as `pagekin changes` does it, and is a parameter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pagekin.query.earlier_crawls import EarlierCrawl, ListedPair
from pagekin.query.known_names import KnownNames
from pagekin.query.sql_fragment import LOOKED_UP, Fragment, Stages, each, known_rows, sql
from pagekin.store.database import Connection
from pagekin.store.states import Outcome

UNCLEAR = "unclear"  # what a row is paired by that may belong to another one
_KEYLESS = "(now.key IS NULL OR was.key IS NULL)"
_PAIR = "page_id, set_id, record, old_set, old_record, paired"


@dataclass(frozen=True, slots=True)
class RecordPairing:
    """How a statement finds the records in both crawls that the values `new` and `old` are of."""

    start: str  # the table whose rows have the page and both sets, as `pair`
    new: str  # a condition on the new value
    records: Fragment  # joins between both values
    old: str  # a condition on the old one
    by: str  # an expression: what they are paired by


@dataclass(slots=True)
class RecordPairs:
    """Pairs the records of a crawl with those of earlier ones; stages that several share are made once."""

    connection: Connection
    crawl: int
    names: KnownNames
    stages: Stages
    is_careful: bool  # whether records that keys do not tell apart are looked for beforehand
    _changed: dict[int, str] = field(default_factory=dict)
    _stages: dict[tuple[int, int], str] = field(default_factory=dict)

    def pairing(self, bundle: int, older: EarlierCrawl) -> RecordPairing:
        """Return how a statement finds the records of values in both crawls."""
        if older.is_single(bundle, self.names):
            keys = [_key_of("pair.set_id", "new.record"), _key_of("pair.old_set", "old.record")]
            by = f"CASE WHEN {keys[0]} = {keys[1]} THEN 'key' ELSE 'position' END"
            return RecordPairing(self.changed_stage(older), "TRUE", Fragment(""), "TRUE", by)
        if self.is_careful or not self.is_by_key(older, bundle):
            pairs = self.stage(older, bundle)
            new, old = "new.record = pair.record", "old.record = pair.old_record"
            return RecordPairing(pairs, new, Fragment(""), old, "pair.paired")
        now = Fragment("now.set_id = pair.set_id AND now.number = new.record")
        records = sql(
            "??",
            self._each("pagekin_record", "now", now),
            self._each("pagekin_record", "was", _same_key("pair", bundle)),
        )
        by = by_key(_KEYLESS, "new.record", "old.record")
        return RecordPairing(
            self.changed_stage(older), "TRUE", records, "old.record = was.number", by
        )

    def _each(self, table: str, alias: str, tests: Fragment) -> Fragment:
        return each(table, alias, tests, self.connection.dialect)

    def _known(self, rows: Sequence[tuple[object, ...]], columns: Sequence[str]) -> Fragment:
        return known_rows(rows, columns, self.connection.dialect)

    def changed_stage(self, older: EarlierCrawl) -> str:
        """Return the stage of the pages whose records are others than in an earlier crawl."""
        if older.id not in self._changed:
            pages = self._changed_pages(older)
            self._changed[older.id] = self.stages.add("changed", pages, is_kept=False)
        return self._changed[older.id]

    def _changed_pages(self, older: EarlierCrawl) -> Fragment:
        """Return SQL for them; what the earlier crawl could not see is compared with what was seen last."""
        everything = Fragment("pagekin_crawl_page now")
        pages = _changed_between(everything, self.crawl, sql("?", older.id))
        sights = [(page, crawl) for crawl, seen in older.sights.items() for page in sorted(seen)]
        if not sights:
            return pages
        last = sql(
            "? listed CROSS JOIN pagekin_crawl_page now",
            self._known(sights, ("page_id", "crawl_id")),
        )
        return sql(
            "? UNION ALL ? AND now.page_id = listed.page_id",
            pages,
            _changed_between(last, self.crawl, Fragment("listed.crawl_id")),
        )

    def is_by_key(self, older: EarlierCrawl, bundle: int) -> bool:
        """Whether a page may have several instances of a bundle, which a key tells apart."""
        is_single = older.is_single(bundle, self.names)
        return not is_single and older.is_keyed(bundle, self.names)

    def stage(self, older: EarlierCrawl, bundle: int) -> str:
        """Return the stage of the records of a bundle that belong together in both crawls."""
        place = older.id, bundle
        if place not in self._stages:
            changed = self.changed_stage(older)
            content = self._paired(older, bundle, changed)
            self._stages[place] = self.stages.add("pairs", content)
        return self._stages[place]

    def _paired(self, older: EarlierCrawl, bundle: int, changed: str) -> Fragment:
        start = (
            "SELECT changed.page_id, changed.set_id, now.number AS record, changed.old_set, "  # noqa: S608
            "was.number AS old_record, {} AS paired "
            f"FROM {changed} changed CROSS JOIN pagekin_record now CROSS JOIN pagekin_record was "
            "WHERE now.set_id = changed.set_id AND now.bundle_id = ? AND ?"
        )
        if older.is_single(bundle, self.names):
            by = "CASE WHEN was.key = now.key THEN 'key' ELSE 'position' END"
            of_bundle = sql("was.set_id = changed.old_set AND was.bundle_id = ?", bundle)
            return sql(start.format(by), bundle, of_bundle)
        is_keyed = older.is_keyed(bundle, self.names)
        if is_keyed and not self.is_careful:
            by = f"CASE WHEN {_KEYLESS} THEN '{UNCLEAR}' ELSE 'key' END"
            return sql(start.format(by), bundle, _same_key("changed", bundle))
        pages = self._unclear(older, bundle)
        listed = list(older.listed_pairs(self.names.bundles[bundle].uid, pages)) if pages else []
        if not is_keyed:
            return sql(f"SELECT {_PAIR} FROM ? listed", self._listed_pairs(listed))  # noqa: S608
        by_key = sql(start.format("'key'"), bundle, _same_key("changed", bundle))
        if not pages:
            return by_key
        unclear = self._known([(page,) for page, *_ in pages], ("page_id",))
        return sql(
            f"? AND changed.page_id NOT IN (SELECT page_id FROM ? unclear) "  # noqa: S608 - ours
            f"UNION ALL SELECT {_PAIR} FROM ? listed",
            by_key,
            unclear,
            self._listed_pairs(listed),
        )

    def _unclear(self, older: EarlierCrawl, bundle: int) -> list[tuple[int, int, int]]:
        """Return the changed pages on which keys do not tell all instances of a bundle apart."""
        changed = self._changed_pages(older)
        if older.is_keyed(bundle, self.names):
            unclear = unclear_pages("changed", bundle)
            statement = sql("WITH changed AS MATERIALIZED (?) ?", changed, unclear)
        else:
            statement = changed
        rows = self.connection.rows(statement.text, *statement.parameters)
        return [(page, new, old) for page, new, old in rows if new is not None and old is not None]

    def _listed_pairs(self, pairs: Sequence[ListedPair]) -> Fragment:
        rows = [
            (one.page, one.set, one.record, one.old_set, one.old_record, one.by) for one in pairs
        ]
        return self._known(rows, _PAIR.split(", "))


def _key_of(records: str, record: str) -> str:
    return (
        "(SELECT one.key FROM pagekin_record one "  # noqa: S608 - ours
        f"WHERE one.set_id = {records} AND one.number = {record})"
    )


def _same_key(pair: str, bundle: int) -> Fragment:
    """Return the condition that an older record has the key of a newer one; without keys, any may be it."""
    return sql(
        f"was.set_id = {pair}.old_set AND was.bundle_id = ? AND (was.key = now.key OR {_KEYLESS})",
        bundle,
    )


def _has_rival(records: str, record: str) -> str:
    """Return a condition: another record of the page has the key of a record, too.

    What is paired by such a key is more than what belongs together: among these are all real changes.
    """
    return (
        "EXISTS (SELECT 1 FROM pagekin_record one CROSS JOIN pagekin_record other "  # noqa: S608
        f"WHERE one.set_id = {records} AND one.number = {record} AND other.set_id = {records} "
        "AND other.bundle_id = one.bundle_id AND other.key = one.key AND other.number <> one.number "
        f"{LOOKED_UP})"
    )


def by_key(keyless: str, record: str, old_record: str) -> str:
    """Return an expression for what a pair of records that have the same key is paired by."""
    new, old = _has_rival("pair.set_id", record), _has_rival("pair.old_set", old_record)
    return f"CASE WHEN {keyless} OR {new} OR {old} THEN '{UNCLEAR}' ELSE 'key' END"


def unclear_pages(changed: str, bundle: int) -> Fragment:
    """Return SQL for the changed pages on which records of a bundle have no key, or the same."""
    unclear = (
        "(SELECT count(*) <> count(DISTINCT one.key) FROM pagekin_record one "  # noqa: S608 - ours
        f"WHERE one.set_id = {changed}.{{}} AND one.bundle_id = ?)"
    )
    return sql(
        f"SELECT page_id, set_id, old_set FROM {changed} "  # noqa: S608 - ours
        f"WHERE {unclear.format('set_id')} OR {unclear.format('old_set')}",
        bundle,
        bundle,
    )


def _changed_between(now: Fragment, newer: int, older: Fragment) -> Fragment:
    target = Outcome.TARGET.value
    return sql(
        "SELECT now.page_id, now.records_id AS set_id, was.records_id AS old_set "
        "FROM ? CROSS JOIN pagekin_crawl_page was "
        "WHERE now.crawl_id = ? AND was.crawl_id = ? AND was.page_id = now.page_id "
        "AND coalesce(was.records_id, 0) <> coalesce(now.records_id, 0) "
        "AND now.version_id IS NOT NULL AND was.version_id IS NOT NULL "
        "AND now.outcome = ? AND was.outcome = ?",
        now,
        newer,
        older,
        target,
        target,
    )
