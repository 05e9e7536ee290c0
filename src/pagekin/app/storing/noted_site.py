"""A site whose pages come with notes of what a search for kin needs, taken on all cores once there is enough to do."""

from __future__ import annotations

import asyncio
from time import thread_time
from typing import TYPE_CHECKING

from pagekin.dom.page import UnparsedPage
from pagekin.dom.script_shell import is_shell
from pagekin.errors import ProcessLostError
from pagekin.pool.page_tasks import SentPage, get_noting, note_page
from pagekin.pool.worthwhile import WorthwhilePool
from pagekin.site import Failure, FailureKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagekin.dom import Page
    from pagekin.site import Site


class PageNotes:
    """Takes notes of pages by so many processes (0: one for each core; 1: nobody takes any)."""

    def __init__(self, jobs: int) -> None:
        self.note_shell: Callable[[Page], None] = lambda _: None
        self._pool = WorthwhilePool(jobs, get_noting)

    @property
    def is_wanted(self) -> bool:
        """Whether there may be processes to take notes."""
        return self._pool.jobs > 1

    async def take(self, page: UnparsedPage) -> None:
        """Take notes of a page elsewhere; as long as that is not worth it, parse it here.

        Raises ProcessLostError for a page that ends each process that looks at it.
        """
        pool = self._pool.ready()
        if pool is not None:
            note = await asyncio.wrap_future(pool.call(note_page, SentPage.of(page)))
            page.take_note(note)
            if note.is_shell:
                self.note_shell(page)
            return
        began = thread_time()
        if is_shell(page) and page.links is not None:
            self.note_shell(page)
        self._pool.spend(thread_time() - began)


class NotedSite:
    """A site whose pages come with notes; those that were parsed already come as they are."""

    def __init__(self, site: Site, notes: PageNotes) -> None:
        self._site = site
        self._notes = notes

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch a page."""
        result = await self._site.fetch(url)
        if isinstance(result, UnparsedPage):
            try:
                await self._notes.take(result)
            except ProcessLostError as error:
                return Failure(url, FailureKind.TOO_LARGE, str(error))
        return result
