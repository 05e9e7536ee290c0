"""Drift: whether extractions fail because the template has changed, or only the content of the pages."""

import math
from collections.abc import Iterator

from pagekin.dom.page import Page
from pagekin.values import type_named
from pagekin.wrappers.apply import Extraction
from pagekin.wrappers.model import Field, Wrapper
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair.drift_events import (
    SHOWN,
    Drift,
    DriftSign,
    DriftVerdict,
    FieldDrift,
    TemplateChanged,
)
from pagekin.wrappers.repair.earlier_records import KnownRecords, texts_by_name
from pagekin.wrappers.repair.extraction_counts import (
    ExtractionCounts,
    FieldCount,
    WrapperPart,
    parts_of,
)
from pagekin.wrappers.repair.locator_health import Health, HealthTally, astray, broken

# Finding nothing where so many are expected happens by chance less than once in a thousand times: the
# probability is at most e to the power of -7. With fewer pages there is no telling.
CERTAIN = 7
LOOKED_AT = 300  # pages on which every locator is tried


class DriftWatch:
    """A watch over extractions; `known` are earlier records by URL, to compare with."""

    def __init__(self, wrapper: Wrapper, known: KnownRecords | None = None) -> None:
        self.wrapper = wrapper
        self._known = known or {}
        # Pages with hardly any field do not count, unless most pages are like that.
        self._all, self._whole = ExtractionCounts(wrapper), ExtractionCounts(wrapper)
        self._broken_pages: list[str] = []
        self._health = Health(wrapper)
        self._looked_at = 0
        self._changed: dict[str, int] = {}
        self._swapped: dict[str, int] = {}
        self._compared: dict[str, int] = {}
        self._usual = frozenset(
            part.name
            for part in parts_of(wrapper)
            if part.field
            and len(part.path) == 1
            and _is_usual(part.field)
            and _alone(wrapper, part)
        )

    def add(self, extraction: Extraction) -> None:
        """Count a page's records."""
        self._all.add(extraction)
        if self._is_broken(extraction):
            self._broken_pages.append(extraction.url)
        else:
            self._whole.add(extraction)
            self._compare(extraction)

    def look(self, page: Page) -> None:
        """Try every locator on the page, unless enough pages have been looked at already."""
        if self._looked_at < LOOKED_AT:
            self._looked_at += 1
            self._health.look(page)

    def add_health(self, tally: HealthTally) -> None:
        """Count what came of every locator on a page that somebody else has looked at."""
        self._looked_at += 1
        self._health.add(tally)

    def drift(self, earlier: "DriftWatch | None" = None) -> Drift:
        """Return the verdict; an earlier watch, or else the wrapper, says how often to expect a field."""
        pages = self._all.pages
        failing = list(self._failing(earlier))
        rarer = tuple(self._rarer(earlier))
        if self._most_are_broken:
            event = TemplateChanged(pages, len(self._broken_pages), tuple(failing), drastic=True)
            return Drift(DriftVerdict.TEMPLATE_CHANGED, event, self._changed, (), rarer)
        spared = tuple(self._broken_pages)
        if failing:
            event = self._event(failing, pages)
            return Drift(DriftVerdict.TEMPLATE_CHANGED, event, self._changed, spared, rarer)
        verdict = DriftVerdict.VALUES_CHANGED if self._changed or rarer else DriftVerdict.NOTHING
        return Drift(verdict, None, self._changed, spared, rarer)

    @property
    def _most_are_broken(self) -> bool:
        return 2 * len(self._broken_pages) > self._all.pages

    @property
    def _counts(self) -> ExtractionCounts:
        return self._all if self._most_are_broken else self._whole

    def _event(self, failing: list[FieldDrift], pages: int) -> TemplateChanged:
        worst = max(part.failing for part in failing)
        gone = {part.name for part in failing if part.sign is not DriftSign.DEAD}
        usual = [
            part.name for part in parts_of(self.wrapper) if part.field and _is_usual(part.field)
        ]
        drastic = 2 * sum(name in gone for name in usual) >= len(usual) > 0
        return TemplateChanged(pages, min(worst, pages), tuple(failing), drastic=drastic)

    def _is_broken(self, extraction: Extraction) -> bool:
        """Return whether a page lacks most of what nearly every page has."""
        if not self._usual:
            return not any(map(_has_values, extraction.records))
        found = {
            f"{record.bundle}.{name}"
            for record in extraction.records
            for name, values in record.fields.items()
            if values
        }
        return 2 * len(self._usual & found) < len(self._usual)

    def _compare(self, extraction: Extraction) -> None:
        """Count the values that differ from the known ones, and those that another field had."""
        known = self._known.get(extraction.url)
        if known is None:
            return
        before, now = texts_by_name(known), texts_by_name(extraction.records)
        for name, old in before.items():
            new = now.get(name, ())
            self._compared[name] = self._compared.get(name, 0) + 1
            if old and new and old != new:
                self._changed[name] = self._changed.get(name, 0) + 1
                if new in before.values():
                    self._swapped[name] = self._swapped.get(name, 0) + 1

    def _failing(self, earlier: "DriftWatch | None") -> Iterator[FieldDrift]:
        for part in parts_of(self.wrapper):
            found = self._fails(part, earlier) or self._is_dead(part)
            if found:
                yield found

    def _fails(self, part: WrapperPart, earlier: "DriftWatch | None") -> FieldDrift | None:
        """Return the drift of a field or bundle whose locators fail most of the time, else None."""
        if part.field is None:
            return self._bundle_fails(part, earlier)
        count, name = self._counts.fields[part.name], part.name
        share, fitting = _expected(part.field, earlier.count(name) if earlier else None)
        missing = count.looked - count.found
        if (
            2 * share > 1
            and share * count.looked >= CERTAIN
            and 2 * count.found < share * count.looked
            and not _may_be_chance(count, part.field, earlier.count(name) if earlier else None)
        ):
            return FieldDrift(
                name, DriftSign.MISSING, missing, count.looked, _few(count.missing_on)
            )
        misfits = count.found - count.fitting
        if 2 * fitting > 1 and count.found >= CERTAIN and 2 * misfits > count.found:
            return FieldDrift(name, DriftSign.MISFIT, misfits, count.found, _few(count.misfit_on))
        if _is_constant(part.field, count):
            return FieldDrift(
                name, DriftSign.CONSTANT, count.found, count.looked, tuple(count.texts)
            )
        swapped, compared = self._swapped.get(name, 0), self._compared.get(name, 0)
        if swapped >= CERTAIN and 2 * swapped > compared:
            return FieldDrift(name, DriftSign.SWAPPED, swapped, compared)
        return None

    def _bundle_fails(self, part: WrapperPart, earlier: "DriftWatch | None") -> FieldDrift | None:
        """Return the drift of a bundle without any instance where many are expected, else None."""
        pages = self._counts.pages
        if self._counts.instances[part.name] or len(part.path) > 1:
            return None
        if earlier is not None:
            expected = earlier.instances(part.name) * pages / max(1, earlier.pages)
        else:
            expected = pages * self._instances_learned(part.path[0])
        if expected < CERTAIN:
            return None
        return FieldDrift(part.name, DriftSign.MISSING, pages, pages)

    def _instances_learned(self, name: str) -> float:
        """Return how many instances of a bundle to expect on a page, by what its fields were learned from.

        The learned instances may all have been on one page, so this is a lower bound.
        """
        bundle = next(bundle for bundle in self.wrapper.bundles if bundle.name == name)
        if not bundle.optional:
            return 1.0
        pages = self._learned_from()
        seen = max((part.seen.pages for part in bundle.fields if part.seen), default=0)
        return 0.5 if seen > pages else 1 / pages if seen else 0.0

    def _learned_from(self) -> int:
        """Return the number of pages that the wrapper was learned from."""
        fields = [f for bundle in self.wrapper.bundles if not bundle.each for f in bundle.fields]
        return max((field.seen.pages for field in fields if field.seen), default=CERTAIN)

    def _is_dead(self, part: WrapperPart) -> FieldDrift | None:
        """Return the drift of a field with a locator that fails while another one still works, else None."""
        counts = self._health.counts[part.name]
        learned_from = self._learned_from()
        if part.field and part.field.seen:
            learned_from = max(learned_from, part.field.seen.pages)
        dead = (*broken(counts, learned_from, CERTAIN), *astray(counts, CERTAIN))
        if not dead:
            return None
        return FieldDrift(part.name, DriftSign.DEAD, counts[0].looked, counts[0].looked, (), dead)

    def _rarer(self, earlier: "DriftWatch | None") -> Iterator[str]:
        """Yield the optional fields that used to occur now and then, and no longer do."""
        for part in parts_of(self.wrapper):
            if part.field is None:
                continue
            count = self._counts.fields[part.name]
            share, _ = _expected(part.field, earlier.count(part.name) if earlier else None)
            if not count.found and 2 * share <= 1 and share * count.looked >= CERTAIN:
                yield part.name

    def count(self, name: str) -> FieldCount:
        """Return the counts of a field."""
        return self._counts.fields[name]

    def instances(self, name: str) -> int:
        """Return the number of instances of a bundle."""
        return self._counts.instances[name]

    @property
    def pages(self) -> int:
        """The number of pages that are not broken."""
        return self._counts.pages


def _alone(wrapper: Wrapper, part: WrapperPart) -> bool:
    """Return whether the part's bundle is the page itself."""
    return any(bundle.name == part.path[0] and not bundle.each for bundle in wrapper.bundles)


def _is_usual(field: Field) -> bool:
    """Return whether most pages have the field."""
    return _expected(field, None)[0] > 0.5


def _expected(field: Field, earlier: FieldCount | None) -> tuple[float, float]:
    """Return the share of records with the field, and the share of those that fit its type."""
    if earlier is not None and earlier.looked:
        return earlier.found / earlier.looked, earlier.fitting / max(1, earlier.found)
    seen = field.seen
    if seen is None or not seen.pages:
        return (0.0 if field.optional else 1.0), 1.0
    return min(1.0, seen.found / seen.pages), seen.fitting / max(1, seen.found)


def _may_be_chance(count: FieldCount, field: Field, earlier: FieldCount | None) -> bool:
    """Return whether it may be chance that these pages have the field less often.

    By Fisher's exact test: if these pages and the earlier ones were drawn from one population, how
    likely would it be that they have so few?
    """
    if earlier is not None and earlier.looked:
        before, of = earlier.found, earlier.looked
    elif field.seen is not None and field.seen.pages:
        before, of = min(field.seen.found, field.seen.pages), field.seen.pages
    else:
        return False
    found, looked = count.found + before, count.looked + of
    fewest = max(0, found - of)
    ways = (
        math.exp(
            _log_ways(found, number)
            + _log_ways(looked - found, count.looked - number)
            - _log_ways(looked, count.looked)
        )
        for number in range(fewest, count.found + 1)
    )
    return sum(ways) > math.exp(-CERTAIN)


def _log_ways(total: int, chosen: int) -> float:
    """Return the logarithm of the number of ways to choose some of all."""
    return math.lgamma(total + 1) - math.lgamma(chosen + 1) - math.lgamma(total - chosen + 1)


def _is_constant(field: Field, count: FieldCount) -> bool:
    """Return whether a field that used to vary has the same text on all pages, as template text has.

    Only loose types are considered: template text would not fit the others, whose values may well be
    the same everywhere ("sold out"). And since a few pages may all be of one maker, it takes as many
    pages as the field was learned from.
    """
    seen = field.seen
    if seen is None or len(seen.examples) < SHOWN or type_named(field.type).is_strict:
        return False
    if count.found < max(CERTAIN, seen.pages) or len(count.texts) > 1 or not _is_usual(field):
        return False
    return not set(count.texts) & set(seen.examples)


def _has_values(record: Record) -> bool:
    return any(record.fields.values()) or any(map(_has_values, record.nested))


def _few(pages: list[str]) -> tuple[str, ...]:
    return tuple(pages[:SHOWN])
