"""Old crawls go, with what only they have seen; what is cited, shared or needed stays."""

from dataclasses import replace

import pytest
from small_sites import SITE, cite, counts, crawl, states, texts

from pagekin.store.crawler_lock import crawler_lock, lock_name
from pagekin.store.states import CrawlState
from pagekin.store.upkeep.checking import check
from pagekin.store.upkeep.retention import (
    KEPT_CRAWLS,
    positions_in,
    switch_positions,
    thin,
    thin_site,
)


def thin_all(store, opened, keep=1):
    removed = thin(store, opened.crawler, keep)
    assert check(store, archive=False).problems == ()
    return removed


def test_what_only_old_crawls_saw_goes_and_what_later_ones_share_stays(store):
    crawl(store, {"/a": "old", "/b": "same", "/only": "once"})
    crawl(store, {"/a": "new", "/b": "same"})
    last = crawl(store, {"/a": "new", "/b": "same"})
    removed = thin_all(store, last, keep=2)
    assert (removed.crawls, removed.versions, removed.pages) == (1, 2, 1)
    assert texts(store) == ["new", "same"]
    assert texts(store, "value", "text") == ["new", "same", "€ 3", "€ 4"]
    assert texts(store, "link", "anchor") == ["new", "same"]
    assert texts(store, "meta_tag", "content") == ["new", "same"]
    assert counts(store)["crawl_page"] == 4
    assert counts(store)["record_set"] == counts(store)["link_set"] == 2
    assert thin_all(store, last, keep=2).crawls == 0


def test_a_removed_store_of_one_crawl_is_like_a_store_that_had_no_other(
    sqlite_store, postgres_store
):
    for store in (sqlite_store, postgres_store):
        crawl(store, {f"/{n}": f"day 1 of {n}" for n in range(30)})
        thin_all(store, crawl(store, {f"/{n}": f"day 2 of {n}" for n in range(30)}))
    assert counts(sqlite_store) == counts(postgres_store)
    assert counts(sqlite_store)["page"] == 31
    assert counts(sqlite_store)["value"] == 60


def test_pages_go_bit_by_bit(store, monkeypatch):
    monkeypatch.setattr("pagekin.store.upkeep.pruning._AT_ONCE", 7)
    crawl(store, {f"/{n}": f"old {n}" for n in range(20)})
    last = crawl(store, {f"/{n}": f"new {n}" for n in range(20)})
    assert thin_all(store, last).versions == 20
    assert counts(store)["record"] == 20


def test_what_was_interrupted_is_brought_to_its_end_the_next_time(store, monkeypatch):
    crawl(store, {"/a": "old", "/gone": "old too"})
    last = crawl(store, {"/a": "new"})

    def killed(*_arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pagekin.store.upkeep.pruning.remove_pages", killed)
        with pytest.raises(KeyboardInterrupt):
            thin(store, last.crawler, 1)
    assert CrawlState.THINNED in states(store).values()
    assert thin_all(store, last).pages == 1
    assert states(store) == {last.id: "finished"}


def test_a_cited_crawl_stays_with_all_that_it_saw(store):
    cited = crawl(store, {"/a": "cited"})
    cite(store, cited)
    other = crawl(store, {"/a": "other"})
    last = crawl(store, {"/a": "last"})
    assert thin_all(store, last).crawls == 1
    assert list(states(store)) == [cited.id, last.id]
    assert other.id not in states(store)
    assert texts(store) == ["cited", "last"]
    assert texts(store, "value", "text") == ["cited", "last", "€ 4", "€ 5"]


def test_the_last_crawl_that_found_something_stays_when_later_ones_fail(store):
    good = crawl(store, {"/a": "good"})
    last = [crawl(store, {"/a": ""}) for _ in range(3)][-1]
    assert thin_all(store, last).crawls == 2
    assert states(store) == {good.id: "finished", last.id: "failed"}


@pytest.mark.parametrize(
    ("became", "keep", "left"),
    [
        ("xxx", 2, [2, 3]),  # those that found nothing are kept as long as there is nothing else
        ("xx", 2, [1, 2]),
        ("xxx", 1, [3]),
        ("xgxgx", 1, [4, 5]),
        ("xgxgx", 2, [2, 4, 5]),
        ("xgxgx", 3, [2, 3, 4, 5]),
        ("ggg", 2, [2, 3]),
        ("ggx", 2, [1, 2, 3]),
    ],
)
def test_so_many_crawls_stay_that_found_something_and_of_the_others_the_latest(
    sqlite_store, became, keep, left
):
    made = [crawl(sqlite_store, {"/a": "good" if one == "g" else ""}) for one in became]
    thin_all(sqlite_store, made[-1], keep)
    assert [made.index(one) + 1 for one in made if one.id in states(sqlite_store)] == left


def test_crawls_of_another_crawler_keep_what_they_have_seen(store):
    crawl(store, {"/a": "shared", "/b": "only cups"}, uids=["cups"])
    crawl(store, {"/a": "shared", "/c": "only teapots"})
    last = crawl(store, {"/a": "new"})
    assert thin_all(store, last).versions == 1
    assert texts(store) == ["new", "only cups", "shared"]


def test_crawls_of_several_crawlers_are_counted_for_themselves(store):
    one = crawl(store, {"/a": "one"})
    both = [crawl(store, {"/a": f"both {n}", "/b": "b"}, uids=["teapots", "cups"]) for n in "12"]
    assert both[-1].crawler is None
    assert thin_site(store, both[-1].site, 1).crawls == 1
    assert list(states(store)) == [one.id, both[-1].id]


def test_nothing_goes_while_a_crawl_of_the_crawler_is_under_way(store):
    crawl(store, {"/a": "old"})
    crawl(store, {"/a": "new"})
    last = crawl(store, {"/a": "newer"}, finish=False)
    assert thin_all(store, last).crawls == 0


def test_another_crawler_at_work_with_the_site_is_waited_for_and_an_interrupted_one_is_not(store):
    crawl(store, {"/b": "b"}, uids=["cups"], finish=False)
    crawl(store, {"/a": "old"})
    last = crawl(store, {"/a": "new"})
    with crawler_lock(store, lock_name(SITE, "cups"), "cups"):
        assert thin_all(store, last).crawls == 0
    assert thin_all(store, last).crawls == 1


def test_thirty_crawls_are_kept_unless_told_otherwise(sqlite_store):
    last = [crawl(sqlite_store, {"/a": "same"}) for _ in range(KEPT_CRAWLS + 2)][-1]
    assert thin(sqlite_store, last.crawler).crawls == 2


def test_positions_are_those_of_one_archive_and_move_with_it(store):
    crawl(store, {"/a": "here", "/b": "here too"}, archive=1)
    crawl(store, {"/c": "there"}, archive=2)
    file = "pagekin-1.warc.gz"
    with store.connection() as connection:
        here, there = (positions_in(connection, archive, file) for archive in (1, 2))
        assert {position.digest for position in here} == {"sha256:here", "sha256:here too"}
        assert [(position.digest, position.archive) for position in there] == [("sha256:there", 2)]
        moved = {old: replace(old, file="copy", offset=old.offset + 7) for old in here}
        switch_positions(connection, moved)
        assert positions_in(connection, 1, "copy") == set(moved.values())
        assert positions_in(connection, 1, file) == set()
        assert positions_in(connection, 2, file) == there
