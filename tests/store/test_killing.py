"""Whoever kills a crawl at whatever moment takes nothing away: it goes on, and the end is the same.

The sample that the tests can afford; `python -m bench.disturbed` does it hundreds of times.
"""

import asyncio

import pytest
from killing import crawl_with_kills
from synthetic import crawl, snapshot

from pagekin.store.opening import open_store
from pagekin.store.upkeep.checking import check

PRODUCTS = 300


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    store = open_store(tmp_path_factory.mktemp("undisturbed"))
    return snapshot(store, asyncio.run(crawl(store, PRODUCTS)).id)


def last_crawl(store):
    with store.connection() as connection:
        states = connection.rows("SELECT id, state FROM pagekin_crawl ORDER BY id")
    assert {state for _, state in states} == {"finished"}
    return states[-1][0]


def crawl_and_kill(store, kills, undisturbed):
    """Crawl again and again, until the crawls have been killed so many times."""
    killed, crawls = 0, 0
    while killed < kills:
        killed += crawl_with_kills(store.location, PRODUCTS, min(5, kills - killed), seed=crawls)
        crawls += 1
        assert snapshot(store, last_crawl(store)) == undisturbed
    assert check(store, archive=False).problems == ()


def test_crawls_on_sqlite_that_are_killed_end_like_an_undisturbed_one(sqlite_store, undisturbed):
    crawl_and_kill(sqlite_store, 6, undisturbed)


def test_crawls_on_postgresql_that_are_killed_end_like_an_undisturbed_one(
    postgres_store, undisturbed
):
    crawl_and_kill(postgres_store, 3, undisturbed)
