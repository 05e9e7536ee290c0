"""Samples of what hubs name, to find out whether it is worth anything.

Hubs are read before the targets that they name, so that lists do not shift meanwhile. But a trap may name
targets without end that are gone, or known, or something else. So now and then a few of the targets that pages
of one family named last are looked at before their turn. A page that names targets makes a promise, which only
a new target keeps; one that names hubs makes another, which is kept by a hub that names targets, or that names
hubs of a family known to lead to some.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from pagekin.crawl.visits import PlannedVisit

EMPTY = 200  # promises of a family in a row that were not seen to be kept, …
VAIN = 24  # … though so many of the pages named were looked at
_EVERY = 40  # after so many pages of a family, some of the targets named are looked at, …
_SELDOM = 160  # … and later, if they were worth it, only after so many
_SAMPLE = 8
_HIGHEST = 6  # levels of hubs that name hubs; with more, they name each other in a circle


@dataclass(slots=True)
class _Ledger:
    """The promises of one kind that pages of a family have made since one was last kept."""

    open: int = 0
    vain: int = 0
    every: int = _EVERY
    level: int = 0  # how many levels of hubs are above those that name targets; 0: not known
    latest: deque[PlannedVisit] = field(default_factory=lambda: deque(maxlen=_SAMPLE))
    pages: set[int] = field(default_factory=set)  # that made them

    @property
    def is_empty(self) -> bool:
        return self.open >= EMPTY and self.vain >= VAIN


class HubSampling:
    """The promises of one crawl; `due` are the pages to look at before their turn."""

    def __init__(self) -> None:
        self.due: deque[PlannedVisit] = deque()
        self._ledgers: defaultdict[tuple[str, bool], _Ledger] = defaultdict(_Ledger)

    def make(self, family: str, page: int, *, hubs: bool, named: Sequence[PlannedVisit]) -> bool:
        """Note that a page names others, and return whether that is worth anything."""
        ledger = self._ledgers[family, hubs]
        ledger.open += 1
        ledger.pages.add(page)
        ledger.latest.extend(named[-_SAMPLE:])
        if not hubs and ledger.open % ledger.every == 0:
            self.due.extend(ledger.latest)
            ledger.latest.clear()
        return not ledger.is_empty

    def taken(self) -> list[PlannedVisit]:
        """Return what is due, once."""
        due = list(self.due)
        self.due.clear()
        return due

    def keep(self, family: str, *, hubs: bool, level: int = 0) -> None:
        """Note that a page which the family had named was worth it."""
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
        """Note that a page which the family had named was not worth it."""
        self._ledgers[family, hubs].vain += 1

    def level(self, family: str) -> int:
        """Return how many levels a family is above the hubs that name targets; 0 if that is not known."""
        return self._ledgers[family, True].level

    def is_empty(self, family: str, page: int, tried: int = 0) -> bool:
        """Return whether the targets that a page names are one of the empty promises of its family.

        That takes `tried` more fruitless looks than usual.
        """
        ledger = self._ledgers.get((family, False))
        if ledger is None or page not in ledger.pages:
            return False
        return ledger.is_empty and ledger.vain >= VAIN + tried
