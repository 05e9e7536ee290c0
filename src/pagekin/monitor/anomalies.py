"""Anomalies: figures of a crawl that are not what the crawls before it let expect. Nobody had to write a rule.

What counts as unusual follows from how much a figure has varied so far: one that has always been the same
may not change much, one that goes up and down may. The same anomaly is told once, and one that a person has
said is none is not told again.
"""

import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

from pagekin.monitor.crawl_figures import ClassFigures, FieldFigure
from pagekin.monitor.event_groups import EventGroup, EventPlace
from pagekin.store.database import Connection
from pagekin.store.judgements import judgement_of
from pagekin.store.states import CrawlPurpose, CrawlState, EventKind, EventState, Outcome
from pagekin.wrappers.repair.drift import CERTAIN

_FEWEST = (
    3  # crawls that make a baseline: two may differ by chance, and nobody knows which is usual
)
_MOST = 10  # crawls back: what was usual longer ago need not be so now
_PLAY = 0.1  # a tenth more or less is ordinary, however still a figure has been
_FAR = 2.0  # times beyond all that was seen: a value there is news, or a mistake
_NAMED = 20  # pages


@dataclass(frozen=True, slots=True)
class Anomaly:
    """A figure that is unusual: what it is of, what it is now, and what it was expected to be."""

    what: str  # "targets", "coverage", "minimum", "maximum"
    now: float
    usual: float
    detail: str
    field: FieldFigure | None = None
    places: tuple[EventPlace, ...] = ()

    @property
    def digest(self) -> str:
        """What stands for anomalies of the same kind, and about as large."""
        size = round(math.log2(self.now / self.usual)) if self.now > 0 < self.usual else 0
        low = "low" if self.now < self.usual else "high"
        parts = [EventKind.ANOMALY.value, self.what, low, str(size)]
        parts.append(str(self.field.field) if self.field else "")
        return blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class _Past:
    """What earlier crawls found of a field."""

    coverage: float
    minimum: float | None
    maximum: float | None


def anomalies_of(connection: Connection, figures: ClassFigures) -> list[Anomaly]:
    """Compare the figures of a crawl with those of the crawls before it; none if these are too few."""
    crawls = _earlier(connection, figures)
    if len(crawls) < _FEWEST:
        return []
    found = list(_of_targets(figures.targets, [targets for _, targets in crawls]))
    for field in figures.fields:
        past = _past(connection, field.field, [crawl for crawl, _ in crawls])
        if len(past) >= _FEWEST:
            found += _of_coverage(field, [one.coverage for one in past])
            found += _of_range(connection, figures.crawl, field, past)
    return found


def _earlier(connection: Connection, figures: ClassFigures) -> list[tuple[int, int]]:
    """Return the crawls before with their numbers of targets, the last one first."""
    rows = connection.rows(
        "SELECT figures.crawl_id, figures.targets FROM pagekin_crawl_figures figures "
        "JOIN pagekin_crawl crawl ON crawl.id = figures.crawl_id WHERE figures.crawler_id = %s "
        "AND crawl.id < %s AND crawl.state = %s AND crawl.purpose = %s ORDER BY crawl.id DESC LIMIT %s",
        figures.crawler,
        figures.crawl,
        CrawlState.FINISHED.value,
        CrawlPurpose.CRAWL.value,
        _MOST,
    )
    return [(crawl, targets) for crawl, targets in rows]


def _past(connection: Connection, field: int, crawls: Sequence[int]) -> list[_Past]:
    rows = connection.among(
        "SELECT instances, typed, minimum, maximum FROM pagekin_field_figures "
        "WHERE field_id = %s AND crawl_id {}",
        crawls,
        field,
    )
    return [
        _Past(typed / instances, low, high) for instances, typed, low, high in rows if instances
    ]


def is_unusual(now: float, before: Sequence[float], play: float) -> bool:
    """Return whether a figure is further from the usual than its past lets expect, and than some play.

    Half of the figures so far are no further from the median than the median deviation. Six times that are
    four standard deviations, were they normal; and a single odd crawl does not make the next ones usual.
    """
    usual = statistics.median(before)
    deviation = statistics.median(abs(one - usual) for one in before)
    return abs(now - usual) > 6 * deviation + play


def _of_targets(now: int, before: Sequence[int]) -> Iterator[Anomaly]:
    usual = statistics.median(before)
    if abs(now - usual) >= CERTAIN and is_unusual(now, before, _PLAY * usual):
        share = f"{abs(now - usual) / usual:.0%}" if usual else "all"
        more = "fewer" if now < usual else "more"
        detail = f"{now:,} targets, {share} {more} than usual ({usual:,.0f})"
        yield Anomaly("targets", now, usual, detail)


def _of_coverage(field: FieldFigure, before: Sequence[float]) -> Iterator[Anomaly]:
    usual = statistics.median(before)
    lacking = (usual - field.coverage) * field.instances
    if lacking >= CERTAIN and is_unusual(field.coverage, before, _PLAY):
        detail = f"{field.name} is on {field.coverage:.0%} of the records, usually on {usual:.0%}"
        yield Anomaly("coverage", field.coverage, usual, detail, field)


def _of_range(
    connection: Connection, crawl: int, field: FieldFigure, past: Sequence[_Past]
) -> Iterator[Anomaly]:
    """Find values far beyond all that were seen before: half the smallest, or twice the largest."""
    lows = [one.minimum for one in past if one.minimum is not None]
    highs = [one.maximum for one in past if one.maximum is not None]
    if not lows or field.minimum is None or field.maximum is None or min(lows) <= 0:
        return
    low, high = min(lows), max(highs)
    for what, now, limit, is_far in (
        ("minimum", field.minimum, low, field.minimum < low / _FAR),
        ("maximum", field.maximum, high, field.maximum > high * _FAR),
    ):
        if is_far:
            places = tuple(_places(connection, crawl, field.field, now))
            of = "below" if what == "minimum" else "above"
            detail = f"{field.name} is {now:,g}, far {of} all that was seen before ({limit:,g})"
            yield Anomaly(what, now, limit, detail, field, places)


def _places(connection: Connection, crawl: int, field: int, number: float) -> Iterator[EventPlace]:
    """Yield the pages that have a number in a field."""
    rows = connection.rows(
        "SELECT seen.page_id, page.url, record.key, value.text FROM pagekin_crawl_page seen "
        "JOIN pagekin_value value ON value.field_id = %s AND value.set_id = seen.records_id "
        "JOIN pagekin_record record ON record.set_id = value.set_id AND record.number = value.record "
        "JOIN pagekin_page page ON page.id = seen.page_id "
        "WHERE seen.crawl_id = %s AND seen.outcome = %s AND value.num = %s "
        "ORDER BY seen.page_id LIMIT %s",
        field,
        crawl,
        Outcome.TARGET.value,
        number,
        _NAMED,
    )
    return (EventPlace(page, url, key, new=text) for page, url, key, text in rows)


def anomaly_events(
    connection: Connection, figures: ClassFigures, found: Iterable[Anomaly], older: int | None
) -> list[tuple[EventGroup, int | None, int | None]]:
    """Return anomalies as events, each with the number of its field and of what explains it.

    One that the crawl before has told, too, is explained by that. One that a person has said is none is
    withdrawn.
    """
    told: dict[str, int] = dict(
        connection.rows(
            "SELECT digest, coalesce(cause_id, id) FROM pagekin_event WHERE crawl_id >= %s "
            "AND crawl_id < %s AND crawler_id = %s AND kind = %s AND state IN (%s, %s)",
            older or 0,
            figures.crawl,
            figures.crawler,
            EventKind.ANOMALY.value,
            EventState.TOLD.value,
            EventState.EXPLAINED.value,
        )
    )
    made = []
    for one in found:
        judged = judgement_of(connection, figures.crawler, one.digest)
        event = EventGroup(
            EventKind.ANOMALY,
            one.places,
            name=one.field.name if one.field else "",
            attribute=one.what,
            old=f"{one.usual:g}",
            new=f"{one.now:g}",
            detail=one.detail,
            known_as=one.digest,
        )
        if judged is not None and not judged.anomaly:
            event = replace(event, state=EventState.WITHDRAWN)
        elif one.digest in told:
            event = replace(event, state=EventState.EXPLAINED)
        made.append((event, one.field.field if one.field else None, told.get(one.digest)))
    return made
