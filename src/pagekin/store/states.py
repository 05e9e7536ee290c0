"""The states that the store tells apart, each a column of its own: no text has to be parsed to learn one."""

from typing import TYPE_CHECKING

from pagekin.site import FailureKind

if TYPE_CHECKING:  # Django has no types; its choices are enumerations of strings
    from enum import StrEnum as TextChoices
else:
    from django.db.models import TextChoices


class Purpose(TextChoices):
    """What a crawl is for."""

    CRAWL = "crawl"
    LEARN = "learn"  # the pages that were fetched while a crawler was learned
    IMPORT = "import"  # WARC files that were made elsewhere


class State(TextChoices):
    """How far a crawl has come."""

    RUNNING = "running"  # or interrupted: the database alone cannot tell the two apart
    FINISHED = "finished"
    EMPTY = "empty"  # it came to its end and found no target
    FAILED = "failed"  # it came to its end and got no page at all
    GIVEN_UP = "given up"
    THINNED = "thinned"  # about to be removed


ENDED = (State.FINISHED, State.EMPTY, State.FAILED)
"""The states of crawls that came to their end; only finished ones are compared with others."""


class Outcome(TextChoices):
    """What became of a page in a crawl."""

    TARGET = "target"
    HUB = "hub"
    PAGE = "page"  # of no class: fetched while learning, imported, or seen by a crawl of a whole site
    DUPLICATE = "duplicate"  # another URL of a target; with a redirect, it only leads there
    NOT_KIN = "not kin"  # a page where a target should be; with a redirect, it only leads there
    REDIRECTED = "redirected"
    FAILED = "failed"
    LEFT_OUT = "left out"  # as a trap, never asked for


FAILURES = tuple((kind.value, kind.name.replace("_", " ").lower()) for kind in FailureKind)
"""Why a page did not come, as choices of a column."""
