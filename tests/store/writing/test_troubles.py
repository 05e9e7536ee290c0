"""Troubles of watches in the store: they begin once, and end once."""

import pytest

from pagekin.store.reading.watches import StoredWatch
from pagekin.store.states import TroubleKind, WatchState
from pagekin.store.writing.troubles import begin_trouble, end_trouble, open_troubles
from pagekin.store.writing.watch_runs import keep_watch

NOW = 1_767_225_600.0


@pytest.fixture
def connection(store):
    with store.connection() as connection:
        yield connection


def watch(connection, name):
    given = StoredWatch(
        id=0,
        name=name,
        file="/shop.json",
        content="{}",
        schedule="every 1h",
        time_zone="UTC",
        starts_at=NOW,
        window="",
        jitter=0.0,
        confirm=1,
        settings={},
        state=WatchState.ACTIVE,
        made_at=NOW,
    )
    return keep_watch(connection, given, NOW).id


def test_a_trouble_begins_once_and_ends_once(connection):
    shop = watch(connection, "shop")
    first = begin_trouble(connection, shop, TroubleKind.AWAY, "no answer", NOW)
    assert begin_trouble(connection, shop, TroubleKind.AWAY, "still none", NOW + 5) is None
    [found] = open_troubles(connection, shop)
    assert (found.id, found.kind, found.detail) == (first, TroubleKind.AWAY, "no answer")
    assert (found.began_at, found.ended_at) == (NOW, None)
    assert end_trouble(connection, shop, TroubleKind.AWAY, NOW + 9) == found
    assert open_troubles(connection, shop) == []
    assert end_trouble(connection, shop, TroubleKind.AWAY, NOW + 10) is None
    ended = connection.rows("SELECT ended_at FROM pagekin_trouble")
    assert [tuple(row) for row in ended] == [(NOW + 9,)]


def test_after_its_end_a_trouble_may_begin_again(connection):
    shop = watch(connection, "shop")
    first = begin_trouble(connection, shop, TroubleKind.AWAY, "no answer", NOW)
    end_trouble(connection, shop, TroubleKind.AWAY, NOW + 1)
    again = begin_trouble(connection, shop, TroubleKind.AWAY, "no answer", NOW + 2)
    assert again not in {None, first}


def test_troubles_of_other_kinds_and_other_watches_are_told_apart(connection):
    shop, other = watch(connection, "shop"), watch(connection, "other")
    kinds = list(TroubleKind)[:2]
    for late, kind in enumerate(kinds):
        begin_trouble(connection, shop, kind, "x", NOW - late)
    assert [one.kind for one in open_troubles(connection, shop)] == kinds[
        ::-1
    ]  # by their beginning
    assert [one.kind for one in open_troubles(connection, shop, kinds[0])] == kinds[:1]
    assert open_troubles(connection, other) == []
    end_trouble(connection, other, kinds[0], NOW + 1)
    end_trouble(connection, shop, kinds[1], NOW + 1)
    assert [one.kind for one in open_troubles(connection, shop)] == kinds[:1]
