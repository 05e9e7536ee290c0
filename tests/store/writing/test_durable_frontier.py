"""The frontier: in order, each page once, handed out under leases that the dead do not keep."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest
from synthetic import HUB, SITE, TARGET, crawl, digest, entry, open_class, result, snapshot

from pagekin.errors import StoreError
from pagekin.store.page_results import Content, KindOfPage, PageLink, PageResult, QueuedPage
from pagekin.store.reading import crawls
from pagekin.store.states import CrawlPurpose, Outcome
from pagekin.store.writing import crawl_runs
from pagekin.store.writing.crawl_writer import CrawlWriter, WriterSettings


def begin(store, **options):
    return open_class(store, **options)


def page(name, kind=TARGET, **more):
    return QueuedPage(f"{SITE}/{name}", kind, **more)


def names(leases):
    return [lease.entry.url.removeprefix(f"{SITE}/") for lease in leases]


def with_writer(store, work, settings=None, opened=None):
    async def run():
        async with CrawlWriter(store, opened or begin(store), settings) as writer:
            return await work(writer)

    return asyncio.run(run())


def test_hubs_come_first_then_what_is_near_then_what_was_found_first(store):
    async def work(writer):
        await writer.add(
            [
                page("far", depth=2),
                page("near-1", depth=1),
                page("near-2", depth=1),
                page("hub-far", HUB, depth=9),
                page("hub-near", HUB, depth=3),
            ]
        )
        return names(await writer.lease(3)), names(await writer.lease(10))

    assert with_writer(store, work) == (["hub-near", "hub-far", "near-1"], ["near-2", "far"])


def test_a_url_is_added_once_whether_it_waits_is_leased_or_is_done(store):
    async def work(writer):
        added = [await writer.add([page("a"), page("a"), page("b")]), await writer.add([page("a")])]
        await writer.lease(1)
        added.append(await writer.add([page("a")]))
        await writer.put(
            PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=Content(b"a"))
        )
        added.append(await writer.add([page("a"), page("c")]))
        return added, writer.counts.queued

    assert with_writer(store, work) == ([2, 0, 0, 1], 2)


def test_what_a_process_does_not_remember_the_store_does(store):
    async def add(writer):
        return await writer.add([page("a"), page("b")])

    assert with_writer(store, add) == 2
    assert with_writer(store, add) == 0


def test_a_waiting_page_that_turns_out_to_be_a_hub_goes_first(store):
    async def work(writer):
        await writer.add([page("a"), page("b")])
        await writer.add([page("b", HUB, depth=5)])
        [lease] = await writer.lease(1)
        return lease.entry

    assert with_writer(store, work) == page("b", HUB, depth=5)


def test_a_hub_found_after_others_were_leased_is_the_next(store):
    async def work(writer):
        await writer.add([page("a", depth=1), page("b", depth=1), page("c", depth=1)])
        first = await writer.lease(1)
        await writer.add([page("hub", HUB, depth=7)])
        second = await writer.lease(1)
        await writer.add([page("c", HUB, depth=8), page("nearer")])
        return names([*first, *second, *await writer.lease(2), *await writer.lease(9)])

    assert with_writer(store, work) == ["a", "hub", "c", "nearer", "b"]


def test_what_another_process_adds_or_gives_back_in_front_is_found_in_the_end(store):
    opened = begin(store)
    with CrawlWriter(store, opened) as one, CrawlWriter(store, opened) as two:

        def add(writer, *pages):
            writer.call(lambda connection: writer._work.add(connection, pages))

        def lease(writer, count):
            return names(writer.call(lambda connection: writer._work.lease(connection, count)))

        add(one, page("a"), page("b"), page("c", depth=1))
        assert lease(two, 1) == ["a"]
        assert lease(one, 2) == ["b", "c"]
        two.call(lambda connection: two._work.give_back(connection, None))
        add(two, page("hub", HUB))
        assert lease(one, 9) == ["hub", "a"]
        assert lease(one, 9) == []


def test_what_was_leased_is_taken_up_in_the_order_it_was_leased_in_however_often(store):
    opened = begin(store)

    async def first(writer):
        await writer.add([page("far-1", depth=3), page("far-2", depth=3)])
        await writer.lease(1)
        await writer.do(
            lambda connection: connection.execute("UPDATE pagekin_frontier SET until = until - 9")
        )
        await writer.lease(1)  # nine seconds later, as it were

    async def second(writer):
        taken = await writer.take_up()
        await writer.add([page("hub", HUB)])
        return names(taken), names(await writer.lease(1))

    async def third(writer):
        return names(await writer.take_up())

    with_writer(store, first, opened=opened)
    assert with_writer(store, second, opened=opened) == (["far-1", "far-2"], ["hub"])
    assert with_writer(store, third, opened=opened) == ["far-1", "far-2", "hub"]


def test_an_entry_keeps_where_it_was_found(store):
    wanted = page("a", KindOfPage("form"), depth=3, found_on=f"{SITE}/b")

    async def work(writer):
        await writer.add([wanted])
        return await writer.lease(1)

    [lease] = with_writer(store, work)
    assert lease.entry == wanted
    assert (lease.tries, lease.known) == (1, None)


def test_links_with_a_kind_are_followed_and_others_are_not(store):
    async def work(writer):
        await writer.add([page("start", HUB)])
        await writer.lease(1)
        links = [PageLink(f"{SITE}/p", "a pot", TARGET), PageLink(f"{SITE}/imprint", "imprint")]
        content = Content(digest("start"), links=links)
        await writer.put(PageResult(f"{SITE}/start", HUB, Outcome.HUB, 200, content=content))
        return [lease.entry for lease in await writer.lease(10)]

    at = {"depth": 1, "found_on": f"{SITE}/start"}
    assert sorted(with_writer(store, work), key=lambda entry: entry.url) == [
        page("p", **at),
    ]


def test_a_lease_is_nobody_elses_until_it_is_given_back(store):
    opened = begin(store)
    with CrawlWriter(store, opened) as one, CrawlWriter(store, opened) as two:
        one.call(lambda connection: one._work.add(connection, [page("a"), page("b")]))
        first = one.call(lambda connection: one._work.lease(connection, 1))
        assert names(first) == ["a"]
        assert names(two.call(lambda connection: two._work.lease(connection, 5))) == ["b"]
        assert names(two.call(lambda connection: two._work.lease(connection, 5))) == []
        one.call(lambda connection: one._work.give_back(connection, [f"{SITE}/a"]))
        [again] = two.call(lambda connection: two._work.lease(connection, 5))
        assert again.tries == 2


def leases(store):
    """Give what the store knows of the pages that wait, by name: rank, kind, owner and end of the lease."""
    with store.connection() as connection:
        rows = connection.rows(
            "SELECT page.url, waiting.rank, waiting.kind_id, waiting.owner, waiting.until "
            "FROM pagekin_frontier waiting JOIN pagekin_page page ON page.id = waiting.page_id"
        )
    return {url.removeprefix(f"{SITE}/"): tuple(row) for url, *row in rows}


def test_nobody_gives_back_extends_or_moves_what_another_works_on(store):
    opened = begin(store)
    always = WriterSettings(lease_seconds=0.0)  # so that each commit extends them
    with CrawlWriter(store, opened) as one, CrawlWriter(store, opened, always) as two:
        one.call(lambda connection: one._work.add(connection, [page("a"), page("b")]))
        one.call(lambda connection: one._work.lease(connection, 1))
        [lease] = two.call(lambda connection: two._work.lease(connection, 1))
        before = leases(store)
        assert lease.entry == page("b")
        assert two.call(lambda connection: two._work.give_back(connection, [f"{SITE}/a"])) == 0
        two.call(lambda connection: two._work.add(connection, [page("a", HUB)]))
        two.call(lambda _: None)
        after = leases(store)
        assert after["a"] == before["a"]
        assert after["b"][:3] == before["b"][:3]
        assert after["b"][3] > before["b"][3]
        assert two.call(lambda connection: two._work.give_back(connection, None)) == 1
        assert leases(store)["a"] == before["a"]


def test_what_is_at_work_is_not_swept_and_neither_is_one_s_own(store):
    opened = begin(store)
    with CrawlWriter(store, opened) as one, CrawlWriter(store, opened) as two:
        one.call(lambda connection: one._work.add(connection, [page("a"), page("b")]))
        one.call(lambda connection: one._work.lease(connection, 1))
        two.call(lambda connection: two._work.lease(connection, 1))
        before = leases(store)
        two.call(two._work._sweep)
        assert leases(store) == before


def test_leases_of_another_crawl_are_no_concern(store):
    learning = begin(store, purpose=CrawlPurpose.LEARN)
    opened = begin(store)
    always = WriterSettings(lease_seconds=-1.0)
    with CrawlWriter(store, learning, always) as one:
        one.call(lambda connection: one._work.add(connection, [page("a")]))
        one.call(lambda connection: one._work.lease(connection, 1))
        before = leases(store)
        with CrawlWriter(store, opened) as two:
            two.call(two._work._sweep)
            assert two.call(lambda connection: two._work.give_back(connection, None)) == 0
            assert names(two.call(two._work.take_up)) == []
        assert leases(store) == before


def test_a_writer_that_closes_gives_back_what_it_did_not_do(store):
    async def work(writer):
        await writer.add([page("a")])
        return names(await writer.lease(1))

    assert with_writer(store, work) == ["a"]
    assert with_writer(store, work) == ["a"]


def test_a_lease_that_ran_out_is_handed_out_again_and_only_the_first_result_counts(store):
    opened = begin(store)
    late = WriterSettings(lease_seconds=-1.0)
    with CrawlWriter(store, opened, late) as slow, CrawlWriter(store, opened) as quick:
        slow.call(lambda connection: slow._work.add(connection, [page("a")]))
        slow.call(lambda connection: slow._work.lease(connection, 1))
        quick.call(quick._work._sweep)
        assert names(quick.call(lambda connection: quick._work.lease(connection, 1))) == ["a"]
        for writer in (quick, slow):
            writer.enqueue(
                PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=Content(b"a"))
            )
            writer.call(lambda _: None)
    assert (quick.counts.done, slow.counts.done, slow.counts.passed_over) == (1, 0, 1)


HOLDER = """
import asyncio, sys
from pathlib import Path
from pagekin.store.opening import open_store
from pagekin.store.location import StoreLocation
from pagekin.store.page_results import KindOfPage, ClassOfPages, QueuedPage
from pagekin.store.writing.crawl_runs import open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter

async def main():
    store = open_store(StoreLocation(Path(sys.argv[1]), sys.argv[2]))
    async with CrawlWriter(store, open_crawl(store, sys.argv[3], (ClassOfPages("teapots", content="{}"),))) as writer:
        await writer.add([QueuedPage(sys.argv[3] + "/a", KindOfPage("target"))])
        print(len(await writer.lease(1)), flush=True)
        sys.stdin.read()

asyncio.run(main())
"""


def test_the_leases_of_a_killed_process_are_free_at_once_and_those_of_a_living_one_are_not(store):
    place = store.location
    others = _connections(store) if place.url else set()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, place.directory, place.url, SITE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )

    async def lease(writer):
        return names(await writer.lease(1))

    with holder:
        assert holder.stdout.readline() == b"1\n"
        assert with_writer(store, lease) == []
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
        while place.url and _connections(store) - others:
            pass  # the server notices a moment later
        assert with_writer(store, lease) == ["a"]


def _connections(store):
    """The connections to the database besides this one; tests before this one may have left some."""
    with store.connection() as connection:
        rows = connection.rows(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    return {pid for (pid,) in rows}


def test_two_workers_share_a_crawl_and_do_every_page_once(store):
    alone = asyncio.run(crawl(store, 60))
    expected = snapshot(store, alone.id)

    async def both():
        await asyncio.gather(share(), share())

    async def share():
        return await crawl_shared(store, opened)

    opened = open_class(store)
    asyncio.run(both())
    with store.connection() as connection:
        crawl_runs.finish(connection, opened)
    assert snapshot(store, opened.id)[:3] == expected[:3]


async def crawl_shared(store, opened):
    async with CrawlWriter(store, opened) as writer:
        await writer.add([entry()])
        empty = 0
        while empty < 20:
            leases = await writer.lease(5)
            for lease in leases:
                await writer.put(result(lease, 60))
            empty = 0 if leases else empty + 1
            await asyncio.sleep(0.005 if not leases else 0)


def test_a_crawl_with_something_left_cannot_be_finished(store):
    async def work(writer):
        await writer.add([page("a")])
        await writer.finish()

    with pytest.raises(StoreError, match="1 pages are to be fetched"):
        with_writer(store, work)


def test_an_interrupted_crawl_is_continued_unless_the_crawler_has_changed(store):
    first = begin(store)
    assert begin(store).id == first.id
    assert begin(store).resumed
    changed = open_class(store, "teapots", '{"version": 2}')
    assert (changed.number, changed.resumed) == (2, False)
    with store.connection() as connection:
        assert [info.state for info in crawls.crawls_of(connection, first.crawler)] == [
            "given up",
            "running",
        ]


def test_a_fresh_crawl_gives_the_interrupted_one_up(store):
    async def work(writer):
        await writer.add([page("a")])

    first = begin(store)
    with_writer(store, work, opened=first)
    fresh = begin(store, fresh=True)
    assert fresh.id != first.id

    async def lease(writer):
        return await writer.lease(5)

    assert with_writer(store, lease, opened=fresh) == []


def test_learning_and_crawling_have_frontiers_of_their_own(store):
    learning = begin(store, purpose=CrawlPurpose.LEARN)
    crawling = begin(store)
    assert learning.id != crawling.id
    assert begin(store, purpose=CrawlPurpose.LEARN).id == learning.id
    assert begin(store).id == crawling.id


def test_another_crawler_of_the_site_has_a_frontier_of_its_own(store):
    async def work(writer):
        return await writer.add([page("a")])

    assert with_writer(store, work) == 1
    assert with_writer(store, work, opened=open_class(store, "cups")) == 1
