"""A crawler, or a version of one, is deleted with all that is only its own."""

import pytest
from small_sites import SITE, cite, counts, crawl, states, texts

from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.crawler_lock import crawler_lock, lock_name
from pagekin.store.upkeep.checking import check
from pagekin.store.upkeep.deleting import delete_crawler, delete_version


def versions(store):
    with store.connection() as connection:
        return connection.rows("SELECT id, content FROM pagekin_crawler_version ORDER BY id")


def test_with_its_only_crawler_a_site_goes_entirely(store):
    crawl(store, {"/a": "one"})
    last = crawl(store, {"/a": "two", "/b": ""})
    removed = delete_crawler(store, last.crawler)
    assert (removed.crawls, removed.versions, removed.pages) == (2, 2, 3)
    assert counts(store) == {}


def test_what_another_crawler_has_seen_stays(store):
    crawl(store, {"/a": "shared", "/b": "cups"}, uids=["cups"])
    before = counts(store)
    last = crawl(store, {"/a": "shared", "/c": "teapots"})
    assert delete_crawler(store, last.crawler).versions == 1
    assert counts(store) == before
    assert texts(store) == ["cups", "shared"]
    assert check(store, archive=False).problems == ()


def test_crawls_with_other_crawlers_stay_without_what_this_one_found(store):
    both = crawl(store, {"/a": "of teapots", "/b": "of cups"}, uids=["teapots", "cups"])
    delete_crawler(store, both.classes[0].crawler)
    assert states(store) == {both.id: "finished"}
    assert texts(store) == ["of cups", "of teapots"]
    assert texts(store, "value", "text") == ["of cups", "€ 7"]
    assert counts(store)["crawl_class"] == 1
    assert check(store, archive=False).problems == ()


def test_an_interrupted_crawl_with_others_is_given_up_and_a_finished_one_is_not(store):
    done = crawl(store, {"/a": "one", "/b": "two"}, uids=["teapots", "cups"])
    broken = crawl(store, {"/a": "one", "/b": "two"}, uids=["teapots", "cups"], finish=False)
    with store.connection() as connection:
        connection.execute("INSERT INTO pagekin_mark (crawl_id, mark) VALUES (%s, 1)", broken.id)
    delete_crawler(store, broken.classes[0].crawler)
    assert states(store) == {done.id: "finished", broken.id: "given up"}
    assert "mark" not in counts(store)  # nobody goes on with it
    assert check(store, archive=False).problems == ()


def test_an_interrupted_crawl_goes_with_its_crawler(store):
    last = crawl(store, {"/a": "one"}, finish=False)
    delete_crawler(store, last.crawler)
    assert counts(store) == {}


def test_a_version_goes_with_its_crawls_and_the_others_stay(store):
    crawl(store, {"/a": "first"}, content="{1}")
    last = crawl(store, {"/a": "second"}, content="{2}")
    [(first, _), (second, kept)] = versions(store)
    assert delete_version(store, first).crawls == 1
    assert versions(store) == [(second, kept)]
    assert states(store) == {last.id: "finished"}
    assert texts(store) == ["second"]
    assert check(store, archive=False).problems == ()
    delete_version(store, second)  # the last one
    assert counts(store) == {}


def test_a_cited_crawl_keeps_its_crawler_unless_forced(store):
    cited = crawl(store, {"/a": "one"})
    cite(store, cited, "report of May")
    before = counts(store)
    with pytest.raises(UsageError, match="report of May"):
        delete_crawler(store, cited.crawler)
    assert counts(store) == before
    delete_crawler(store, cited.crawler, force=True)
    assert counts(store) == {}


def test_nothing_is_deleted_while_a_crawler_of_the_site_is_at_work(store):
    crawl(store, {"/b": "b"}, uids=["cups"])
    last = crawl(store, {"/a": "a"})
    before = counts(store)
    for uid in ("cups", "teapots"):
        with (
            crawler_lock(store, lock_name(SITE, uid), uid),
            pytest.raises(UsageError, match=f"at work.* {uid}"),
        ):
            delete_crawler(store, last.crawler)
    assert counts(store) == before


def test_an_interrupted_deletion_is_finished_by_the_next(store, monkeypatch):
    last = crawl(store, {"/a": "a", "/b": "b"})

    def killed(*_arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pagekin.store.upkeep.deleting._delete_rows", killed)
        with pytest.raises(KeyboardInterrupt):
            delete_crawler(store, last.crawler)
    delete_crawler(store, last.crawler)
    assert counts(store) == {}


def test_what_is_not_there_is_said(store):
    with pytest.raises(NothingFoundError, match="no crawler 7"):
        delete_crawler(store, 7)
    with pytest.raises(NothingFoundError, match="no version 7"):
        delete_version(store, 7)
