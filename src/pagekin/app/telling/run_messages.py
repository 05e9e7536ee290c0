"""What a run has to tell, and whom: results to those who asked, trouble to administrators."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.app.report import graphs_over_time
from pagekin.app.report_events import event_section
from pagekin.app.telling.alerts import AlertAnswer, answered
from pagekin.app.telling.digests import digest_document, identity, subject_of, trouble_document
from pagekin.monitor.event_rows import events_of
from pagekin.navigation.crawler_file import loads
from pagekin.report.document import ReportDocument, ReportSection
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.reading.subscribers import administrators, subscriptions_of
from pagekin.store.states import CrawlState, EventState, ProposalState, RunState, TroubleKind
from pagekin.store.writing.deliveries import NewDelivery, add_delivery
from pagekin.store.writing.troubles import begin_trouble, end_trouble

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pagekin.store.database import Connection
    from pagekin.store.reading.crawls import CrawlInfo
    from pagekin.store.reading.subscribers import StoredPerson, StoredSubscription
    from pagekin.store.saved_queries import SavedQuestion
    from pagekin.store.writing.watch_runs import RunClaim

_MOST_PLACES = 5  # of an event that are named
_BEGINS = {
    TroubleKind.AWAY: "the site is away",
    TroubleKind.FAILED: "a run has failed",
    TroubleKind.NOTHING_FOUND: "nothing was found",
    TroubleKind.TEMPLATE: "the template has changed, and a repair waits for you",
}
_ENDS = {
    TroubleKind.AWAY: "the site is back",
    TroubleKind.FAILED: "runs succeed again",
    TroubleKind.NOTHING_FOUND: "something is found again",
    TroubleKind.TEMPLATE: "the repair is decided",
}


@dataclass(frozen=True, slots=True)
class _Receiver:
    person: StoredPerson
    channels: tuple[int, ...]
    queries: tuple[SavedQuestion, ...]
    is_told_all: bool


@dataclass(frozen=True, slots=True)
class Telling:
    """What is told of a run now."""

    connection: Connection
    claim: RunClaim
    now: float

    def messages(self) -> list[NewDelivery]:
        """Ask the crawl of the run what people want to know; return one message for each channel."""
        crawl = self._crawl()
        if crawl is None or crawl.state is not CrawlState.FINISHED:
            return []
        before = self._asked_before()
        report = self._frame(crawl)
        answers: dict[int, AlertAnswer] = {}
        found: list[NewDelivery] = []
        for receiver in _receivers(subscriptions_of(self.connection, self.claim.watch.id)):
            for query in receiver.queries:
                answers[query.id] = answered(self.connection, query, crawl, before)
            wanted = [answers[query.id] for query in receiver.queries]
            told = self._events(crawl) if receiver.is_told_all else ()
            document = digest_document(self.claim.watch.name, report, wanted, told)
            if document:
                about = ("run", self.claim.run.id)
                subject = subject_of(document, wanted)
                found += self._deliveries(
                    receiver.person, receiver.channels, document, about, subject=subject
                )
        return found

    def _asked_before(self) -> CrawlInfo | None:
        """Return the crawl that the watch's last run has asked; None if this is the first."""
        rows = self.connection.rows(
            "SELECT crawl.id FROM pagekin_run run JOIN pagekin_crawl crawl ON crawl.id = run.crawl_id "
            "WHERE run.watch_id = %s AND run.due < %s AND run.state = %s AND crawl.state = %s "
            "ORDER BY run.due DESC LIMIT 1",
            self.claim.watch.id,
            self.claim.run.due,
            RunState.DONE,
            CrawlState.FINISHED,
        )
        return crawl_numbered(self.connection, rows[0][0]) if rows else None

    def _frame(self, crawl: CrawlInfo) -> ReportDocument:
        """Return what stands in every report of the crawl: which it is, and values over time."""
        [(site,)] = self.connection.rows("SELECT name FROM pagekin_site WHERE id = %s", crawl.site)
        graphs = tuple(graphs_over_time(self.connection, crawl))
        waiting = self._waiting_repair()
        return ReportDocument(
            title="",
            site=site,
            made_at=self.now,
            warnings=(f"Values may be wrong, for the template has changed: {waiting}",)
            if waiting
            else (),
            sections=(ReportSection("Over time", graphs=graphs),) if graphs else (),
        )

    def _events(self, crawl: CrawlInfo) -> tuple[ReportSection, ...]:
        events = list(events_of(self.connection, crawl.id, most_places=_MOST_PLACES))
        is_news = any(one.state is EventState.TOLD for one in events)
        return (event_section(self.connection, events),) if is_news else ()

    def settle_troubles(self) -> None:
        """Begin and end troubles as the crawl of the run has found things."""
        crawl = self._crawl()
        state = crawl.state if crawl else CrawlState.FAILED
        waiting = self._waiting_repair()
        is_empty = state is CrawlState.EMPTY
        found = {
            TroubleKind.FAILED: "",
            TroubleKind.AWAY: "no page came" if state is CrawlState.FAILED else "",
            TroubleKind.TEMPLATE: waiting,
            # A changed template explains it, and is told instead.
            TroubleKind.NOTHING_FOUND: (
                "no page is like the sample any more" if is_empty and not waiting else ""
            ),
        }
        for kind, detail in found.items():
            if detail:
                self.trouble_begins(kind, detail)
            else:
                self._trouble_ends(kind)

    def trouble_begins(self, kind: TroubleKind, detail: str) -> None:
        """Write down that something is wrong, and tell administrators if it was not wrong before."""
        trouble = begin_trouble(self.connection, self.claim.watch.id, kind, detail, self.now)
        if trouble is not None:
            self._tell_administrators(("begins", trouble), _BEGINS[kind], detail)

    def _trouble_ends(self, kind: TroubleKind) -> None:
        ended = end_trouble(self.connection, self.claim.watch.id, kind, self.now)
        if ended is not None:
            self._tell_administrators(("ends", ended.id), _ENDS[kind], f"it was: {ended.detail}")

    def _tell_administrators(self, about: tuple[str, int], title: str, detail: str) -> None:
        watch = self.claim.watch
        host = loads(watch.content).scope.host
        document = trouble_document(watch.name, host, self.now, title, detail)
        for person, channel in administrators(self.connection, watch.id):
            told = self._deliveries(person, (channel,), document, about, subject=document.title)
            enter(self.connection, told)

    def _deliveries(
        self,
        person: StoredPerson,
        channels: Sequence[int],
        document: ReportDocument,
        about: tuple[str, int],
        *,
        subject: str,
    ) -> Iterator[NewDelivery]:
        content = json.dumps(document.as_json(), ensure_ascii=False)
        for channel in channels:
            yield NewDelivery(
                person.id,
                channel,
                self.claim.run.id,
                identity(*about, channel),
                subject,
                content,
                person.reachable_from(self.now),
            )

    def _waiting_repair(self) -> str:
        """Return the evidence of a repair that waits for a person; "" if there is none."""
        rows = self.connection.rows(
            "SELECT proposal.evidence FROM pagekin_repair_proposal proposal "
            "JOIN pagekin_crawl_class class ON class.crawler_id = proposal.crawler_id "
            "WHERE class.crawl_id = %s AND proposal.state = %s ORDER BY proposal.id DESC LIMIT 1",
            self.claim.run.crawl,
            ProposalState.OPEN,
        )
        hint = f"'pagekin repair {self.claim.watch.file}' shows it, with --apply it is applied"
        return f"{rows[0][0] or 'pages look different'}; {hint}" if rows else ""

    def _crawl(self) -> CrawlInfo | None:
        number = self.claim.run.crawl
        return None if number is None else crawl_numbered(self.connection, number)


def enter(connection: Connection, messages: Iterable[NewDelivery]) -> None:
    """Enter messages, each once."""
    for message in messages:
        add_delivery(connection, message)


def _receivers(subscriptions: Sequence[StoredSubscription]) -> Iterator[_Receiver]:
    """Gather what one person wants into one message."""
    people = {one.person.id: one.person for one in subscriptions}
    for number, person in people.items():
        own = [one for one in subscriptions if one.person.id == number]
        queries = {one.query.id: one.query for one in own if one.query}
        channels = dict.fromkeys(one.channel for one in own)
        is_told_all = any(one.query is None for one in own)
        yield _Receiver(person, tuple(channels), tuple(queries.values()), is_told_all)
