"""Events in the store: written when a crawl was observed, read by reports, alerts and the next crawl."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made

from pagekin.monitor.event_groups import EventGroup, EventPlace
from pagekin.store.database import Connection, Row
from pagekin.store.states import EventKind, EventState
from pagekin.store.storable_text import storable
from pagekin.store.upkeep.pruning import delete_among
from pagekin.wrappers.identity import BundlePath

_EVENT = (
    *("id", "crawl_id", "older_id", "crawler_id", "kind", "state", "cause_id", "field_id"),
    *("name", "attribute", "old", "new", "pages", "wide", "detail", "digest"),
)
_PLACE = ("event_id", "number", "page_id", "key", "by", "old", "new")


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as it is in the store."""

    id: int
    crawl: int
    older: int | None
    state: EventState
    cause: int | None
    digest: str
    pages: int  # that it is about, of which `event.places` may be the first only
    event: EventGroup


@dataclass(frozen=True, slots=True)
class EventContext:
    """The crawls that events are between, and the numbers of the fields that they are about."""

    crawl: int
    older: int | None
    crawler: int | None
    fields: Mapping[tuple[BundlePath, str], int] = made(default_factory=dict)
    field: int | None = None  # of events that know no more of their field than its number


def write_events(
    connection: Connection,
    context: EventContext,
    events: Sequence[EventGroup],
    cause: int | None = None,
) -> list[int]:
    """Write events and return their numbers; `cause` is that of the ones that are explained."""
    numbers = list(connection.next_ids("pagekin_event", len(events))) if events else []
    rows, places = [], []
    for number, event in zip(numbers, events, strict=True):
        rows.append(_row(number, context, event, cause))
        places += [_place(number, position, one) for position, one in enumerate(event.places)]
    connection.insert("pagekin_event", _EVENT, rows)
    connection.insert("pagekin_event_page", _PLACE, places)
    return numbers


def remove_events(connection: Connection, crawl: int, kinds: Iterable[EventKind]) -> None:
    """Remove the events of some kinds that a crawl has told, so that they can be written anew."""
    of_kinds = [kind.value for kind in kinds]
    found = [
        number
        for (number,) in connection.among(
            "SELECT id FROM pagekin_event WHERE crawl_id = %s AND kind {}", of_kinds, crawl
        )
    ]
    delete_among(connection, "pagekin_event_page", "event_id", found)
    delete_among(connection, "pagekin_event", "id", found)


def events_of(
    connection: Connection, crawl: int, *, most_places: int | None = None
) -> Iterator[StoredEvent]:
    """Yield the events that a crawl has told, held or explained, each with its pages, or the first of them."""
    rows = connection.rows(
        "SELECT event.id, event.crawl_id, event.older_id, event.kind, event.state, event.cause_id, "
        "event.attribute, event.old, event.new, event.pages, event.wide, event.detail, event.digest, "
        "event.name, coalesce(bundle.uid, ''), coalesce(field.uid, '') FROM pagekin_event event "
        "LEFT JOIN pagekin_field field ON field.id = event.field_id "
        "LEFT JOIN pagekin_bundle bundle ON bundle.id = field.bundle_id "
        "WHERE event.crawl_id = %s ORDER BY event.id",
        crawl,
    )
    places: dict[int, list[EventPlace]] = {}
    for event, *rest in connection.rows(
        'SELECT place.event_id, place.page_id, page.url, place.key, place."by", place.old, place.new '
        "FROM pagekin_event event JOIN pagekin_event_page place ON place.event_id = event.id "
        "JOIN pagekin_page page ON page.id = place.page_id "
        "WHERE event.crawl_id = %s AND place.number < %s ORDER BY place.event_id, place.number",
        crawl,
        2**31 - 1 if most_places is None else most_places,
    ):
        places.setdefault(event, []).append(EventPlace(*rest))
    return (_stored(row, tuple(places.get(row[0], ()))) for row in rows)


def set_state(
    connection: Connection, numbers: Iterable[int], state: EventState, cause: int | None = None
) -> None:
    """Change the state of events, and what explains them."""
    connection.many(
        "UPDATE pagekin_event SET state = %s, cause_id = %s WHERE id = %s",
        [(state.value, cause, number) for number in numbers],
    )


def _row(number: int, context: EventContext, event: EventGroup, cause: int | None) -> Row:
    explained = event.state is EventState.EXPLAINED
    return (
        number,
        context.crawl,
        context.older,
        context.crawler,
        event.kind.value,
        event.state.value,
        cause if explained else None,
        context.fields.get((event.bundle, event.field)) if event.field else context.field,
        storable(event.name),
        event.attribute,
        _text(event.old),
        _text(event.new),
        len({place.page for place in event.places}),
        event.wide,
        storable(event.detail),
        event.digest,
    )


def _place(event: int, number: int, place: EventPlace) -> Row:
    return (
        event,
        number,
        place.page,
        _text(place.key),
        place.by,
        _text(place.old),
        _text(place.new),
    )


def _text(text: str | None) -> str | None:
    return None if text is None else storable(text)


def _stored(row: Row, places: tuple[EventPlace, ...]) -> StoredEvent:
    number, crawl, older, kind, state, cause, attribute, old, new, pages, wide, *rest = row
    detail, digest, name, bundle, field = rest
    event = EventGroup(
        EventKind(kind),
        places,
        tuple(bundle.split("/")) if bundle else (),
        field,
        name,
        attribute,
        old,
        new,
        wide=bool(wide),
        detail=detail,
        state=EventState(state),
    )
    return StoredEvent(number, crawl, older, event.state, cause, digest, pages, event)


def explained(events: Iterable[EventGroup]) -> list[EventGroup]:
    """Return events as those that another one explains."""
    return [replace(event, state=EventState.EXPLAINED) for event in events]
