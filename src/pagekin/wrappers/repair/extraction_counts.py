"""Extraction counts: how often each field and bundle was found, and on which pages it was not."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as made

from pagekin.wrappers.apply import Extraction
from pagekin.wrappers.model import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

_KEPT_PAGES = 20  # kept by URL for each field and reason
_KEPT_TEXTS = 50  # different texts kept for each field


@dataclass(frozen=True, slots=True)
class WrapperPart:
    """A field, or a bundle itself, with the bundles around it."""

    path: tuple[str, ...]  # of bundles
    field: Field | None = None

    @property
    def name(self) -> str:
        """Its full name: `page.price`, or `reviews` for a bundle."""
        return ".".join((*self.path, self.field.name) if self.field else self.path)


@dataclass(slots=True)
class FieldCount:
    """How often a field was found, was missing, did not fit (Figure 4 of the eShopmonitor paper)."""

    looked: int = 0  # records of its bundle
    found: int = 0
    fitting: int = 0
    missing_on: list[str] = made(default_factory=list)
    misfit_on: list[str] = made(default_factory=list)
    texts: Counter[str] = made(default_factory=Counter)


class ExtractionCounts:
    """Running counts over extractions."""

    def __init__(self, wrapper: Wrapper) -> None:
        self.wrapper = wrapper
        self.pages = 0
        self.fields = {part.name: FieldCount() for part in parts_of(wrapper) if part.field}
        self.instances = {part.name: 0 for part in parts_of(wrapper) if not part.field}

    def add(self, extraction: Extraction) -> None:
        """Count a page."""
        self.pages += 1
        for record in extraction.records:
            self._add(record, (), extraction.url)

    def _add(self, record: Record, around: tuple[str, ...], url: str) -> None:
        path = (*around, record.bundle)
        self.instances[".".join(path)] += 1
        for name, values in record.fields.items():
            count = self.fields[".".join((*path, name))]
            count.looked += 1
            if not values:
                _name(count.missing_on, url)
                continue
            count.found += 1
            if any(value.misfit is not None for value in values):
                _name(count.misfit_on, url)
            else:
                count.fitting += 1
            text = values[0].text
            if text in count.texts or len(count.texts) < _KEPT_TEXTS:
                count.texts[text] += 1
        for inner in record.nested:
            self._add(inner, path, url)


def parts_of(wrapper: Wrapper) -> Iterator[WrapperPart]:
    """Yield all bundles and fields of a wrapper, each bundle before its fields."""
    for bundle in wrapper.bundles:
        yield from _parts(bundle, ())


def _parts(bundle: Bundle, around: tuple[str, ...]) -> Iterator[WrapperPart]:
    path = (*around, bundle.name)
    yield WrapperPart(path)
    for field in bundle.fields:
        yield WrapperPart(path, field)
    for inner in bundle.bundles:
        yield from _parts(inner, path)


def _name(pages: list[str], url: str) -> None:
    if len(pages) < _KEPT_PAGES and url not in pages:
        pages.append(url)
