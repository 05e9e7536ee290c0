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


def choices(states: type[Enum]) -> list[tuple[str, str]]:
    """Return states as the choices of a column, with what people call them."""
    return [(state.value, state.value.replace("-", " ").capitalize()) for state in states]
