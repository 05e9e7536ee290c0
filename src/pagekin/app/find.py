"""From one example page to a crawler with its fields, and an impression of what it will bring.

`get` without the crawl: for those who want to look at what was found, and change it, before all pages are
fetched.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pagekin.app.learn import LearnRequest, learning, stop_from
from pagekin.app.page_mining import PageMiner
from pagekin.app.storing.archived_page import archived_page
from pagekin.app.storing.replay import answer_from
from pagekin.dom import parse_page
from pagekin.errors import ArchiveError, NothingFoundError
from pagekin.lazy import lazy_imports
from pagekin.site import Stop, content_digest
from pagekin.store.reading.crawl_pages import seen_at
from pagekin.wrappers.sampling import stable_sample

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from pagekin.app.step_runner import StepRunner
    from pagekin.app.storing.workspace import Workspace
    from pagekin.navigation import Crawler
    from pagekin.store.opening import Store
    from pagekin.wrappers import Wrapper
    from pagekin.wrappers.record import Record

with lazy_imports():  # what is needed when the crawler is learned
    from pagekin.app import induce as inducing

SHOWN_PAGES = 60  # of those found, by title: more than anybody looks through


@dataclass(frozen=True, slots=True)
class TitledPage:
    """A page and what it calls itself; "" if it was not fetched."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class FoundKin:
    """A crawler with its wrapper, how many pages are known, some of them, and those in doubt."""

    crawler: Crawler
    known: int
    pages: tuple[TitledPage, ...]
    doubtful: tuple[TitledPage, ...]
    learning: int  # the number of the crawl that it was learned by


@dataclass(frozen=True, slots=True)
class MinedPage:
    """The records of a page."""

    url: str
    title: str
    records: tuple[Record, ...]


def find(
    workspace: Workspace,
    request: LearnRequest,
    runner: StepRunner,
    deliver: Callable[[Crawler], None],
) -> FoundKin:
    """Learn a crawler and the fields of its pages; one that is stopped is learned from what was found.

    The crawler is delivered with its wrapper, or without one if its pages have no fields.
    """
    stop = stop_from(request.settings)
    with learning(workspace, request, runner, Stop()) as under_way:
        learned = under_way.learn(stop)
        pages = under_way.targets(learned, Stop())
        crawler = learned.crawler
        try:
            wrapper = inducing.induce(pages.others, pages.samples)
        except NothingFoundError as error:
            runner.notice(str(error))
        else:
            crawler = replace(crawler, wrapper=wrapper)
        deliver(crawler)
        chosen = _chosen(learned.targets, crawler.samples, [page.url for page in pages.others])
        return FoundKin(
            crawler,
            len(learned.targets),
            tuple(_titled(workspace.store, chosen)),
            tuple(_titled(workspace.store, crawler.doubtful)),
            under_way.cache.opened.id,
        )


def mined_pages(store: Store, wrapper: Wrapper, urls: Sequence[str]) -> Iterator[MinedPage]:
    """Yield the records of pages as they are in the archive; pages that are not there are left out."""
    miner = PageMiner(wrapper, look_at=0)
    for url in urls:
        try:
            archived = archived_page(store, url)
        except (NothingFoundError, ArchiveError):
            continue
        answer = answer_from(archived.exchange, archived.url)
        page = parse_page(archived.url, answer.body, headers=answer.headers)
        yield MinedPage(url, page.title, miner.mine(page))


def _chosen(targets: Sequence[str], samples: Sequence[str], looked_at: Sequence[str]) -> list[str]:
    """Choose pages to show: the samples, those whose fields were learned, and others if there are too few.

    They are mixed, so that the first of them are from all over the site.
    """
    known = set(targets)
    first = [url for url in samples if url in known]
    read = [url for url in looked_at if url in known.difference(first)]
    left = stable_sample(known.difference(first, read), SHOWN_PAGES, str)
    mixed = sorted([*read, *left][:SHOWN_PAGES], key=lambda url: content_digest(url.encode()))
    return [*first, *mixed][:SHOWN_PAGES]


def _titled(store: Store, urls: Iterable[str]) -> Iterator[TitledPage]:
    with store.connection() as connection:
        for url in urls:
            seen = seen_at(connection, url)
            yield TitledPage(url, seen.title if seen else "")
