"""Extraction: apply a wrapper to pages, and report what is missing or does not fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic, thread_time
from typing import Literal

from lxml import etree

from pagekin.dom.page import Page
from pagekin.values import PageContext, Reading, Value, read
from pagekin.wrappers.element_index import ElementIndex
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader, size_below
from pagekin.wrappers.model import Bundle, Field, Wrapper
from pagekin.wrappers.node_readings import context_of
from pagekin.wrappers.record import Record

# What is read of a page must not depend on how busy the machine is, so work is counted: so many elements that a path
# may have to look at take as long as reading one node.
_LOOKED_AT = 64
# The last resort, far beyond what all that work takes: so much wall-clock time, then as much CPU time again. (Asking
# for CPU time is slow.)
_MAX_SECONDS = 3.0
_TOO_MUCH = "the page is too large for the wrapper: some of it was not read"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a page lacks: an instance, a value, or a value that fits the field's type."""

    bundle: str
    field: str  # "" if a bundle has no instance; bundle and field are "" if the page as a whole is meant
    kind: Literal["missing", "misfit"]
    text: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that a wrapper found on a page."""

    url: str
    records: tuple[Record, ...]
    problems: tuple[Problem, ...]


class Extractor:
    """A compiled wrapper, which can be applied to any number of pages."""

    def __init__(self, wrapper: Wrapper) -> None:
        self._bundles = tuple(_CompiledBundle.of(bundle) for bundle in wrapper.bundles)

    def extract(self, page: Page) -> Extraction:
        """Apply the wrapper to a page (the procedure of Figure 4 of the eShopmonitor paper)."""
        run = _Run(page, context_of(page))
        records: list[Record] = []
        for bundle in self._bundles:
            records.extend(run.instances(bundle, page.root))
        if run.budget < 0:
            run.problems.append(Problem("", "", "missing", reason=_TOO_MUCH))
        return Extraction(page.url, tuple(records), tuple(run.problems))


@dataclass(frozen=True, slots=True)
class _CompiledField:
    field: Field
    finders: tuple[LocatorFinder, ...]


@dataclass(frozen=True, slots=True)
class _CompiledBundle:
    bundle: Bundle
    each: tuple[LocatorFinder, ...]
    fields: tuple[_CompiledField, ...]
    bundles: tuple["_CompiledBundle", ...]
    many: frozenset[str]

    @property
    def paths(self) -> int:
        """How many paths are taken from an instance, if the first of each part finds something."""
        return len(self.fields) + len(self.bundles)

    @classmethod
    def of(cls, bundle: Bundle) -> "_CompiledBundle":
        return cls(
            bundle,
            tuple(map(LocatorFinder, bundle.each)),
            tuple(
                _CompiledField(field, tuple(map(LocatorFinder, field.locators)))
                for field in bundle.fields
            ),
            tuple(map(cls.of, bundle.bundles)),
            frozenset(field.name for field in bundle.fields if field.many),
        )


class _Run(PageReader):
    """The extraction of one page."""

    def __init__(self, page: Page, context: PageContext) -> None:
        super().__init__(page, context)
        self.problems: list[Problem] = []
        self._until = monotonic() + _MAX_SECONDS
        self._until_cpu = 0.0

    def spend(self, work: int) -> None:
        """Count work done, and end the budget when it has taken far too long."""
        self.budget -= work
        if monotonic() > self._until:
            now = thread_time()
            self._until_cpu = self._until_cpu or now + _MAX_SECONDS
            if now > self._until_cpu:
                self.budget = -1

    def instances(self, compiled: _CompiledBundle, node: etree._Element) -> Iterator[Record]:
        """Yield the instances of a bundle below an element."""
        bundle = compiled.bundle
        elements = _first_elements(compiled.each, node, self.index) if compiled.each else [node]
        if not elements and not bundle.optional:
            self.problems.append(Problem(bundle.name, "", "missing", reason="no instance found"))
        for index, element in enumerate(elements):
            if self.budget < 0:
                break
            yield self._record(compiled, element, index)

    def _record(self, compiled: _CompiledBundle, element: etree._Element, index: int) -> Record:
        name = compiled.bundle.name
        fields = {part.field.name: self._values(part, element, name) for part in compiled.fields}
        self.spend(compiled.paths * size_below(element) // _LOOKED_AT)
        nested: list[Record] = []
        for inner in compiled.bundles:
            nested.extend(self.instances(inner, element))
        return Record(name, index, fields, tuple(nested), compiled.many)

    def _values(
        self, compiled: _CompiledField, element: etree._Element, bundle: str
    ) -> tuple[Value, ...]:
        field = compiled.field
        for finder in compiled.finders:
            if self.budget < 0:
                return ()
            readings = finder.readings(self, element, many=field.many)
            if readings:
                return tuple([self._value(field, reading, bundle) for reading in readings])
        if not field.optional:
            self.problems.append(Problem(bundle, field.name, "missing"))
        return ()

    def _value(self, field: Field, reading: Reading, bundle: str) -> Value:
        value = read(field.type, reading)
        if value.misfit is not None:
            self.problems.append(Problem(bundle, field.name, "misfit", value.text, value.misfit))
        return value


def _first_elements(
    finders: Sequence[LocatorFinder], node: etree._Element, index: ElementIndex
) -> list[etree._Element]:
    for finder in finders:
        elements = [place for place in finder.places(node, index) if not isinstance(place, str)]
        if elements:
            return elements
    return []
