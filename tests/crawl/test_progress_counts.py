"""What a crawl counts, what it names, and when it has nowhere to start from."""

import pytest

from pagekin.crawl.progress_counts import KEPT, CrawlProgress
from pagekin.crawl.visits import DUPLICATE, NOT_KIN, PageDecision, PageOutcome, PlannedVisit
from pagekin.dom import parse_page
from pagekin.errors import FetchError
from pagekin.navigation import TARGET
from pagekin.site import Answer, Failure, FailureKind

START, OTHER = "http://h.test/", "http://h.test/news"


def came(url, kind):
    page = parse_page(url, b"<p>x</p>")
    entry = PlannedVisit(url, kind)
    return PageOutcome(entry, Answer(page), url, page, decision=PageDecision(kind))


def failed(url, kind=TARGET, why=FailureKind.STATUS):
    return PageOutcome(PlannedVisit(url, kind), Answer(Failure(url, why, "no")), url)


def test_each_page_is_counted_as_what_it_is():
    progress = CrawlProgress(1)
    for number, kind in enumerate([START, TARGET, TARGET, DUPLICATE, NOT_KIN]):
        progress.add(came(f"http://h.test/{number}", kind))
    progress.add(failed("http://h.test/gone"))
    counts = progress.counts
    assert (counts.pages, counts.targets, counts.failed) == (6, 2, 1)
    assert progress.duplicates == ["http://h.test/3"]
    assert progress.turned_away == ["http://h.test/4"]
    assert progress.numbers == {"duplicates": 1, "turned away": 1}
    assert [failure.url for failure in progress.failures] == ["http://h.test/gone"]


def test_a_crawl_that_goes_on_counts_from_where_it_was():
    progress = CrawlProgress(1, begun=True, pages=40)
    progress.add(came(START, START))
    assert progress.counts.pages == 41


def test_what_is_left_out_as_a_trap_was_not_fetched_and_did_not_fail():
    progress = CrawlProgress(1)
    progress.add(failed("http://h.test/endless", why=FailureKind.TRAP))
    assert (progress.counts.pages, progress.counts.failed) == (0, 0)
    assert progress.numbers == {"left out": 1}
    assert len(progress.failures) == 1


def test_a_hundred_of_each_are_named_and_the_others_counted():
    progress = CrawlProgress(1)
    for number in range(KEPT + 5):
        url = f"http://h.test/{number}"
        progress.add(came(url, DUPLICATE))
        progress.add(came(url, NOT_KIN))
        progress.add(failed(url))
    named = (progress.duplicates, progress.turned_away, progress.failures)
    assert [len(some) for some in named] == [100, 100, 100]
    assert progress.numbers == {"duplicates": KEPT + 5, "turned away": KEPT + 5}
    assert progress.counts.failed == KEPT + 5


def test_a_crawl_ends_when_its_last_start_fails_and_no_page_came():
    progress = CrawlProgress(2)
    progress.add(failed(START, START))
    with pytest.raises(FetchError, match=r"cannot fetch the entry http://h\.test/news"):
        progress.add(failed(OTHER, OTHER))


def test_a_start_may_fail_where_another_page_came():
    progress = CrawlProgress(2)
    progress.add(came(START, START))
    progress.add(failed(OTHER, OTHER))
    resumed = CrawlProgress(1, begun=True)
    resumed.add(failed(START, START))
    assert progress.counts.failed == resumed.counts.failed == 1


def test_only_starts_count_as_places_to_start_from():
    progress = CrawlProgress(1)
    progress.add(failed("http://h.test/p/1"))
    with pytest.raises(FetchError):
        progress.add(failed(START, START))
