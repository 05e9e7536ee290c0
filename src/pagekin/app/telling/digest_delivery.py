"""Delivers what waits: all messages for one channel as one digest, tried again ever later."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.app.telling.channels import channel_cipher
from pagekin.app.telling.digests import identity, merged
from pagekin.errors import PagekinError
from pagekin.lazy import lazy_imports
from pagekin.notify.message import Attachment, Message, one_line
from pagekin.store.reading.subscribers import all_people, channels_of
from pagekin.store.writing.deliveries import (
    HeldDelivery,
    forget_sent,
    hold_deliveries,
    mark_sent,
    put_off,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.app.scheduling.lease_keeper import CurrentTime
    from pagekin.settings import Settings
    from pagekin.store.database import Connection
    from pagekin.store.opening import Store

with lazy_imports():
    from pagekin.notify import sending
    from pagekin.report import document as documents
    from pagekin.report import html_report, mail_page, text_report

_LEASE = 300.0  # seconds: sending gives up much sooner
_FIRST_WAIT, _LONGEST_WAIT = (
    60.0,
    6 * 3600.0,
)  # seconds between tries, each twice as long as the last
_MOST_TRIES = 16  # about two days
_KEPT = 90 * 24 * 3600.0  # seconds that messages are kept after they were sent
_SHOWN_ROWS = 10  # of each table in a message; the report has all


@dataclass(frozen=True, slots=True)
class DeliveryCounts:
    """How many messages were sent, and what went wrong with others."""

    sent: int
    errors: tuple[str, ...]


def deliver(store: Store, settings: Settings, clock: CurrentTime) -> DeliveryCounts:
    """Send all that may be sent now."""
    sent, errors = 0, []
    with store.connection() as connection:
        while held := hold_deliveries(connection, clock(), _LEASE):
            error = _send(store, connection, held, settings, clock())
            if error:
                errors.append(error)
            else:
                sent += 1
    return DeliveryCounts(sent, tuple(errors))


def message_of(held: Sequence[HeldDelivery], console: str = "") -> Message:
    """Return messages for one channel as one: a summary, and the whole report beside it.

    `console` is where people open the console, if they do: the message has a link to itself there.
    """
    document = merged([documents.from_json(json.loads(one.content)) for one in held])
    link = _link(held, console)
    return Message(
        identity(*(one.digest for one in held)),
        one_line(held[0].subject if len(held) == 1 else document.title),
        text_report.render_text(document, _SHOWN_ROWS, link),
        mail_page.render_mail(document, _SHOWN_ROWS, link),
        (Attachment("report.html", html_report.render_html(document), "text/html"),)
        if document.sections
        else (),
        document.as_json(),
    )


def _link(held: Sequence[HeldDelivery], console: str) -> str:
    """Return the address of a message in the console; of several, that of the list of all."""
    if not console:
        return ""
    page = f"messages/{held[0].id}/" if len(held) == 1 else "reports/"
    return f"{console.rstrip('/')}/{page}"


def _send(
    store: Store,
    connection: Connection,
    held: Sequence[HeldDelivery],
    settings: Settings,
    now: float,
) -> str:
    """Send messages for one channel; return why that failed, if it did."""
    channel = next(one for one in channels_of(connection) if one.id == held[0].channel)
    try:
        cipher = channel_cipher(store)
        about = f"the address {channel.shown}"
        url = cipher.decrypted(channel.token, about)
        secret = cipher.decrypted(channel.secret, about) if channel.secret else ""
        message = message_of(held, settings.console_url)
        sending.send(message, url, settings, secret=secret, now=now)
    except PagekinError as error:
        why = one_line(str(error), 500)
        put_off(connection, held, why, _next_try(connection, held, now))
        return f"{channel.shown}: {why}"
    mark_sent(connection, held, now)
    forget_sent(connection, now - _KEPT)
    return ""


def _next_try(connection: Connection, held: Sequence[HeldDelivery], now: float) -> float | None:
    """Return when to try again: later each time, and not in somebody's quiet hours."""
    tries = max(one.tries for one in held)
    if tries >= _MOST_TRIES:
        return None
    again = now + min(_FIRST_WAIT * 2 ** (tries - 1), _LONGEST_WAIT)
    person = next(one for one in all_people(connection) if one.id == held[0].person)
    return person.reachable_from(again)
