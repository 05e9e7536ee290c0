"""Compiles queries to one statement in stages, whose order both databases keep to.

AND hands what one condition has found on to the next, those that find little first; OR puts together what each
finds (the paper's INTERSECT and UNION); ANDWHERE does it with instances of a bundle instead of pages. In the
end there are the pages, and on them the records for which a condition holds: those are shown.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pagekin.errors import QueryError
from pagekin.query.change_rows import NO_ROWS, UNCLEAR, ChangeRows, InstanceTest, unclear_rows
from pagekin.query.condition_rows import ConditionRows, InstanceScope, PageScope, is_wildcard
from pagekin.query.conditions import (
    CHANGES,
    AllOf,
    AnyOf,
    Change,
    Coming,
    Comparison,
    Condition,
    Expression,
    HasChanged,
    HasCome,
    HasCrossed,
    HasMoved,
    HasPresence,
    IsNewExtreme,
    Negation,
    Operator,
    Presence,
    Together,
    conditions_of,
)
from pagekin.query.earlier_crawls import EarlierCrawl, EarlierCrawls, ListedPage
from pagekin.query.known_names import (
    PROPERTIES,
    FieldSubject,
    KnownNames,
    MetaSubject,
    PageSubject,
    PropertySubject,
    Subject,
)
from pagekin.query.negation import moved_inwards
from pagekin.query.sql_fragment import Fragment, Stages, all_true, joined, one_of, sql
from pagekin.query.value_sources import FieldSource, ValueSource, value_sources
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo
from pagekin.store.states import Outcome

_OF_CONTENT = frozenset({"title", "signature"})
NO_PAGE = -1  # of a row that only says: be careful
_SLOW = frozenset({Operator.CONTAINS, Operator.STARTS_WITH, Operator.MATCHES})


@dataclass(frozen=True, slots=True)
class AskedCrawl:
    """The crawl that a query is about: its number, its names, the kinds of pages of each crawler in it."""

    info: CrawlInfo
    names: KnownNames
    kinds: dict[int, tuple[int, ...]]  # by crawler; empty if there is only one
    postgres: bool

    @property
    def id(self) -> int:
        """Its number."""
        return self.info.id


@dataclass(frozen=True, slots=True)
class FoundRows:
    """A stage whose rows are shown, if their pages are in these others, too."""

    stage: str
    within: tuple[str, ...] = ()
    change: int = -1  # the number of the change that they tell of, if they do
    is_detail: bool = False  # they only tell of a change to what other rows show


@dataclass(frozen=True, slots=True)
class ComparedSubject:
    """What a change is about, and the crawl that was compared with; None if that are many."""

    subject: Subject
    name: str
    older: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """Pages, in a stage, and the rows on them that a condition singles out."""

    stage: str
    rows: tuple[FoundRows, ...] = ()
    is_shown: bool = False  # every page has such a row

    def within(self, stage: str) -> tuple[FoundRows, ...]:
        """Return the rows that are also on the pages of another stage."""
        return tuple(
            one if one.stage == stage else replace(one, within=(*one.within, stage))
            for one in self.rows
        )


@dataclass(frozen=True, slots=True)
class _Domain:
    """Pages that can be asked for something: what tests they pass, and a name to know them again by."""

    name: tuple[int, ...]
    tests: tuple[Fragment, ...]


@dataclass(slots=True)
class Compiler:
    """Compiles one query."""

    crawl: AskedCrawl
    query: str
    earlier: EarlierCrawls
    connection: Connection
    is_careful: bool = False
    stages: Stages = field(default_factory=Stages)
    compared: list[ComparedSubject] = field(default_factory=list)
    _domains: dict[tuple[int, ...], str] = field(default_factory=dict)
    _details: list[FoundRows] = field(default_factory=list)
    _is_negated: bool = False
    _gone: str = ""  # the stage of pages that vanished, if that is asked for
    _everything: str = ""  # the stage of these and the crawl's pages
    _changes: ChangeRows = field(init=False)

    def __post_init__(self) -> None:
        self._changes = ChangeRows(
            self.connection,
            self.crawl.id,
            self.crawl.names,
            self.query,
            self.stages,
            self.is_careful,
        )

    def rows(self, where: Expression | None, limit: int) -> Fragment:
        """Add all stages; return SQL for the rows that are to be shown, by page and record."""
        self._add_gone(where)
        scope = self._whole_crawl()
        if where is None:
            found = Found(self._targets(tuple(self.crawl.names.bundles)))
        else:
            found = self._on_pages(moved_inwards(where), scope)
        is_one = len(found.rows) == 1 and found.rows[0].stage == found.stage
        if is_one and found.is_shown and not self._changes.checks:
            parts = [self._only(found.rows[0])]
        else:
            parts = [self._shown(one, found.stage) for one in found.rows]
        if not found.is_shown:
            none = _shown_columns("-1", FoundRows(found.stage))
            parts.append(Fragment(f"SELECT {none} FROM {found.stage}"))  # noqa: S608 - ours
        parts += [_unclear(check) for check in self._changes.checks]
        rows = joined("\nUNION\n", parts)
        return sql("?\nORDER BY page_id, record LIMIT ?", rows, limit)

    def _only(self, rows: FoundRows) -> Fragment:
        """Return SQL for the rows of a stage that nothing else reads; so it need not be one."""
        content = self.stages.take_back(rows.stage)
        if content is None:
            return self._shown(rows, rows.stage)
        return sql(f"SELECT {_shown_columns('record', rows)} FROM (?) found", content)  # noqa: S608

    def _shown(self, rows: FoundRows, last: str) -> Fragment:
        within = [stage for stage in dict.fromkeys((*rows.within, last)) if stage != rows.stage]
        tests = [Fragment(f"page_id IN (SELECT page_id FROM {stage})") for stage in within]  # noqa: S608
        columns = _shown_columns("record", rows)
        return sql(f"SELECT {columns} FROM {rows.stage} WHERE ?", all_true(tests))  # noqa: S608

    @contextlib.contextmanager
    def _negating(self) -> Iterator[None]:
        """Compile what is negated: to find too much there would be to find too little in the end."""
        before, self._is_negated = self._is_negated, True
        try:
            yield
        finally:
            self._is_negated = before

    # Pages

    def _on_pages(self, expression: Expression, scope: PageScope) -> Found:
        match expression:
            case AllOf(parts):
                return self._all_on_pages(parts, scope)
            case AnyOf(parts):
                return self._any_on_pages(parts, scope)
            case Together(parts):
                return self._together(parts, scope)
            case Negation(Together(parts)) if not self._bundles(AllOf(parts)):
                return self._on_pages(moved_inwards(Negation(AllOf(parts))), scope)
            case Negation(inner):
                with self._negating():
                    found = self._on_pages(inner, scope)
                return self._others(self._domain_of(inner), found, scope)
            case _:
                return self._condition_on_pages(expression, scope)

    def _all_on_pages(self, parts: Sequence[Expression], scope: PageScope) -> Found:
        self._hint_at_andwhere(parts)
        found: list[Found] = []
        for part in sorted(parts, key=_cost):
            found.append(self._on_pages(part, scope))
            scope = self._scope(found[-1].stage)
        last = found[-1].stage
        rows = tuple(row for one in found for row in one.within(last))
        return Found(last, rows, any(one.is_shown for one in found))

    def _hint_at_andwhere(self, parts: Sequence[Expression]) -> None:
        """Say that several instances may satisfy together what is meant of one."""
        seen: dict[int, object] = {}
        for part in parts:
            if isinstance(part, AllOf | AnyOf | Together | Negation) or is_wildcard(part):
                continue
            subject = self._subject(part)
            for one in subject.fields if isinstance(subject, FieldSubject) else ():
                bundle = self.crawl.names.bundles[one.bundle]
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
        subject = self._subject(condition)
        if subject == FieldSubject((), getattr(subject, "attribute", "")):
            stage = self.stages.add("nothing", NO_ROWS)
            return Found(stage, (FoundRows(stage),), is_shown=True)
        if is_wildcard(condition):
            return Found(self._within(self._domain(subject), scope))
        if not isinstance(condition, Comparison | HasPresence):
            rows = self._changed(condition, self._sources(subject))
            stage = self._limited(rows.stage, scope)
            return Found(stage, (replace(rows, stage=stage),), is_shown=True)
        sources = self._sources(subject)
        self._check_is_value(condition, subject)
        if isinstance(condition, HasPresence) and condition.presence is Presence.MISSING:
            content = self._missing(sources, subject, scope)
        else:
            content = self._rows.on_pages(condition, sources, scope)
        stage = self.stages.add("found", content)
        return Found(stage, (FoundRows(stage),), is_shown=True)

    def _changed(
        self,
        condition: Change,
        sources: list[ValueSource],
        also: Sequence[InstanceTest] = (),
    ) -> FoundRows:
        """Add the stage of the rows on which a condition on a change holds, on all pages."""
        subject = self._subject(condition)
        older: int | None = None
        if isinstance(condition, IsNewExtreme):
            parts = self._extremes(condition, sources)
        else:
            earlier = self.earlier.one(condition.since)
            older = earlier.id if earlier else None
            parts = self._since(condition, subject, sources, earlier, also) if earlier else []
        stage = self.stages.add("changes", joined("\nUNION\n", parts) if parts else NO_ROWS)
        if self._is_negated and not self.is_careful:  # they are not among what is found
            self._changes.checks.append(unclear_rows(stage))
        self.compared.append(
            ComparedSubject(subject, ".".join(condition.name.parts).lower(), older)
        )
        return FoundRows(stage, change=len(self.compared) - 1)

    def _since(
        self,
        condition: Change,
        subject: Subject,
        sources: list[ValueSource],
        older: EarlierCrawl,
        also: Sequence[InstanceTest],
    ) -> list[Fragment]:
        if isinstance(subject, PageSubject):
            return [self._page_changed(condition, older)]
        found = [
            self._changes.on_fields(condition, source, older, also)
            if isinstance(source, FieldSource)
            else self._changes.on_pages(condition, source, older)
            for source in sources
        ]
        parts = [part for part in found if part is not None]
        if not parts:
            name = ".".join(condition.name.parts)
            self.earlier.note(f"crawl {older.id} did not look for {name}: nothing can be compared")
        return parts

    def _page_changed(self, condition: Change, older: EarlierCrawl) -> Fragment:
        if isinstance(condition, HasCome):
            return self._changes.listed_pages(older.pages(condition.coming))
        if isinstance(condition, HasChanged) and not (condition.old or condition.new):
            return self._changes.pages_changed(older)
        raise self._no_page_condition(condition)

    def _extremes(self, condition: IsNewExtreme, sources: list[ValueSource]) -> list[Fragment]:
        if not all(isinstance(source, FieldSource) for source in sources) or not sources:
            raise QueryError(
                "only fields have a new low or high", self.query, condition.name.column
            )
        crawls = self.earlier.all(condition.since)
        if not crawls:
            return []
        return [
            self._changes.new_extremes(condition, source, crawls)
            for source in sources
            if isinstance(source, FieldSource)
        ]

    def _limited(self, stage: str, scope: PageScope) -> str:
        """Return the rows of a stage that are on the pages of a scope."""
        if scope == self._whole_crawl():
            return stage
        pages = sql(f"SELECT scope.page_id FROM {scope.table} WHERE ?", scope.tests)  # noqa: S608
        return self.stages.add(
            "changes",
            sql(f"SELECT * FROM {stage} WHERE page_id IN (?)", pages),  # noqa: S608 - ours
        )

    def _check_is_value(self, condition: Condition, subject: Subject) -> None:
        if isinstance(subject, PageSubject):
            raise self._no_page_condition(condition)

    def _no_page_condition(self, condition: Condition) -> QueryError:
        return QueryError(
            "a page can have changed, appeared or vanished; what is known of it are "
            f"{', '.join(PROPERTIES)}",
            self.query,
            condition.name.column,
        )

    def _missing(self, sources: list[ValueSource], subject: Subject, scope: PageScope) -> Fragment:
        parts = []
        for source in sources:
            if isinstance(source, FieldSource):
                domain = self._target_tests((source.field.bundle,))
            else:
                domain = self._domain_tests(subject)
            parts.append(self._rows.missing_on_pages(source, self._asked(domain, scope)))
        return joined("\nUNION ALL\n", parts)

    def _asked(self, domain: "_Domain", scope: PageScope) -> PageScope:
        """Return the pages of a domain in a scope; those of the crawl itself need no stage."""
        if scope != self._whole_crawl() or self._everything:
            return self._scope(self._within(self._pages_that(domain), scope))
        tests = all_true([scope.tests, *domain.tests])
        return replace(scope, tests=tests)

    def _others(self, domain: str, found: Found, scope: PageScope) -> Found:
        pages = Fragment(
            f"SELECT page_id, set_id FROM {self._within(domain, scope)} "  # noqa: S608 - ours
            f"WHERE page_id NOT IN (SELECT page_id FROM {found.stage})"
        )
        return Found(self.stages.add("others", pages))

    def _within(self, domain: str, scope: PageScope) -> str:
        """Return the pages of a domain that are in a scope, too."""
        if scope == self._whole_crawl():
            return domain
        return self.stages.add(
            "within",
            sql(
                f"SELECT scope.page_id, {scope.records} AS set_id FROM {scope.table} "  # noqa: S608
                f"WHERE ? AND scope.page_id IN (SELECT page_id FROM {domain})",
                scope.tests,
            ),
        )

    # Instances

    def _together(self, parts: Sequence[Expression], scope: PageScope) -> Found:
        whole = moved_inwards(AllOf(tuple(parts)), one_instance=True)
        bundles = self._bundles(whole)
        if not bundles:
            return self._all_on_pages(parts, scope)
        self._details.clear()
        found = [self._on_instances(whole, scope, bundle) for bundle in bundles]
        stages = [stage for stage in found if stage is not None]
        if not stages and self.crawl.names.elsewhere:
            stages = [self.stages.add("nothing", NO_ROWS)]
        if not stages:
            raise QueryError(
                "what andwhere joins here is never in one instance of a bundle: the fields are of "
                "different bundles; and joins what is anywhere on a page",
                self.query,
                min(condition.name.column for condition in conditions_of(whole)),
            )
        stage = stages[0]
        if len(stages) > 1:
            stage = self.stages.add(
                "together",
                joined("\nUNION\n", (Fragment(f"SELECT * FROM {one}") for one in stages)),  # noqa: S608
            )
        details = tuple(replace(one, is_detail=True) for one in self._details)
        return Found(stage, (FoundRows(stage), *details), is_shown=True)

    def _on_instances(
        self, expression: Expression, scope: PageScope | InstanceScope, bundle: int
    ) -> str | None:
        """Add the stage of the instances on which an expression holds; None if it holds on none."""
        match expression:
            case AllOf(parts) | Together(parts):
                return self._all_on_instances(parts, scope, bundle)
            case AnyOf(parts):
                inner = self._instances(scope, bundle)
                found = [self._on_instances(part, inner, bundle) for part in parts]
                stages = [f"SELECT * FROM {stage}" for stage in found if stage]  # noqa: S608
                return (
                    self.stages.add("any", Fragment("\nUNION\n".join(stages))) if stages else None
                )
            case Negation(inner_one):
                if not self._is_visible(inner_one, bundle):
                    return None
                inner = self._instances(scope, bundle)
                with self._negating():
                    found_stage = self._on_instances(inner_one, inner, bundle)
                return self._other_instances(inner, found_stage)
            case _:
                if not self._is_visible(expression, bundle):
                    return None
                return self._condition_on_instances(
                    expression, self._instances(scope, bundle), bundle
                )

    def _all_on_instances(
        self, parts: Sequence[Expression], scope: PageScope | InstanceScope, bundle: int
    ) -> str | None:
        ordered = sorted(parts, key=_cost)
        if isinstance(scope, PageScope):
            tests = self._own_tests(ordered[1:], bundle) if _takes_tests(ordered[0]) else {}
            found = self._first_instances(ordered[0], list(tests.values()), scope, bundle)
            if found is not None:
                scope = InstanceScope(found, bundle, self._crawl_number)
                ordered = [part for part in ordered[1:] if part not in tests]
        stage = scope.stage if isinstance(scope, InstanceScope) else None
        for part in ordered:
            stage = self._on_instances(part, scope, bundle)
            if stage is None:
                return None
            scope = InstanceScope(stage, bundle, self._crawl_number)
        return stage

    def _first_instances(
        self,
        condition: Expression,
        tests: Sequence[InstanceTest],
        scope: PageScope,
        bundle: int,
    ) -> str | None:
        """Add the stage of the instances on which a condition holds, and tests, if its fields are theirs."""
        if not isinstance(condition, (Comparison, *CHANGES)):
            return None
        sources = self._visible(condition, bundle)
        own = [
            one for one in sources if isinstance(one, FieldSource) and one.field.bundle == bundle
        ]
        if not own or len(own) < len(sources):
            return None
        if isinstance(condition, Comparison):
            return self.stages.add("found", self._rows.on_pages(condition, sources, scope))
        rows = self._changed(condition, sources, tests)
        self._details.append(rows)
        return self.stages.add(
            "found",
            Fragment(
                "SELECT DISTINCT page_id, set_id, record "  # noqa: S608 - ours
                f"FROM {self._limited(rows.stage, scope)} WHERE record <> -1"
            ),
        )

    def _own_tests(
        self, parts: Sequence[Expression], bundle: int
    ) -> dict[Expression, InstanceTest]:
        """Return the conditions that are about a value of the instance itself."""
        tests: dict[Expression, InstanceTest] = {}
        for part in parts:
            if isinstance(part, Comparison):
                sources = self._visible(part, bundle)
                source = sources[0] if len(sources) == 1 else None
                if isinstance(source, FieldSource) and source.field.bundle == bundle:
                    tests[part] = InstanceTest(source, partial(self._rows.test, part, source))
        return tests

    def _instances(self, scope: PageScope | InstanceScope, bundle: int) -> InstanceScope:
        if isinstance(scope, InstanceScope):
            return scope
        stage = self.stages.add("instances", self._rows.instances(scope, bundle))
        return InstanceScope(stage, bundle, self._crawl_number)

    def _condition_on_instances(
        self, condition: Condition, scope: InstanceScope, bundle: int
    ) -> str:
        if is_wildcard(condition):
            return scope.stage
        sources = self._visible(condition, bundle)
        if not isinstance(condition, Comparison | HasPresence):
            return self._change_on_instances(condition, sources, scope)
        self._check_is_value(condition, self._subject(condition))
        if isinstance(condition, HasPresence) and condition.presence is Presence.MISSING:
            rows = self._rows.missing_on_instances(sources, scope)
        else:
            rows = self._rows.on_instances(condition, sources, scope)
        return self.stages.add("found", rows)

    def _change_on_instances(
        self, condition: Change, sources: list[ValueSource], scope: InstanceScope
    ) -> str:
        """Add the stage of the instances that have changed, or are inside one that has, or on such a page."""
        parts = []
        bundles = [one.field.bundle if isinstance(one, FieldSource) else None for one in sources]
        for bundle in dict.fromkeys(bundles or [None]):
            own = [one for one, of in zip(sources, bundles, strict=True) if of == bundle]
            rows = self._changed(condition, own)
            self._details.append(rows)
            parts.append(self._rows.instances_in(rows.stage, bundle, scope))
        return self.stages.add("found", joined("\nUNION\n", parts))

    def _other_instances(self, scope: InstanceScope, found: str | None) -> str:
        if found is None:
            return scope.stage
        return self.stages.add(
            "others",
            Fragment(
                f"SELECT page_id, set_id, record FROM {scope.stage} WHERE (page_id, record) "  # noqa: S608
                f"NOT IN (SELECT page_id, record FROM {found})"
            ),
        )

    def _bundles(self, expression: Expression) -> list[int]:
        """Return the bundles whose instances may satisfy an expression: those of its fields."""
        found: dict[int, None] = {}
        for condition in conditions_of(expression):
            subject = self._subject(condition)
            if isinstance(subject, FieldSubject):
                found |= dict.fromkeys(one.bundle for one in subject.fields)
        return list(found)

    def _visible(self, condition: Condition, bundle: int) -> list[ValueSource]:
        """Return where values are that an instance has, or one around it, or its page."""
        around = set(self.crawl.names.around(bundle))
        return [
            source
            for source in self._sources(self._subject(condition))
            if not isinstance(source, FieldSource) or source.field.bundle in around
        ]

    def _is_visible(self, condition: Expression, bundle: int) -> bool:
        assert not isinstance(condition, AllOf | AnyOf | Together | Negation)  # noqa: S101 - moved inwards
        subject = self._subject(condition)
        return isinstance(subject, PageSubject) or bool(self._visible(condition, bundle))

    # What there is

    @property
    def _rows(self) -> ConditionRows:
        return ConditionRows(self.crawl.names, self.query)

    @property
    def _crawl_number(self) -> Fragment:
        """The crawl that tells of the page of a scope: of one that vanished, an earlier one may."""
        if not self._everything:
            return sql("?", self.crawl.id)
        return Fragment(
            f"(SELECT every.crawl_id FROM {self._everything} every "  # noqa: S608 - ours
            "WHERE every.page_id = scope.page_id)"
        )

    def _add_gone(self, where: Expression | None) -> None:
        """Count pages that vanished among the crawl's, as they were last seen, if they are asked for."""
        gone: dict[int, ListedPage] = {}
        for condition in conditions_of(where):
            if isinstance(condition, HasCome) and condition.coming is Coming.VANISHED:
                older = self.earlier.one(condition.since)
                if older and isinstance(self._subject(condition), PageSubject):
                    gone |= {one.page: one for one in older.pages(Coming.VANISHED)}
        if not gone:
            return
        self._gone = self.stages.add("gone", self._changes.gone_pages(list(gone.values())))
        self._everything = self.stages.add(
            "everything",
            sql(
                "SELECT crawl_id, page_id, records_id AS set_id FROM pagekin_crawl_page "  # noqa: S608
                f"WHERE crawl_id = ? AND page_id NOT IN (SELECT page_id FROM {self._gone}) "
                f"UNION ALL SELECT crawl_id, page_id, set_id FROM {self._gone}",
                self.crawl.id,
            ),
        )

    def _whole_crawl(self) -> PageScope:
        if self._everything:
            whole = f"{self._everything} scope"
            return PageScope(whole, "scope.set_id", Fragment("TRUE"), self._crawl_number)
        return PageScope(
            "pagekin_crawl_page scope",
            "scope.records_id",
            sql("scope.crawl_id = ?", self.crawl.id),
            self._crawl_number,
        )

    def _scope(self, stage: str) -> PageScope:
        """Return the pages of a stage, each once."""
        pages = f"(SELECT DISTINCT page_id, set_id FROM {stage}) scope"  # noqa: S608 - ours
        return PageScope(pages, "scope.set_id", Fragment("TRUE"), self._crawl_number)

    def _subject(self, condition: Condition) -> Subject:
        return self.crawl.names.subject(condition.name, self.query)

    def _sources(self, subject: Subject) -> list[ValueSource]:
        return list(value_sources(subject, postgres=self.crawl.postgres))

    def _domain_of(self, expression: Expression) -> str:
        """Return the pages that a condition can be asked of, or all that ANDWHERE joins."""
        if isinstance(expression, Together):
            return self._targets(tuple(self._bundles(expression)))
        assert not isinstance(expression, AllOf | AnyOf | Negation)  # noqa: S101 - moved inwards
        return self._domain(self._subject(expression))

    def _domain(self, subject: Subject) -> str:
        return self._pages_that(self._domain_tests(subject))

    def _domain_tests(self, subject: Subject) -> "_Domain":
        """Return the tests for the pages that can be asked for something."""
        if isinstance(subject, FieldSubject):
            if not subject.fields:  # only other crawls know them
                return _Domain((3,), (Fragment("FALSE"),))
            return self._target_tests(tuple(one.bundle for one in subject.fields))
        of_content = isinstance(subject, MetaSubject) or (
            isinstance(subject, PropertySubject) and subject.name in _OF_CONTENT
        )
        came = (Fragment("scope.version_id IS NOT NULL"),) if of_content else ()
        return _Domain((2, int(of_content)), came)

    def _target_tests(self, bundles: tuple[int, ...]) -> "_Domain":
        """Return the tests for the pages that are of the classes that have these bundles."""
        crawlers = sorted({self.crawl.names.bundles[one].crawler for one in bundles})
        kinds = tuple(kind for one in crawlers for kind in self.crawl.kinds.get(one, ()))
        tests = (
            sql("scope.outcome = ?", Outcome.TARGET.value),
            Fragment("scope.version_id IS NOT NULL"),
            *([one_of("scope.kind_id", kinds)] if kinds else []),
        )
        return _Domain((1, *kinds), tests)

    def _targets(self, bundles: tuple[int, ...]) -> str:
        """Return the stage of the pages that are of the classes that have these bundles."""
        return self._pages_that(self._target_tests(bundles))

    def _pages_that(self, domain: "_Domain") -> str:
        name = domain.name
        if name not in self._domains:
            of_crawl = sql("scope.crawl_id = ?", self.crawl.id)
            pages = sql(
                "SELECT page_id, records_id AS set_id FROM pagekin_crawl_page scope WHERE ?",
                all_true([of_crawl, *domain.tests]),
            )
            if self._gone:
                pages = sql(
                    f"? AND page_id NOT IN (SELECT page_id FROM {self._gone}) "  # noqa: S608 - ours
                    f"UNION ALL SELECT page_id, set_id FROM {self._gone}",
                    pages,
                )
            self._domains[name] = self.stages.add("pages", pages)
        return self._domains[name]


def _unclear(check: Fragment) -> Fragment:
    """Return SQL for a row that stands before all others, if a check finds anything."""
    return sql(
        f"SELECT {NO_PAGE} AS page_id, 0 AS set_id, 0 AS record, 0 AS change, 0 AS detail, "  # noqa: S608
        f"0 AS old_set, 0 AS old_record, '{UNCLEAR}' AS paired FROM (?) unclear",
        check,
    )


def _shown_columns(record: str, rows: FoundRows) -> str:
    """Return the columns of the statement's rows: the page, its set, the record, and what it was."""
    old = "old_set, old_record, paired"
    if rows.change < 0:
        old = "CAST(NULL AS bigint) AS old_set, -1 AS old_record, '' AS paired"
    is_detail = 1 if rows.is_detail else 0
    return f"page_id, set_id, {record} AS record, {rows.change} AS change, {is_detail} AS detail, {old}"


def _takes_tests(expression: Expression) -> bool:
    """Whether a condition is about values before and after: then others can be tested along with it."""
    return isinstance(expression, HasChanged | HasMoved | HasCrossed)


def _cost(expression: Expression) -> int:
    """Return a rank for the order of what AND joins: first what finds little, or is quickly found."""
    if isinstance(expression, CHANGES):
        return 0
    if isinstance(expression, Comparison):
        return 2 if expression.operator in _SLOW else 1
    if isinstance(expression, HasPresence):
        return 3
    return 4 if isinstance(expression, Together | AllOf | AnyOf) else 5
