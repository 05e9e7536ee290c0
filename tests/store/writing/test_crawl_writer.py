"""One writer: a page's result, records, links and its mark "done" are committed together."""

import asyncio
import contextlib
import errno
import sqlite3
import threading

import pytest
from synthetic import (
    HUB,
    SITE,
    TARGET,
    crawl,
    digest,
    entry,
    open_class,
    product_record,
    result,
    snapshot,
)

from pagekin.errors import StoreError
from pagekin.store.page_results import Content, KindOfPage, PageLink, PageResult, QueuedPage
from pagekin.store.reading import crawls
from pagekin.store.reading.crawl_pages import (
    links_of,
    pages_of,
    position_of,
    seen_at,
)
from pagekin.store.reading.record_sets import records_of
from pagekin.store.states import Outcome
from pagekin.store.writing import crawl_runs
from pagekin.store.writing.crawl_writer import CrawlWriter, WriterSettings
from pagekin.values.value import Value
from pagekin.wrappers.record import Record


def begin(store, **options):
    return open_class(store, **options)


def put(store, opened, *results):
    """Store some results of a crawl."""
    with CrawlWriter(store, opened) as writer:
        for one in results:
            writer.enqueue(one)
        return writer


def count(store, table):
    with store.connection() as connection:
        return connection.rows(f"SELECT count(*) FROM pagekin_{table}")[0][0]


def test_a_crawl_is_stored_whole(store):
    done = asyncio.run(crawl(store, 45))
    pages, records, links, _ = snapshot(store, done.id)
    assert len(pages) == 45 + 5
    assert [page for page in pages if page[2] == 404] == [
        (f"{SITE}/product/13", "target", 404, "404 Not Found", None, "")
    ]
    assert records[f"{SITE}/product/7"] == (product_record(7),)
    assert (f"{SITE}/list/0", f"{SITE}/list/1", "next", "list") in links
    assert (f"{SITE}/product/7", f"{SITE}/about", "about us", "") in links
    with store.connection() as connection:
        assert crawls.crawls_of(connection, done.crawler)[0].state == "finished"


def test_records_come_back_as_they_were_whatever_their_texts(store):
    odd = Record(
        "product",
        3,
        {
            "name": (Value("NUL \0 half \ud83d snow ☃ 🫖", "text"),),
            "price": (Value("soon", "price", misfit="no number in it"),),
            "when": (Value("1 May 2024", "date", {"date": "2024-05-01"}),),
            "new": (Value("yes", "boolean", {"value": True}),),
            "huge": (Value("9" * 400, "integer", {"value": int("9" * 400)}),),
        },
    )
    content = Content(digest("odd"), records=[odd, product_record(1)])
    opened = begin(store)
    put(store, opened, PageResult(f"{SITE}/odd", TARGET, Outcome.TARGET, 200, content=content))
    with store.connection() as connection:
        version = seen_at(connection, f"{SITE}/odd", opened.id).records
        stored, whole = records_of(connection, version)
    assert whole == product_record(1)
    assert stored.index == 3
    assert stored.fields["name"] == (Value("NUL � half ? snow ☃ 🫖", "text"),)
    assert {name: odd.fields[name] for name in ("price", "when", "new", "huge")} == {
        name: stored.fields[name] for name in ("price", "when", "new", "huge")
    }


def test_numbers_and_units_stand_in_columns_to_be_compared(store):
    put(store, begin(store), _product(1))
    with store.connection() as connection:
        rows = connection.rows(
            "SELECT field.name, value.num, value.unit FROM pagekin_value value "
            "JOIN pagekin_field field ON field.id = value.field_id WHERE num IS NOT NULL ORDER BY 1"
        )
    assert rows == [("price", 101.0, "EUR"), ("stars", 4.0, None)]


def _product(number, day=0):
    content = Content(digest(number, day), records=[product_record(number, day)])
    return PageResult(f"{SITE}/product/{number}", TARGET, Outcome.TARGET, 200, content=content)


def test_a_page_that_is_done_is_not_done_twice(store):
    opened = begin(store)
    first = put(store, opened, _product(1), _product(1, day=5))
    again = put(store, opened, _product(1, day=9))
    assert (first.counts.done, first.counts.passed_over) == (1, 1)
    assert (again.counts.done, again.counts.passed_over) == (0, 1)
    assert count(store, "page_version") == 1


def test_a_redirect_makes_both_pages_done(store):
    opened = begin(store)
    moved = PageResult(
        f"{SITE}/new",
        TARGET,
        Outcome.TARGET,
        200,
        requested=f"{SITE}/old",
        content=Content(digest("new")),
    )
    put(
        store,
        opened,
        moved,
        PageResult(f"{SITE}/old", TARGET, Outcome.TARGET, 200, content=Content(digest("old"))),
    )
    with store.connection() as connection:
        pages = {page.url: page for page in pages_of(connection, opened.id)}
    assert pages[f"{SITE}/old"].redirect_to == f"{SITE}/new"
    assert pages[f"{SITE}/old"].version is None
    assert pages[f"{SITE}/new"].version is not None


def test_what_is_committed_is_seen_by_others_all_at_once(store):
    """While a batch is being written, another connection sees nothing of it."""
    seen = []

    def look():
        with store.connection() as connection:
            seen.append(
                [
                    connection.rows(f"SELECT count(*) FROM {t}")[0][0]
                    for t in ("pagekin_crawl_page", "pagekin_value", "pagekin_link")
                ]
            )

    opened = begin(store)
    with CrawlWriter(store, opened, WriterSettings(before_commit=look)) as writer:
        writer.enqueue(_product(1))
    assert seen[0] == [0, 0, 0]
    look()
    assert seen[-1] == [1, 6, 0]


def test_the_hook_runs_before_the_results_are_there_and_its_failure_keeps_them_out(store):
    def cannot_sync():
        raise ValueError("the archive has gone")

    opened = begin(store)
    writer = CrawlWriter(store, opened, WriterSettings(before_commit=cannot_sync))
    writer.start()
    writer.enqueue(_product(1))
    with pytest.raises(StoreError, match="the archive has gone"):
        writer.close()
    assert count(store, "crawl_page") == 0
    with pytest.raises(StoreError):
        writer.enqueue(_product(2))


@pytest.mark.timeout(300)  # who is not told waits for ever
def test_who_waits_for_an_answer_hears_that_nothing_could_be_committed(store):
    def cannot_sync():
        raise ValueError("the archive has gone")

    writer = CrawlWriter(store, begin(store), WriterSettings(before_commit=cannot_sync))
    writer.start()
    with pytest.raises(StoreError, match="the archive has gone"):
        writer.call(lambda connection: connection.rows("SELECT 1"))
    with pytest.raises(StoreError, match="the archive has gone"):
        writer.close()


def test_put_waits_while_too_much_is_waiting(store):
    gate = threading.Event()

    async def work():
        opened = begin(store)
        settings = WriterSettings(most_waiting=3, most_at_once=2, before_commit=gate.wait)
        async with CrawlWriter(store, opened, settings) as writer:
            puts = [asyncio.ensure_future(writer.put(_product(n))) for n in range(50)]
            _, pending = await asyncio.wait(puts, timeout=0.2)
            assert len(pending) >= 50 - 3 - 2 - 2
            gate.set()
            await asyncio.gather(*puts)
            await writer.flush()
            assert writer.counts.done == 50

    asyncio.run(work())


def test_the_event_loop_goes_on_while_the_writer_writes(store):
    gate = threading.Event()

    async def work():
        async with CrawlWriter(
            store, begin(store), WriterSettings(before_commit=gate.wait)
        ) as writer:
            await writer.put(_product(1))
            flushed = asyncio.ensure_future(writer.flush())
            done, _ = await asyncio.wait([flushed], timeout=0.05)
            assert not done
            gate.set()
            await flushed

    asyncio.run(work())


def test_a_full_disk_makes_the_writer_wait_and_say_so_and_nothing_is_lost(sqlite_store):
    said = []
    opened = begin(sqlite_store)
    writer = CrawlWriter(sqlite_store, opened, WriterSettings(notice=said.append))
    writer.start()
    pages = writer.call(lambda connection: connection.rows("PRAGMA page_count")[0][0])
    writer.call(lambda connection: connection.rows(f"PRAGMA max_page_count = {pages + 2}"))

    def free():
        writer._work._connection.raw.execute("PRAGMA max_page_count = 1000000")

    writer._work._terms = WriterSettings(notice=lambda text: (said.append(text), free()))
    for number in range(100):
        writer.enqueue(_product(number))
    writer.close()
    assert any("no room left" in text for text in said)
    assert count(sqlite_store, "crawl_page") == 100
    assert count(sqlite_store, "value") == 600


def test_what_was_queued_in_a_transaction_that_is_taken_back_is_queued_by_the_next(store):
    """A full disk keeps the first try from being committed: nothing of it may be taken for stored."""
    failures = iter([OSError(errno.ENOSPC, "No space left on device")])

    def full_once():
        for error in failures:
            raise error

    def links(name):
        to = [PageLink(f"{SITE}/{name}-{number}", "", TARGET) for number in range(5)]
        content = Content(digest(name), links=to)
        return PageResult(f"{SITE}/{name}", HUB, Outcome.HUB, 200, content=content)

    async def work():
        opened, said = begin(store), []
        settings = WriterSettings(before_commit=full_once, notice=said.append)
        async with CrawlWriter(store, opened, settings) as writer:
            await writer.put(links("list"))
            await writer.flush()
            assert said
            assert writer.counts.queued == 5
            await writer.put(links("other"))
            leased = await writer.lease(20)
        return sorted(lease.entry.url.removeprefix(f"{SITE}/") for lease in leased)

    names = [f"{name}-{number}" for name in ("list", "other") for number in range(5)]
    assert asyncio.run(work()) == names
    assert count(store, "link") == 10


def test_a_disk_that_stays_full_ends_the_work_when_patience_does(sqlite_store):
    writer = CrawlWriter(sqlite_store, begin(sqlite_store), WriterSettings(patience=0.0))
    writer.start()
    pages = writer.call(lambda connection: connection.rows("PRAGMA page_count")[0][0])
    writer.call(lambda connection: connection.rows(f"PRAGMA max_page_count = {pages}"))
    with contextlib.suppress(StoreError):  # as soon as it is known, nothing more is taken
        for number in range(500):
            writer.enqueue(_product(number))
    with pytest.raises(StoreError, match="no room left"):
        writer.close()


def test_a_lost_connection_is_opened_again(postgres_store):
    opened = begin(postgres_store)
    with CrawlWriter(postgres_store, opened) as writer:
        writer.enqueue(_product(1))
        pid = writer.call(lambda connection: connection.rows("SELECT pg_backend_pid()")[0][0])
        with postgres_store.connection() as other:
            other.rows("SELECT pg_terminate_backend(%s)", pid)
        writer.enqueue(_product(2))
    assert count(postgres_store, "crawl_page") == 2


def test_two_processes_write_to_one_store_side_by_side(store):
    """Here two writers of two crawlers, and a reader that always sees whole batches."""
    others = open_class(store, "cups")
    opened = begin(store)
    with (
        CrawlWriter(store, opened) as one,
        CrawlWriter(store, others) as two,
        store.connection() as reader,
    ):
        for number in range(200):
            one.enqueue(_product(number))
            two.enqueue(_product(number))
            if number % 20 == 0:
                pages, values = reader.rows(
                    "SELECT (SELECT count(*) FROM pagekin_crawl_page), (SELECT count(*) FROM pagekin_value)"
                )[0]
                assert values == 6 * pages
    assert count(store, "crawl_page") == 400


def test_marks_are_given_back_when_a_crawl_goes_on_and_forgotten_when_it_is_finished(store):
    opened = begin(store)
    marked = PageResult(
        f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=Content(b"a"), marks=[7, -(2**63), 7]
    )
    put(store, opened, marked)
    again = begin(store)
    assert again.resumed
    assert again.id == opened.id
    with store.connection() as connection:
        assert set(crawls.marks_of(connection, again.id)) == {7, -(2**63)}
        crawl_runs.finish(connection, again)
        assert set(crawls.marks_of(connection, again.id)) == set()
    assert not begin(store).resumed


def test_a_position_in_the_archive_is_kept(store):
    done = asyncio.run(crawl(store, 10))
    with store.connection() as connection:
        version = seen_at(connection, f"{SITE}/product/7", done.id).version
        position = position_of(connection, version)
    assert (position.file, position.offset, position.length) == (
        "pagekin-20260101000000000-00000.warc.gz",
        7000,
        1000,
    )


def test_a_score_is_kept_to_the_thousandth(store):
    opened = begin(store)
    put(
        store,
        opened,
        PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, score=0.93349, content=Content(b"a")),
    )
    with store.connection() as connection:
        [page] = pages_of(connection, opened.id)
    assert page.score == 0.933
    assert isinstance(page.score, float)


def test_links_are_told_with_anchor_and_kind(store):
    opened = begin(store)
    about = PageLink("http://elsewhere.example/", "an\0chor")
    content = Content(b"x", links=[about, PageLink(f"{SITE}/2", "next", HUB)])
    put(store, opened, PageResult(f"{SITE}/1", HUB, Outcome.HUB, 200, content=content))
    with store.connection() as connection:
        assert [(link.to, link.anchor, link.kind) for link in links_of(connection, opened.id)] == [
            ("http://elsewhere.example/", "an�chor", ""),
            (f"{SITE}/2", "next", "list"),
        ]


def test_a_damaged_table_is_told_and_not_tried_for_ever(sqlite_store):
    opened = begin(sqlite_store)
    writer = CrawlWriter(sqlite_store, opened)
    writer.start()
    with sqlite3.connect(sqlite_store.location.file) as other:
        other.execute("DROP TABLE pagekin_value")
    other.close()
    writer.enqueue(_product(1))
    with pytest.raises(StoreError, match="no such table"):
        writer.close()


def test_kinds_other_than_hubs_do_not_go_first(store):
    async def work():
        async with CrawlWriter(store, begin(store)) as writer:
            await writer.add(
                [
                    QueuedPage(f"{SITE}/p", TARGET),
                    QueuedPage(f"{SITE}/q", KindOfPage("other")),
                    entry(),
                ]
            )
            return [lease.entry.url for lease in await writer.lease(3)]

    assert asyncio.run(work()) == [f"{SITE}/list/0", f"{SITE}/p", f"{SITE}/q"]


def test_results_of_the_synthetic_shop_are_what_the_tests_think(store):
    async def work():
        async with CrawlWriter(store, begin(store)) as writer:
            await writer.add([entry()])
            [lease] = await writer.lease(5)
            return result(lease, 25)

    made = asyncio.run(work())
    assert len(made.content.links) == 11
    assert made.depth == 0
