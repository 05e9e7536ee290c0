"""The port to the network, and the order in which pages are visited through it."""

from pagekin.site.breadth_first import BreadthFirst, Visit
from pagekin.site.port import Failure, FailureKind, Site
from pagekin.site.remembering import Remembering
from pagekin.site.stop import Counts, Stop, Watch

__all__ = [
    "BreadthFirst",
    "Counts",
    "Failure",
    "FailureKind",
    "Remembering",
    "Site",
    "Stop",
    "Visit",
    "Watch",
]
