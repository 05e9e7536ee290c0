"""Crawls as they are listed and looked up: which one goes on, which one came last, what each has found."""

import pytest
from synthetic import HUB, SITE, TARGET, digest, open_class, product_record

from pagekin.store.page_results import ClassOfPages, Content, PageResult
from pagekin.store.reading.crawls import (
    all_crawls,
    baseline_of,
    crawl_numbered,
    crawls_of,
    ended_crawl,
    find_crawler,
    last_crawl,
    unfinished_crawl,
)
from pagekin.store.states import CrawlPurpose, CrawlState, Outcome
from pagekin.store.writing import crawl_runs
from pagekin.store.writing.backfill import adopt_pages
from pagekin.store.writing.crawl_writer import CrawlWriter


def page(name, outcome=Outcome.TARGET):
    records = [product_record(1)] if outcome is Outcome.TARGET else None
    kind = HUB if outcome is Outcome.HUB else TARGET
    content = Content(digest(name), records=records)
    return PageResult(f"{SITE}/{name}", kind, outcome, 200, content=content)


def stored(store, *results, finished=True, **options):
    opened = open_class(store, **options)
    with CrawlWriter(store, opened) as writer:
        for result in results:
            writer.enqueue(result)
        if finished:
            writer.call(lambda connection: crawl_runs.finish(connection, opened))
    return opened.id


@pytest.fixture
def asked(store):
    """Ask the store something."""

    def ask(function, *arguments, **options):
        with store.connection() as connection:
            return function(connection, *arguments, **options)

    return ask


def teapots(content="{}"):
    return ClassOfPages("teapots", "teapots", content)


def test_the_crawl_that_goes_on_is_the_one_of_this_version_that_has_not_ended(store, asked):
    assert asked(unfinished_crawl, SITE, teapots()) is None
    ended = stored(store, page("a"))
    assert asked(unfinished_crawl, SITE, teapots()) is None
    running = stored(store, page("a"), finished=False)
    assert running != ended
    assert asked(unfinished_crawl, SITE, teapots()) == running
    assert asked(unfinished_crawl, SITE, teapots('{"other": 1}')) is None
    assert asked(unfinished_crawl, SITE, teapots('{"other": 1}'), any_version=True) == running
    assert asked(unfinished_crawl, SITE, teapots(), purpose=CrawlPurpose.LEARN) is None
    assert asked(unfinished_crawl, "http://other.example", teapots()) is None
    assert asked(unfinished_crawl, SITE, ClassOfPages("cups", "cups", "{}")) is None


def test_a_crawl_is_taken_up_only_with_the_very_versions_it_was_begun_with(store):
    def interrupted(*classes, purpose=CrawlPurpose.CRAWL):
        return crawl_runs.interrupted_crawl(store, SITE, classes, purpose)

    assert interrupted(teapots()) is None
    running = stored(store, page("a"), finished=False)
    assert interrupted(teapots()) == running
    assert interrupted(teapots('{"other": 1}')) is None
    assert interrupted(teapots(), ClassOfPages("cups", "cups", "{}")) is None
    assert interrupted(teapots(), purpose=CrawlPurpose.LEARN) is None


def test_the_last_finished_crawl_of_the_very_versions_is_found_if_it_is_new_enough(store):
    def finished(*classes, after=0):
        found = crawl_runs.finished_crawl(store, SITE, classes, after)
        return found and (found.id, found.resumed, found.previous)

    assert finished(teapots()) is None
    first = stored(store, page("a"))
    assert finished(teapots()) == (first, True, None)
    second = stored(store, page("a"))
    stored(store, page("a"), finished=False)
    assert finished(teapots()) == (second, True, first)
    assert finished(teapots(), after=first) == (second, True, first)
    assert finished(teapots(), after=second) is None
    assert finished(teapots('{"other": 1}')) is None


def test_the_crawl_that_ended_last_may_have_found_nothing(store, asked):
    assert asked(ended_crawl, SITE, "teapots") is None
    first = stored(store, page("a"))
    assert asked(ended_crawl, SITE, "teapots").id == first
    empty = stored(store, page("b", Outcome.NOT_KIN))
    stored(store, page("c"), finished=False)
    last = asked(ended_crawl, SITE, "teapots")
    assert (last.id, last.state, last.has_ended) == (empty, CrawlState.EMPTY, True)
    assert asked(ended_crawl, SITE, "teapots", purpose=CrawlPurpose.LEARN) is None
    assert asked(ended_crawl, SITE, "cups") is None


def test_a_crawler_is_known_by_its_site_and_id(store, asked):
    stored(store, page("a"))
    number = asked(find_crawler, SITE, "teapots")
    assert [crawl.crawler for crawl in asked(crawls_of, number)] == [number]
    assert asked(find_crawler, SITE, "cups") is None
    assert asked(find_crawler, "http://other.example", "teapots") is None


def test_a_crawl_is_compared_with_the_last_before_it_that_found_something(store, asked):
    first, second = stored(store, page("a")), stored(store, page("a"))
    stored(store, page("b", Outcome.NOT_KIN))
    stored(store, page("a"), name="cups")
    last = asked(crawl_numbered, stored(store, page("a")))
    assert asked(baseline_of, last).id == second
    assert asked(baseline_of, asked(crawl_numbered, second)).id == first
    assert asked(baseline_of, asked(crawl_numbered, first)) is None
    assert asked(crawl_numbered, last.id + 1) is None


def test_the_last_crawl_of_all_sites_is_found_by_purpose_and_state(store, asked):
    assert asked(last_crawl, CrawlPurpose.CRAWL, CrawlState.FINISHED) is None
    stored(store, page("a"))
    second = stored(store, page("a"), name="cups")
    running = stored(store, page("a"), finished=False)
    assert asked(last_crawl, CrawlPurpose.CRAWL, CrawlState.FINISHED).id == second
    assert asked(last_crawl, CrawlPurpose.CRAWL, CrawlState.RUNNING).id == running
    assert asked(last_crawl, CrawlPurpose.IMPORT, CrawlState.FINISHED) is None


def test_the_list_of_crawls_says_how_many_pages_and_targets_each_has(store, asked):
    first = stored(store, page("a"), page("b"), page("list", Outcome.HUB))
    second = stored(store, page("c", Outcome.NOT_KIN), name="cups")
    found = [
        (one.info.id, one.site, one.uid, one.name, one.pages, one.targets)
        for one in asked(all_crawls)
    ]
    assert found == [
        (first, SITE, "teapots", "teapots", 3, 2),
        (second, SITE, "cups", "cups", 1, 0),
    ]
    assert len(asked(all_crawls, SITE)) == 2
    assert asked(all_crawls, "http://other.example") == []


def outcomes(connection, crawl):
    rows = connection.rows(
        "SELECT page.url, seen.outcome, kind.name FROM pagekin_crawl_page seen "
        "JOIN pagekin_page page ON page.id = seen.page_id "
        "LEFT JOIN pagekin_kind kind ON kind.id = seen.kind_id WHERE seen.crawl_id = %s",
        crawl,
    )
    return {url.removeprefix(f"{SITE}/"): (outcome, kind) for url, outcome, kind in rows}


def test_pages_that_a_repaired_crawler_takes_make_a_crawl_one_that_found_something(store):
    crawl = stored(store, page("a", Outcome.NOT_KIN), page("b", Outcome.NOT_KIN))
    with store.connection() as connection:
        adopt_pages(connection, crawl, [])
        assert crawl_numbered_state(connection, crawl) is CrawlState.EMPTY
        [(number,)] = connection.rows("SELECT id FROM pagekin_page WHERE url = %s", f"{SITE}/a")
        adopt_pages(connection, crawl, [number])
        assert outcomes(connection, crawl) == {
            "a": ("target", "target"),
            "b": ("not kin", "target"),
        }
        assert crawl_numbered_state(connection, crawl) is CrawlState.FINISHED


def crawl_numbered_state(connection, crawl):
    return next(one.state for one in [crawl_numbered(connection, crawl)])
