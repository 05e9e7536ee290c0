"""What a crawl may have missed for a failure alone: pages that the way to was lost with."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable
from typing import TypeVar

P = TypeVar("P", bound=Hashable)  # a page: its URL, or its number


def behind_failures(
    missing: Collection[P], failed: Iterable[P], ways: Iterable[tuple[P, P]]
) -> set[P]:
    """Return the missing pages that may still be there, since what led to them failed.

    `ways` are the links that an earlier crawl followed, from page to page. A missing page is behind a
    failure if such a way leads to it from a page that failed now, directly or by way of other missing
    pages. One that also had a link from a page that came is among them: whether the page that failed
    still links to it, nobody knows. All other missing pages are gone from every page that named them.
    """
    leads_to: defaultdict[P, list[P]] = defaultdict(list)
    for source, target in ways:
        leads_to[source].append(target)
    wanted = set(missing)
    behind: set[P] = set()
    reached = list(failed)
    while reached:
        page = reached.pop()
        found = {target for target in leads_to.get(page, ()) if target in wanted} - behind
        behind |= found
        reached.extend(found)
    return behind
