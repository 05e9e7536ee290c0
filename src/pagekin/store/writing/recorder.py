"""Records results: a page's content, records, links and its mark "done" become rows of one transaction.

Recording is idempotent: a page that the crawl has done is passed over, so that a batch may be tried again
when nobody knows whether it was committed.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from pagekin.store.database import Connection, Row
from pagekin.store.page_results import PageLink, PageResult, QueuedPage
from pagekin.store.storable_text import storable
from pagekin.store.writing.crawl_runs import OpenCrawl
from pagekin.store.writing.durable_frontier import DurableFrontier, rank_of
from pagekin.store.writing.name_ids import NameIds
from pagekin.store.writing.page_ids import PageIds
from pagekin.store.writing.page_versions import PageVersions

_CRAWL_PAGE = (
    "crawl_id",
    "page_id",
    "version_id",
    "status",
    "error",
    "depth",
    "kind_id",
    "score",
    "found_on_id",
)


@dataclass(slots=True)
class WriteCounts:
    """How the numbers of a crawl changed."""

    done: int = 0
    failed: int = 0
    passed_over: int = 0  # results of pages that were done already
    queued: int = 0  # what was added to the frontier, less what was taken away

    def add(self, other: "WriteCounts") -> None:
        """Add up."""
        self.done += other.done
        self.failed += other.failed
        self.passed_over += other.passed_over
        self.queued += other.queued


@dataclass(slots=True)
class _Batch:
    numbers: dict[str, int]
    new: Collection[int]  # pages that were not known before
    seen: list[Row] = field(default_factory=list)
    entries: list[QueuedPage] = field(default_factory=list)
    found: list[Row] = field(default_factory=list)
    marks: set[int] = field(default_factory=set)
    tally: WriteCounts = field(default_factory=WriteCounts)


class Recorder:
    """Records the results of one crawl."""

    def __init__(self, crawl: OpenCrawl) -> None:
        self._crawl = crawl
        self._names = NameIds(crawl.crawler)
        self._pages = PageIds(crawl.crawler)
        self._versions = PageVersions(self._names)
        self.frontier = DurableFrontier(crawl, self._pages, self._names)

    def forget(self) -> None:
        """Forget what was remembered: the transaction that it came from was taken back."""
        self._names.forget()
        self._pages.forget()
        self.frontier.forget()

    def record(self, connection: Connection, results: Sequence[PageResult]) -> WriteCounts:
        """Write results down, within a transaction of the caller's."""
        batch = _Batch(*self._pages.old_and_new(connection, _urls(results)))
        news = self._claim(connection, results, batch)
        versions = self._versions.write(connection, news, batch.numbers, batch.new)
        for result, version in zip(news, versions, strict=True):
            self._note(connection, result, version, batch)
        connection.insert("pagekin_crawl_page", _CRAWL_PAGE, batch.seen)
        if batch.marks:
            connection.many(
                "INSERT INTO pagekin_mark (crawl_id, mark) VALUES (%s, %s) ON CONFLICT DO NOTHING",
                [(self._crawl.id, mark) for mark in sorted(batch.marks)],
            )
        self._follow_again(connection, news, batch)
        batch.tally.queued += self.frontier.add(connection, batch.entries)
        batch.tally.queued += self.frontier.add_rows(connection, batch.found)
        return batch.tally

    def _claim(
        self, connection: Connection, results: Sequence[PageResult], batch: _Batch
    ) -> list[PageResult]:
        """Take the results' pages off the frontier; give those results that are news.

        On PostgreSQL the deletion also makes a second process with the same page wait, and then see that
        it is done.
        """
        numbers = batch.numbers
        pages = {
            numbers[url] for result in results for url in (result.url, result.requested) if url
        }
        ordered = sorted(pages.difference(batch.new))
        taken = connection.among(
            "DELETE FROM pagekin_frontier WHERE crawl_id = %s AND page_id {} RETURNING id",
            ordered,
            self._crawl.id,
        )
        batch.tally.queued -= len(list(taken))
        rows = connection.among(
            "SELECT page_id FROM pagekin_crawl_page WHERE crawl_id = %s AND page_id {}",
            ordered,
            self._crawl.id,
        )
        done = {page for (page,) in rows}
        news = []
        for result in results:
            if result.requested and result.requested != result.url:
                self._note_redirect(result, done, batch)
            if numbers[result.url] in done:
                batch.tally.passed_over += 1
                continue
            done.add(numbers[result.url])
            news.append(result)
        return news

    def _note_redirect(self, result: PageResult, done: set[int], batch: _Batch) -> None:
        page = batch.numbers[result.requested]
        if page not in done:
            done.add(page)
            error = storable(f"redirected to {result.url}")
            found_on = batch.numbers.get(result.found_on)
            batch.seen.append(
                (self._crawl.id, page, None, None, error, result.depth, None, None, found_on)
            )

    def _note(
        self, connection: Connection, result: PageResult, version: int | None, batch: _Batch
    ) -> None:
        kind = self._names.kind(connection, result.kind)
        page = batch.numbers[result.url]
        batch.seen.append(
            (
                self._crawl.id,
                page,
                version,
                result.status,
                storable(result.error),
                result.depth,
                kind,
                None if result.score is None else round(1000 * result.score),
                batch.numbers.get(result.found_on),
            )
        )
        batch.marks.update(result.marks)
        batch.tally.done += 1
        batch.tally.failed += version is None
        if result.content and result.content.links:
            followed = [link for link in result.content.links if link.kind is not None]
            if followed:
                batch.found += self._followed(connection, result, followed, batch)
        if result.found:
            batch.entries += _found(result)

    def _followed(
        self, connection: Connection, result: PageResult, links: Sequence[PageLink], batch: _Batch
    ) -> Iterator[Row]:
        page = batch.numbers[result.url]
        for link in links:
            if link.kind is not None:
                kind = self._names.kind(connection, link.kind)
                number = batch.numbers[link.url]
                yield number, rank_of(link.kind), result.depth + 1, kind, page, ""

    def _follow_again(
        self, connection: Connection, results: Sequence[PageResult], batch: _Batch
    ) -> None:
        """Queue what the links of unchanged pages lead to; nobody has to parse them for that."""
        depths = {result.unchanged: result.depth for result in results if result.unchanged}
        rows = connection.among(
            "SELECT version.id, version.page_id, link.to_id, link.kind_id, kind.hub "
            "FROM pagekin_page_version version JOIN pagekin_link link "
            "ON link.version_id = version.links_from_id JOIN pagekin_kind kind "
            "ON kind.id = link.kind_id WHERE version.id {} ORDER BY version.id, link.number",
            depths,
        )
        for version, page, to, kind, hub in rows:
            batch.found.append((to, 0 if hub else 1, depths[version] + 1, kind, page, ""))


def _found(result: PageResult) -> Iterator[QueuedPage]:
    for entry in result.found:
        yield QueuedPage(
            entry.url,
            entry.kind,
            entry.depth or result.depth + 1,
            entry.found_on or result.url,
            entry.note,
        )


def _urls(results: Sequence[PageResult]) -> Iterator[str]:
    for result in results:
        yield result.url
        if result.requested:
            yield result.requested
        if result.found_on:
            yield result.found_on
        if result.content and result.content.links:
            for link in result.content.links:
                yield link.url
