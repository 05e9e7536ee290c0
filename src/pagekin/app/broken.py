"""The broken links of a crawl: what does not work, since when, and where the links stand."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass

from pagekin.query.answer_table import AnswerTable
from pagekin.query.fixed.link_health import (
    BrokenTarget,
    LinkState,
    Referrer,
    broken_targets,
    fixed_targets,
    referrers,
)
from pagekin.query.fixed.link_queries import broken_table
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo


@dataclass(frozen=True, slots=True)
class BrokenLinks:
    """The URLs that do not work in a crawl, and the links to each, by its page's number."""

    crawl: int
    targets: tuple[BrokenTarget, ...]
    referrers: dict[int, list[Referrer]]

    def as_table(self) -> AnswerTable:
        """Return a row for each link."""
        return broken_table(self.targets, self.referrers, sys.maxsize)


def broken_links(
    connection: Connection, crawl: CrawlInfo, states: Iterable[LinkState] = ()
) -> BrokenLinks:
    """Return the links of a crawl in some states, by default in all but "fixed"."""
    wanted = set(states) or set(LinkState) - {LinkState.FIXED}
    found = [one for one in broken_targets(connection, crawl) if one.state in wanted]
    if LinkState.FIXED in wanted:
        found += fixed_targets(connection, crawl)
    led = referrers(connection, crawl.id, [one.page for one in found])
    return BrokenLinks(crawl.id, tuple(found), led)
