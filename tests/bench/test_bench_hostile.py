"""A sample of the hostile answers that `make soak` tries on every command."""

import pytest
from bench.hostile import tried
from bench.hostile_answers import ANSWERS

SAMPLE = {
    "attributes with angles": "crawl",
    "millions of forms": "crawl",
    "different links": "crawl",
    "NULs": "crawl",
    "gzip bomb": "crawl",
    "an endless body": "crawl",
    "broken chunks": "crawl",
    "a redirect to itself": "crawl",
    "an XML bomb": "crawl",
    "ten megabytes in gzip": "get",
}


def test_there_are_a_hundred_different_answers():
    assert len(ANSWERS) >= 100


@pytest.mark.parametrize("name", SAMPLE)
def test_a_hostile_page_ends_with_a_reason_in_little_time_and_memory(name):
    (result,) = tried([name], [SAMPLE[name]], interrupts=False)
    assert not result.wrong, result.row()


def test_a_small_warc_file_with_a_large_page_takes_little_memory():
    (result,) = tried(["gzip of NULs"], ["import"], interrupts=False)
    assert not result.wrong, result.row()


def test_an_interruption_ends_a_crawl_while_a_hostile_page_is_at_hand():
    (result,) = tried(["attributes of many elements"], ["crawl"])
    assert not result.wrong, result.row()
