"""Looks at the pages of a crawl, on all cores once there is enough to do."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from time import thread_time

from pagekin.crawl.looking import Look, Looker
from pagekin.crawl.visits import PlannedVisit
from pagekin.dom import Page
from pagekin.dom.page import UnparsedPage
from pagekin.dom.script_shell import is_shell
from pagekin.navigation import Crawler
from pagekin.pool.page_tasks import SentPage, get_looking, look_at
from pagekin.pool.process_pool import ProcessPool
from pagekin.pool.shared_value import SharedValue, shared
from pagekin.pool.worthwhile import WorthwhilePool

_LARGE = (
    256 * 1024
)  # bytes; such a page is looked at in a thread, so that downloads go on meanwhile


class PageLooks:
    """Takes looks in this process at first, then in a pool."""

    def __init__(self, looker: Looker, crawlers: SharedValue, jobs: int) -> None:
        self.note_shell: Callable[[Page], None] = lambda _: None
        self._looker = looker
        self._crawlers = crawlers
        self._pool = WorthwhilePool(jobs, get_looking, crawlers)

    async def look(self, page: Page, entry: PlannedVisit, digest: bytes) -> Look:
        """Look at a page; one that was parsed here, is looked at here."""
        if not isinstance(page, UnparsedPage):
            return self._looker.look(page, entry, digest)
        pool = self._pool.ready()
        if pool is not None:
            return await self._look_elsewhere(pool, page, entry, digest)
        if len(page.body) > _LARGE:
            return await asyncio.to_thread(self._look_here, page, entry, digest)
        return self._look_here(page, entry, digest)

    def _look_here(self, page: Page, entry: PlannedVisit, digest: bytes) -> Look:
        began = thread_time()
        look = self._looker.look(page, entry, digest)
        if is_shell(page):
            self.note_shell(page)
        self._pool.spend(thread_time() - began)
        return look

    async def _look_elsewhere(
        self, pool: ProcessPool, page: Page, entry: PlannedVisit, digest: bytes
    ) -> Look:
        sent, visit = SentPage.of(page), replace(entry, before=None)
        call = pool.call(look_at, self._crawlers, sent, visit, digest)
        look, is_empty = await asyncio.wrap_future(call)
        if is_empty:
            self.note_shell(page)
        return look


@contextlib.contextmanager
def page_looks(looker: Looker, crawlers: Sequence[Crawler], jobs: int) -> Iterator[PageLooks]:
    """Take looks for the crawlers of a crawl, by so many processes (0: one for each core; 1: this one)."""
    with shared(tuple(crawlers)) as value:
        yield PageLooks(looker, value, jobs)
