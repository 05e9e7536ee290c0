"""Traps that look like ordinary links (calendars, filters, endless next pages), told by what they yield.

A page pays if it is a new target, or brings one that was not heard of, or a hub of another family that may
bring some. Pages are compared with their like: those of one form of URL, and those of one family, which is the form without its
query. Links of pages that pay are followed for as long as they pay themselves now and then; those of pages
that do not, for a shorter while, and the more parameters a query combines, the shorter.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from pagekin.crawl.marks import Marks
from pagekin.crawl.visits import Entry, FoundLink
from pagekin.navigation import TARGET

PATIENCE = 250  # pages in a row that may bring nothing
FAMILY_PATIENCE = 500  # the same for all forms of a family and all ways to it
TARGET_PATIENCE = 500  # targets of a form in a row that may turn out to be none, or known
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


class Yields:
    """Watches over one crawl; asked before a link is queued and before it is fetched."""

    def __init__(self, form: Callable[[str], str]) -> None:
        self.left_out: Counter[str] = Counter()  # links that were not even queued, by form
        self.examples: defaultdict[str, list[str]] = defaultdict(list)  # of these
        self._form = form
        self._heard = Marks()
        self._barren: dict[
            int, int
        ] = {}  # pages that did not pay, and how many there were on the way
        self._runs: defaultdict[tuple[str, int], _Run] = defaultdict(_Run)  # form or family, way
        self._families: defaultdict[str, _Run] = defaultdict(_Run)
        self._targets: defaultdict[str, _Run] = defaultdict(_Run)
        self._fewest: dict[str, int] = {}  # for each family: parameters of its shortest query

    def sift(
        self, entry: Entry, url: str, links: Sequence[FoundLink], *, is_new_target: bool
    ) -> tuple[FoundLink, ...]:
        """Take a page that was visited into account; give its links, of which some are not followed."""
        self._targets[self._form(entry.url)].add(paid=is_new_target)
        brings = self._brings(url, [link for link in links if link.kind is not None])
        if entry.kind != TARGET and not entry.is_start:
            self._note(entry, url, paid=is_new_target or brings)
        way = self._barren.get(_number(url), 0)
        return tuple(self._left(link, way) for link in links)

    def why_not(self, entry: Entry) -> str | None:
        """Say why a page that was queued should not be fetched any more; None if it should."""
        if entry.is_start:
            return None
        return self._why_not(entry.url, entry.kind, self._barren.get(_number(entry.found_on), 0))

    def _left(self, link: FoundLink, way: int) -> FoundLink:
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

    def _brings(self, url: str, links: Sequence[FoundLink]) -> bool:
        """Tell whether there are links that were not heard of, to what may be targets or lead to some."""
        family = _family(self._form(url))
        brings = False
        for link in links:
            hub = link.kind != TARGET
            number = _number(hub, link.url)
            if number in self._heard:
                continue
            self._heard.add(number)
            form = self._form(link.url)
            if hub and not self._targets[form].paid:
                promises = _family(form) != family and not self._why_not(
                    link.url, str(link.kind), 0
                )
                brings = brings or promises
            else:
                brings = brings or not self._is_done(form)
        return brings

    def _note(self, entry: Entry, url: str, *, paid: bool) -> None:
        form = self._form(entry.url)
        family = _family(form)
        way = self._barren.get(_number(entry.found_on), 0)
        self._runs[family if way else form, way].add(paid=paid)
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
            run = self._runs[family if way else form, way]
            patience = max(_LEAST, int(PATIENCE + _LATE * run.paid) >> extra)
            idle = self._is_idle(family) or (
                run.since >= patience and not self._is_tried(url, run, patience)
            )
        if not idle:
            return None
        return f"left out as a trap: pages like {form} bring nothing new"

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
