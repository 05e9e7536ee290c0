"""pagekin from Python: learn, crawl, extract. Works in scripts and, unchanged, in notebooks.

>>> import pagekin
>>> shop = pagekin.learn("https://shop.example/p/17-teapot")    # doctest: +SKIP
>>> shop.save("shop.json")                                      # doctest: +SKIP
>>> for row in shop.rows(shop.crawl()):                         # doctest: +SKIP
...     print(row["name"], row["price.amount"])

Crawls are kept nowhere, unless `store` says so: True is the user's own store, a path a data directory.
Settings are those of the commands, given by name (`delay=1.0`), as PAGEKIN_* variables or in
pagekin.toml. The functions ending in `_async` are for callers with an event loop of their own; the
others wait.
"""

import asyncio
import contextlib
import os
import shutil
import tempfile
import weakref
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pagekin.app.background import BackgroundRunner, iterate
from pagekin.app.coverage import Coverage
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.find_kin import find_kin
from pagekin.app.induce import FieldExample, induce
from pagekin.app.learn import LearnRequest, site_of, task_from
from pagekin.app.learned_file import write_text
from pagekin.app.sites.named_pages import open_pages
from pagekin.app.storing.stored_crawl import StoredCrawl
from pagekin.app.storing.stored_records import records_of_crawl
from pagekin.app.storing.target_rows import pages_of_crawl
from pagekin.app.storing.workspace import (
    CrawlerName,
    Workspace,
    claimed,
    name_of,
    open_workspace,
    temporary_workspace,
)
from pagekin.discovery import DEFAULT_STRATEGY, STRATEGIES
from pagekin.dom import Page
from pagekin.errors import UsageError
from pagekin.navigation import Crawler as Definition
from pagekin.navigation.crawler_file import dumps, read
from pagekin.output import Destination, open_output
from pagekin.output.layout import Layout
from pagekin.output.tables import Cell, Tables
from pagekin.settings import FILE_NAME, TABLE, Settings
from pagekin.settings import load as load_settings
from pagekin.site import Stop, Watch
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extraction, Extractor
from pagekin.wrappers.record import Record, has_values, record_json

T = TypeVar("T")
Fields = Mapping[str, str | Sequence[str]]
PlaceOfStore = bool | str | Path | None


def learn(
    *samples: str,
    entry: str | None = None,
    negatives: Sequence[str] = (),
    wider: int = 0,
    strategy: str = DEFAULT_STRATEGY,
    fields: Fields | None = None,
    watch: Watch | None = None,
    store: PlaceOfStore = None,
    **settings: Any,
) -> "Crawler":
    """Learn a crawler, and where the fields of its pages stand, from one example page or several.

    `fields` gives values as they stand on the sample, `{"price": "€ 12.50"}`; without it, what differs
    from page to page is found and named. Ctrl-C ends the search with what it has.
    """
    options = _settings(settings, site_of(samples, entry))
    task = task_from(samples, entry, options, negatives, wider)
    request = LearnRequest(task, options, _strategy(strategy))
    return _learn(request, _examples(fields), BackgroundRunner(watch), store)


async def learn_async(
    *samples: str,
    entry: str | None = None,
    negatives: Sequence[str] = (),
    wider: int = 0,
    strategy: str = DEFAULT_STRATEGY,
    fields: Fields | None = None,
    watch: Watch | None = None,
    store: PlaceOfStore = None,
    **settings: Any,
) -> "Crawler":
    """Do what `learn` does while the event loop goes on; to cancel it stops the search."""
    options = _settings(settings, site_of(samples, entry))
    task = task_from(samples, entry, options, negatives, wider)
    request = LearnRequest(task, options, _strategy(strategy))
    examples, runner = _examples(fields), BackgroundRunner(watch)
    return await _in_thread(lambda: _learn(request, examples, runner, store), runner)


def load(path: str | Path, *, store: PlaceOfStore = None, **settings: Any) -> "Crawler":
    """Read a crawler from its file."""
    definition = read(Path(path))
    return Crawler(definition, _settings(settings, definition.scope.host), store)


def pages(*places: str | Path, **settings: Any) -> Iterator[Page]:
    """Yield the pages of HTML files, folders, WARC files and URLs, one at a time."""
    named = [str(place) for place in places]
    with open_pages([named], _settings(settings), BackgroundRunner(), Stop()) as (found,):
        yield from found


class Crawler:
    """A learned crawler: it finds the pages like its samples, and yields their records.

    It is never changed: `induce` returns another one. What `records`, `rows` and `write` need of the
    site is crawled once.
    """

    def __init__(
        self,
        definition: Definition,
        settings: Settings | None = None,
        store: PlaceOfStore = None,
    ) -> None:
        self.definition = definition
        self.settings = settings or Settings(jobs=1)
        self.store = store
        self._own_folder: Path | None = None
        self._crawl: int | None = None  # the crawl that records are read from

    def __repr__(self) -> str:
        wrapper = self.definition.wrapper
        names = [f.name for b in wrapper.bundles for f in b.fields] if wrapper else []
        return f"<Crawler of pages like {name_of(self.definition)}, fields: {', '.join(names)}>"

    def save(self, path: str | Path) -> None:
        """Write the crawler, with its wrapper, to a file that people can read and edit."""
        write_text(Path(path), dumps(self.definition))

    def crawl(self, *, max_pages: int = 0) -> Iterator[Page]:
        """Fetch the pages like the samples, one at a time; 0 is no limit on what is fetched.

        With a store, a crawl that was left early is continued; its earlier pages come first.
        """
        yield from iterate(self._targets, Stop(max_pages))

    async def crawl_async(self, *, max_pages: int = 0) -> AsyncGenerator[Page, None]:
        """Do what `crawl` does in the event loop that is running."""
        async with contextlib.aclosing(self._targets(Stop(max_pages))) as targets:
            async for page in targets:
                yield page

    def induce(
        self, pages: Iterable[Page], samples: Sequence[Page] = (), fields: Fields | None = None
    ) -> "Crawler":
        """Learn anew where the fields stand: from pages, and from values on samples if there are any."""
        wrapper = induce(pages, samples, _examples(fields))
        return Crawler(replace(self.definition, wrapper=wrapper), self.settings, self.store)

    def extract(self, page: Page) -> Extraction:
        """Return the records of a page, and what is missing there or does not fit."""
        return self._extractor.extract(page)

    def records(self, pages: Iterable[Page] | None = None) -> Iterator[dict[str, Any]]:
        """Yield the records of pages, or of the whole site, as JSON objects."""
        for url, records in self._records(pages):
            for record in records:
                yield record_json(url, record)

    def rows(self, pages: Iterable[Page] | None = None) -> Iterator[dict[str, Cell]]:
        """Yield the rows of the main table: `pandas.DataFrame(crawler.rows())`."""
        tables = Tables(self.wrapper)
        header = tables.all[0].header
        for url, records in self._records(pages):
            for record in records:
                for number, cells in tables.rows(url, record):
                    if number == 0:
                        yield dict(zip(header, cells, strict=True))

    def write(
        self,
        file: str | Path,
        pages: Iterable[Page] | None = None,
        *,
        append: bool = False,
        layout: Layout | None = None,
    ) -> Coverage:
        """Write records to a file, in the format of its name, and return how good they are.

        By default that is the main table; `Layout(nested=True)` keeps all that is inside a record.
        """
        coverage = Coverage(self.wrapper)
        destination = Destination.parse(str(file), append=append, layout=layout)
        with open_output(destination, self.wrapper) as writer:
            for url, records in self._records(pages):
                coverage.add(url, records)
                for record in records:
                    writer.write(url, record)
        return coverage

    @property
    def wrapper(self) -> Wrapper:
        """How the records are extracted."""
        if self.definition.wrapper is None:
            raise UsageError("this crawler has no wrapper yet; induce(pages) returns one that has")
        return self.definition.wrapper

    @cached_property
    def _extractor(self) -> Extractor:
        return Extractor(self.wrapper)

    def _records(self, pages: Iterable[Page] | None) -> Iterator[tuple[str, tuple[Record, ...]]]:
        wrapper = self.wrapper
        if pages is not None:
            for page in pages:
                yield page.url, tuple(filter(has_values, self.extract(page).records))
            return
        with open_workspace(self._place()) as workspace:
            yield from records_of_crawl(workspace.store, self._crawled(workspace), wrapper)

    def _crawled(self, workspace: Workspace) -> int:
        """Return the number of this object's crawl; it is made when it is first needed."""
        if self._crawl is not None:
            return self._crawl
        found = crawl(
            workspace, CrawlRequest((self.definition,), self.settings), BackgroundRunner()
        )
        if not found.stopped:  # else the next call continues it
            self._crawl = found.number
        return found.number

    def _place(self) -> Path | None:
        """Return the data directory of this object; None is the user's own."""
        if self.store:
            return None if self.store is True else Path(self.store)
        if self._own_folder is None:
            self._own_folder = Path(tempfile.mkdtemp(prefix="pagekin-"))
            weakref.finalize(self, shutil.rmtree, self._own_folder, ignore_errors=True)
        return self._own_folder

    async def _targets(self, stop: Stop) -> AsyncGenerator[Page, None]:
        with (
            _workspace(self.store) as workspace,
            claimed(workspace, CrawlerName.of(self.definition)),
        ):
            begun = StoredCrawl.begin(workspace, [self.definition])
            if begun.opened.resumed:
                for page in pages_of_crawl(workspace, begun.opened.id):
                    yield page
            async with contextlib.aclosing(begun.targets(self.settings, stop)) as found:
                async for page in found:
                    yield page


def _learn(
    request: LearnRequest,
    examples: Sequence[FieldExample],
    runner: BackgroundRunner,
    store: PlaceOfStore,
) -> Crawler:
    """Learn a crawler, and a wrapper from some of its targets."""
    with _workspace(store) as workspace:
        learned = find_kin(workspace, request, runner, examples)
    return Crawler(learned.crawler, request.settings, store)


async def _in_thread(work: Callable[[], T], runner: BackgroundRunner) -> T:
    """Do some work in a thread; if it is cancelled, wait until it has stopped."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        runner.stop()
        await asyncio.wait([task])
        raise


def _workspace(store: PlaceOfStore) -> contextlib.AbstractContextManager[Workspace]:
    if not store:
        return temporary_workspace()
    return open_workspace(None if store is True else Path(store))


def _settings(given: Mapping[str, Any], site: str = "") -> Settings:
    for name in given:
        if name not in TABLE:
            raise UsageError(f"there is no setting '{name}'; there are {', '.join(TABLE)}")
    # A program that is not made for it must not find itself run again in other processes: it has to ask for them.
    return load_settings({"jobs": 1, **given}, os.environ, Path(FILE_NAME), site)


def _strategy(name: str) -> str:
    if name not in STRATEGIES:
        raise UsageError(f"there is no strategy '{name}'; there are {', '.join(STRATEGIES)}")
    return name


def _examples(fields: Fields | None) -> list[FieldExample]:
    return [
        FieldExample(name, text=value)
        for name, values in (fields or {}).items()
        for value in ([values] if isinstance(values, str) else values)
    ]
