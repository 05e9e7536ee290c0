"""Mining: the records of pages as they come, and a watch for templates that have changed."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from time import thread_time

from pagekin.dom import Page
from pagekin.pool.page_tasks import ReadPage, SentPage, get_reading, read_pages
from pagekin.pool.process_pool import ProcessPool
from pagekin.pool.shared_value import SharedValue, shared
from pagekin.pool.worthwhile import WorthwhilePool
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extraction, Extractor, Problem
from pagekin.wrappers.record import Record, has_values
from pagekin.wrappers.repair import DriftWatch, TemplateChanged
from pagekin.wrappers.repair.drift import LOOKED_AT

_PORTION = 8  # pages that are sent at once: to send one alone would cost a fifth of reading it


class PageMiner:
    """A wrapper at work; every page is extracted once, whoever wants its records.

    On the first `look_at` pages every locator is tried: it may be dead though another one still works.
    """

    def __init__(self, wrapper: Wrapper, look_at: int | None = None) -> None:
        self.wrapper = wrapper
        self._extractor = Extractor(wrapper)
        self._watch = DriftWatch(wrapper)
        self._look_at = look_at
        self._in_part = 0  # pages that hit a limit
        self._first_in_part = ""

    def mine(self, page: Page) -> tuple[Record, ...]:
        """Return the records of a page that hold anything: a page of another kind has none."""
        return self.mine_with_problems(page)[0]

    def mine_with_problems(self, page: Page) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        """Return the records of a page, and what of the page as a whole kept others from being found."""
        extraction = self._extractor.extract(page)
        if self._has_to_look():
            self._watch.look(page)
        return self._count(extraction, page.problems)

    def mine_each(
        self, pages: Iterable[Page], jobs: int = 1
    ) -> Iterator[tuple[str, tuple[Record, ...]]]:
        """Yield the URL and the records of each page, in order, by so many processes (0: one for each core)."""
        left = iter(pages)
        with shared(self.wrapper) as wrapper:
            worthwhile = WorthwhilePool(jobs, get_reading, wrapper)
            for page in left:
                began = thread_time()
                mined = page.url, self.mine(page)
                worthwhile.spend(thread_time() - began)
                yield mined
                del page, mined  # with its tree
                pool = worthwhile.ready()
                if pool is not None:
                    yield from self._mine_elsewhere(pool, wrapper, left)

    def _mine_elsewhere(
        self, pool: ProcessPool, wrapper: SharedValue, pages: Iterator[Page]
    ) -> Iterator[tuple[str, tuple[Record, ...]]]:
        read = partial(read_pages, wrapper)

        def lost(some: Sequence[tuple[SentPage, bool]]) -> list[ReadPage]:
            """Find out which of several pages is the one that no process survives."""
            if len(some) == 1:
                return [_unreadable(some[0][0].url)]
            return [one for page in some for [one] in pool.map(read, [[page]], lost)]

        for some in pool.map(read, self._portions(pages), lost):
            for found in some:
                if found.health is not None:
                    self._watch.add_health(found.health)
                yield found.extraction.url, self._count(found.extraction, found.problems)[0]

    def _portions(self, pages: Iterator[Page]) -> Iterator[list[tuple[SentPage, bool]]]:
        while some := [
            (SentPage.of(page), self._has_to_look()) for page in islice(pages, _PORTION)
        ]:
            yield some

    def _has_to_look(self) -> bool:
        """Return whether every locator is to be tried on the next page, too."""
        if self._look_at is None:
            self._look_at = LOOKED_AT
        self._look_at -= 1
        return self._look_at >= 0

    def _count(
        self, extraction: Extraction, limits: tuple[str, ...]
    ) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        self._watch.add(extraction)
        problems = tuple(one.reason for one in extraction.problems if not one.bundle)
        if problems or limits:
            self._in_part += 1
            first = (*limits, *problems)[0]
            self._first_in_part = self._first_in_part or f"{extraction.url}: {first}"
        return tuple(filter(has_values, extraction.records)), problems

    @property
    def template_changed(self) -> TemplateChanged | None:
        """How the template of the pages seen differs from the one that the wrapper was learned from."""
        return self._watch.drift().event

    @property
    def in_part(self) -> str:
        """How many pages hit a limit, and what of the first was not read; empty if none did."""
        if not self._in_part:
            return ""
        pages = "1 page was" if self._in_part == 1 else f"{self._in_part:,} pages were"
        return f"{pages} read in part only, such as {self._first_in_part}"


def _unreadable(url: str) -> ReadPage:
    reason = "nothing of it was read, since it ended each process that tried"
    return ReadPage(Extraction(url, (), (Problem("", "", "missing", reason=reason),)))
