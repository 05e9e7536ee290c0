"""Conditions on changes as stages of a statement: which crawl is compared with, and what differs."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pagekin.errors import QueryError
from pagekin.query.asked_query import AskedQuery
from pagekin.query.change_rows import NO_ROWS, ChangeRows, InstanceTest, unclear_rows
from pagekin.query.conditions import (
    Change,
    Coming,
    Expression,
    HasChanged,
    HasCome,
    IsNewExtreme,
    conditions_of,
)
from pagekin.query.earlier_crawls import EarlierCrawl, EarlierCrawls, ListedPage
from pagekin.query.found_rows import FoundRows
from pagekin.query.known_names import PageSubject, Subject
from pagekin.query.sql_fragment import Fragment, Stages, joined
from pagekin.query.value_sources import FieldSource, ValueSource


@dataclass(frozen=True, slots=True)
class ComparedSubject:
    """What a change is about, and the crawl that was compared with; None if that are many."""

    subject: Subject
    name: str
    older: int | None


@dataclass(slots=True)
class ChangeConditions:
    """Compiles conditions on changes, and remembers what was compared."""

    asked: AskedQuery
    earlier: EarlierCrawls
    stages: Stages
    rows: ChangeRows
    compared: list[ComparedSubject] = field(default_factory=list)
    _is_negated: bool = False

    @contextlib.contextmanager
    def negating(self) -> Iterator[None]:
        """Compile what is negated: to find too much there would be to find too little in the end."""
        before, self._is_negated = self._is_negated, True
        try:
            yield
        finally:
            self._is_negated = before

    def changed(
        self,
        condition: Change,
        sources: Sequence[ValueSource],
        also: Sequence[InstanceTest] = (),
    ) -> FoundRows:
        """Add the stage of the rows on which a condition on a change holds, on all pages."""
        subject = self.asked.subject(condition)
        older: int | None = None
        if isinstance(condition, IsNewExtreme):
            parts = self._extremes(condition, sources)
        else:
            earlier = self.earlier.one(condition.since)
            older = earlier.id if earlier else None
            parts = self._since(condition, sources, earlier, also) if earlier else []
        stage = self.stages.add("changes", joined("\nUNION\n", parts) if parts else NO_ROWS)
        if self._is_negated and not self.rows.is_careful:  # they are not among what is found
            self.rows.checks.append(unclear_rows(stage))
        self.compared.append(
            ComparedSubject(subject, ".".join(condition.name.parts).lower(), older)
        )
        return FoundRows(stage, change=len(self.compared) - 1)

    def gone(self, where: Expression | None) -> Fragment | None:
        """Return SQL for the pages that vanished, if they are asked for and there are any."""
        gone: dict[int, ListedPage] = {}
        for condition in conditions_of(where):
            if isinstance(condition, HasCome) and condition.coming is Coming.VANISHED:
                older = self.earlier.one(condition.since)
                if older and isinstance(self.asked.subject(condition), PageSubject):
                    gone |= {one.page: one for one in older.pages(Coming.VANISHED)}
        return self.rows.gone_pages(list(gone.values())) if gone else None

    def _since(
        self,
        condition: Change,
        sources: Sequence[ValueSource],
        older: EarlierCrawl,
        also: Sequence[InstanceTest],
    ) -> list[Fragment]:
        if isinstance(self.asked.subject(condition), PageSubject):
            return [self._page_changed(condition, older)]
        found = [
            self.rows.on_fields(condition, source, older, also)
            if isinstance(source, FieldSource)
            else self.rows.on_pages(condition, source, older)
            for source in sources
        ]
        parts = [part for part in found if part is not None]
        if not parts:
            name = ".".join(condition.name.parts)
            self.earlier.note(f"crawl {older.id} did not look for {name}: nothing can be compared")
        return parts

    def _page_changed(self, condition: Change, older: EarlierCrawl) -> Fragment:
        if isinstance(condition, HasCome):
            return self.rows.listed_pages(older.pages(condition.coming))
        if isinstance(condition, HasChanged) and not (condition.old or condition.new):
            return self.rows.pages_changed(older)
        raise self.asked.no_page_condition(condition)

    def _extremes(self, condition: IsNewExtreme, sources: Sequence[ValueSource]) -> list[Fragment]:
        if not all(isinstance(source, FieldSource) for source in sources) or not sources:
            raise QueryError(
                "only fields have a new low or high", self.asked.text, condition.name.column
            )
        crawls = self.earlier.all(condition.since)
        if not crawls:
            return []
        return [
            self.rows.new_extremes(condition, source, crawls)
            for source in sources
            if isinstance(source, FieldSource)
        ]
