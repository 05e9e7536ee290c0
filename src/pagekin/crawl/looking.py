"""A look at a page: all that a crawl needs to know of it, a pure function of the page and of what led to it.

Looks can be taken anywhere, in any order and at the same time. What depends on the pages before, such as whether this
is a duplicate of one of them, is decided later and in order (`crawl.decider`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pagekin.crawl.class_judge import ClassJudge, ClassVerdict
from pagekin.crawl.follower import links_of
from pagekin.crawl.page_fingerprint import PageFingerprint
from pagekin.crawl.traps.content_repeats import content_hash
from pagekin.crawl.visits import CrawledLink, PlannedVisit
from pagekin.dom import Page
from pagekin.navigation import Crawler
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.record import Record, has_values


@dataclass(frozen=True, slots=True)
class Look:
    """What a page shows to the crawlers of a crawl."""

    url: str
    verdicts: tuple[ClassVerdict, ...]  # of each crawler
    taken_by: int | None  # the number of the class that the page belongs to; None: to none
    fingerprint: PageFingerprint | None  # if it belongs to a class
    shown: int  # a hash of what readers see
    links: tuple[CrawledLink, ...]  # followed or not
    title: str = ""
    meta_tags: tuple[tuple[str, str], ...] = ()
    problems: tuple[str, ...] = ()  # limits that the page hit
    records: tuple[Record, ...] | None = None  # if its class has a wrapper
    unread: tuple[str, ...] = ()  # what kept further records from being found


class Looker:
    """Looks at pages for the crawlers of a crawl; with `mining`, also for their records."""

    def __init__(self, crawlers: Sequence[Crawler], *, mining: bool = False) -> None:
        self.classes = [ClassJudge(number, crawler) for number, crawler in enumerate(crawlers)]
        self._extractors = [
            Extractor(crawler.wrapper) if mining and crawler.wrapper else None
            for crawler in crawlers
        ]

    def look(self, page: Page, entry: PlannedVisit, digest: bytes) -> Look:
        """Look at a page that was reached as a certain kind of page."""
        verdicts = tuple(one.judge(page, entry) for one in self.classes)
        taken_by = _taken_by(verdicts)
        extractor = None if taken_by is None else self._extractors[taken_by]
        extraction = extractor.extract(page) if extractor else None
        return Look(
            page.url,
            verdicts,
            taken_by,
            None if taken_by is None else PageFingerprint.of(page, digest),
            content_hash(page),
            tuple(self._links(page, entry, verdicts)),
            page.title,
            page.meta_tags,
            page.problems,
            tuple(filter(has_values, extraction.records)) if extraction else None,
            tuple(one.reason for one in extraction.problems if not one.bundle)
            if extraction
            else (),
        )

    def _links(
        self, page: Page, entry: PlannedVisit, verdicts: Sequence[ClassVerdict]
    ) -> Iterator[CrawledLink]:
        """Yield the links of a page; those that lead too far are not followed."""
        depth = entry.depth + 1
        steps = [
            one.steps(page, entry, kin=verdict.kin)
            for one, verdict in zip(self.classes, verdicts, strict=True)
        ]
        for link in links_of(page, steps):
            is_followed = link.kind is not None
            if is_followed and self.classes[link.crawler].scope.too_deep(link.url, depth):
                yield link._replace(kind=None)
            else:
                yield link


def _taken_by(verdicts: Sequence[ClassVerdict]) -> int | None:
    """Return the number of the class that a page belongs to; None if it belongs to none."""
    kin = [number for number, verdict in enumerate(verdicts) if verdict.kin]
    return max(kin, key=lambda number: verdicts[number].weight, default=None)
