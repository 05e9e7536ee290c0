"""Traps that look like ordinary links (calendars, filters, endless next pages), told by what they yield.

A page pays if it is a new target, or if it is the first to name a possible target or a hub of another family.
It does not pay if it shows what another page has shown, or if what similar pages have named turned out to be
worthless. Similar pages are those whose URLs have the same shape, or belong to the same family, which is the
shape without its query. Links on pages that pay are followed as long as the pages they lead to pay now and
then. Links on pages that do not are given up sooner, and the more parameters a query combines, the sooner.

In a crawl of a whole site every page is wanted, so that every page pays that shows something new; see
`_note_any` for what does not.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from pagekin.crawl.hash_set import HashSet64
from pagekin.crawl.traps.hub_sampling import HubSampling
from pagekin.crawl.visits import CrawledLink, PlannedVisit
from pagekin.navigation import TARGET

PATIENCE = 250  # pages in a row that may bring nothing
FAMILY_PATIENCE = 500  # the same for all shapes of a family, however they were reached
DEEP = 250  # links from a start, from which on a page found on one like it is of no use by itself
COMBINED = 2  # more parameters than the shortest query of a family: pages that only combine others
TARGET_PATIENCE = 500  # targets of a shape in a row that may turn out to be none, or known
PAGE_PATIENCE = 1000  # links of one page in a row that may bring nothing, whatever they look like
_PAGE_ONE_IN, _PAGE_TRIED = 64, 50  # of its other links, so many are tried
_FAR = 3  # from so many pages on the way that brought nothing, all pages are counted together
_LEAST = 30
_LATE = 0.5  # so much more patience for every page that paid
_ONE_IN = 8  # of those that would be left out is tried nevertheless …
_TRIED = 25  # … until so many more brought nothing


@dataclass(slots=True)
class _Run:
    """How many pages of one kind paid, and how many in a row have not paid since."""

    paid: int = 0
    since: int = 0

    def add(self, *, paid: bool) -> None:
        self.paid += paid
        self.since = 0 if paid else self.since + 1


@dataclass(frozen=True, slots=True)
class VisitedPage:
    """A page that was visited; it is news if no other page has shown the same."""

    entry: PlannedVisit
    url: str
    is_new_target: bool
    is_news: bool


class TrapDetector:
    """Watches over one crawl; it is asked before a link is queued, and again before it is fetched."""

    def __init__(
        self, shape: Callable[[str], str], hubs: Collection[str] = (), *, whole_site: bool = False
    ) -> None:
        self.whole_site = whole_site  # every page is wanted, not only targets
        self.sampling = HubSampling()
        self._shape = shape
        self._hubs = hubs  # shapes of URLs that are those of hubs
        self._heard = HashSet64()
        # Pages that did not pay, with the number of such pages on the way to them, themselves included.
        self._barren: dict[int, int] = {}
        self._runs: defaultdict[tuple[str, int], _Run] = defaultdict(_Run)  # shape or family, way
        self._families: defaultdict[str, _Run] = defaultdict(_Run)
        self._targets: defaultdict[str, _Run] = defaultdict(_Run)
        self._vain: dict[int, int] = {}  # for each page: links in a row that brought nothing
        self._fewest: dict[str, int] = {}  # for each family: parameters of its shortest query

    def sift(self, visited: VisitedPage, links: Sequence[CrawledLink]) -> tuple[CrawledLink, ...]:
        """Take account of a visited page, and return its links, with those that look like traps not followed."""
        entry, url = visited.entry, visited.url
        named = self._unheard(visited, [link for link in links if link.kind is not None])
        is_new_target = (visited.is_new_target or self.whole_site) and visited.is_news
        self.note(entry, url, named if visited.is_news else {}, is_new_target=is_new_target)
        way = self._barren.get(_number(url), 0)
        return tuple(self._left(link, way) for link in links)

    def note(
        self,
        entry: PlannedVisit,
        url: str,
        named: Mapping[bool, Sequence[PlannedVisit]],
        *,
        is_new_target: bool,
    ) -> None:
        """Note whether a page is a new target, and what other pages it is the first to name (True: hubs)."""
        if self.whole_site:
            self._note_any(entry, url, is_new=is_new_target, leads_elsewhere=bool(named))
            self.count_link(entry, paid=is_new_target)
            return
        self._targets[self._shape(entry.url)].add(paid=is_new_target)
        family = _family(self._shape(url))
        kept = {
            hubs
            for hubs, entries in named.items()
            if self.sampling.make(family, _number(url), hubs=hubs, named=entries)
        }
        self._judge(entry, family, kept, is_new_target=is_new_target)
        self.count_link(entry, paid=is_new_target or bool(kept))
        if entry.kind != TARGET and not entry.is_start:
            self._count(entry, url, paid=is_new_target or bool(kept))

    def _note_any(
        self, entry: PlannedVisit, url: str, *, is_new: bool, leads_elsewhere: bool
    ) -> None:
        """Note a page of a whole site: it pays if it shows something new and is not just a variant.

        Calendars and combinations of filters always show something new. But they go on and on within one
        family, or combine ever more parameters, and lead to nothing else that is new.
        """
        family = _family(self._shape(url))
        goes_on = entry.depth > DEEP and _family(self._shape(entry.found_on)) == family
        is_variant = goes_on or self._extra(family, self._shape(url)) >= COMBINED
        if not entry.is_start:
            self._count(entry, url, paid=is_new and (leads_elsewhere or not is_variant))

    def miss(self, entry: PlannedVisit) -> None:
        """Note that a link led to no page, or to one that is known."""
        if entry.found_on:
            self.count_link(entry, paid=False)
            family = _family(self._shape(entry.found_on))
            self.sampling.fail(family, hubs=entry.kind != TARGET)

    def count_link(self, entry: PlannedVisit, *, paid: bool) -> None:
        """Note whether a link brought anything to the page that it was found on."""
        page = _number(entry.found_on)
        if paid:
            self._vain.pop(page, None)
        elif entry.found_on:
            self._vain[page] = self._vain.get(page, 0) + 1

    def look(self, entry: PlannedVisit, *, is_new_target: bool) -> None:
        """Note what became of a target that was looked at before its turn."""
        family = _family(self._shape(entry.found_on))
        if is_new_target:
            self.sampling.keep(family, hubs=False)
        else:
            self.sampling.fail(family, hubs=False)

    def why_not(self, entry: PlannedVisit) -> str | None:
        """Return why a page that was queued should not be fetched any more; None if it should."""
        if entry.is_start:
            return None
        way = self._barren.get(_number(entry.found_on), 0)
        return (
            self._why_not(entry.url, entry.kind, way)
            or self._why_distrusted(entry)
            or self._why_vain(entry)
        )

    def _why_vain(self, entry: PlannedVisit) -> str | None:
        """Return why further links of the page that named one are left out; None if they are not."""
        vain = self._vain.get(_number(entry.found_on), 0)
        if vain < PAGE_PATIENCE:
            return None
        is_sample = crc32(entry.url.encode()) % _PAGE_ONE_IN == 0
        if is_sample and vain < PAGE_PATIENCE + _PAGE_TRIED:
            return None
        return f"left out as a trap: {PAGE_PATIENCE} links in a row of {entry.found_on} brought nothing"

    def _why_distrusted(self, entry: PlannedVisit) -> str | None:
        """Return why the page that named a target cannot be trusted; None if it can."""
        if entry.kind != TARGET:
            return None
        shape = self._shape(entry.found_on)
        tried = _TRIED if crc32(entry.url.encode()) % _ONE_IN == 0 else 0
        if not self.sampling.is_empty(_family(shape), _number(entry.found_on), tried):
            return None
        return f"left out as a trap: what pages like {shape} name is not worth anything"

    def _judge(
        self, entry: PlannedVisit, family: str, kept: set[bool], *, is_new_target: bool
    ) -> None:
        """Check whether a page fulfils what the page that led to it promised."""
        before = _family(self._shape(entry.found_on)) if entry.found_on else ""
        hubs = entry.kind != TARGET
        if not before or (hubs and before == family):
            return
        level = 1 + (0 if False in kept else self.sampling.level(family))
        if is_new_target or False in kept or (True in kept and level > 1):
            self.sampling.keep(before, hubs=hubs, level=level if hubs else 0)
        else:
            self.sampling.fail(before, hubs=hubs)

    def _left(self, link: CrawledLink, way: int) -> CrawledLink:
        """Return a link as it is, or without a kind if it should not be followed."""
        if link.kind is None or not self._why_not(link.url, link.kind, way):
            return link
        return link._replace(kind=None)

    def _unheard(
        self, visited: VisitedPage, links: Sequence[CrawledLink]
    ) -> defaultdict[bool, list[PlannedVisit]]:
        """Return the pages never named before that may be targets (False) or lead to some (True)."""
        family = _family(self._shape(visited.url))
        depth = visited.entry.depth + 1
        found: defaultdict[bool, list[PlannedVisit]] = defaultdict(list)
        for link in links:
            kind = str(link.kind)
            hub = kind != TARGET
            if self.hears(link.url, hub=hub) and self.promising(link.url, kind, family):
                found[self.is_hub(link.url, kind)].append(
                    PlannedVisit(link.url, kind, depth, visited.url, crawler=link.crawler)
                )
        return found

    def hears(self, url: str, *, hub: bool) -> bool:
        """Take notice of a page, and return whether that is for the first time."""
        number = _number(hub, url)
        if number in self._heard:
            return False
        self._heard.add(number)
        return True

    def is_hub(self, url: str, kind: str) -> bool:
        """Return whether a page is expected to be a hub only: none with a URL like its own was a target, too."""
        return kind != TARGET and not self._targets[self._shape(url)].paid

    def hub_kind(self, url: str) -> str | None:
        """Return the kind of hub that a page would be visited as; None if it is no hub by its URL."""
        shape = self._shape(url)
        return shape if shape in self._hubs else None

    def named_by(self, page: str, url: str, kind: str) -> bool:
        """Return whether a page may speak for the page that was the first to name it."""
        return self.promising(url, kind, _family(self._shape(page)))

    def promising(self, url: str, kind: str, family: str) -> bool:
        """Return whether a page may speak for a page of a family that was the first to name it."""
        shape = self._shape(url)
        if self.is_hub(url, kind):
            return _family(shape) != family and not self._why_not(url, kind, 0)
        return not self._is_done(shape)

    def _count(self, entry: PlannedVisit, url: str, *, paid: bool) -> None:
        shape = self._shape(entry.url)
        family = _family(shape)
        way = self._barren.get(_number(entry.found_on), 0)
        self._run(shape, family, way).add(paid=paid)
        self._families[family].add(paid=paid)
        if not paid:
            self._barren[_number(url)] = way + 1

    def _why_not(self, url: str, kind: str, way: int) -> str | None:
        shape = self._shape(url)
        if kind == TARGET:
            idle = self._is_done(shape) and not self._is_tried(
                url, self._targets[shape], TARGET_PATIENCE
            )
        else:
            family = _family(shape)
            extra = self._extra(family, shape)
            run = self._run(shape, family, way)
            patience = max(_LEAST, int(PATIENCE + _LATE * run.paid) >> extra)
            idle = self._is_idle(family) or (
                run.since >= patience and not self._is_tried(url, run, patience)
            )
        if not idle:
            return None
        return f"left out as a trap: pages like {shape} bring nothing new"

    def _run(self, shape: str, family: str, way: int) -> _Run:
        """Return the run that a page belongs to; far from what paid, there is only one."""
        if way >= _FAR:
            return self._runs["", _FAR]
        return self._runs[family if way else shape, way]

    def _extra(self, family: str, shape: str) -> int:
        """Return how many more parameters a shape has than the shortest one of its family."""
        count = shape.count("&") + 1 if "?" in shape else 0
        fewest = self._fewest[family] = min(count, self._fewest.get(family, count))
        return count - fewest

    def _is_idle(self, family: str) -> bool:
        run = self._families[family]
        return run.since >= FAMILY_PATIENCE + _LATE * run.paid

    def _is_done(self, shape: str) -> bool:
        run = self._targets[shape]
        return run.since >= TARGET_PATIENCE + _LATE * run.paid

    @staticmethod
    def _is_tried(url: str, run: _Run, patience: int) -> bool:
        return run.since < patience + _TRIED and crc32(url.encode()) % _ONE_IN == 0


def _family(shape: str) -> str:
    return shape.partition("?")[0]


def _number(*fact: object) -> int:
    """Return a number that stands for a fact, in this process only: nothing of it is stored."""
    return hash(fact) or 1
