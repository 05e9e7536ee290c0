"""pagekin from Python: learn, crawl, extract. Works in scripts and, unchanged, in notebooks.

>>> import pagekin
>>> shop = pagekin.learn("https://shop.example/p/17-teapot")    # doctest: +SKIP
>>> shop.save("shop.json")                                      # doctest: +SKIP
>>> for row in shop.rows(shop.crawl()):                         # doctest: +SKIP
...     print(row["name"], row["price.amount"])

Settings are those of the commands, given by name (`delay=1.0`), as PAGEKIN_* variables or in
pagekin.toml. The functions ending in `_async` are for callers with an event loop of their own; the
others wait.
"""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pagekin.app import background, crawling
from pagekin.app.coverage import Coverage
from pagekin.app.extract import extract_all, full_records
from pagekin.app.haul import Haul
from pagekin.app.induce import ENOUGH, FieldExample, induce
from pagekin.app.learn import site_of, stop_from, task_from
from pagekin.app.learned_file import write_text
from pagekin.app.named_pages import NamedPages
from pagekin.crawl import Target
from pagekin.discovery import DEFAULT_STRATEGY, STRATEGIES
from pagekin.dom import Page
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation import Crawler as Definition
from pagekin.navigation.crawler_file import dumps, read
from pagekin.output import Destination, open_output
from pagekin.output.tables import Cell, Tables
from pagekin.settings import FILE_NAME, TABLE, Settings
from pagekin.settings import load as load_settings
from pagekin.site import Counts, Stop, Watch
from pagekin.sources import Spool
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extraction, Extractor
from pagekin.wrappers.record import record_json

Fields = Mapping[str, str | Sequence[str]]


def learn(
    *samples: str,
    entry: str | None = None,
    negatives: Sequence[str] = (),
    wider: int = 0,
    strategy: str = DEFAULT_STRATEGY,
    fields: Fields | None = None,
    watch: Watch | None = None,
    **settings: Any,
) -> "Crawler":
    """Learn a crawler, and where the fields of its pages stand, from one example page or several.

    `fields` gives values as they stand on the sample, `{"price": "€ 12.50"}`; without it, what differs
    from page to page is found and named. Ctrl-C ends the search with what it has.
    """
    options = _settings(settings, site_of(samples, entry))
    haul = Haul(task_from(samples, entry, options, negatives, wider), options)
    with haul:
        return background.run(
            lambda stop: _learn(haul, _strategy(strategy), _wanted(fields), stop, watch),
            stop_from(options),
        )


async def learn_async(
    *samples: str,
    entry: str | None = None,
    negatives: Sequence[str] = (),
    wider: int = 0,
    strategy: str = DEFAULT_STRATEGY,
    fields: Fields | None = None,
    watch: Watch | None = None,
    **settings: Any,
) -> "Crawler":
    """Do what `learn` does in the event loop that is running; to cancel it stops the search."""
    options = _settings(settings, site_of(samples, entry))
    haul = Haul(task_from(samples, entry, options, negatives, wider), options)
    with haul:
        stop = stop_from(options)
        return await _learn(haul, _strategy(strategy), _wanted(fields), stop, watch)


def load(path: str | Path, **settings: Any) -> "Crawler":
    """Read a crawler from its file."""
    definition = read(Path(path))
    return Crawler(definition, _settings(settings, definition.scope.host))


def pages(*places: str | Path, **settings: Any) -> Iterator[Page]:
    """Give the pages of HTML files, folders, WARC files and URLs, one at a time."""
    with Spool() as spool:
        named = NamedPages(spool)
        found = named.add([str(place) for place in places])
        if named.urls:
            options = _settings(settings)
            background.run(lambda stop: named.fetch(options, stop, _nobody), Stop())
        yield from found


class Crawler:
    """A learned crawler: it finds the pages like its samples, and gives their records.

    It is never changed: `induce` gives another one.
    """

    def __init__(self, definition: Definition, settings: Settings | None = None) -> None:
        self.definition = definition
        self.settings = settings or Settings()

    def __repr__(self) -> str:
        wrapper = self.definition.wrapper
        names = [f.name for b in wrapper.bundles for f in b.fields] if wrapper else []
        return f"<Crawler of pages like {self.definition.samples[0]}, fields: {', '.join(names)}>"

    def save(self, path: str | Path) -> None:
        """Write the crawler, with its wrapper, to a file that people can read and edit."""
        write_text(Path(path), dumps(self.definition))

    def crawl(self, *, max_pages: int = 0) -> Iterator[Page]:
        """Fetch the pages like the samples, one at a time; 0 is no limit on what is fetched."""
        for target in background.iterate(self._targets, Stop(max_pages)):
            yield target.page

    async def crawl_async(self, *, max_pages: int = 0) -> AsyncGenerator[Page, None]:
        """Do what `crawl` does in the event loop that is running."""
        async with contextlib.aclosing(self._targets(Stop(max_pages))) as targets:
            async for target in targets:
                yield target.page

    def induce(
        self, pages: Iterable[Page], samples: Sequence[Page] = (), fields: Fields | None = None
    ) -> "Crawler":
        """Learn anew where the fields stand: from pages, and from values on samples if there are any."""
        wrapper = induce(pages, samples, _wanted(fields))
        return Crawler(replace(self.definition, wrapper=wrapper), self.settings)

    def extract(self, page: Page) -> Extraction:
        """Give the records of a page, and what is missing there or does not fit."""
        return self._extractor.extract(page)

    def records(self, pages: Iterable[Page] | None = None) -> Iterator[dict[str, Any]]:
        """Give the records of pages (those of a crawl, if none are given) as JSON objects."""
        for page in self.crawl() if pages is None else pages:
            for record in full_records(self.extract(page)):
                yield record_json(page.url, record)

    def rows(self, pages: Iterable[Page] | None = None) -> Iterator[dict[str, Cell]]:
        """Give the rows of the main table: `pandas.DataFrame(crawler.rows(crawler.crawl()))`."""
        tables = Tables(self.wrapper)
        header = tables.all[0].header
        for page in self.crawl() if pages is None else pages:
            for record in full_records(self.extract(page)):
                for number, cells in tables.rows(page.url, record):
                    if number == 0:
                        yield dict(zip(header, cells, strict=True))

    def write(
        self, file: str | Path, pages: Iterable[Page] | None = None, *, append: bool = False
    ) -> Coverage:
        """Write the records of pages to a file, in the format of its name; tell how it went."""
        tally = Coverage(self.wrapper)
        destination = Destination.parse(str(file), append=append)
        with open_output(destination, self.wrapper) as writer:
            extract_all(self.crawl() if pages is None else pages, self.wrapper, writer, tally)
        return tally

    @property
    def wrapper(self) -> Wrapper:
        """How the records are extracted."""
        if self.definition.wrapper is None:
            raise UsageError("this crawler has no wrapper yet; induce(pages) gives one that has")
        return self.definition.wrapper

    @cached_property
    def _extractor(self) -> Extractor:
        return Extractor(self.wrapper)

    def _targets(self, stop: Stop) -> AsyncGenerator[Target, None]:
        return crawling.targets(self.definition, self.settings, stop)


async def _learn(
    haul: Haul, strategy: str, wanted: Sequence[FieldExample], stop: Stop, watch: Watch | None
) -> Crawler:
    """Learn a crawler, fetch as many of its targets as a wrapper needs, and learn the wrapper."""
    definition = await haul.learn(strategy, stop, watch or _nobody)
    await haul.crawl(definition, Stop(), watch or _nobody, most=ENOUGH)
    try:
        wrapper = await asyncio.to_thread(haul.induce, wanted)
    except NothingFoundError:  # pages that differ in nothing have no fields, but can be crawled
        return Crawler(definition, haul.settings)
    return Crawler(replace(definition, wrapper=wrapper), haul.settings)


def _nobody(_: Counts) -> None:
    """Watch nothing."""


def _settings(given: Mapping[str, Any], site: str = "") -> Settings:
    for name in given:
        if name not in TABLE:
            raise UsageError(f"there is no setting '{name}'; there are {', '.join(TABLE)}")
    return load_settings(given, os.environ, Path(FILE_NAME), site)


def _strategy(name: str) -> str:
    if name not in STRATEGIES:
        raise UsageError(f"there is no strategy '{name}'; there are {', '.join(STRATEGIES)}")
    return name


def _wanted(fields: Fields | None) -> list[FieldExample]:
    return [
        FieldExample(name, text=value)
        for name, values in (fields or {}).items()
        for value in ([values] if isinstance(values, str) else values)
    ]
