"""Links that do not work: a failure is no news, two are; on both databases."""

import pytest

from made_crawls import ROOT, away, checked, gone, moved, page, store_crawl, url
from pagekin.query.fixed.link_health import broken_targets, fixed_targets, referrers
from pagekin.site import FailureKind
from pagekin.store.reading.crawls import crawl_numbered


def broken(store, number):
    with store.connection() as connection:
        found = broken_targets(connection, crawl_numbered(connection, number))
    return {one.url.removeprefix(ROOT): (one.state.value, one.since) for one in found}


def fixed(store, number):
    with store.connection() as connection:
        found = fixed_targets(connection, crawl_numbered(connection, number))
    return {one.url.removeprefix(ROOT): one.why for one in found}


def site(state, links=("/x",)):
    return {"/": page(*links)} | ({"/x": state} if state else {})


WELL, BAD, UNASKED = page(), gone(), None


@pytest.mark.parametrize(
    ("looks", "state"),
    [
        ([BAD], ("failing", 1)),
        ([WELL, BAD], ("failing", 2)),
        ([WELL, BAD, BAD], ("newly broken", 2)),
        ([BAD, BAD, BAD], ("still broken", 1)),
        ([BAD, WELL, BAD], ("failing", 3)),  # comes and goes
        ([BAD, UNASKED, BAD], ("newly broken", 1)),
        ([BAD, BAD, WELL], None),
        ([WELL, away(), away()], ("newly broken", 2)),
        ([gone(500), gone(404)], ("newly broken", 1)),
    ],
)
def test_a_failure_seen_once_is_failing_and_seen_twice_broken(store, looks, state):
    numbers = [store_crawl(store, site(look)) for look in looks]
    assert broken(store, numbers[-1]) == ({"/x": state} if state else {})


@pytest.mark.parametrize(
    ("looks", "how"),
    [
        ([BAD, BAD, WELL], "it works again"),
        ([BAD, BAD, moved("/")], "it works again"),
        ([BAD, BAD, gone(200, failure=FailureKind.NOT_HTML)], "it works again"),
        ([BAD, BAD, gone(None, failure=FailureKind.ROBOTS)], None),  # nobody knows
        ([BAD, WELL], None),  # nobody was told of it
        ([BAD, BAD, WELL, WELL], None),  # told before
        ([BAD, BAD, UNASKED], None),
        ([BAD, BAD, UNASKED, WELL], "it works again"),
        ([BAD, BAD, BAD], None),
        ([WELL, WELL], None),
    ],
)
def test_only_what_was_broken_is_told_as_fixed_and_once(store, looks, how):
    numbers = [store_crawl(store, site(look)) for look in looks]
    assert fixed(store, numbers[-1]) == ({"/x": how} if how else {})


def test_what_is_no_longer_linked_is_fixed_too(store):
    for _ in range(2):
        store_crawl(store, site(BAD))
    without = site(None, links=())
    assert fixed(store, store_crawl(store, without)) == {"/x": "no link leads there any more"}
    assert fixed(store, store_crawl(store, without)) == {}


@pytest.mark.parametrize(
    ("state", "is_broken"),
    [
        (gone(404), True),
        (gone(410), True),
        (gone(400), True),
        (gone(503), True),
        (away(), True),
        (gone(401), False),
        (gone(403), False),
        (gone(429), False),
        (gone(None, failure=FailureKind.ROBOTS), False),
        (gone(200, failure=FailureKind.NOT_HTML), False),
        (gone(200, failure=FailureKind.TOO_LARGE), False),
        (gone(None, failure=FailureKind.REDIRECT), True),  # in circles
        (gone(None, failure=FailureKind.REDIRECT, to="http://other.test/"), False),
        (checked(404), True),
        (checked(None, failure=FailureKind.REDIRECT), True),
        (checked(200), False),
        (checked(200, to="/"), False),
        (checked(None, failure=FailureKind.SCOPE), False),
    ],
)
def test_what_breaks_a_link(sqlite_store, state, is_broken):
    assert ("/x" in broken(sqlite_store, store_crawl(sqlite_store, site(state)))) is is_broken


def test_all_referrers_of_the_crawl_are_named_with_their_texts(store):
    store_crawl(store, {"/": page(("/x", "before")), "/x": gone()})
    number = store_crawl(
        store,
        {
            "/": page(("/x", "first"), "/a", ("/x", "second")),
            "/a": page(("/x", "an image", "img")),
            "/x": gone(),
        },
    )
    with store.connection() as connection:
        [target] = broken_targets(connection, crawl_numbered(connection, number))
        found = referrers(connection, number, [target.page])[target.page]
    assert [(one.url, one.anchor, one.tag) for one in found] == [
        (url("/"), "first", "a"),
        (url("/"), "second", "a"),
        (url("/a"), "an image", "img"),
    ]
