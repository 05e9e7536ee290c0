"""What a crawl had learned about traps before it was interrupted, from the pages that it knows.

Which page was the first to name another is stored, the order of the decisions is not. So the detector does not
come to know exactly what it knew, but near enough that a trap costs no more after an interruption.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from pagekin.crawl.traps.trap_detector import TrapDetector
from pagekin.crawl.visits import DUPLICATE, NOT_KIN, PAGE, PlannedVisit
from pagekin.navigation import TARGET


@dataclass(frozen=True, slots=True)
class PastVisit:
    """A page that a crawl knows, and what became of it: it came, it is gone, or it still waits."""

    url: str
    kind: str
    depth: int
    found_on: str
    came: bool = False
    gone: bool = False
    again: bool = False  # it shows what another page has shown


class TrapHistory:
    """Tells a trap detector what happened: first which pages are known, then which were visited."""

    def __init__(self, traps: TrapDetector) -> None:
        self._traps = traps
        self._named: defaultdict[str, set[bool]] = defaultdict(
            set
        )  # what hubs were the first to name, by their URLs

    def know(self, pages: Iterable[PastVisit]) -> None:
        """Take notice of pages, waiting or visited."""
        for past in pages:
            kind = self._kind(past)
            is_news = self._traps.hears(past.url, hub=kind != TARGET)
            if is_news and past.found_on and self._traps.named_by(past.found_on, past.url, kind):
                self._named[past.found_on].add(self._traps.is_hub(past.url, kind))

    def visit(self, pages: Iterable[PastVisit]) -> None:
        """Go through the visited pages again, in the order in which they were found."""
        for past in pages:
            entry = PlannedVisit(past.url, self._kind(past), past.depth, past.found_on)
            if past.gone:
                self._traps.miss(entry)
            elif past.came and not entry.is_start:
                named = {} if past.again else dict.fromkeys(self._named.get(past.url, ()), ())
                is_wanted = past.kind == TARGET or self._traps.whole_site
                is_new = is_wanted and not past.again
                self._traps.note(entry, past.url, named, is_new_target=is_new)
        self._traps.sampling.due.clear()

    def _kind(self, past: PastVisit) -> str:
        """Return what a page was visited as; targets may have been visited as hubs."""
        if self._traps.whole_site:
            return PAGE
        if past.kind in {TARGET, DUPLICATE, NOT_KIN, ""}:
            return self._traps.hub_kind(past.url) or TARGET
        return past.kind
