"""The pages that a query can be asked of: all of a crawl, those of some classes, those that vanished."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from pagekin.query.asked_query import AskedQuery
from pagekin.query.condition_rows import PageScope
from pagekin.query.conditions import AllOf, AnyOf, Expression, Negation, Together
from pagekin.query.known_names import FieldSubject, MetaSubject, PropertySubject, Subject
from pagekin.query.sql_fragment import Fragment, Stages, all_true, one_of, sql
from pagekin.store.states import Outcome

_OF_CONTENT = frozenset({"title", "signature"})


@dataclass(frozen=True, slots=True)
class Domain:
    """Pages that can be asked for something: what tests they pass, and a name to know them again by."""

    name: tuple[int, ...]
    tests: tuple[Fragment, ...]


@dataclass(slots=True)
class AskablePages:
    """The pages of a crawl, and if they are asked for, those that vanished before it."""

    asked: AskedQuery
    stages: Stages
    _domains: dict[tuple[int, ...], str] = field(default_factory=dict)
    _gone: str = ""  # the stage of pages that vanished
    _everything: str = ""  # the stage of these and the crawl's pages

    def add_gone(self, gone: Fragment) -> None:
        """Count pages that vanished among the crawl's, as they were last seen."""
        self._gone = self.stages.add("gone", gone)
        self._everything = self.stages.add(
            "everything",
            sql(
                "SELECT crawl_id, page_id, records_id AS set_id FROM pagekin_crawl_page "  # noqa: S608
                f"WHERE crawl_id = ? AND page_id NOT IN (SELECT page_id FROM {self._gone}) "
                f"UNION ALL SELECT crawl_id, page_id, set_id FROM {self._gone}",
                self.asked.crawl.id,
            ),
        )

    @property
    def crawl_number(self) -> Fragment:
        """The crawl that tells of the page of a scope: of one that vanished, an earlier one may."""
        if not self._everything:
            return sql("?", self.asked.crawl.id)
        return Fragment(
            f"(SELECT every.crawl_id FROM {self._everything} every "  # noqa: S608 - ours
            "WHERE every.page_id = scope.page_id)"
        )

    def all(self) -> PageScope:
        """Return all pages."""
        if self._everything:
            whole = f"{self._everything} scope"
            return PageScope(whole, "scope.set_id", Fragment("TRUE"), self.crawl_number)
        return PageScope(
            "pagekin_crawl_page scope",
            "scope.records_id",
            sql("scope.crawl_id = ?", self.asked.crawl.id),
            self.crawl_number,
        )

    def of_stage(self, stage: str) -> PageScope:
        """Return the pages of a stage, each once."""
        pages = f"(SELECT DISTINCT page_id, set_id FROM {stage}) scope"  # noqa: S608 - ours
        return PageScope(pages, "scope.set_id", Fragment("TRUE"), self.crawl_number)

    def limited(self, stage: str, scope: PageScope) -> str:
        """Return the stage of the rows of another that are on the pages of a scope."""
        if scope == self.all():
            return stage
        pages = sql(f"SELECT scope.page_id FROM {scope.table} WHERE ?", scope.tests)  # noqa: S608
        return self.stages.add(
            "changes",
            sql(f"SELECT * FROM {stage} WHERE page_id IN (?)", pages),  # noqa: S608 - ours
        )

    def domain_of(self, expression: Expression) -> Domain:
        """Return the pages that a condition can be asked of, or all that ANDWHERE joins."""
        if isinstance(expression, Together):
            return self.targets(self.asked.bundles(expression))
        assert not isinstance(expression, AllOf | AnyOf | Negation)  # noqa: S101 - moved inwards
        return self.domain(self.asked.subject(expression))

    def domain(self, subject: Subject) -> Domain:
        """Return the pages that can be asked for something."""
        if isinstance(subject, FieldSubject):
            if not subject.fields:  # only other crawls know them
                return Domain((3,), (Fragment("FALSE"),))
            return self.targets(one.bundle for one in subject.fields)
        of_content = isinstance(subject, MetaSubject) or (
            isinstance(subject, PropertySubject) and subject.name in _OF_CONTENT
        )
        came = (Fragment("scope.version_id IS NOT NULL"),) if of_content else ()
        return Domain((2, int(of_content)), came)

    def targets(self, bundles: Iterable[int]) -> Domain:
        """Return the pages that are of the classes that have these bundles."""
        crawl = self.asked.crawl
        crawlers = sorted({crawl.names.bundles[one].crawler for one in bundles})
        kinds = tuple(kind for one in crawlers for kind in crawl.kinds.get(one, ()))
        tests = (
            sql("scope.outcome = ?", Outcome.TARGET.value),
            Fragment("scope.version_id IS NOT NULL"),
            *([one_of("scope.kind_id", kinds)] if kinds else []),
        )
        return Domain((1, *kinds), tests)

    def stage_of(self, domain: Domain) -> str:
        """Return the stage of the pages of a domain."""
        name = domain.name
        if name not in self._domains:
            of_crawl = sql("scope.crawl_id = ?", self.asked.crawl.id)
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

    def stage_within(self, domain: Domain, scope: PageScope) -> str:
        """Return the stage of the pages of a domain that are in a scope, too."""
        stage = self.stage_of(domain)
        if scope == self.all():
            return stage
        return self.stages.add(
            "within",
            sql(
                f"SELECT scope.page_id, {scope.records} AS set_id FROM {scope.table} "  # noqa: S608
                f"WHERE ? AND scope.page_id IN (SELECT page_id FROM {stage})",
                scope.tests,
            ),
        )

    def within(self, domain: Domain, scope: PageScope) -> PageScope:
        """Return the pages of a domain in a scope; those of the crawl itself need no stage."""
        if scope != self.all() or self._everything:
            return self.of_stage(self.stage_within(domain, scope))
        return replace(scope, tests=all_true([scope.tests, *domain.tests]))
