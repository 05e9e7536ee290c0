"""Conditions as SQL for the rows on which they hold: of pages, or of instances that stages have found.

A scope is what has been found so far: at first the pages of the crawl, later a stage of the statement. Each
row has its page, the record set that the page has, and the record in it, or -1 for the page as a whole.
"""

from dataclasses import dataclass

from pagekin.query.conditions import Comparison, HasPresence, Presence
from pagekin.query.known_names import KnownNames
from pagekin.query.sql_fragment import Fragment, all_true, joined, sql
from pagekin.query.value_sources import NO_RECORD, FieldSource, PageRow, ValueSource
from pagekin.query.value_tests import comparison_test
from pagekin.store.database import Dialect

_ROW = "scope.page_id, {} AS set_id, {} AS record"


@dataclass(frozen=True, slots=True)
class PageScope:
    """Pages among which rows are looked for: those of a crawl, or of a stage."""

    table: str
    records: str
    tests: Fragment
    crawl: Fragment

    @property
    def row(self) -> PageRow:
        """Where a page stands."""
        return PageRow("scope.page_id", self.records, self.crawl)


@dataclass(frozen=True, slots=True)
class InstanceScope:
    """Instances of a bundle, in a stage."""

    stage: str
    bundle: int
    crawl: Fragment

    @property
    def row(self) -> PageRow:
        """Where the page of an instance stands."""
        return PageRow("scope.page_id", "scope.set_id", self.crawl)


@dataclass(frozen=True, slots=True)
class ConditionRows:
    """Finds the rows on which conditions on values hold."""

    names: KnownNames
    query: str

    def test(
        self, condition: Comparison | HasPresence, source: ValueSource, alias: str = "found"
    ) -> Fragment:
        """Return the condition on a single value, under an alias."""
        columns = source.columns(alias)
        if isinstance(condition, HasPresence):
            return Fragment(f"trim({columns.text}) = ''")
        return comparison_test(columns, condition.operator, condition.value, self.query)

    def on_pages(
        self, condition: Comparison | HasPresence, sources: list[ValueSource], scope: PageScope
    ) -> Fragment:
        """Return SQL for the records, or pages, that have a value for which a condition holds."""
        return joined(
            "\nUNION ALL\n",
            (
                sql(
                    f"SELECT {_distinct(source)}{_ROW.format(scope.records, source.record('found'))} "  # noqa: S608 - ours
                    f"FROM {scope.table} CROSS JOIN {source.tables('found')} WHERE ? AND ? AND ?",
                    scope.tests,
                    source.belongs("found", scope.row),
                    self.test(condition, source),
                )
                for source in sources
            ),
        )

    def on_instances(
        self, condition: Comparison | HasPresence, sources: list[ValueSource], scope: InstanceScope
    ) -> Fragment:
        """Return SQL for the instances on which, or around which, a value is for which a condition holds."""
        return joined(
            "\nUNION\n",
            (
                sql(
                    f"SELECT {_distinct(source)}scope.page_id, scope.set_id, scope.record "  # noqa: S608
                    f"FROM {scope.stage} scope? CROSS JOIN {source.tables('found')} "
                    "WHERE ? AND ? AND ?",
                    *self.lifted(source, scope),
                    source.belongs("found", scope.row),
                    self.test(condition, source),
                )
                for source in sources
            ),
        )

    def lifted(self, source: ValueSource, scope: InstanceScope) -> tuple[Fragment, Fragment]:
        """Return the records on the way from an instance to the one that a value is in, and the condition."""
        if not isinstance(source, FieldSource):
            return Fragment(""), Fragment("TRUE")
        return self.around(source.field.bundle, scope, source.record("found"))

    def around(self, bundle: int, scope: InstanceScope, record: str) -> tuple[Fragment, Fragment]:
        """Return the records on the way from an instance to the one around it of a bundle."""
        tables, tests, here = self._steps(bundle, scope)
        return Fragment(tables), all_true([*tests, Fragment(f"{record} = {here}")])

    def _steps(self, bundle: int, scope: InstanceScope) -> tuple[str, list[Fragment], str]:
        tables, tests, here = "", [], "scope.record"
        for step in range(list(self.names.around(scope.bundle)).index(bundle)):
            tables += f" CROSS JOIN pagekin_record step_{step}"
            tests.append(
                Fragment(f"step_{step}.set_id = scope.set_id AND step_{step}.number = {here}")
            )
            here = f"step_{step}.parent"
        return tables, tests, here

    def instances_in(self, stage: str, bundle: int | None, scope: InstanceScope) -> Fragment:
        """Return SQL for the instances that are in a stage, or inside what is, or on its pages."""
        tables, tests, here = self._steps(bundle, scope) if bundle is not None else ("", [], "")
        inside = f"scope.page_id IN (SELECT page_id FROM {stage})"  # noqa: S608 - ours
        if here:
            inside = f"(scope.page_id, {here}) IN (SELECT page_id, record FROM {stage})"  # noqa: S608
        return sql(
            f"SELECT scope.page_id, scope.set_id, scope.record FROM {scope.stage} scope{tables} "  # noqa: S608
            "WHERE ?",
            all_true([*tests, Fragment(inside)]),
        )

    def instances(self, scope: PageScope, bundle: int) -> Fragment:
        """Return SQL for all instances of a bundle on the pages of a scope."""
        return sql(
            f"SELECT {_ROW.format(scope.records, 'one.number')} FROM {scope.table} "  # noqa: S608 - ours
            f"CROSS JOIN pagekin_record one WHERE ? AND one.set_id = {scope.records} "
            "AND one.bundle_id = ?",
            scope.tests,
            bundle,
        )

    def missing_on_pages(self, source: ValueSource, scope: PageScope) -> Fragment:
        """Return SQL for the pages of a scope, or the instances on them, that lack a value."""
        columns = source.columns("found")
        tables, number, there = Fragment(""), NO_RECORD, f"{columns.text} IS NOT NULL"
        if isinstance(source, FieldSource):
            tables = sql(
                f" LEFT JOIN pagekin_record one ON one.set_id = {scope.records} "
                "AND one.bundle_id = ?",
                source.field.bundle,
            )
            number, there = f"coalesce(one.number, {NO_RECORD})", "found.record = one.number"
        missing = sql(
            f"SELECT {_ROW.format(scope.records, number)} FROM {scope.table}? "  # noqa: S608 - ours
            f"WHERE ? AND NOT EXISTS (SELECT 1 FROM {source.tables('found')} WHERE ? AND {there})",
            tables,
            scope.tests,
            source.belongs("found", scope.row),
        )
        # PostgreSQL thinks that little has values, and that the first rows that lack one come soon.
        if source.dialect is Dialect.POSTGRESQL:
            return sql("SELECT * FROM (? OFFSET 0) missing", missing)
        return missing

    def missing_on_instances(self, sources: list[ValueSource], scope: InstanceScope) -> Fragment:
        """Return SQL for the instances that lack a value, or are inside one that does."""
        return joined("\nUNION\n", (self._missing_on_instance(source, scope) for source in sources))

    def _missing_on_instance(self, source: ValueSource, scope: InstanceScope) -> Fragment:
        columns = source.columns("found")
        steps, here = self.lifted(source, scope)
        return sql(
            "SELECT scope.page_id, scope.set_id, scope.record "  # noqa: S608 - ours
            f"FROM {scope.stage} scope WHERE NOT EXISTS "
            f"(SELECT 1 FROM {source.tables('found')}? WHERE ? AND ? AND {columns.text} IS NOT NULL)",
            steps,
            source.belongs("found", scope.row),
            here,
        )


def _distinct(source: ValueSource) -> str:
    return "DISTINCT " if source.is_many else ""


def is_wildcard(condition: object) -> bool:
    """Whether a condition holds for everything, and only has something shown."""
    return isinstance(condition, HasPresence) and condition.presence is Presence.ANYTHING
