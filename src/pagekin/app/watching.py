"""Watching: what a crawl that has ended tells, written to the store: its figures, its events, its template."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pagekin.app.crawl_differences import crawl_differences
from pagekin.app.storing.workspace import Workspace
from pagekin.app.template_watch import TemplateChange, TemplateWatch
from pagekin.errors import UsageError
from pagekin.monitor import CrawlComparison, EventGroup
from pagekin.monitor.anomalies import anomalies_of, anomaly_events
from pagekin.monitor.confirmation import confirmed, held
from pagekin.monitor.crawl_comparison import field_numbers, wrapper_of_crawl
from pagekin.monitor.crawl_figures import ClassFigures, measure_crawl, write_figures
from pagekin.monitor.event_rows import (
    EventContext,
    StoredEvent,
    events_of,
    remove_events,
    set_state,
    write_events,
)
from pagekin.store.database import Connection
from pagekin.store.parquet.export import export
from pagekin.store.reading.crawls import CrawlInfo, baseline_of, crawl_numbered
from pagekin.store.states import EventKind, EventState


@dataclass(frozen=True, slots=True)
class Observation:
    """What a crawl tells: the figures, the events, and what became of the template."""

    crawl: int
    older: int | None  # the crawl that it was compared with
    counts: Mapping[str, int] | None  # of pages by what became of them
    figures: tuple[ClassFigures, ...]
    events: tuple[StoredEvent, ...]  # all, whatever their state
    template: TemplateChange | None = None
    notes: tuple[str, ...] = field(default=())  # for the person at the terminal

    @property
    def told(self) -> tuple[StoredEvent, ...]:
        """The events that people hear of."""
        return tuple(one for one in self.events if one.state is EventState.TOLD)

    @property
    def anomalies(self) -> tuple[str, ...]:
        """What is unusual about the figures, in words."""
        return tuple(one.event.detail for one in self.told if one.event.kind is EventKind.ANOMALY)


def observe(
    workspace: Workspace,
    crawl_number: int,
    files: Mapping[str, Path] | None = None,
    *,
    confirm: int = 1,
) -> Observation:
    """Compare a crawl that has ended with the one before it, and write down what that tells.

    `files` are the crawlers' files, by the id of the crawler: without one a repair is only proposed.
    `confirm` is the number of crawls that have to agree before an event is told. To observe a crawl again
    changes nothing, but for what was edited or mined in between. Where crawls are exported, this one is, too.
    """
    with workspace.store.connection() as connection:
        crawl = crawl_numbered(connection, crawl_number)
        if crawl is None or not crawl.has_ended:
            raise UsageError(
                f"crawl {crawl_number} has not come to its end: there is nothing to tell"
            )
        older = baseline_of(connection, crawl)
        watcher = _Watcher(workspace, connection, crawl, older, files or {}, confirm)
        seen = watcher.observe()
    if workspace.store.location.parquet:
        export(workspace.store, workspace.store.location.parquet)
    return seen


@dataclass(slots=True)
class _Watcher:
    """The observation of one crawl."""

    workspace: Workspace
    connection: Connection
    crawl: CrawlInfo
    older: CrawlInfo | None
    files: Mapping[str, Path]
    confirm: int = 1
    notes: list[str] = field(default_factory=list)

    def observe(self) -> Observation:
        compared = self._compare()
        template = None
        if compared is not None and not self._is_told():
            watch = TemplateWatch(self.workspace, self.connection, self.crawl.id, self.files)
            template = watch.look(compared)
            self.notes += watch.notes
            if template and template.healed:
                compared = self._compare()
        figures = measure_crawl(self.connection, self.crawl.id)
        with self.connection.transaction():
            write_figures(self.connection, figures)
            cause = self._write(compared, template) if compared is not None else None
            is_explained = compared is not None and bool(compared.template)
            self._write_anomalies(figures, cause if is_explained else None)
        return Observation(
            self.crawl.id,
            self.older.id if self.older else None,
            compared.counts if compared else None,
            tuple(figures),
            tuple(events_of(self.connection, self.crawl.id)),
            template,
            tuple(self.notes),
        )

    def _compare(self) -> CrawlComparison | None:
        if self.older is None:
            return None
        store = self.workspace.store
        return crawl_differences(store, self.connection, self.older.id, self.crawl.id)

    def _is_told(self) -> bool:
        """Return whether the template's change was dealt with when the crawl was observed before."""
        rows = self.connection.rows(
            "SELECT 1 FROM pagekin_event WHERE crawl_id = %s AND kind = %s",
            self.crawl.id,
            EventKind.TEMPLATE.value,
        )
        return bool(rows)

    def _write(self, compared: CrawlComparison, template: TemplateChange | None) -> int | None:
        """Write the events in place of those that the crawl has; what the template explains goes below it.

        Return the number of the template's change.
        """
        connection, crawl = self.connection, self.crawl
        kept = set(EventKind) - {EventKind.TEMPLATE, EventKind.BROKEN}
        remove_events(connection, crawl.id, kept)
        wrapper = wrapper_of_crawl(connection, crawl.id)
        numbers = field_numbers(connection, crawl.id, wrapper)
        context = EventContext(crawl.id, compared.older, crawl.crawler, numbers)
        cause = self._write_template(context, template)
        if self.confirm > 1:
            self._write_confirmed(context)
            write_events(connection, context, held(compared.events), cause)
        else:
            write_events(connection, context, compared.events, cause)
        return cause

    def _write_confirmed(self, context: EventContext) -> None:
        """Tell what earlier crawls held back and this one agrees on; the rest of it is withdrawn."""
        crawls = [self.crawl]
        while len(crawls) < self.confirm + 2:
            earlier = baseline_of(self.connection, crawls[-1])
            if earlier is None:
                break
            crawls.append(earlier)
        numbers = [one.id for one in crawls]
        if len(numbers) <= self.confirm:
            return
        first, base = numbers[self.confirm - 1], numbers[self.confirm]
        later = [self._events(base, number) for number in numbers[: self.confirm - 1]]
        before = numbers[self.confirm + 1] if len(numbers) > self.confirm + 1 else None
        since = None if before is None else self._events(before, self.crawl.id)
        told = confirmed(self._events(base, first), later, since)
        waiting = [
            one.id for one in events_of(self.connection, first) if one.state is EventState.HELD
        ]
        write_events(self.connection, replace(context, older=base), told)
        set_state(self.connection, waiting, EventState.WITHDRAWN)
        self._explain_held(first, told)

    def _explain_held(self, crawl: int, told: Sequence[EventGroup]) -> None:
        """Say of events that were held back, and are told now, that they are told by this crawl."""
        now: dict[str, int] = dict(
            self.connection.rows(
                "SELECT digest, id FROM pagekin_event WHERE crawl_id = %s AND state = %s",
                self.crawl.id,
                EventState.TOLD.value,
            )
        )
        known = {event.digest for event in told}
        for one in list(events_of(self.connection, crawl)):
            if one.state is EventState.WITHDRAWN and one.digest in known:
                set_state(self.connection, [one.id], EventState.EXPLAINED, now.get(one.digest))

    def _events(self, older: int, newer: int) -> Sequence[EventGroup]:
        return crawl_differences(self.workspace.store, self.connection, older, newer).events

    def _write_anomalies(self, figures: Sequence[ClassFigures], cause: int | None) -> None:
        """Write what is unusual about the figures; a changed template is the cause of all of it."""
        older = self.older.id if self.older else None
        if self.older is None:
            remove_events(self.connection, self.crawl.id, {EventKind.ANOMALY})
        for one in figures:
            found = anomalies_of(self.connection, one)
            for event, number, earlier in anomaly_events(self.connection, one, found, older):
                context = EventContext(self.crawl.id, older, one.crawler, field=number)
                is_explained = cause is not None and event.state is EventState.TOLD
                state = EventState.EXPLAINED if is_explained else event.state
                told = replace(event, state=state)
                write_events(self.connection, context, [told], cause or earlier)

    def _write_template(self, context: EventContext, template: TemplateChange | None) -> int | None:
        """Write the template's change and return its number, or that of the crawl that told it first."""
        earlier = self.connection.rows(
            "SELECT max(id) FROM pagekin_event WHERE kind = %s AND state = %s AND crawler_id = %s "
            "AND crawl_id <= %s",
            EventKind.TEMPLATE.value,
            EventState.TOLD.value,
            self.crawl.crawler,
            self.crawl.id,
        )[0][0]
        if template is None:
            return int(earlier) if earlier else None
        state = EventState.TOLD if template.is_news else EventState.EXPLAINED
        event = EventGroup(
            EventKind.TEMPLATE,
            template.places,
            detail=template.evidence,
            state=state,
            wide=True,
        )
        [number] = write_events(self.connection, context, [event], earlier)
        return number if template.is_news else int(earlier)
