"""Compiles queries to one statement in stages, whose order both databases keep to.

AND hands what one condition has found on to the next, those that find little first; OR puts together what each
finds (the paper's INTERSECT and UNION); ANDWHERE does it with instances of a bundle instead of pages
(`instance_conditions`). In the end there are the pages, and on them the records for which a condition holds:
those are shown.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pagekin.query.askable_pages import AskablePages
from pagekin.query.asked_query import AskedCrawl, AskedQuery
from pagekin.query.change_conditions import ChangeConditions, ComparedSubject
from pagekin.query.change_rows import NO_ROWS, ChangeRows
from pagekin.query.condition_order import cost
from pagekin.query.condition_rows import ConditionRows, PageScope, is_wildcard
from pagekin.query.conditions import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Expression,
    HasPresence,
    Negation,
    Presence,
    Together,
)
from pagekin.query.earlier_crawls import EarlierCrawls
from pagekin.query.found_rows import Found, FoundRows, careful_row
from pagekin.query.instance_conditions import InstanceConditions
from pagekin.query.known_names import FieldSubject
from pagekin.query.negation import moved_inwards
from pagekin.query.record_pairs import RecordPairs
from pagekin.query.sql_fragment import Fragment, Stages, joined, sql
from pagekin.query.value_sources import FieldSource
from pagekin.store.database import Connection


@dataclass(slots=True)
class Compiler:
    """Compiles one query."""

    crawl: AskedCrawl
    query: str
    earlier: EarlierCrawls
    connection: Connection
    is_careful: bool = False
    stages: Stages = field(default_factory=Stages)
    _asked: AskedQuery = field(init=False)
    _pages: AskablePages = field(init=False)
    _changes: ChangeConditions = field(init=False)
    _instances: InstanceConditions = field(init=False)

    def __post_init__(self) -> None:
        self._asked = AskedQuery(self.crawl, self.query)
        self._pages = AskablePages(self._asked, self.stages)
        crawl, names, stages = self.crawl.id, self.crawl.names, self.stages
        pairs = RecordPairs(self.connection, crawl, names, stages, self.is_careful)
        rows = ChangeRows(crawl, names, self.query, stages, pairs, self.crawl.dialect)
        self._changes = ChangeConditions(self._asked, self.earlier, self.stages, rows)
        self._instances = InstanceConditions(self._asked, self.stages, self._pages, self._changes)

    @property
    def compared(self) -> list[ComparedSubject]:
        """What was compared, in the order of the changes' numbers."""
        return self._changes.compared

    def rows(self, where: Expression | None, limit: int) -> Fragment:
        """Add all stages; return SQL for the rows that are to be shown, by page and record."""
        gone = self._changes.gone(where)
        if gone is not None:
            self._pages.add_gone(gone)
        if where is None:
            targets = self._pages.targets(self.crawl.names.bundles)
            found = Found(self._pages.stage_of(targets))
        else:
            found = self._on_pages(moved_inwards(where), self._pages.all())
        checks = self._changes.rows.checks
        is_one = len(found.rows) == 1 and found.rows[0].stage == found.stage
        if is_one and found.is_shown and not checks:
            parts = [self._only(found.rows[0])]
        else:
            parts = [one.shown(found.stage) for one in found.rows]
        if not found.is_shown:
            none = FoundRows(found.stage).columns("-1")
            parts.append(Fragment(f"SELECT {none} FROM {found.stage}"))  # noqa: S608 - ours
        parts += [careful_row(check) for check in checks]
        rows = joined("\nUNION\n", parts)
        return sql("?\nORDER BY page_id, record LIMIT ?", rows, limit)

    def _only(self, rows: FoundRows) -> Fragment:
        """Return SQL for the rows of a stage that nothing else reads; so it need not be one."""
        content = self.stages.take_back(rows.stage)
        if content is None:
            return rows.shown(rows.stage)
        return sql(f"SELECT {rows.columns('record')} FROM (?) found", content)  # noqa: S608

    def _on_pages(self, expression: Expression, scope: PageScope) -> Found:
        match expression:
            case Together(parts) if self._asked.bundles(expression):
                return self._instances.together(parts, scope)
            case AllOf(parts) | Together(parts):
                return self._all_on_pages(parts, scope)
            case AnyOf(parts):
                return self._any_on_pages(parts, scope)
            case Negation(Together(parts)) if not self._asked.bundles(AllOf(parts)):
                return self._on_pages(moved_inwards(Negation(AllOf(parts))), scope)
            case Negation(inner):
                with self._changes.negating():
                    found = self._on_pages(inner, scope)
                return self._others(inner, found, scope)
            case _:
                return self._condition_on_pages(expression, scope)

    def _all_on_pages(self, parts: Sequence[Expression], scope: PageScope) -> Found:
        self._hint_at_andwhere(parts)
        found: list[Found] = []
        for part in sorted(parts, key=cost):
            found.append(self._on_pages(part, scope))
            scope = self._pages.of_stage(found[-1].stage)
        last = found[-1].stage
        rows = tuple(row for one in found for row in one.within(last))
        return Found(last, rows, any(one.is_shown for one in found))

    def _hint_at_andwhere(self, parts: Sequence[Expression]) -> None:
        """Say that several instances may satisfy together what is meant of one."""
        seen: dict[int, object] = {}
        for part in parts:
            if isinstance(part, AllOf | AnyOf | Together | Negation) or is_wildcard(part):
                continue
            subject = self._asked.subject(part)
            for one in subject.fields if isinstance(subject, FieldSubject) else ():
                bundle = self._asked.names.bundles[one.bundle]
                if bundle.repeats and seen.setdefault(bundle.id, part) is not part:
                    self.earlier.note(
                        f"different instances of {bundle.name} on a page may satisfy what “and” "
                        "joins; “andwhere” asks for one that satisfies all"
                    )

    def _any_on_pages(self, parts: Sequence[Expression], scope: PageScope) -> Found:
        found = [self._on_pages(part, scope) for part in parts]
        pages = joined(
            "\nUNION\n",
            (Fragment(f"SELECT page_id, set_id FROM {one.stage}") for one in found),  # noqa: S608
        )
        rows = tuple(row for one in found for row in one.within(one.stage))
        return Found(self.stages.add("any", pages), rows, all(one.is_shown for one in found))

    def _condition_on_pages(self, condition: Condition, scope: PageScope) -> Found:
        subject = self._asked.subject(condition)
        if subject == FieldSubject((), getattr(subject, "attribute", "")):
            stage = self.stages.add("nothing", NO_ROWS)
            return Found(stage, (FoundRows(stage),), is_shown=True)
        if is_wildcard(condition):
            return Found(self._pages.stage_within(self._pages.domain(subject), scope))
        if not isinstance(condition, Comparison | HasPresence):
            rows = self._changes.changed(condition, self._asked.sources(condition))
            stage = self._pages.limited(rows.stage, scope)
            return Found(stage, (replace(rows, stage=stage),), is_shown=True)
        self._asked.check_is_value(condition)
        if isinstance(condition, HasPresence) and condition.presence is Presence.MISSING:
            content = self._missing(condition, scope)
        else:
            content = self._rows.on_pages(condition, self._asked.sources(condition), scope)
        stage = self.stages.add("found", content)
        return Found(stage, (FoundRows(stage),), is_shown=True)

    def _missing(self, condition: Condition, scope: PageScope) -> Fragment:
        parts = []
        for source in self._asked.sources(condition):
            domain = self._pages.domain_of(condition)
            if isinstance(source, FieldSource):
                domain = self._pages.targets([source.field.bundle])
            asked = self._pages.within(domain, scope)
            parts.append(self._rows.missing_on_pages(source, asked))
        return joined("\nUNION ALL\n", parts)

    def _others(self, expression: Expression, found: Found, scope: PageScope) -> Found:
        """Return the pages that can be asked for something, and are not among what was found."""
        asked = self._pages.stage_within(self._pages.domain_of(expression), scope)
        pages = Fragment(
            f"SELECT page_id, set_id FROM {asked} "  # noqa: S608 - ours
            f"WHERE page_id NOT IN (SELECT page_id FROM {found.stage})"
        )
        return Found(self.stages.add("others", pages))

    @property
    def _rows(self) -> ConditionRows:
        return ConditionRows(self.crawl.names, self.query)
