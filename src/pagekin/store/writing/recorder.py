"""Records results: a page's content, records, links and its mark "done" become rows of one transaction.

Recording is idempotent: a page that the crawl has done is passed over. So a batch may be tried again when
nobody knows whether it was committed.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from pagekin.store.database import Connection, Row
from pagekin.store.page_results import PageLink, PageResult
from pagekin.store.states import Outcome
from pagekin.store.storable_text import storable
from pagekin.store.writing.crawl_runs import OpenCrawl
from pagekin.store.writing.durable_frontier import DurableFrontier, rank_of
from pagekin.store.writing.name_ids import NameIds
from pagekin.store.writing.page_ids import PageIds
from pagekin.store.writing.page_versions import PageVersions, StoredContent

_CRAWL_PAGE = (
    "crawl_id",
    "page_id",
    "version_id",
    "records_id",
    "links_id",
    "outcome",
    "failure",
    "redirect_to_id",
    "detail",
    "status",
    "size",
    "content_type",
    "fetched_at",
    "depth",
    "kind_id",
    "score",
    "found_on_id",
)

_NOT_MODIFIED = 304


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
    found: list[Row] = field(default_factory=list)
    marks: set[int] = field(default_factory=set)
    details: dict[int, str] = field(default_factory=dict)  # of pages that are what they were
    bodies: dict[int, tuple[int | None, str | None]] = field(default_factory=dict)  # size, type
    counts: WriteCounts = field(default_factory=WriteCounts)


class Recorder:
    """Records the results of one crawl."""

    def __init__(self, crawl: OpenCrawl) -> None:
        self._crawl = crawl
        self._names = NameIds(crawl)
        self._pages = PageIds(crawl.site)
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
        stored = self._versions.write(connection, news, batch.numbers, batch.new)
        stored = self._with_what_stays(connection, news, stored, batch)
        for result, content in zip(news, stored, strict=True):
            self._note(connection, result, content, batch)
        connection.insert("pagekin_crawl_page", _CRAWL_PAGE, batch.seen)
        if batch.marks:
            connection.many(
                "INSERT INTO pagekin_mark (crawl_id, mark) VALUES (%s, %s) ON CONFLICT DO NOTHING",
                [(self._crawl.id, mark) for mark in sorted(batch.marks)],
            )
        self._follow_again(connection, news, stored, batch)
        batch.counts.queued += self.frontier.add_rows(connection, batch.found)
        return batch.counts

    def _claim(
        self, connection: Connection, results: Sequence[PageResult], batch: _Batch
    ) -> list[PageResult]:
        """Take the results' pages off the frontier; return those results that are news.

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
        batch.counts.queued -= len(list(taken))
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
                batch.counts.passed_over += 1
                continue
            done.add(numbers[result.url])
            news.append(result)
        return news

    def _note_redirect(self, result: PageResult, done: set[int], batch: _Batch) -> None:
        """Note that a page leads to another one: it has no kind of its own."""
        page = batch.numbers[result.requested]
        if page not in done:
            done.add(page)
            led = PageResult(
                result.requested,
                result.kind,
                Outcome.REDIRECTED,
                redirect_to=result.url,
                depth=result.depth,
                found_on=result.found_on,
            )
            batch.seen.append(self._row(led, StoredContent(), None, batch))

    def _with_what_stays(
        self,
        connection: Connection,
        results: Sequence[PageResult],
        stored: Sequence[StoredContent],
        batch: _Batch,
    ) -> list[StoredContent]:
        """Add the records and links that results do not tell, for the page is what it was."""
        open_ends = {
            batch.numbers[result.url]
            for result, content in zip(results, stored, strict=True)
            if content.version is not None and _stays(result)
        }
        if self._crawl.previous is None or not open_ends:
            return list(stored)
        rows = connection.among(
            "SELECT page_id, coalesce(detail, ''), size, content_type, version_id, records_id, "
            "links_id FROM pagekin_crawl_page "
            "WHERE crawl_id = %s AND page_id {}",
            sorted(open_ends),
            self._crawl.previous,
        )
        before: dict[int, StoredContent] = {}
        for page, batch.details[page], size, content_type, *content in rows:
            batch.bodies[page] = size, content_type
            before[page] = StoredContent(*content)
        return [
            _completed(content, before.get(batch.numbers[result.url]))
            if _stays(result)
            else content
            for result, content in zip(results, stored, strict=True)
        ]

    def _note(
        self, connection: Connection, result: PageResult, content: StoredContent, batch: _Batch
    ) -> None:
        kind = None if result.kind is None else self._names.kind(connection, result.kind)
        batch.seen.append(self._row(result, content, kind, batch))
        batch.marks.update(result.marks)
        batch.counts.done += 1
        batch.counts.failed += content.version is None
        if result.content and result.content.links:
            followed = [link for link in result.content.links if link.kind is not None]
            if followed:
                batch.found += self._followed(connection, result, followed, batch)

    def _row(
        self, result: PageResult, content: StoredContent, kind: int | None, batch: _Batch
    ) -> Row:
        numbers, transfer = batch.numbers, result.transfer
        body = transfer.size, storable(transfer.content_type) or None
        if result.status == _NOT_MODIFIED:  # it came without its body, which is what it was
            body = batch.bodies.get(numbers[result.url], body)
        return (
            self._crawl.id,
            numbers[result.url],
            *content,
            result.outcome.value,
            result.failure.value if result.failure else None,
            numbers[result.redirect_to] if result.redirect_to else None,
            storable(result.detail or batch.details.get(numbers[result.url], "")) or None,
            result.status,
            *body,
            transfer.fetched_at,
            result.depth,
            kind,
            None if result.score is None else round(1000 * result.score),
            numbers.get(result.found_on),
        )

    def _followed(
        self,
        connection: Connection,
        result: PageResult,
        links: Sequence[PageLink],
        batch: _Batch,
    ) -> Iterator[Row]:
        page = batch.numbers[result.url]
        for link in links:
            if link.kind is not None:
                kind = self._names.kind(connection, link.kind)
                number = batch.numbers[link.url]
                yield number, rank_of(link.kind), result.depth + 1, kind, page

    def _follow_again(
        self,
        connection: Connection,
        results: Sequence[PageResult],
        stored: Sequence[StoredContent],
        batch: _Batch,
    ) -> None:
        """Queue what the links of unchanged pages lead to; nobody has to parse them for that."""
        depths = {
            content.links: (batch.numbers[result.url], result.depth)
            for result, content in zip(results, stored, strict=True)
            if content.links is not None and _stays(result)
        }
        rows = connection.among(
            "SELECT link.set_id, link.to_id, link.kind_id, kind.hub FROM pagekin_link link "
            "JOIN pagekin_kind kind ON kind.id = link.kind_id WHERE link.set_id {} "
            "ORDER BY link.set_id, link.number",
            depths,
        )
        for links, to, kind, hub in rows:
            page, depth = depths[links]
            batch.found.append((to, 0 if hub else 1, depth + 1, kind, page))


def _stays(result: PageResult) -> bool:
    """Whether a page is what it was, as far as its links are concerned."""
    content = result.content
    return result.unchanged is not None if content is None else content.links is None


def _completed(content: StoredContent, before: StoredContent | None) -> StoredContent:
    if before is None or before.version != content.version:
        return content
    return content._replace(
        records=before.records if content.records is None else content.records,
        links=before.links if content.links is None else content.links,
    )


def _urls(results: Sequence[PageResult]) -> Iterator[str]:
    for result in results:
        yield result.url
        if result.requested:
            yield result.requested
        if result.redirect_to:
            yield result.redirect_to
        if result.found_on:
            yield result.found_on
        if result.content and result.content.links:
            for link in result.content.links:
                yield link.url
