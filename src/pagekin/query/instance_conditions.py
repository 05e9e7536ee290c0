"""What ANDWHERE joins as stages of a statement: instances of a bundle on which all of it holds."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pagekin.errors import QueryError
from pagekin.query.askable_pages import AskablePages
from pagekin.query.asked_query import AskedQuery
from pagekin.query.change_conditions import ChangeConditions
from pagekin.query.change_rows import NO_ROWS, InstanceTest
from pagekin.query.condition_order import cost
from pagekin.query.condition_rows import ConditionRows, InstanceScope, PageScope, is_wildcard
from pagekin.query.conditions import (
    CHANGES,
    AllOf,
    AnyOf,
    Change,
    Comparison,
    Condition,
    Expression,
    HasChanged,
    HasCrossed,
    HasMoved,
    HasPresence,
    Negation,
    Presence,
    Together,
    conditions_of,
)
from pagekin.query.found_rows import Found, FoundRows
from pagekin.query.known_names import PageSubject
from pagekin.query.negation import moved_inwards
from pagekin.query.sql_fragment import Fragment, Stages, joined
from pagekin.query.value_sources import FieldSource, ValueSource


@dataclass(slots=True)
class InstanceConditions:
    """Compiles what is about one instance of a bundle."""

    asked: AskedQuery
    stages: Stages
    pages: AskablePages
    changes: ChangeConditions
    _details: list[FoundRows] = field(default_factory=list)

    @property
    def _rows(self) -> ConditionRows:
        return ConditionRows(self.asked.names, self.asked.text)

    def together(self, parts: Sequence[Expression], scope: PageScope) -> Found:
        """Return the pages of a scope that have an instance on which all parts hold."""
        whole = moved_inwards(AllOf(tuple(parts)), one_instance=True)
        self._details.clear()
        found = [self._on_instances(whole, scope, one) for one in self.asked.bundles(whole)]
        stages = [stage for stage in found if stage is not None]
        if not stages and self.asked.names.elsewhere:
            stages = [self.stages.add("nothing", NO_ROWS)]
        if not stages:
            raise QueryError(
                "what andwhere joins here is never in one instance of a bundle: the fields are of "
                "different bundles; and joins what is anywhere on a page",
                self.asked.text,
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
                with self.changes.negating():
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
        ordered = sorted(parts, key=cost)
        if isinstance(scope, PageScope):
            tests = self._own_tests(ordered[1:], bundle) if _takes_tests(ordered[0]) else {}
            found = self._first_instances(ordered[0], list(tests.values()), scope, bundle)
            if found is not None:
                scope = InstanceScope(found, bundle, self.pages.crawl_number)
                ordered = [part for part in ordered[1:] if part not in tests]
        stage = scope.stage if isinstance(scope, InstanceScope) else None
        for part in ordered:
            stage = self._on_instances(part, scope, bundle)
            if stage is None:
                return None
            scope = InstanceScope(stage, bundle, self.pages.crawl_number)
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
        sources = self.asked.visible(condition, bundle)
        own = [
            one for one in sources if isinstance(one, FieldSource) and one.field.bundle == bundle
        ]
        if not own or len(own) < len(sources):
            return None
        if isinstance(condition, Comparison):
            return self.stages.add("found", self._rows.on_pages(condition, sources, scope))
        rows = self.changes.changed(condition, sources, tests)
        self._details.append(rows)
        return self.stages.add(
            "found",
            Fragment(
                "SELECT DISTINCT page_id, set_id, record "  # noqa: S608 - ours
                f"FROM {self.pages.limited(rows.stage, scope)} WHERE record <> -1"
            ),
        )

    def _own_tests(
        self, parts: Sequence[Expression], bundle: int
    ) -> dict[Expression, InstanceTest]:
        """Return the conditions that are about a value of the instance itself."""
        tests: dict[Expression, InstanceTest] = {}
        for part in parts:
            if isinstance(part, Comparison):
                sources = self.asked.visible(part, bundle)
                source = sources[0] if len(sources) == 1 else None
                if isinstance(source, FieldSource) and source.field.bundle == bundle:
                    tests[part] = InstanceTest(source, partial(self._rows.test, part, source))
        return tests

    def _instances(self, scope: PageScope | InstanceScope, bundle: int) -> InstanceScope:
        if isinstance(scope, InstanceScope):
            return scope
        stage = self.stages.add("instances", self._rows.instances(scope, bundle))
        return InstanceScope(stage, bundle, self.pages.crawl_number)

    def _condition_on_instances(
        self, condition: Condition, scope: InstanceScope, bundle: int
    ) -> str:
        if is_wildcard(condition):
            return scope.stage
        sources = self.asked.visible(condition, bundle)
        if not isinstance(condition, Comparison | HasPresence):
            return self._change_on_instances(condition, sources, scope)
        self.asked.check_is_value(condition)
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
            rows = self.changes.changed(condition, own)
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

    def _is_visible(self, condition: Expression, bundle: int) -> bool:
        assert not isinstance(condition, AllOf | AnyOf | Together | Negation)  # noqa: S101 - moved inwards
        subject = self.asked.subject(condition)
        return isinstance(subject, PageSubject) or bool(self.asked.visible(condition, bundle))


def _takes_tests(expression: Expression) -> bool:
    """Whether a condition is about values before and after: then others can be tested along with it."""
    return isinstance(expression, HasChanged | HasMoved | HasCrossed)
