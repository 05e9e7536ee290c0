"""The states that the store tells apart, each a column of its own: no text has to be parsed to learn one.

They are the choices of the models' columns, but no choices of Django's: a store opens without Django.
"""

from enum import Enum, StrEnum


class CrawlPurpose(StrEnum):
    """What a crawl is for."""

    CRAWL = "crawl"
    LEARN = "learn"  # the pages that were fetched while a crawler was learned
    IMPORT = "import"  # WARC files that were made elsewhere


class CrawlState(StrEnum):
    """How far a crawl has come."""

    RUNNING = "running"  # or interrupted: the database alone cannot tell the two apart
    FINISHED = "finished"
    EMPTY = "empty"  # it came to its end and found no target
    FAILED = "failed"  # it came to its end and got no page at all
    GIVEN_UP = "given up"
    THINNED = "thinned"  # about to be removed


ENDED = (CrawlState.FINISHED, CrawlState.EMPTY, CrawlState.FAILED)
"""The states of crawls that came to their end; only finished ones are compared with others."""


class Outcome(StrEnum):
    """What became of a page in a crawl."""

    TARGET = "target"
    HUB = "hub"
    PAGE = (
        "page"  # of no class: fetched while learning, imported, or seen by a crawl of a whole site
    )
    DUPLICATE = "duplicate"  # another URL of a target; with a redirect, it only leads there
    NOT_KIN = "not kin"  # a page where a target should be; with a redirect, it only leads there
    REDIRECTED = "redirected"
    FAILED = "failed"
    LEFT_OUT = "left out"  # as a trap, never asked for
    CHECKED = "checked"  # a link that nobody follows, only asked whether it works


class EventKind(StrEnum):
    """What can happen between two crawls, or be unusual about one."""

    NEW = "new"  # a page
    VANISHED = "vanished"
    MOVED = "moved"
    FAILING = "failing"  # a page that came before, and does not for now
    BROKEN = "broken"  # and did not on a second look
    RECOVERED = "recovered"
    CONTENT = "content"  # a page that has no records changed
    CHANGED = "changed"  # a field
    APPEARED = "appeared"
    MISSING = "missing"
    TYPE_BROKEN = "type broken"
    ROW_ADDED = "row added"  # a record of a repeating bundle
    ROW_REMOVED = "row removed"
    TEMPLATE = "template"
    ANOMALY = "anomaly"  # fewer targets than usual, a range left, coverage lost


class EventState(StrEnum):
    """Whether people hear of an event."""

    TOLD = "told"
    HELD = "held"  # until another crawl agrees
    EXPLAINED = "explained"  # by its cause, which is told instead
    WITHDRAWN = "withdrawn"  # the next crawl did not agree


class ProposalState(StrEnum):
    """What became of a proposed repair."""

    OPEN = "open"
    HEALED = "healed"  # applied unattended
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    OUTDATED = "outdated"  # a later one has taken its place


class QueryKind(StrEnum):
    """What the text of a saved query is."""

    CONDITIONS = "conditions"  # the query language
    FIXED = "fixed"  # the name of one that comes with pagekin
    SQL = "sql"  # an administrator's own


class WatchState(StrEnum):
    """Whether a watch runs."""

    ACTIVE = "active"
    PAUSED = "paused"  # runs that would have been due are left out
    STOPPED = "stopped"


class RunState(StrEnum):
    """How far a run of a watch has come."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class RunStep(StrEnum):
    """The steps of a run, in their order; records are mined while a page is crawled."""

    BEGUN = ""
    CRAWLED = "crawled"
    COMPARED = "compared"  # with the crawl before: figures and events are in the store
    TOLD = "told"  # queries are answered; messages are in the store, and sent when they may be


class DeliveryState(StrEnum):
    """What became of a message."""

    WAITING = "waiting"
    SENT = "sent"
    FAILED = "failed"


class TroubleKind(StrEnum):
    """What can be wrong with a watch for a while."""

    AWAY = "site away"
    FAILED = "crawl failed"
    NOTHING_FOUND = "nothing found"
    TEMPLATE = "template changed"  # so much that a person has to look at the repair


def choices(states: type[Enum]) -> list[tuple[str, str]]:
    """Return states as the choices of a column, with what people call them."""
    return [(state.value, state.value.replace("-", " ").capitalize()) for state in states]
