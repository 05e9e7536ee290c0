"""Confirmation: events that are told only when later crawls agree.

A price that is wrong for an hour, a page that is away for a night: who asks for confirmation hears of
neither. What comes back to what it was has not changed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pagekin.monitor.event_groups import FIELD_KINDS, PAGE_KINDS, EventGroup, EventPlace
from pagekin.store.states import EventKind, EventState

_Spot = tuple[object, ...]


def confirmed(
    candidates: Iterable[EventGroup],
    later: Sequence[Iterable[EventGroup]],
    since: Iterable[EventGroup] | None = None,
) -> list[EventGroup]:
    """Return the candidates, with those of their pages that later crawls agree on.

    `later` are the events from the same older crawl to each later one. `since` are those from the crawl
    before the older one to the last: what is not among them has come back to what it was.
    """
    agreed = [set(_outcomes(events)) for events in later]
    moved = None if since is None else set(_spots(since))
    return list(_kept(candidates, agreed, moved))


def held(events: Iterable[EventGroup]) -> list[EventGroup]:
    """Return events as those that wait for another crawl; what explains others is told at once."""
    waiting = FIELD_KINDS | PAGE_KINDS
    return [
        replace(event, state=EventState.HELD)
        if event.kind in waiting and event.state is EventState.TOLD
        else event
        for event in events
    ]


def _kept(
    candidates: Iterable[EventGroup],
    agreed: Sequence[set[_Spot]],
    moved: set[_Spot] | None,
) -> Iterator[EventGroup]:
    for event in candidates:
        if event.kind not in FIELD_KINDS | PAGE_KINDS or event.state is not EventState.TOLD:
            continue
        places = tuple(
            place
            for place in event.places
            if all((*_spot(event, place), place.new) in known for known in agreed)
            and (moved is None or _spot(event, place)[1:] in moved)
        )
        if places:
            yield replace(event, places=places)


def _outcomes(events: Iterable[EventGroup]) -> Iterator[_Spot]:
    for event in events:
        for place in event.places:
            yield (*_spot(event, place), place.new)


def _spots(events: Iterable[EventGroup]) -> Iterator[_Spot]:
    return (_spot(event, place)[1:] for event in events for place in event.places)


def _spot(event: EventGroup, place: EventPlace) -> _Spot:
    """Return what happened, and where: which kind of change, on which page, in which field of which record."""
    kind = EventKind.CHANGED if event.kind is EventKind.TYPE_BROKEN else event.kind
    return kind, place.page, event.bundle, event.field, event.attribute, place.key
