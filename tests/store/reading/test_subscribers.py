"""Who is told what: people and when they may be reached, their channels, and what they asked for."""

import datetime as dt

import pytest
from synthetic import SITE, open_class

from pagekin.store.reading.crawls import find_crawler
from pagekin.store.reading.subscribers import (
    StoredPerson,
    administrators,
    channels_of,
    person_named,
    subscriptions_of,
)
from pagekin.store.reading.watches import StoredWatch
from pagekin.store.saved_queries import Question
from pagekin.store.secret_cipher import KEY_NAME, SecretCipher
from pagekin.store.states import QueryKind, WatchState
from pagekin.store.writing.subscribing import (
    NewChannel,
    PersonChange,
    keep_channel,
    keep_person,
    keep_query,
    subscribe,
)
from pagekin.store.writing.watch_runs import keep_watch

NOW = 1_767_225_600.0


@pytest.fixture
def connection(store):
    with store.connection() as connection:
        yield connection


@pytest.fixture
def cipher(store):
    return SecretCipher(store.location.directory / KEY_NAME, "try again")


@pytest.fixture
def watch(connection):
    given = StoredWatch(
        id=0,
        name="shop",
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


def channel(connection, cipher, person, url, secret=""):
    return keep_channel(connection, person.id, NewChannel(url, url, secret), cipher)[0]


def at(hour, minute=0):
    return dt.datetime(2026, 1, 5, hour, minute, tzinfo=dt.UTC).timestamp()


def test_a_person_is_reached_when_quiet_hours_are_over_where_the_person_is():
    berlin = StoredPerson(
        1, "anna", administrator=False, time_zone="Europe/Berlin", quiet="22:00-07:00"
    )
    assert berlin.reachable_from(at(5)) == at(6)  # seven in Berlin
    assert berlin.reachable_from(at(12)) == at(12)
    always = StoredPerson(1, "anna", administrator=False, time_zone="UTC", quiet="")
    assert always.reachable_from(at(3)) == at(3)


def test_only_what_is_given_changes_about_a_person(connection):
    first = keep_person(
        connection, "anna", PersonChange(time_zone="Asia/Tokyo", quiet="22:00-07:00")
    )
    assert (first.administrator, first.time_zone, first.quiet) == (
        True,
        "Asia/Tokyo",
        "22:00-07:00",
    )
    second = keep_person(connection, "bert", PersonChange())
    assert (second.administrator, second.time_zone, second.quiet) == (False, "UTC", "")
    keep_person(connection, "anna", PersonChange(quiet=""))
    assert person_named(connection, "anna") == StoredPerson(
        first.id, "anna", administrator=True, time_zone="Asia/Tokyo", quiet=""
    )
    assert not keep_person(connection, "anna", PersonChange(administrator=False)).administrator
    assert person_named(connection, "nobody") is None


def test_a_channel_is_entered_once_and_keeps_its_secret_encrypted(connection, cipher):
    anna = keep_person(connection, "anna", PersonChange())
    bert = keep_person(connection, "bert", PersonChange())
    new = NewChannel("https://h.test/hook?key=1", "https://h.test/…", "shared secret")
    number, is_new = keep_channel(connection, anna.id, new, cipher)
    assert is_new
    assert keep_channel(connection, anna.id, new, cipher) == (number, False)
    other = NewChannel("https://h.test/hook?key=2", "https://h.test/…")  # shown alike
    assert keep_channel(connection, anna.id, other, cipher)[1]
    assert keep_channel(connection, bert.id, new, cipher)[1]
    first, second = channels_of(connection, anna.id)
    assert cipher.decrypted(first.token, "") == new.url
    assert cipher.decrypted(first.secret, "") == "shared secret"
    assert second.secret is None
    assert [one.person for one in channels_of(connection)] == [anna.id, anna.id, bert.id]


def test_who_asks_anew_is_told_that_and_nothing_else(connection, cipher, watch, store):
    open_class(store)
    crawler = find_crawler(connection, SITE, "teapots")
    anna = keep_person(connection, "anna", PersonChange())
    bert = keep_person(connection, "bert", PersonChange())
    mail = channel(connection, cipher, anna, "mailto:a@b.test")
    hook = channel(connection, cipher, anna, "https://h.test/")
    other = channel(connection, cipher, bert, "mailto:b@b.test")
    asked = keep_query(connection, anna.id, crawler, Question(QueryKind.CONDITIONS, "price < 5"))
    subscribe(connection, watch, bert.id, [None], [other])
    subscribe(connection, watch, anna.id, [None], [mail])
    subscribe(connection, watch, anna.id, [asked, None], [mail, hook])
    found = [
        (one.person.name, one.channel, one.query and one.query.question.text)
        for one in subscriptions_of(connection, watch)
    ]
    assert found == [
        ("bert", other, None),
        ("anna", mail, "price < 5"),
        ("anna", hook, "price < 5"),
        ("anna", mail, None),
        ("anna", hook, None),
    ]
    again = keep_query(connection, anna.id, crawler, Question(QueryKind.CONDITIONS, "price < 5"))
    assert again == asked
    assert subscriptions_of(connection, watch + 1) == []


def test_administrators_hear_of_trouble_and_without_any_those_whom_the_watch_is_for(
    connection, cipher, watch
):
    anna = keep_person(connection, "anna", PersonChange())
    bert = keep_person(connection, "bert", PersonChange())
    other = channel(connection, cipher, bert, "mailto:b@b.test")
    subscribe(connection, watch, bert.id, [None, None], [other])
    told = administrators(connection, watch)
    assert [(person.name, number) for person, number in told] == [("bert", other)]
    mail = channel(connection, cipher, anna, "mailto:a@b.test")
    told = administrators(connection, watch)
    assert [(person.name, number) for person, number in told] == [("anna", mail)]
