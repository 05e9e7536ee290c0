"""Promises of hubs, put to the test: whether the pages that they name are worth anything.

A hub is read before the targets that it names are looked at, so that lists do not shift meanwhile. A trap may
name ever new ones that are gone, or known, or something else. Therefore some of the targets that pages of one
family have named last are looked at now and then, before their turn. A promise of targets is kept by a new target
alone, one of further hubs by a hub that names targets, or names hubs that have been found to.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from pagekin.crawl.visits import PlannedVisit

EMPTY = 200  # pages of a family in a row whose promises nobody saw kept, …
VAIN = 24  # … though so many of the pages that they name were looked at
_EVERY = 40  # after so many pages of a family some of the targets named are looked at, …
_SELDOM = 160  # … and, the more often they were worth it, after so many
_SAMPLE = 8
_HIGHEST = 6  # levels of hubs that name hubs; beyond that, they name each other in a circle


@dataclass(slots=True)
class _Ledger:
    """The promises of one kind that pages of a family have made since the last one that was kept."""

    open: int = 0
    vain: int = 0
    every: int = _EVERY
    level: int = 0  # of hubs above those that name targets; 0: none was kept
    latest: deque[PlannedVisit] = field(default_factory=lambda: deque(maxlen=_SAMPLE))
    pages: set[int] = field(default_factory=set)  # that have made them

    @property
    def is_empty(self) -> bool:
        return self.open >= EMPTY and self.vain >= VAIN


class HubSampling:
    """What is promised in one crawl; `due` is what should be looked at before its turn."""

    def __init__(self) -> None:
        self.due: deque[PlannedVisit] = deque()
        self._ledgers: defaultdict[tuple[str, bool], _Ledger] = defaultdict(_Ledger)

    def make(self, family: str, page: int, *, hubs: bool, named: Sequence[PlannedVisit]) -> bool:
        """Note that a page names others; tell whether that is worth anything."""
        ledger = self._ledgers[family, hubs]
        ledger.open += 1
        ledger.pages.add(page)
        ledger.latest.extend(named[-_SAMPLE:])
        if not hubs and ledger.open % ledger.every == 0:
            self.due.extend(ledger.latest)
            ledger.latest.clear()
        return not ledger.is_empty

    def taken(self) -> list[PlannedVisit]:
        """Give what is due, once."""
        due = list(self.due)
        self.due.clear()
        return due

    def keep(self, family: str, *, hubs: bool, level: int = 0) -> None:
        """Note that a page was found good that a page of the family had named."""
        if level > _HIGHEST:
            self.fail(family, hubs=hubs)
            return
        ledger = self._ledgers[family, hubs]
        ledger.level = max(ledger.level, level)
        ledger.every = (
            min(2 * ledger.every, _SELDOM) if ledger.open >= ledger.every else ledger.every
        )
        ledger.open = ledger.vain = 0
        ledger.pages.clear()

    def fail(self, family: str, *, hubs: bool) -> None:
        """Note that a page was looked at in vain that a page of the family had named."""
        self._ledgers[family, hubs].vain += 1

    def level(self, family: str) -> int:
        """Give how many levels of hubs a family is above those that name targets; 0 if nobody knows."""
        return self._ledgers[family, True].level

    def is_empty(self, family: str, page: int, tried: int = 0) -> bool:
        """Tell whether what a page says of targets is one of the empty promises of its family.

        Not before so many more have been tried.
        """
        ledger = self._ledgers.get((family, False))
        if ledger is None or page not in ledger.pages:
            return False
        return ledger.is_empty and ledger.vain >= VAIN + tried
