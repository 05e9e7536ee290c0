"""Crawls compared: new, vanished, moved, changed, unchanged; what is the same is stored once."""

import asyncio

import pytest
from synthetic import (
    HUB,
    SITE,
    TARGET,
    WRAPPER,
    crawl,
    digest,
    entry,
    open_class,
    product_record,
    snapshot,
)

from pagekin.site import FailureKind
from pagekin.store.page_results import Content, PageLink, PageResult, QueuedPage
from pagekin.store.reading import crawls
from pagekin.store.reading.comparison import compare, numbers_changed
from pagekin.store.reading.crawl_pages import seen_at
from pagekin.store.reading.record_sets import records_of
from pagekin.store.states import Outcome
from pagekin.store.upkeep.checking import check
from pagekin.store.upkeep.retention import positions_in, thin
from pagekin.store.writing import crawl_runs
from pagekin.store.writing.crawl_writer import CrawlWriter


def count(store, table):
    with store.connection() as connection:
        return connection.rows(f"SELECT count(*) FROM pagekin_{table}")[0][0]


def product(name, number, day=0, **more):
    content = Content(digest(name, number, day), records=[product_record(number, day)])
    return PageResult(f"{SITE}/{name}", TARGET, Outcome.TARGET, 200, content=content, **more)


def failed(name, status):
    return PageResult(
        f"{SITE}/{name}", TARGET, Outcome.FAILED, status, FailureKind.STATUS, f"status {status}"
    )


def stored(store, *results, **options):
    """Store a crawl of these pages and finish it."""
    opened = open_class(store, **options)
    with CrawlWriter(store, opened) as writer:
        for result in results:
            writer.enqueue(result)
        writer.call(lambda connection: crawl_runs.finish(connection, opened))
    return opened


def differences(store, older, newer, **options):
    with store.connection() as connection:
        found = list(compare(connection, older.id, newer.id, **options))
    return {(one.state, one.url.removeprefix(f"{SITE}/")): one for one in found}


def test_pages_are_told_apart_by_what_became_of_them(store):
    older = stored(
        store,
        product("same", 1),
        product("dearer", 2),
        product("gone", 3),
        product("unlinked", 4),
        product("busy", 5),
    )
    newer = stored(
        store,
        product("same", 1),
        product("dearer", 2, day=9),
        failed("gone", 404),
        failed("busy", 503),
        product("fresh", 6),
    )
    found = differences(store, older, newer)
    assert set(found) == {
        ("unchanged", "same"),
        ("changed", "dearer"),
        ("vanished", "gone"),
        ("vanished", "unlinked"),
        ("unseen", "busy"),
        ("new", "fresh"),
    }
    assert found["vanished", "gone"].reason == "status 404"
    assert found["unseen", "busy"].reason == "status 503"


def hub(name, *to, **more):
    """Make a list that leads to products, or to further lists."""
    links = [PageLink(f"{SITE}/{one}", one, HUB if "list" in one else TARGET) for one in to]
    content = Content(digest(name, 0, 0), links=links)
    return PageResult(f"{SITE}/{name}", HUB, Outcome.HUB, 200, content=content, **more)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(None, FailureKind.NETWORK), (503, FailureKind.STATUS), (999, FailureKind.STATUS)],
)
def test_what_only_a_page_that_failed_led_to_is_unseen_not_vanished(store, status, kind):
    products = [product(f"p{number}", number, found_on=f"{SITE}/list2") for number in range(3)]
    older = stored(
        store,
        hub("list1", "list2", "other"),
        hub("list2", "p0", "p1", "list3"),
        hub("list3", "p2"),
        product("other", 9),
        product("unlinked", 8, found_on=f"{SITE}/list1"),
        *products,
    )
    away = PageResult(f"{SITE}/list2", HUB, Outcome.FAILED, status, kind, "away")
    newer = stored(store, hub("list1", "list2", "other"), away, product("other", 9))
    found = differences(store, older, newer)
    assert set(found) == {
        ("unchanged", "other"),
        ("vanished", "unlinked"),
        *(("unseen", f"p{number}") for number in range(3)),
    }
    assert found["unseen", "p2"].reason == "a page that led there could not be fetched"


@pytest.mark.parametrize("status", [404, 410])
def test_what_only_a_page_that_is_gone_led_to_has_vanished(store, status):
    older = stored(store, hub("list1", "p0"), product("p0", 0), product("other", 9))
    gone = PageResult(f"{SITE}/list1", HUB, Outcome.FAILED, status, FailureKind.STATUS, "gone")
    newer = stored(store, gone, product("other", 9))
    assert set(differences(store, older, newer)) == {("vanished", "p0"), ("unchanged", "other")}


def test_a_page_unseen_for_two_crawls_is_compared_with_what_was_seen_of_it_last(store):
    away = PageResult(f"{SITE}/list", HUB, Outcome.FAILED, None, FailureKind.NETWORK, "away")
    seen = [
        hub("list", "same", "dearer", "gone", "busy", "hidden"),
        product("other", 9),
        *(product(name, number) for number, name in enumerate(("same", "dearer", "gone", "busy"))),
        product("hidden", 5),
    ]
    first = stored(store, *seen)
    second = stored(store, away, product("other", 9), failed("busy", 503))
    third = stored(store, away, product("other", 9))
    assert {state for state, _ in differences(store, first, second)} == {"unchanged", "unseen"}
    assert set(differences(store, second, third)) == {
        ("unchanged", "other"),
        *(("unseen", name) for name in ("same", "dearer", "gone", "busy", "hidden")),
    }
    fourth = stored(
        store,
        hub("list", "same", "dearer", "busy", "fresh"),
        product("other", 9),
        product("same", 0),
        product("dearer", 1, day=9),
        product("busy", 3),
        product("fresh", 7),
    )
    assert set(differences(store, third, fourth)) == {
        ("unchanged", "other"),
        ("unchanged", "same"),
        ("changed", "dearer"),
        ("unchanged", "busy"),
        ("vanished", "gone"),
        ("vanished", "hidden"),
        ("new", "fresh"),
    }


def test_a_page_that_was_gone_and_is_there_again_is_new(store):
    stored(store, hub("list", "p0", "p1"), product("p0", 0), product("p1", 1))
    gone = stored(store, hub("list", "p1"), product("p1", 1), failed("busy", 503))
    again = stored(store, hub("list", "p0", "p1"), product("p0", 0), product("p1", 1))
    assert set(differences(store, gone, again)) == {("new", "p0"), ("unchanged", "p1")}


def test_a_page_with_the_same_key_under_another_url_has_moved(store):
    before = product("old-place", 1), product("gone", 2)
    after = product("new-place", 1, day=3), product("fresh", 7)
    older = stored(store, *before, wrapper=WRAPPER)
    newer = stored(store, *after, wrapper=WRAPPER)
    found = differences(store, older, newer)
    assert set(found) == {("moved", "new-place"), ("vanished", "gone"), ("new", "fresh")}
    assert found["moved", "new-place"].old_url == f"{SITE}/old-place"
    without_key = differences(store, stored(store, *before), stored(store, *after))
    assert ("vanished", "old-place") in without_key
    assert ("new", "new-place") in without_key


def test_a_key_that_several_pages_have_moves_nothing(store):
    older = stored(store, product("a", 1), product("b", 1), wrapper=WRAPPER)
    newer = stored(store, product("c", 1), wrapper=WRAPPER)
    assert {state for state, _ in differences(store, older, newer)} == {
        "vanished",
        "new",
    }


def test_a_page_whose_looks_changed_but_not_its_records_is_unchanged_and_costs_a_row(store):
    older = stored(store, product("a", 1))
    values = count(store, "value")
    content = Content(digest("new looks"), records=[product_record(1)])
    newer = stored(store, PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=content))
    assert set(differences(store, older, newer)) == {("unchanged", "a")}
    assert count(store, "page_version") == 2
    assert count(store, "value") == values
    with store.connection() as connection:
        version = seen_at(connection, f"{SITE}/a", newer.id).records
        assert records_of(connection, version) == (product_record(1),)


def test_pages_without_records_are_compared_by_their_content(store):
    one, two = (
        PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=Content(digest(day)))
        for day in (1, 2)
    )
    older, newer = stored(store, one), stored(store, two)
    assert set(differences(store, older, newer)) == {("changed", "a")}


def test_a_page_that_takes_up_an_old_content_takes_up_its_version(store):
    first = stored(store, product("a", 1))
    stored(store, product("a", 1, day=1))
    third = stored(store, product("a", 1))
    assert count(store, "page_version") == 2
    assert set(differences(store, first, third)) == {("unchanged", "a")}


def test_numbers_that_changed_by_more_than_a_share_are_found(store):
    older = stored(store, product("a", 0), product("b", 0), product("c", 0))
    newer = stored(store, product("a", 0, day=11), product("b", 0, day=10), product("c", 0))
    with store.connection() as connection:
        found = list(numbers_changed(connection, older.id, newer.id, "price", 0.1))
    assert [(one.url, one.old, one.new, one.unit) for one in found] == [
        (f"{SITE}/a", 100.0, 111.0, "EUR")
    ]


def test_an_unchanged_site_writes_no_new_versions_and_parses_nothing(store):
    """A crawl of pages that are all unchanged follows the links that it knows."""
    first = asyncio.run(crawl(store, 60))
    before = {name: count(store, name) for name in ("page", "page_version", "value", "link")}
    opened = open_class(store)

    async def again():
        async with CrawlWriter(store, opened) as writer:
            await writer.add([entry()])
            while leases := await writer.lease(10):
                for lease in leases:
                    known = lease.known
                    outcome = (
                        {
                            "outcome": Outcome.HUB if lease.entry.kind.hub else Outcome.TARGET,
                            "status": 304,
                            "unchanged": known.version,
                            "score": 0.9,
                        }
                        if known
                        else {
                            "outcome": Outcome.FAILED,
                            "status": 404,
                            "failure": FailureKind.STATUS,
                        }
                    )
                    if lease.entry.kind.hub:
                        outcome["score"] = None
                    await writer.put(
                        PageResult(
                            lease.entry.url, lease.entry.kind, depth=lease.entry.depth, **outcome
                        )
                    )
            await writer.finish()

    asyncio.run(again())
    assert {name: count(store, name) for name in before} == before
    pages, records, links, _ = snapshot(store, opened.id)
    first_pages, first_records, first_links, _ = snapshot(store, first.id)
    assert [page[0] for page in pages] == [page[0] for page in first_pages]
    assert (records, links) == (first_records, first_links)


def test_a_lease_brings_what_a_conditional_request_needs(store):
    asyncio.run(crawl(store, 5))
    opened = open_class(store)

    async def lease():
        async with CrawlWriter(store, opened) as writer:
            await writer.add([QueuedPage(f"{SITE}/product/3", TARGET)])
            return await writer.lease(1)

    [found] = asyncio.run(lease())
    assert found.known.etag == '"3-0"'
    assert found.known.digest == digest(f"{SITE}/product/3", 0)


def test_corrected_records_replace_those_of_the_version_and_of_no_other(store):
    """A better wrapper sees an unchanged page: the version stays, its records change."""
    restyled = Content(digest("restyled"), records=[product_record(1)])
    stored(store, product("a", 1))
    second = stored(store, PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=restyled))
    better = Content(digest("a", 1, 0), records=[product_record(1, day=50)])
    third = stored(store, PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=better))
    assert count(store, "page_version") == 2
    with store.connection() as connection:
        now, before = (
            records_of(connection, seen_at(connection, f"{SITE}/a", opened.id).records)
            for opened in (third, second)
        )
    assert now == (product_record(1, day=50),)
    assert before == (product_record(1),)
    assert check(store, archive=False).problems == ()


def test_thirty_crawls_cost_little_more_than_one(sqlite_store):
    sizes = []
    for day in range(30):
        asyncio.run(crawl(sqlite_store, 120, day=day, changed=lambda n, d=day: n % 60 == d))
        sizes.append(count(sqlite_store, "value"))
    assert sizes[-1] < 1.6 * sizes[0]


@pytest.fixture
def five_days(store):
    """Five crawls; on each day some products are dearer, and each day's first product is gone the next."""
    for day in range(5):
        opened = stored(
            store,
            *(product(f"p{n}", n, day=day if n % 3 == 0 else 0) for n in range(day, 12)),
            PageResult(
                f"{SITE}/hub",
                TARGET,
                Outcome.TARGET,
                200,
                content=Content(digest("hub", day), links=[PageLink(f"{SITE}/p11", "eleven")]),
            ),
        )
    return store, opened


def test_thinning_keeps_the_last_crawls_whole_and_removes_what_only_older_ones_saw(five_days):
    store, last = five_days
    before = snapshot(store, last.id)[:3]
    removed = thin(store, last.crawler, keep=2)
    assert removed.crawls == 3
    assert removed.pages == 3  # p0, p1 and p2: the last crawls did not see them
    assert snapshot(store, last.id)[:3] == before
    assert check(store, archive=False).problems == ()
    with store.connection() as connection:
        assert [info.number for info in crawls.crawls_of(connection, last.crawler)] == [4, 5]
    assert thin(store, last.crawler, keep=2).versions == 0


def test_what_was_given_up_stays_as_long_as_there_is_room_for_crawls(five_days):
    store, last = five_days
    given_up = open_class(store)
    stored(store, product("p11", 11), fresh=True)
    assert thin(store, last.crawler, keep=7).crawls == 0
    assert thin(store, last.crawler, keep=1).crawls == 6
    with store.connection() as connection:
        assert given_up.id not in {info.id for info in crawls.crawls_of(connection, last.crawler)}


def test_nothing_is_thinned_while_a_crawl_is_under_way(five_days):
    store, last = five_days
    open_class(store)
    assert thin(store, last.crawler, keep=1).crawls == 0


def test_thinning_tells_which_positions_of_the_archive_are_still_needed(store):
    first = asyncio.run(crawl(store, 20))
    with store.connection() as connection:
        all_of_them = positions_in(connection, 0, "pagekin-20260101000000000-00000.warc.gz")
    assert len(all_of_them) == 20 - 1  # one product is not found
    stored(store, product("other", 1))
    thin(store, first.crawler, keep=1)
    with store.connection() as connection:
        assert positions_in(connection, 0, "pagekin-20260101000000000-00000.warc.gz") == set()


@pytest.mark.parametrize(("day", "is_same"), [(0, True), (9, False)])
def test_what_was_not_looked_for_is_what_it_was_only_if_the_content_is(store, day, is_same):
    """A page that is not mined again has the records of before, unless it has become another."""
    links = [PageLink(f"{SITE}/b", "b")]
    first = Content(digest("a", 1, 0), records=[product_record(1)], links=links)
    stored(store, PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=first))
    again = Content(digest("a", 1, day))
    later = stored(store, PageResult(f"{SITE}/a", TARGET, Outcome.TARGET, 200, content=again))
    with store.connection() as connection:
        seen = seen_at(connection, f"{SITE}/a", later.id)
        known = connection.rows(
            "SELECT records_id, links_id FROM pagekin_crawl_page ORDER BY crawl_id"
        )
    assert (seen.records is not None) is is_same
    assert (known[0] == known[1]) is is_same
    assert (known[1] == (None, None)) is not is_same
