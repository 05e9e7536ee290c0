"""Counts of what has been fetched."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from pagekin.dom import Page
from pagekin.site import Failure, FailureKind, Unchanged


@dataclass(slots=True)
class FetchStats:
    """What has happened so far, for progress displays."""

    requests: int = 0  # sent to servers: pages, redirects, retries, robots.txt
    bytes: int = 0  # of bodies as they came over the wire
    pages: int = 0
    unchanged: int = 0  # pages that the server said had not changed
    shells: int = 0  # pages that seem to be empty without their scripts
    failures: Counter[FailureKind] = field(default_factory=Counter)
    waiting_until: datetime | None = None  # outside the hours in which requests may be made

    def count(self, result: Page | Failure | Unchanged) -> None:
        """Count how a fetch ended."""
        if isinstance(result, Failure):
            self.failures[result.kind] += 1
        elif isinstance(result, Unchanged):
            self.unchanged += 1
        else:
            self.pages += 1
