"""Where the values of a name stand in the store: in which tables, and how they belong to a page."""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.query.known_names import (
    VALUE,
    FieldSubject,
    KnownField,
    MetaSubject,
    PageSubject,
    PropertySubject,
    Subject,
    default_attribute,
)
from pagekin.query.sql_fragment import Fragment, sql
from pagekin.query.text_tests import not_all_ascii
from pagekin.query.value_tests import ValueColumns
from pagekin.store.database import Dialect

NO_RECORD = "-1"  # of what is about the page as a whole
_OF_VERSION = frozenset({"title", "signature"})
_UNTOLD = {"title": "", "content_type": ""}  # what stands for nothing
# A page that is what it was, says the server: it came.
_STATUS = "CASE WHEN {}.status = 304 THEN 200 ELSE {}.status END"


@dataclass(frozen=True, slots=True)
class PageRow:
    """Where a page stands in a statement: its number, its record set, and the crawl that saw it."""

    page: str
    records: str
    crawl: Fragment


@dataclass(frozen=True, slots=True)
class FieldSource:
    """The values of a field, or an attribute of theirs."""

    field: KnownField
    attribute: str  # "" for the values themselves
    dialect: Dialect

    @property
    def is_many(self) -> bool:
        """Whether a record may have several of them."""
        return self.field.is_many

    @property
    def table(self) -> str:
        """The table that they are in."""
        return "pagekin_attribute" if self.attribute else "pagekin_value"

    def tables(self, alias: str) -> str:
        """Return the tables, under an alias."""
        return f"{self.table} {alias}"

    def belongs(self, alias: str, row: PageRow) -> Fragment:
        """Return the condition that they belong to a page."""
        found = sql(f"{alias}.field_id = ? AND {alias}.set_id = {row.records}", self.field.id)
        return sql(f"? AND {alias}.name = ?", found, self.attribute) if self.attribute else found

    def record(self, alias: str) -> str:
        """Return the number of the record that a value is in."""
        return f"{alias}.record"

    def columns(self, alias: str) -> ValueColumns:
        """Return the value."""
        unit = "" if self.attribute else f"{alias}.unit"
        kind = "" if self.attribute else self.field.type
        return ValueColumns(f"{alias}.text", self.dialect, self._texts, f"{alias}.num", unit, kind)

    def _texts(self, all_of_them: bool) -> Fragment:  # noqa: FBT001 - of one caller
        alias = "known"
        tests = sql(f"{alias}.field_id = ?", self.field.id)
        if self.attribute:
            tests = sql(f"? AND {alias}.name = ?", tests, self.attribute)
        return _distinct(self.dialect, self.tables(alias), tests, f"{alias}.text", all_of_them)


@dataclass(frozen=True, slots=True)
class PropertySource:
    """Something that is known of a page itself."""

    subject: PropertySubject
    dialect: Dialect

    is_many = False

    def tables(self, alias: str) -> str:
        """Return the tables, under an alias."""
        if self.subject.name == "url":
            return f"pagekin_page {alias}"
        of_version = f" CROSS JOIN pagekin_page_version {alias}_version"
        more = of_version if self.subject.name in _OF_VERSION else ""
        return f"pagekin_crawl_page {alias}{more}"

    def belongs(self, alias: str, row: PageRow) -> Fragment:
        """Return the condition that it is of a page."""
        if self.subject.name == "url":
            return Fragment(f"{alias}.id = {row.page}")
        found = sql(f"{alias}.crawl_id = ? AND {alias}.page_id = {row.page}", row.crawl)
        if self.subject.name in _OF_VERSION:
            return sql(f"? AND {alias}_version.id = {alias}.version_id", found)
        return found

    def record(self, alias: str) -> str:  # noqa: ARG002 - like the others
        """Return what stands for no record."""
        return NO_RECORD

    def columns(self, alias: str) -> ValueColumns:
        """Return the value."""
        name = self.subject.name
        if self.subject.is_number:
            number = _STATUS.format(alias, alias) if name == "status" else f"{alias}.{name}"
            return ValueColumns(f"CAST({number} AS text)", self.dialect, self._texts, number)
        if name == "signature":
            of_version = f"{alias}_version.digest"
            text = _hex(of_version, self.dialect)
        elif name in _OF_VERSION:
            text = f"nullif({alias}_version.{name}, '')"
        else:
            text = f"nullif({alias}.{name}, '')"
        return ValueColumns(text, self.dialect, self._texts)

    def _texts(self, all_of_them: bool) -> Fragment:  # noqa: FBT001 - of one caller
        alias, name = "known", self.subject.name
        tables = "pagekin_page known" if name == "url" else "pagekin_crawl_page known"
        text = f"known.{name}"
        if name in _OF_VERSION:
            tables, text = "pagekin_page_version known_version", f"known_version.{name}"
            if name == "signature":
                text = _hex("known_version.digest", self.dialect)
        elif self.subject.is_number:
            text = f"CAST({_STATUS.format(alias, alias) if name == 'status' else text} AS text)"
        return _distinct(self.dialect, tables, Fragment("TRUE"), text, all_of_them)


@dataclass(frozen=True, slots=True)
class MetaSource:
    """The META tags of a name."""

    subject: MetaSubject
    dialect: Dialect

    is_many = True

    def tables(self, alias: str) -> str:
        """Return the tables, under an alias."""
        return f"pagekin_crawl_page {alias}_page CROSS JOIN pagekin_meta_tag {alias}"

    def belongs(self, alias: str, row: PageRow) -> Fragment:
        """Return the condition that they are of a page."""
        return sql(
            f"{alias}_page.crawl_id = ? AND {alias}_page.page_id = {row.page} "
            f"AND {alias}.version_id = {alias}_page.version_id AND {alias}.name = ?",
            row.crawl,
            self.subject.name,
        )

    def record(self, alias: str) -> str:  # noqa: ARG002 - like the others
        """Return what stands for no record."""
        return NO_RECORD

    def columns(self, alias: str) -> ValueColumns:
        """Return the value."""
        return ValueColumns(f"{alias}.content", self.dialect, self._texts)

    def _texts(self, all_of_them: bool) -> Fragment:  # noqa: FBT001 - of one caller
        tests = sql("known.name = ?", self.subject.name)
        tables = "pagekin_meta_tag known"
        return _distinct(self.dialect, tables, tests, "known.content", all_of_them)


ValueSource = FieldSource | PropertySource | MetaSource


def value_sources(subject: Subject, dialect: Dialect) -> Iterator[ValueSource]:
    """Yield the places where the values of a subject stand; the page as a whole has none."""
    if isinstance(subject, FieldSubject):
        for one in subject.fields:
            attribute = subject.attribute or default_attribute(one.type)
            yield FieldSource(one, "" if attribute == VALUE else attribute, dialect)
    elif isinstance(subject, PropertySubject):
        yield PropertySource(subject, dialect)
    elif isinstance(subject, MetaSubject):
        yield MetaSource(subject, dialect)
    else:
        assert isinstance(subject, PageSubject)  # noqa: S101 - there is no other


def _hex(expression: str, dialect: Dialect) -> str:
    if dialect is Dialect.POSTGRESQL:
        return f"encode({expression}, 'hex')"
    return f"lower(hex({expression}))"


def _distinct(
    dialect: Dialect,
    tables: str,
    tests: Fragment,
    text: str,
    all_of_them: bool,  # noqa: FBT001 - of one caller
) -> Fragment:
    """Return SQL for the texts that are tested beforehand, where the database cannot."""
    some = Fragment("TRUE") if all_of_them else not_all_ascii(text, dialect)
    return sql(f"SELECT DISTINCT {text} FROM {tables} WHERE ? AND ?", tests, some)  # noqa: S608 - names of ours
