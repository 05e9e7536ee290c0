"""A query as it is compiled: its text, for messages, and the crawl that it is about, which knows its names."""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.errors import QueryError
from pagekin.query.conditions import Condition, Expression, conditions_of
from pagekin.query.known_names import (
    PROPERTIES,
    FieldSubject,
    KnownNames,
    PageSubject,
    Subject,
)
from pagekin.query.value_sources import FieldSource, ValueSource, value_sources
from pagekin.store.database import Dialect
from pagekin.store.reading.crawls import CrawlInfo


@dataclass(frozen=True, slots=True)
class AskedCrawl:
    """The crawl that a query is about: its number, its names, the kinds of pages of each crawler in it."""

    info: CrawlInfo
    names: KnownNames
    kinds: dict[int, tuple[int, ...]]  # by crawler; empty if there is only one
    dialect: Dialect

    @property
    def id(self) -> int:
        """Its number."""
        return self.info.id


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """The text of a query, and the crawl that it asks."""

    crawl: AskedCrawl
    text: str

    @property
    def names(self) -> KnownNames:
        """What can be asked for."""
        return self.crawl.names

    def subject(self, condition: Condition) -> Subject:
        """Return what a condition is about."""
        return self.names.subject(condition.name, self.text)

    def sources(self, condition: Condition) -> list[ValueSource]:
        """Return where the values stand that a condition is about."""
        return list(value_sources(self.subject(condition), self.crawl.dialect))

    def check_is_value(self, condition: Condition) -> None:
        """Raise QueryError if a condition on values is about a page as a whole."""
        if isinstance(self.subject(condition), PageSubject):
            raise self.no_page_condition(condition)

    def visible(self, condition: Condition, bundle: int) -> list[ValueSource]:
        """Return where values are that an instance of a bundle has, or one around it, or its page."""
        around = set(self.names.around(bundle))
        return [
            source
            for source in self.sources(condition)
            if not isinstance(source, FieldSource) or source.field.bundle in around
        ]

    def bundles(self, expression: Expression) -> list[int]:
        """Return the bundles whose instances may satisfy an expression: those of its fields."""
        return list(dict.fromkeys(self._bundles(expression)))

    def _bundles(self, expression: Expression) -> Iterator[int]:
        for condition in conditions_of(expression):
            subject = self.subject(condition)
            if isinstance(subject, FieldSubject):
                yield from (one.bundle for one in subject.fields)

    def no_page_condition(self, condition: Condition) -> QueryError:
        """Return an error that says what can be asked of a page as a whole."""
        return QueryError(
            "a page can have changed, appeared or vanished; what is known of it are "
            f"{', '.join(PROPERTIES)}",
            self.text,
            condition.name.column,
        )
