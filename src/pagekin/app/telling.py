"""What a run has to tell, and whom: results to those who asked, trouble to administrators."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.app.alerts import AlertAnswer, answered
from pagekin.app.digests import digest_document, identity, trouble_document
from pagekin.store.reading.crawls import baseline_of, crawl_numbered
from pagekin.store.reading.subscribers import administrators, subscriptions_of
from pagekin.store.states import CrawlState, ProposalState, TroubleKind
from pagekin.store.writing.deliveries import NewDelivery, add_delivery
from pagekin.store.writing.troubles import begin_trouble, end_trouble

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.report.document import ReportDocument
    from pagekin.store.database import Connection
    from pagekin.store.reading.subscribers import StoredPerson, StoredSubscription
    from pagekin.store.writing.watch_runs import RunClaim

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
    subscriptions: tuple[StoredSubscription, ...]


def messages_of(connection: Connection, claim: RunClaim, now: float) -> list[NewDelivery]:
    """Ask the crawl of a run what people want to know, and return one message for each of them."""
    number = claim.run.crawl
    crawl = None if number is None else crawl_numbered(connection, number)
    if crawl is None or crawl.state is not CrawlState.FINISHED:
        return []
    baseline = baseline_of(connection, crawl)
    before = baseline.id if baseline else None
    site = _site(connection, crawl.site)
    answers: dict[str, AlertAnswer] = {}  # a question that several ask is asked once
    messages: list[NewDelivery] = []
    for receiver in _receivers(subscriptions_of(connection, claim.watch.id)):
        queries = {one.query.id: one.query for one in receiver.subscriptions if one.query}
        for query in queries.values():
            if query.text not in answers:
                answers[query.text] = answered(connection, query, crawl.id, before)
        wanted = [answers[query.text] for query in queries.values()]
        document = digest_document(claim.watch.name, site, now, wanted)
        if document:
            what = ("run", claim.run.id)
            messages += _deliveries(receiver.person, receiver.channels, document, claim, what, now)
    return messages


def enter(connection: Connection, messages: Sequence[NewDelivery]) -> None:
    """Enter messages, each once."""
    for message in messages:
        add_delivery(connection, message)


def settle_troubles(connection: Connection, claim: RunClaim, now: float) -> None:
    """Begin and end troubles as the crawl of a run has found things."""
    number = claim.run.crawl
    crawl = None if number is None else crawl_numbered(connection, number)
    state = crawl.state if crawl else CrawlState.FAILED
    waiting = _waiting_repair(connection, number)
    found = {
        TroubleKind.FAILED: "",
        TroubleKind.AWAY: "no page came" if state is CrawlState.FAILED else "",
        TroubleKind.TEMPLATE: waiting or "",
        # A changed template explains it, and is told instead.
        TroubleKind.NOTHING_FOUND: (
            "no page is like the sample any more" if state is CrawlState.EMPTY and not waiting else ""
        ),
    }
    for kind, detail in found.items():
        if detail:
            trouble_begins(connection, claim, kind, detail, now)
        else:
            _trouble_ends(connection, claim, kind, now)


def trouble_begins(
    connection: Connection, claim: RunClaim, kind: TroubleKind, detail: str, now: float
) -> None:
    """Write down that something is wrong, and tell administrators if it was not wrong before."""
    trouble = begin_trouble(connection, claim.watch.id, kind, detail, now)
    if trouble is not None:
        _tell_administrators(connection, claim, ("begins", trouble), _BEGINS[kind], detail, now)


def _trouble_ends(connection: Connection, claim: RunClaim, kind: TroubleKind, now: float) -> None:
    ended = end_trouble(connection, claim.watch.id, kind, now)
    if ended is not None:
        detail = f"it was: {ended.detail}"
        _tell_administrators(connection, claim, ("ends", ended.id), _ENDS[kind], detail, now)


def _tell_administrators(
    connection: Connection,
    claim: RunClaim,
    what: tuple[str, int],
    title: str,
    detail: str,
    now: float,
) -> None:
    document = trouble_document(claim.watch.name, claim.watch.file, now, title, detail)
    for person, channel in administrators(connection, claim.watch.id):
        enter(connection, list(_deliveries(person, (channel,), document, claim, what, now)))


def _receivers(subscriptions: Sequence[StoredSubscription]) -> Iterator[_Receiver]:
    """Gather what one person wants into one message."""
    people = {one.person.id: one.person for one in subscriptions}
    for number, person in people.items():
        own = tuple(one for one in subscriptions if one.person.id == number)
        yield _Receiver(person, tuple(dict.fromkeys(one.channel for one in own)), own)


def _deliveries(
    person: StoredPerson,
    channels: Sequence[int],
    document: ReportDocument,
    claim: RunClaim,
    what: tuple[str, int],
    now: float,
) -> Iterator[NewDelivery]:
    content = json.dumps(document.as_json(), ensure_ascii=False)
    for channel in channels:
        yield NewDelivery(
            person.id,
            channel,
            claim.run.id,
            identity(*what, channel),
            document.title,
            content,
            person.reachable_from(now),
        )


def _waiting_repair(connection: Connection, crawl: int | None) -> str | None:
    """Return the evidence of a repair that waits for a person; None if there is none."""
    rows = connection.rows(
        "SELECT proposal.evidence FROM pagekin_repair_proposal proposal "
        "JOIN pagekin_crawl_class class ON class.crawler_id = proposal.crawler_id "
        "WHERE class.crawl_id = %s AND proposal.state = %s ORDER BY proposal.id DESC LIMIT 1",
        crawl,
        ProposalState.OPEN,
    )
    return f"{rows[0][0] or 'pages look different'}; 'pagekin repair' shows it" if rows else None


def _site(connection: Connection, site: int) -> str:
    [(name,)] = connection.rows("SELECT name FROM pagekin_site WHERE id = %s", site)
    return str(name)
