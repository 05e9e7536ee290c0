"""Events as values: something that happened between two crawls, with all the pages it happened to."""

from dataclasses import dataclass
from hashlib import blake2b

from pagekin.store.states import EventKind, EventState
from pagekin.wrappers.identity import BundlePath

PAGE_KINDS = frozenset(
    {
        EventKind.NEW,
        EventKind.VANISHED,
        EventKind.MOVED,
        EventKind.FAILING,
        EventKind.RECOVERED,
        EventKind.CONTENT,
    }
)
FIELD_KINDS = frozenset(
    {
        EventKind.CHANGED,
        EventKind.APPEARED,
        EventKind.MISSING,
        EventKind.TYPE_BROKEN,
        EventKind.ROW_ADDED,
        EventKind.ROW_REMOVED,
    }
)


@dataclass(frozen=True, slots=True)
class EventPlace:
    """A page that an event is about, the record on it if it is about one, and the values there."""

    page: int  # its number in the store
    url: str
    key: str | None = None
    by: str = ""  # what the record was paired by
    old: str | None = None
    new: str | None = None


@dataclass(frozen=True, slots=True)
class EventGroup:
    """One thing that happened, to one page or to many.

    `old` and `new` are the values of a single page, and of many pages the substitution that all of them
    have in common. A `wide` event is one act of the site: what it says is not said of each page again.
    """

    kind: EventKind
    places: tuple[EventPlace, ...] = ()
    bundle: BundlePath = ()
    field: str = ""  # its id in the wrapper
    name: str = ""  # what people call it: "offers.price"
    attribute: str = ""
    old: str | None = None
    new: str | None = None
    wide: bool = False
    detail: str = ""  # the evidence, for people
    state: EventState = EventState.TOLD
    known_as: str = ""  # the digest, if it does not follow from the rest

    @property
    def digest(self) -> str:
        """What happened to what, whichever crawl saw it."""
        if self.known_as:
            return self.known_as
        parts = [self.kind.value, *self.bundle, self.field, self.attribute]
        if len(self.places) == 1 or self.kind in PAGE_KINDS:
            parts += [part for one in self.places for part in (one.url, one.key or "")]
        else:
            parts.append(self.old or "")
        parts.append(self.new or "")
        return blake2b("\0".join(parts).encode(errors="replace"), digest_size=16).hexdigest()
