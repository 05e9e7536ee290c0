"""Some stored pages of a crawler's class: the samples first, then others from all over its last crawl."""

from collections.abc import Iterator, Sequence
from itertools import islice

from pagekin.app.storing.archived_page import archived_page
from pagekin.app.storing.replay import page_from
from pagekin.archive import ArchiveError
from pagekin.dom import Page
from pagekin.errors import NothingFoundError
from pagekin.navigation import Crawler
from pagekin.similarity.membership_rule import MembershipJudge
from pagekin.store.opening import Store
from pagekin.store.reading.crawl_pages import spread_pages
from pagekin.store.reading.crawls import ended_crawl
from pagekin.store.states import Outcome

ENOUGH = 16  # to see what varies; each is looked at again at every click
_MOST_BYTES = 8_000_000  # of all of them: their trees take ten times as much


def class_pages(
    store: Store, crawler: Crawler, most: int = ENOUGH, first: Sequence[str] = ()
) -> list[Page]:
    """Read some pages of a crawler's class from the archive; raise NothingFoundError if there is none.

    Those at the URLs `first` come first.
    """
    pages: list[Page] = []
    room = _MOST_BYTES
    for page in islice(_stored(store, [*first, *_urls(store, crawler, most)]), most):
        is_other = crawler.membership and pages and not _is_kin(crawler, page)
        if page.is_empty or is_other or (pages and len(page.body) > room):
            continue
        room -= len(page.body)
        pages.append(page)
    if not pages:
        raise NothingFoundError(
            f"no page of {crawler.scope.host} is stored yet: let the crawler run once"
        )
    return pages


def _urls(store: Store, crawler: Crawler, most: int) -> list[str]:
    """Return the samples, targets of the last crawl, and what was found while learning."""
    with store.connection() as connection:
        crawl = ended_crawl(connection, crawler.scope.host, crawler.id)
        seen = spread_pages(connection, crawl.id, Outcome.TARGET, most) if crawl else []
    known = [url for node in crawler.map if node.targets for url in node.examples]
    targets = [page.url for page in seen]
    sample = [url for url in crawler.samples if not targets or url in targets] or crawler.samples
    return list(dict.fromkeys((*sample, *targets, *(() if targets else known))))


def _stored(store: Store, urls: list[str]) -> Iterator[Page]:
    """Read those pages that the archive has."""
    read: set[str] = set()
    for url in urls:
        try:
            archived = archived_page(store, url)
        except (NothingFoundError, ArchiveError):
            continue
        if archived.url not in read:
            read.add(archived.url)
            yield page_from(archived.exchange, archived.url)


def _is_kin(crawler: Crawler, page: Page) -> bool:
    return crawler.membership is None or MembershipJudge(crawler.membership).judge(page).kin
