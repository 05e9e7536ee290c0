"""Links that do not work, since when, and where they stand.

One failure is no news: a server may have been restarted. What fails is "failing"; if the next look at it fails, too,
it is broken, newly at first. What was broken and works again, or is no longer linked, is fixed. A look is a crawl that
asked for the page; crawls that did not (because links were not checked in them) say nothing.

That access is refused (401, 403, 407, 429) does not break a link: people with a browser may well get there.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter

from pagekin.site import FailureKind
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo, earlier_crawls
from pagekin.store.reading.links_to_pages import links_leading_to

_LOOKED_BACK = 10  # crawls
_REFUSED = (401, 403, 407, 429)
# A redirect that leads to another site works, for all that is known.
_BAD = (
    f"(seen.failure = '{FailureKind.NETWORK.value}' "
    f"OR (seen.failure = '{FailureKind.STATUS.value}' AND seen.status NOT IN {_REFUSED}) "
    f"OR (seen.failure = '{FailureKind.REDIRECT.value}' AND seen.redirect_to_id IS NULL))"
)
# What is no page, or too large for one, is there all the same. After other failures nobody knows.
_WELL = (
    f"(seen.failure IS NULL OR seen.redirect_to_id IS NOT NULL OR seen.failure IN "
    f"('{FailureKind.NOT_HTML.value}', '{FailureKind.TOO_LARGE.value}'))"
)
_BROKEN = f"""
SELECT seen.page_id, page.url, seen.status, coalesce(seen.detail, '') FROM pagekin_crawl_page seen
JOIN pagekin_page page ON page.id = seen.page_id
WHERE seen.crawl_id = %s AND {_BAD}
"""  # noqa: S608 - words of ours
_LOOKS = f"""
SELECT seen.page_id, seen.crawl_id, CASE WHEN {_BAD} THEN 1 ELSE 0 END FROM pagekin_crawl_page seen
WHERE seen.crawl_id = %s AND ({_WELL} OR {_BAD}) AND seen.page_id {{}}
"""  # noqa: S608 - words of ours
_URLS = "SELECT id, url FROM pagekin_page WHERE id {}"


class LinkState(StrEnum):
    """How the looks at a link make it appear."""

    FAILING = "failing"  # seen once
    NEWLY_BROKEN = "newly broken"  # seen twice
    STILL_BROKEN = "still broken"
    FIXED = "fixed"


_STATES = (LinkState.FAILING, LinkState.NEWLY_BROKEN, LinkState.STILL_BROKEN)


@dataclass(frozen=True, slots=True)
class BrokenTarget:
    """A URL that does not work, or no longer does not, and the crawl since which that is so."""

    page: int
    url: str
    state: LinkState
    status: int | None
    why: str
    since: int


@dataclass(frozen=True, slots=True)
class Referrer:
    """A link, by the page that it stands on."""

    url: str
    anchor: str
    tag: str


def broken_targets(connection: Connection, crawl: CrawlInfo) -> list[BrokenTarget]:
    """Return what failed in a crawl, sorted by URL."""
    rows = sorted(connection.rows(_BROKEN, crawl.id), key=itemgetter(1))
    earlier = [one.id for one in earlier_crawls(connection, crawl, _LOOKED_BACK)]
    looks = _looks(connection, earlier, [row[0] for row in rows])
    found = []
    for page, url, status, why in rows:
        failures = [crawl.id, *_failures(looks.get(page, ()))]
        state = _STATES[min(len(failures), len(_STATES)) - 1]
        found.append(BrokenTarget(page, url, state, status, why, failures[-1]))
    return found


def fixed_targets(connection: Connection, crawl: CrawlInfo) -> list[BrokenTarget]:
    """Return what was broken before a crawl, and works in it or has no link in it any more."""
    earlier = [one.id for one in earlier_crawls(connection, crawl, _LOOKED_BACK)]
    found: dict[int, str] = {}
    for before in earlier[:2]:  # the last look, whether or not the last crawl looked
        found |= {page: url for page, url, *_ in connection.rows(_BROKEN, before)}
    crawls = [crawl.id, *earlier]
    looks = _looks(connection, crawls, found)
    linked = {to for _, _, to, _, _ in links_leading_to(connection, crawl.id, found)}
    return [
        BrokenTarget(page, url, LinkState.FIXED, None, _how(page in linked), crawl.id)
        for page, url in sorted(found.items(), key=itemgetter(1))
        if _is_fixed(crawls, looks.get(page, ()), is_linked=page in linked)
    ]


def referrers(
    connection: Connection, crawl: int, pages: Collection[int]
) -> dict[int, list[Referrer]]:
    """Return the links of a crawl to each of some pages: page by page, in the order of the links."""
    links = list(links_leading_to(connection, crawl, pages))
    urls: dict[int, str] = dict(connection.among(_URLS, {source for source, *_ in links}))
    links.sort(key=lambda link: (urls[link[0]], link[1]))
    found: defaultdict[int, list[Referrer]] = defaultdict(list)
    for source, _, to, anchor, tag in links:
        found[to].append(Referrer(urls[source], anchor, tag))
    return found


_Look = tuple[int, bool]  # a crawl, and whether what it asked for failed


def _looks(
    connection: Connection, crawls: Sequence[int], pages: Collection[int]
) -> dict[int, list[_Look]]:
    """Return the looks of crawls at pages, in the order of the crawls."""
    found: defaultdict[int, list[_Look]] = defaultdict(list)
    for crawl in crawls:
        for page, at, is_bad in connection.among(_LOOKS, pages, crawl):
            found[page].append((at, bool(is_bad)))
    return found


def _failures(looks: Sequence[_Look]) -> Iterator[int]:
    """Yield the crawls of the failures before the first look that went well."""
    for crawl, is_bad in looks:
        if not is_bad:
            return
        yield crawl


def _is_fixed(crawls: Sequence[int], looks: Sequence[_Look], *, is_linked: bool) -> bool:
    """Whether the first of the crawls is the first that found something in order which was broken."""
    now, before = crawls[:2]
    is_bad = dict(looks)
    works = not is_bad[now] if now in is_bad else not is_linked and before in is_bad
    return works and len(list(_failures([look for look in looks if look[0] != now]))) > 1


def _how(is_linked: bool) -> str:  # noqa: FBT001 - it is what is told
    return "it works again" if is_linked else "no link leads there any more"
