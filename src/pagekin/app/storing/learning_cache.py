"""Pages that were fetched while learning: run again after an interruption, they are not fetched again.

Learning is deterministic. With the pages that it had from the archive, and the rest from the network, it
comes to where it would have come without the interruption.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from pagekin.app.sites.logins import who_asks
from pagekin.app.storing.archiving import ArchiveKeeper, Notice, transfer_of, validators_of, writing
from pagekin.app.storing.page_noting import PageNotes
from pagekin.app.storing.replay import answer_from
from pagekin.app.storing.search_state import SearchState
from pagekin.app.storing.workspace import CrawlerName, Workspace
from pagekin.archive import ArchiveError
from pagekin.archive.position import Position
from pagekin.discovery import LearningTask
from pagekin.dom import Page, parse_page
from pagekin.dom.page import UnparsedPage
from pagekin.errors import StoppedError
from pagekin.navigation import Crawler
from pagekin.settings import Settings
from pagekin.site import (
    Answer,
    Exchange,
    Failure,
    FailureKind,
    RecordedSite,
    Stop,
    Unchanged,
    Validators,
    content_digest,
    raise_if_away,
)
from pagekin.site.page_memory import PageMemory, Parse, memory_for
from pagekin.store.page_results import ClassOfPages, Content, KindOfPage, PageResult
from pagekin.store.reading.crawl_pages import SeenPage, archived_pages
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.states import CrawlPurpose, Outcome
from pagekin.store.writing.crawl_runs import OpenCrawl, finish, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter

_KIND = KindOfPage("page")
_MOST_HELD = 128 * 1024 * 1024  # bytes of memory for parsed pages
_PATIENCE = 1.0  # seconds in which a page may still come after an interruption
A_DAY = 24 * 3600.0  # seconds; after that long a site is another
# The settings on which it depends what is learned, besides the scope.
_MATTER = (
    "threshold",
    "labels",
    "fold",
    "url_levels",
    "schema_distance",
    "index_depth",
    "forms",
    "form_names",
    "form_budget",
    "render",
    "scroll",
)


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where a page is in the archive, or why there is none."""

    url: str
    position: Position | None
    failure: Failure | None = None


class LearningCache:
    """The pages of one learning, by the URL that was asked for."""

    def __init__(self, workspace: Workspace, opened: OpenCrawl, task: str = "") -> None:
        self.opened = opened
        learning = f"{opened.id} {opened.began_at} {task}"
        self.state = SearchState(workspace.store.location.directory, learning)
        self.fetched = 0  # pages that came from the network in this run
        self.last_come = ""  # the URL of a page that came from the network in this run
        self._workspace = workspace
        self._kept: dict[str, _Kept] = {}
        self._writer: CrawlWriter | None = None
        self._keeper: ArchiveKeeper | None = None
        self.stop: Stop | None = None  # of what is fetched now
        self._held: dict[str, Page] = {}  # parsed pages, by the URL that was asked for
        self._room = 0  # bytes of pages that may still be held
        with workspace.store.connection() as connection:
            for seen, position in archived_pages(connection, opened.id):
                self._kept[seen.url] = _kept(seen, position)

    @classmethod
    def open(
        cls,
        workspace: Workspace,
        task: LearningTask,
        strategy: str,
        settings: Settings,
        *,
        fresh: bool = False,
    ) -> "LearningCache":
        """Open the cache of an interrupted learning of the same task, or a new one if that was long ago."""
        name = CrawlerName.of_task(task, strategy)
        learned = ClassOfPages(name.uid, name.name)
        content = json.dumps(_task_content(task, strategy, settings))
        for begin_anew in (fresh, True):
            opened = open_crawl(
                workspace.store,
                name.site,
                (learned,),
                purpose=CrawlPurpose.LEARN,
                task=content,
                fresh=begin_anew,
            )
            if not opened.resumed or time.time() - opened.began_at < A_DAY:
                break
        return cls(workspace, opened, content)

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, url: str) -> bool:
        return url in self._kept

    def take_over(self, learning: int) -> None:
        """Have the pages of another learning of the same site, too, unless that was long ago."""
        with self._workspace.store.connection() as connection:
            earlier = crawl_numbered(connection, learning)
            if earlier is None or time.time() - earlier.began_at > A_DAY:
                return
            for seen, position in archived_pages(connection, learning):
                self._kept.setdefault(seen.url, _kept(seen, position))

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Hold the pages of this block, parsed, until they are asked for once more."""
        self._room = _MOST_HELD
        try:
            yield
        finally:
            self._room = 0

    async def answer(
        self, url: str, memory: PageMemory, made_page: Callable[..., Page] = parse_page
    ) -> Answer | None:
        """Return what became of a page; None if it has to be fetched."""
        kept = self._kept.get(url)
        if kept is None:
            return None
        if kept.failure:
            is_final = kept.failure.kind is not FailureKind.NETWORK
            return Answer(kept.failure) if is_final else None
        there = kept if kept.position else self._kept.get(kept.url)
        if there is None or there.position is None:
            return None
        try:
            exchange = self._workspace.archive.read(there.position)
        except ArchiveError:
            return None
        page = self._held.pop(url, None)
        if page is None:
            with memory.turn() as turn:
                page = await turn.page(*_parsing(exchange, there.url, url, made_page))
            self._hold(url, page)
        return Answer(page, (exchange,))

    def _hold(self, url: str, page: Page) -> None:
        size = memory_for(page.body) if len(page.body) < self._room else self._room
        if size < self._room:
            self._room -= size
            self._held[url] = page

    @asynccontextmanager
    async def adding(self, stop: Stop, notice: Notice) -> AsyncIterator[None]:
        """Keep what is fetched during the block, too."""
        terms = writing(self._workspace, stop, notice)
        self._keeper = ArchiveKeeper(self._workspace, stop, notice)
        self.stop = stop
        try:
            async with CrawlWriter(self._workspace.store, self.opened, terms) as self._writer:
                yield
        finally:
            self._writer = self._keeper = self.stop = None

    async def add(self, url: str, answer: Answer) -> None:
        """Keep what came, if it is the time to do so."""
        if self._writer is None or self._keeper is None:
            return
        position = await self._keeper.keep(answer.exchanges)
        result = answer.result
        if isinstance(result, Page):
            self._kept[result.url] = _Kept(result.url, position)
            self._kept.setdefault(url, _Kept(result.url, None))
            self._hold(url, result)
            validators = validators_of(answer)
            content = Content(
                content_digest(result.body),
                result.title,
                validators.etag,
                validators.last_modified,
                position,
                meta_tags=result.meta_tags,
            )
            requested = url if url != result.url else ""
            await self._writer.put(
                PageResult(
                    result.url,
                    _KIND,
                    Outcome.PAGE,
                    200,
                    content=content,
                    requested=requested,
                    transfer=transfer_of(answer),
                )
            )
        elif isinstance(result, Failure) and not result.host_away:
            self._kept[url] = _Kept(url, None, result)
            failed = Outcome.FAILED, result.status, result.kind, result.detail
            await self._writer.put(PageResult(url, _KIND, *failed))

    def dated(self, crawler: Crawler) -> Crawler:
        """Return a crawler with the date on which its learning began, however often it was interrupted."""
        began = datetime.fromtimestamp(self.opened.began_at, UTC).isoformat(timespec="seconds")
        return replace(crawler, learned=replace(crawler.learned, at=began))

    def finish(self) -> None:
        """Leave nothing to continue."""
        with self._workspace.store.connection() as connection, connection.transaction():
            finish(connection, self.opened)
        self.state.forget()
        self.state.forget_old(A_DAY)


@dataclass(frozen=True, slots=True)
class CachedSite:
    """A site with a cache: pages that are there are not fetched."""

    network: RecordedSite
    kept: LearningCache
    memory: PageMemory
    made_page: Callable[..., Page] = parse_page
    notes: PageNotes | None = None  # who takes notes of what is fetched

    async def fetch(self, url: str) -> Page | Failure:
        """Return a page from the cache, or fetch it and cache it."""
        answer = await self.kept.answer(url, self.memory, self.made_page)
        if answer is None:
            answer = await self._visited(url)
            self.kept.fetched += 1
            answer = replace(answer, result=await self._noted(answer.result))
            if len(self.kept):  # else there is nothing to lose, and the failure says enough
                raise_if_away(answer.result)
            await self.kept.add(url, answer)
            if isinstance(answer.result, Page):
                self.kept.last_come = answer.result.url
            return _came(answer)
        return _came(replace(answer, result=await self._noted(answer.result)))

    async def _visited(self, url: str) -> Answer:
        """Visit a page; raise StoppedError if somebody interrupts a visit that does not end soon.

        A host may have to be left alone for minutes.
        """
        stop = self.kept.stop
        if stop is None:
            return await self.network.visit(url)
        visit = asyncio.ensure_future(self.network.visit(url))
        try:
            if not await stop.waits_for(visit) and stop.interrupted.is_set():
                await asyncio.wait((visit,), timeout=_PATIENCE)
                if not visit.done():
                    raise StoppedError(
                        f"interrupted while waiting for {url}; what was done is kept: run it again to go on"
                    )
            return await visit
        finally:
            visit.cancel()

    async def _noted(self, result: Page | Failure | Unchanged) -> Page | Failure | Unchanged:
        """Have notes taken of a page that was not parsed."""
        if self.notes and isinstance(result, UnparsedPage) and result.note is None:
            return await self.notes.take(result)
        return result

    async def visit(self, url: str, known: Validators | None = None) -> Answer:
        """Return a page from the cache, or visit it."""
        answer = await self.kept.answer(url, self.memory, self.made_page)
        if answer and isinstance(answer.result, Page):
            return answer
        answer = await self.network.visit(url, known)
        self.kept.fetched += 1
        return answer


def _came(answer: Answer) -> Page | Failure:
    assert isinstance(answer.result, Page | Failure)  # noqa: S101 - for the type checker; nobody asked
    return answer.result


def _parsing(
    exchange: Exchange, url: str, requested: str, made_page: Callable[..., Page]
) -> tuple[list[bytes], Parse]:
    answer = answer_from(exchange, url)
    headers = answer.headers
    parse = partial(made_page, url, headers=headers, requested=requested or url)
    return [answer.body], parse


def _kept(seen: SeenPage, position: Position | None) -> _Kept:
    if seen.redirect_to:
        return _Kept(seen.redirect_to, None)
    if seen.failure:
        return _Kept(seen.url, None, Failure(seen.url, seen.failure, seen.detail, seen.status))
    return _Kept(seen.url, position)


def _task_content(task: LearningTask, strategy: str, settings: Settings) -> Mapping[str, Any]:
    """Return what defines a learning; limits do not: more may be allowed the second time."""
    matter = {name: getattr(settings, name) for name in _MATTER}
    who = who_asks(settings, filter(None, (task.entry, *task.samples)))
    return asdict(task) | {"strategy": strategy, "who": who} | matter
