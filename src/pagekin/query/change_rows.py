"""Conditions on changes as SQL for the rows on which they hold.

First come the pages whose records are others than before, in their order, then the values of these pages, then
the records in both crawls that they belong to (`record_pairs`): whoever wants the first thousand rows can stop
there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pagekin.errors import QueryError
from pagekin.query.conditions import (
    Coming,
    Condition,
    Extreme,
    HasChanged,
    HasCome,
    HasCrossed,
    HasMoved,
    IsNewExtreme,
    Operator,
)
from pagekin.query.earlier_crawls import EarlierCrawl, ListedPage
from pagekin.query.known_names import KnownNames
from pagekin.query.record_pairs import UNCLEAR, RecordPairs, by_key, unclear_pages
from pagekin.query.sql_fragment import (
    LOOKED_UP,
    Fragment,
    Stages,
    all_true,
    each,
    known_rows,
    one_of,
    sql,
)
from pagekin.query.value_sources import NO_RECORD, FieldSource, PageRow, ValueSource
from pagekin.query.value_tests import comparison_test, crossed_test, moved_test
from pagekin.store.database import Dialect

_NO_SET = "CAST(NULL AS bigint) AS old_set"
_OF_PAGE = f"{NO_RECORD} AS record, {_NO_SET}, {NO_RECORD} AS old_record, '' AS paired"
NO_ROWS = Fragment(f"SELECT 0 AS page_id, 0 AS set_id, {_OF_PAGE} WHERE FALSE")


@dataclass(frozen=True, slots=True)
class InstanceTest:
    """A condition on a value of an instance that a change must be of."""

    source: FieldSource
    test: Callable[[str], Fragment]  # on a value under an alias


@dataclass(slots=True)
class ChangeRows:
    """Finds the rows on which conditions on changes hold."""

    crawl: int
    names: KnownNames
    query: str
    stages: Stages
    pairs: RecordPairs
    dialect: Dialect
    checks: list[Fragment] = field(default_factory=list)  # rows if pairs are unclear after all

    @property
    def is_careful(self) -> bool:
        """Whether no pair is unclear."""
        return self.pairs.is_careful

    def on_fields(
        self,
        condition: Condition,
        source: FieldSource,
        older: EarlierCrawl,
        also: Sequence[InstanceTest] = (),
    ) -> Fragment | None:
        """Return SQL for the records on whose field a condition holds; None if it was not looked for.

        They pass other tests, too, unless the condition is that something appeared or vanished.
        """
        if source.field.id not in older.fields:
            return None
        if isinstance(condition, HasCome):
            return self._come(condition.coming, source, older)
        if isinstance(condition, HasChanged) and source.field.is_many:
            return self._list_changed(condition, source, older, also)
        pairing = self.pairs.pairing(source.field.bundle, older)
        new_row = PageRow("pair.page_id", "pair.set_id", Fragment("NULL"))
        old_row = PageRow("pair.page_id", "pair.old_set", Fragment("NULL"))
        new = [source.belongs("new", new_row), Fragment(pairing.new)]
        new += [
            one.test("new") if one.source == source and not source.is_many else _passes(one, "new")
            for one in also
        ]
        old = [
            source.belongs("old", old_row),
            Fragment(f"{pairing.old} AND old.position = new.position"),
            self._test(condition, source),
        ]
        return sql(
            f"SELECT {'DISTINCT ' if source.is_many else ''}pair.page_id, pair.set_id, new.record, "  # noqa: S608
            f"pair.old_set, old.record AS old_record, {pairing.by} AS paired "
            f"FROM {pairing.start} pair???",
            each(source.table, "new", all_true(new), self.dialect),
            pairing.records,
            each(source.table, "old", all_true(old), self.dialect),
        )

    def on_pages(self, condition: Condition, source: ValueSource, older: EarlierCrawl) -> Fragment:
        """Return SQL for the pages on which a condition on what is known of them holds."""
        new_row = PageRow("now.page_id", "now.records_id", sql("?", self.crawl))
        old_row = PageRow("now.page_id", "now.records_id", sql("?", older.id))
        new, old = source.columns("new"), source.columns("old")
        both = sql(
            "now.crawl_id = ? AND was.crawl_id = ? AND was.page_id = now.page_id "
            "AND now.version_id IS NOT NULL AND was.version_id IS NOT NULL",
            self.crawl,
            older.id,
        )
        start = (
            f"SELECT {'DISTINCT ' if source.is_many else ''}now.page_id, "  # noqa: S608 - ours
            f"now.records_id AS set_id, {_OF_PAGE} "
            "FROM pagekin_crawl_page now CROSS JOIN pagekin_crawl_page was"
        )
        if isinstance(condition, HasCome):
            rows = [(new, new_row, "new"), (old, old_row, "old")]
            if condition.coming is Coming.VANISHED:
                rows.reverse()
            there, absent = (
                sql(
                    f"EXISTS (SELECT 1 FROM {source.tables(alias)} WHERE ? "  # noqa: S608 - ours
                    f"AND {columns.text} IS NOT NULL)",
                    source.belongs(alias, row),
                )
                for columns, row, alias in rows
            )
            return sql(f"{start} WHERE ? AND ? AND NOT ?", both, there, absent)
        # What did not come has a status, too.
        both = sql(
            "now.crawl_id = ? AND was.crawl_id = ? AND was.page_id = now.page_id",
            self.crawl,
            older.id,
        )
        return sql(
            f"{start} CROSS JOIN {source.tables('new')} CROSS JOIN {source.tables('old')} "
            "WHERE ? AND ? AND ? AND ?",
            both,
            source.belongs("new", new_row),
            source.belongs("old", old_row),
            self._test(condition, source),
        )

    def pages_changed(self, older: EarlierCrawl) -> Fragment:
        """Return SQL for the pages whose content is another one."""
        return sql(
            f"SELECT now.page_id, now.records_id AS set_id, {_OF_PAGE} "  # noqa: S608 - ours
            "FROM pagekin_crawl_page now CROSS JOIN pagekin_crawl_page was "
            "WHERE now.crawl_id = ? AND was.crawl_id = ? AND was.page_id = now.page_id "
            "AND now.version_id <> was.version_id",
            self.crawl,
            older.id,
        )

    def listed_pages(self, pages: Sequence[ListedPage]) -> Fragment:
        """Return SQL for pages that are known beforehand."""
        rows = [(one.page, one.set) for one in pages]
        listed = known_rows(rows, ("page_id", "set_id"), self.dialect)
        return sql(f"SELECT listed.page_id, listed.set_id, {_OF_PAGE} FROM ? listed", listed)  # noqa: S608

    def gone_pages(self, pages: Sequence[ListedPage]) -> Fragment:
        """Return SQL for pages that vanished, each with the crawl that tells of it."""
        rows = [(one.crawl, one.page, one.set) for one in pages]
        listed = known_rows(rows, ("crawl_id", "page_id", "set_id"), self.dialect)
        return sql("SELECT crawl_id, page_id, set_id FROM ? listed", listed)

    def new_extremes(
        self, condition: IsNewExtreme, source: FieldSource, crawls: Sequence[int]
    ) -> Fragment:
        """Return SQL for the records whose number is lower or higher than in all of some crawls.

        Such a number is not that of the last of them: only records that have changed since are looked at.
        """
        past = self.stages.add(
            "past",
            sql(
                "SELECT DISTINCT now.page_id, now.records_id AS set_id, was.records_id AS old_set "
                "FROM pagekin_crawl_page now LEFT JOIN pagekin_crawl_page last "
                "ON last.crawl_id = ? AND last.page_id = now.page_id "
                "JOIN pagekin_crawl_page was ON ? AND was.page_id = now.page_id "
                "WHERE now.crawl_id = ? AND coalesce(last.records_id, 0) <> now.records_id "
                "AND was.records_id IS NOT NULL",
                crawls[0],
                one_of("was.crawl_id", crawls),
                self.crawl,
            ),
        )
        bundle = self.names.bundles[source.field.bundle]
        same = 'was.bundle_id = now.bundle_id AND was."index" = now."index"'
        if not bundle.repeats:
            same = "was.bundle_id = now.bundle_id"
        elif bundle.key is not None:
            same = "was.bundle_id = now.bundle_id AND was.key = now.key"
        new_row = PageRow("past.page_id", "past.set_id", Fragment("NULL"))
        old_row = PageRow("past.page_id", "past.old_set", Fragment("NULL"))
        units = "" if source.attribute else " AND coalesce(old.unit, '') = coalesce(new.unit, '')"
        beyond = (
            "max(new.num) < min(old.num)"
            if condition.extreme is Extreme.LOW
            else "min(new.num) > max(old.num)"
        )
        by = "'key'" if bundle.key is not None else "'position'"
        return sql(
            f"SELECT past.page_id, past.set_id, new.record, {_NO_SET}, "  # noqa: S608 - ours
            f"{NO_RECORD} AS old_record, {by} AS paired FROM {past} past "
            f"CROSS JOIN {source.tables('new')} CROSS JOIN pagekin_record now "
            f"CROSS JOIN pagekin_record was CROSS JOIN {source.tables('old')} "
            "WHERE ? AND now.set_id = past.set_id AND now.number = new.record "
            f"AND was.set_id = past.old_set AND {same} AND ? AND old.record = was.number "
            f"AND old.position = new.position{units} "
            f"GROUP BY past.page_id, past.set_id, new.record, new.position HAVING {beyond}",
            source.belongs("new", new_row),
            source.belongs("old", old_row),
        )

    def _test(self, condition: Condition, source: ValueSource) -> Fragment:
        old, new = source.columns("old"), source.columns("new")
        match condition:
            case HasChanged(_, was, now):
                tests = [Fragment(f"{new.text} <> {old.text}")]
                if was:
                    tests.append(comparison_test(old, Operator.EQUAL, was, self.query))
                if now:
                    tests.append(comparison_test(new, Operator.EQUAL, now, self.query))
                return all_true(tests)
            case HasMoved(name, direction, amount):
                if not new.number:
                    raise QueryError(
                        "this has no number that rises or falls", self.query, name.column
                    )
                return moved_test(old, new, direction, amount)
            case HasCrossed(_, direction, limit):
                return crossed_test(old, new, direction, limit, self.query)
        raise AssertionError(condition)

    def _list_changed(
        self,
        condition: HasChanged,
        source: FieldSource,
        older: EarlierCrawl,
        also: Sequence[InstanceTest],
    ) -> Fragment:
        """Compare the values of a field that has several: their order does not count, their number does."""
        pairs = self.pairs.stage(older, source.field.bundle)
        by = "pair.paired"
        if not self.is_careful and self.pairs.is_by_key(older, source.field.bundle):
            by = by_key(f"pair.paired = '{UNCLEAR}'", "pair.record", "pair.old_record")
        tests = [self._more("old", "new", source, condition.old) if condition.old else None]
        tests.append(self._more("new", "old", source, condition.new) if condition.new else None)
        named = [test for test in tests if test is not None]
        either = sql(
            "(? OR ?)",
            self._more("old", "new", source, None),
            self._more("new", "old", source, None),
        )
        there = [
            sql(
                f"EXISTS (SELECT 1 FROM {source.tables(alias)} WHERE ?)",  # noqa: S608 - ours
                self._of_pair(alias, source),
            )
            for alias in ("old", "new")
        ]
        return sql(
            "SELECT pair.page_id, pair.set_id, pair.record, pair.old_set, pair.old_record, "  # noqa: S608
            f"{by} AS paired FROM {pairs} pair WHERE ?",
            all_true([*(_passes(one, "pair") for one in also), *there, either, *named]),
        )

    def _more(self, one: str, other: str, source: FieldSource, value: object) -> Fragment:
        """Return the condition that a value is oftener among the ones than among the others."""
        counts = [
            sql(
                f"(SELECT count(*) FROM {source.tables(alias + '_same')} "  # noqa: S608 - ours
                f"WHERE ? AND {alias}_same.text = {one}.text)",
                self._of_pair(f"{alias}_same", source),
            )
            for alias in (one, other)
        ]
        test = Fragment("TRUE")
        if value is not None:
            test = comparison_test(source.columns(one), Operator.EQUAL, value, self.query)  # type: ignore[arg-type]
        return sql(
            f"EXISTS (SELECT 1 FROM {source.tables(one)} WHERE ? AND ? AND ? > ?)",  # noqa: S608
            self._of_pair(one, source),
            test,
            *counts,
        )

    def _of_pair(self, alias: str, source: FieldSource) -> Fragment:
        is_old = alias.startswith("old")
        records, record = ("old_set", "old_record") if is_old else ("set_id", "record")
        row = PageRow("pair.page_id", f"pair.{records}", Fragment("NULL"))
        return sql(f"? AND {alias}.record = pair.{record}", source.belongs(alias, row))

    def _come(self, coming: Coming, source: FieldSource, older: EarlierCrawl) -> Fragment:
        """Return SQL for the records that have a value and had none, or had one and have none."""
        changed = self.pairs.changed_stage(older)
        pairs = self.pairs.stage(older, source.field.bundle)
        if not self.is_careful and not older.is_single(source.field.bundle, self.names):
            self.checks.append(unclear_pages(changed, source.field.bundle))
        has, lacks = ("set_id", "old_set") if coming is Coming.APPEARED else ("old_set", "set_id")
        here, there = ("record", "old_record") if has == "set_id" else ("old_record", "record")
        has_row = PageRow("changed.page_id", f"changed.{has}", Fragment("NULL"))
        lacks_row = PageRow("changed.page_id", f"changed.{lacks}", Fragment("NULL"))
        shown = {
            "record": f"coalesce(pair.record, {NO_RECORD})",
            "old_record": f"coalesce(pair.old_record, {NO_RECORD})",
        }
        shown[here] = "has.record"
        return sql(
            f"SELECT DISTINCT changed.page_id, changed.set_id, {shown['record']} AS record, "  # noqa: S608
            f"changed.old_set, {shown['old_record']} AS old_record, "
            f"coalesce(pair.paired, '') AS paired "
            f"FROM {changed} changed CROSS JOIN {source.tables('has')} "
            f"LEFT JOIN {pairs} pair ON pair.page_id = changed.page_id AND pair.{here} = has.record "
            f"LEFT JOIN {source.tables('lacks')} ON ? AND lacks.record = pair.{there} "
            "WHERE ? AND lacks.record IS NULL",
            source.belongs("lacks", lacks_row),
            source.belongs("has", has_row),
        )


def _passes(one: InstanceTest, table: str) -> Fragment:
    """Return the condition that the record which a row of a table is about passes a test."""
    row = PageRow("pair.page_id", "pair.set_id", Fragment("NULL"))
    return sql(
        f"EXISTS (SELECT 1 FROM {one.source.tables('also')} "  # noqa: S608 - ours
        f"WHERE ? AND also.record = {table}.record AND ? {LOOKED_UP})",
        one.source.belongs("also", row),
        one.test("also"),
    )


def unclear_rows(stage: str) -> Fragment:
    """Return SQL for the rows of a stage of changes that may belong to other records."""
    return sql(f"SELECT page_id FROM {stage} WHERE paired = ?", UNCLEAR)  # noqa: S608 - ours
