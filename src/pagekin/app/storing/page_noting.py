"""Notes of what a search for kin needs of pages, taken on all cores once there is enough to do."""

from __future__ import annotations

import asyncio
from time import thread_time
from typing import TYPE_CHECKING

from pagekin.errors import ProcessLostError
from pagekin.pool.page_tasks import SentPage, get_noting, note_page
from pagekin.pool.worthwhile import WorthwhilePool
from pagekin.site import Failure, FailureKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from pagekin.dom import Page
    from pagekin.dom.page import UnparsedPage


class PageNotes:
    """Takes notes of pages by so many processes (0: one for each core; 1: nobody takes any)."""

    def __init__(self, jobs: int) -> None:
        self.note_shell: Callable[[Page], None] = lambda _: None
        self._pool = WorthwhilePool(jobs, get_noting)

    @property
    def is_wanted(self) -> bool:
        """Whether there may be processes to take notes."""
        return self._pool.jobs > 1

    async def take(self, page: UnparsedPage) -> Page | Failure:
        """Take notes of a page elsewhere, or here as long as it is not worth starting processes; return the page.

        One that ends each process that looks at it is a failure.
        """
        pool, sent = self._pool.ready(), SentPage.of(page)
        if pool is not None:
            try:
                note = await asyncio.wrap_future(pool.call(note_page, sent))
            except ProcessLostError as error:
                return Failure(page.url, FailureKind.TOO_LARGE, str(error))
        else:
            began = thread_time()
            note = note_page(sent)
            self._pool.spend(thread_time() - began)
        page.take_note(note)
        if note.is_shell:
            self.note_shell(page)
        return page
