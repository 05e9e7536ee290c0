"""Traps that look like ordinary links (calendars, filters, endless next pages), told by what they yield.

A page pays if it is a new target, or names one that was not heard of, or a hub of another family that may
lead to some; unless it shows what another page has shown, or what its like have named is worth nothing. Pages
are compared with their like: those of one form of URL, and those of one family, which is the form without its
query. Links of pages that pay are followed for as long as they pay themselves now and then; those of pages
that do not, for a shorter while, and the more parameters a query combines, the shorter.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from pagekin.crawl.hash_set import HashSet64
from pagekin.crawl.traps.hub_sampling import HubSampling
from pagekin.crawl.visits import CrawledLink, PlannedVisit
from pagekin.navigation import TARGET

PATIENCE = 250  # pages in a row that may bring nothing
FAMILY_PATIENCE = 500  # the same for all forms of a family and all ways to it
DEEP = 250  # links from a start, from which on a page found on one like it is of no use by itself
COMBINED = 2  # more parameters than the shortest query of a family: pages that only combine others
TARGET_PATIENCE = 500  # targets of a form in a row that may turn out to be none, or known
_FAR = 3  # pages on the way that brought nothing, from which on all are alike
_LEAST = 30
_LATE = 0.5  # so much more patience for every page that paid
_ONE_IN = 8  # of those that would be left out is tried all the same …
_TRIED = 25  # … until so many more brought nothing
_EXAMPLES = 3


@dataclass(slots=True)
class _Run:
    """What visits of pages of one kind came to: how many paid, and how many since then did not."""

    paid: int = 0
    since: int = 0

    def add(self, *, paid: bool) -> None:
        self.paid += paid
        self.since = 0 if paid else self.since + 1


@dataclass(frozen=True, slots=True)
class VisitedPage:
    """A page that was visited: where it is, whether it is a new target, and shows what no other has shown."""

    entry: PlannedVisit
    url: str
    is_new_target: bool
    is_news: bool


class TrapDetector:
    """Watches over one crawl; asked before a link is queued and before it is fetched."""

    def __init__(
        self, form: Callable[[str], str], hubs: Collection[str] = (), *, whole_site: bool = False
    ) -> None:
        self.whole_site = whole_site  # every page is wanted, not only targets
        self.left_out: Counter[str] = Counter()  # links that were not even queued, by form
        self.examples: defaultdict[str, list[str]] = defaultdict(list)  # of these
        self.sampling = HubSampling()
        self._form = form
        self._hubs = hubs  # forms of URLs that are kinds of hubs
        self._heard = HashSet64()
        self._barren: dict[
            int, int
        ] = {}  # pages that did not pay, and how many there were on the way
        self._runs: defaultdict[tuple[str, int], _Run] = defaultdict(_Run)  # form or family, way
        self._families: defaultdict[str, _Run] = defaultdict(_Run)
        self._targets: defaultdict[str, _Run] = defaultdict(_Run)
        self._fewest: dict[str, int] = {}  # for each family: parameters of its shortest query

    def sift(self, visited: VisitedPage, links: Sequence[CrawledLink]) -> tuple[CrawledLink, ...]:
        """Take a page that was visited into account; give its links, of which some are not followed."""
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
        """Note what a page came to: a new target, and whether it names others, hubs or not."""
        if self.whole_site:
            self._note_any(entry, url, is_new=is_new_target, leads_elsewhere=bool(named))
            return
        self._targets[self._form(entry.url)].add(paid=is_new_target)
        family = _family(self._form(url))
        kept = {
            hubs
            for hubs, entries in named.items()
            if self.sampling.make(family, _number(url), hubs=hubs, named=entries)
        }
        self._judge(entry, family, kept, is_new_target=is_new_target)
        if entry.kind != TARGET and not entry.is_start:
            self._count(entry, url, paid=is_new_target or bool(kept))

    def _note_any(
        self, entry: PlannedVisit, url: str, *, is_new: bool, leads_elsewhere: bool
    ) -> None:
        """Note a page of a whole site: it pays if it shows something new and is no mere variant.

        Calendars and combined filters always show something new. They are told by going on and on in one
        family, or by combining ever more parameters, while they lead to nothing else that is new.
        """
        family = _family(self._form(url))
        goes_on = entry.depth > DEEP and _family(self._form(entry.found_on)) == family
        is_variant = goes_on or self._extra(family, self._form(url)) >= COMBINED
        if not entry.is_start:
            self._count(entry, url, paid=is_new and (leads_elsewhere or not is_variant))

    def miss(self, entry: PlannedVisit) -> None:
        """Note that there is no page, or only one that is known, where a link led."""
        if entry.found_on:
            family = _family(self._form(entry.found_on))
            self.sampling.fail(family, hubs=entry.kind != TARGET)

    def look(self, entry: PlannedVisit, *, is_new_target: bool) -> None:
        """Note what became of a target that was looked at before its turn."""
        family = _family(self._form(entry.found_on))
        if is_new_target:
            self.sampling.keep(family, hubs=False)
        else:
            self.sampling.fail(family, hubs=False)

    def why_not(self, entry: PlannedVisit) -> str | None:
        """Say why a page that was queued should not be fetched any more; None if it should."""
        if entry.is_start:
            return None
        way = self._barren.get(_number(entry.found_on), 0)
        return self._why_not(entry.url, entry.kind, way) or self._why_distrusted(entry)

    def _why_distrusted(self, entry: PlannedVisit) -> str | None:
        """Say why what led to a target is not to be trusted."""
        if entry.kind != TARGET:
            return None
        form = self._form(entry.found_on)
        tried = _TRIED if crc32(entry.url.encode()) % _ONE_IN == 0 else 0
        if not self.sampling.is_empty(_family(form), _number(entry.found_on), tried):
            return None
        return f"left out as a trap: what pages like {form} name is not worth anything"

    def _judge(
        self, entry: PlannedVisit, family: str, kept: set[bool], *, is_new_target: bool
    ) -> None:
        """See whether a page keeps what the page promised that led to it."""
        before = _family(self._form(entry.found_on)) if entry.found_on else ""
        hubs = entry.kind != TARGET
        if not before or (hubs and before == family):
            return
        level = 1 + (0 if False in kept else self.sampling.level(family))
        if is_new_target or False in kept or (True in kept and level > 1):
            self.sampling.keep(before, hubs=hubs, level=level if hubs else 0)
        else:
            self.sampling.fail(before, hubs=hubs)

    def _left(self, link: CrawledLink, way: int) -> CrawledLink:
        """Give a link as it is, or without the kind that would have it followed."""
        if link.kind is None or not self._why_not(link.url, link.kind, way):
            return link
        number = _number("left out", link.url)
        if number not in self._heard:
            self._heard.add(number)
            form = self._form(link.url)
            self.left_out[form] += 1
            if len(self.examples[form]) < _EXAMPLES:
                self.examples[form].append(link.url)
        return replace(link, kind=None)

    def _unheard(
        self, visited: VisitedPage, links: Sequence[CrawledLink]
    ) -> defaultdict[bool, list[PlannedVisit]]:
        """Give what was not heard of and may be targets (False), or may lead to some (True)."""
        family = _family(self._form(visited.url))
        depth = visited.entry.depth + 1
        found: defaultdict[bool, list[PlannedVisit]] = defaultdict(list)
        for link in links:
            kind = str(link.kind)
            hub = kind != TARGET
            if self.hears(link.url, hub=hub) and self.promising(link.url, kind, family):
                found[self.is_hub(link.url, kind)].append(
                    PlannedVisit(link.url, kind, depth, visited.url)
                )
        return found

    def hears(self, url: str, *, hub: bool) -> bool:
        """Hear of a page; tell whether that is for the first time."""
        number = _number(hub, url)
        if number in self._heard:
            return False
        self._heard.add(number)
        return True

    def is_hub(self, url: str, kind: str) -> bool:
        """Tell whether a page is only a way to targets, and not one as well, as its like have been."""
        return kind != TARGET and not self._targets[self._form(url)].paid

    def hub_kind(self, url: str) -> str | None:
        """Give the kind of hubs that a page would have been visited as; None if it is of none."""
        form = self._form(url)
        return form if form in self._hubs else None

    def named_by(self, page: str, url: str, kind: str) -> bool:
        """Tell whether a page may be worth something to the one that was the first to name it."""
        return self.promising(url, kind, _family(self._form(page)))

    def promising(self, url: str, kind: str, family: str) -> bool:
        """Tell whether a page may be worth something to one of a family that is the first to name it."""
        form = self._form(url)
        if self.is_hub(url, kind):
            return _family(form) != family and not self._why_not(url, kind, 0)
        return not self._is_done(form)

    def _count(self, entry: PlannedVisit, url: str, *, paid: bool) -> None:
        form = self._form(entry.url)
        family = _family(form)
        way = self._barren.get(_number(entry.found_on), 0)
        self._run(form, family, way).add(paid=paid)
        self._families[family].add(paid=paid)
        if not paid:
            self._barren[_number(url)] = way + 1

    def _why_not(self, url: str, kind: str, way: int) -> str | None:
        form = self._form(url)
        if kind == TARGET:
            idle = self._is_done(form) and not self._is_tried(
                url, self._targets[form], TARGET_PATIENCE
            )
        else:
            family = _family(form)
            extra = self._extra(family, form)
            run = self._run(form, family, way)
            patience = max(_LEAST, int(PATIENCE + _LATE * run.paid) >> extra)
            idle = self._is_idle(family) or (
                run.since >= patience and not self._is_tried(url, run, patience)
            )
        if not idle:
            return None
        return f"left out as a trap: pages like {form} bring nothing new"

    def _run(self, form: str, family: str, way: int) -> _Run:
        """Give the run that a page belongs to: far from what paid, one for all."""
        if way >= _FAR:
            return self._runs["", _FAR]
        return self._runs[family if way else form, way]

    def _extra(self, family: str, form: str) -> int:
        """Give how many more parameters a form has than the shortest of its family."""
        count = form.count("&") + 1 if "?" in form else 0
        fewest = self._fewest[family] = min(count, self._fewest.get(family, count))
        return count - fewest

    def _is_idle(self, family: str) -> bool:
        run = self._families[family]
        return run.since >= FAMILY_PATIENCE + _LATE * run.paid

    def _is_done(self, form: str) -> bool:
        run = self._targets[form]
        return run.since >= TARGET_PATIENCE + _LATE * run.paid

    @staticmethod
    def _is_tried(url: str, run: _Run, patience: int) -> bool:
        return run.since < patience + _TRIED and crc32(url.encode()) % _ONE_IN == 0


def _family(form: str) -> str:
    return form.partition("?")[0]


def _number(*fact: object) -> int:
    """Give a number that stands for a fact in this process: what is known here is not kept."""
    return hash(fact) or 1
