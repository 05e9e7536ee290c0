"""A sample of the hostile answers that `make soak` tries on every command."""

import pytest
from bench.hostile import honest_shop
from bench.hostile_answers import ANSWERS

SAMPLE = {
    "attributes with angles": "crawl",
    "different links": "crawl",
    "gzip bomb": "crawl",
    "an endless body": "crawl",
    "broken chunks": "crawl",
    "ten megabytes in gzip": "get",
    "gzip of NULs": "import",
}
BUSY = 10  # times as long as a quiet machine is allowed to take


@pytest.fixture(scope="module")
def trial():
    with honest_shop(BUSY) as shop:
        yield shop


def test_there_are_a_hundred_different_answers():
    assert len(ANSWERS) >= 100


@pytest.mark.parametrize("name", SAMPLE)
def test_a_hostile_page_ends_with_a_reason_in_little_time_and_memory(trial, name):
    result = trial.run(name, SAMPLE[name], interrupts=False)
    assert not result.wrong, result.row()


def test_an_interruption_ends_a_crawl_while_a_hostile_page_is_at_hand(trial):
    result = trial.run("attributes of many elements", "crawl", interrupts=True)
    assert not result.wrong, result.row()
