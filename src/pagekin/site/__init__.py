"""The port to the network, and the order in which pages are visited through it."""

from pagekin.site.breadth_first import BreadthFirst, Visit
from pagekin.site.exchange import Exchange, Headers
from pagekin.site.port import (
    Answer,
    Failure,
    FailureKind,
    RecordedSite,
    Site,
    Unchanged,
    Validators,
    content_digest,
    raise_if_away,
)
from pagekin.site.remembering_site import RememberingSite
from pagekin.site.stop import Counts, SeenKind, Stop, Watch

__all__ = [
    "Answer",
    "BreadthFirst",
    "Counts",
    "Exchange",
    "Failure",
    "FailureKind",
    "Headers",
    "RecordedSite",
    "RememberingSite",
    "SeenKind",
    "Site",
    "Stop",
    "Unchanged",
    "Validators",
    "Visit",
    "Watch",
    "content_digest",
    "raise_if_away",
]
