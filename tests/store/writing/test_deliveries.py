"""Messages in the store: entered once, held by one, sent together, put off."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pagekin.store.reading.subscribers import administrators, all_people, channels_of
from pagekin.store.secret_cipher import KEY_NAME, SecretCipher
from pagekin.store.writing.deliveries import (
    NewDelivery,
    add_delivery,
    forget_sent,
    hold_deliveries,
    mark_sent,
    next_delivery,
    put_off,
)
from pagekin.store.writing.subscribing import (
    NewChannel,
    PersonChange,
    delete_channel,
    delete_person,
    keep_channel,
    keep_person,
)

NOW, LEASE = 1_767_225_600.0, 300.0


@pytest.fixture
def connection(store):
    with store.connection() as connection:
        yield connection


@pytest.fixture
def cipher(store):
    return SecretCipher(store.location.directory / KEY_NAME, "try again")


@pytest.fixture
def anna(connection):
    return keep_person(connection, "anna", PersonChange())


@pytest.fixture
def channel(connection, anna, cipher):
    return keep_channel(
        connection, anna.id, NewChannel("mailto:a@b.test", "mailto:a@b.test"), cipher
    )[0]


def enter(connection, anna, channel, digest, not_before=NOW):
    new = NewDelivery(anna.id, channel, None, digest, f"about {digest}", "{}", not_before)
    return add_delivery(connection, new)


def digests(held):
    return [one.digest for one in held]


def test_a_message_is_entered_once(connection, anna, channel):
    assert enter(connection, anna, channel, "a")
    assert not enter(connection, anna, channel, "a")
    assert digests(hold_deliveries(connection, NOW, LEASE)) == ["a"]


def test_what_waits_for_a_channel_is_held_together_and_by_one(connection, anna, channel):
    for digest in "abc":
        enter(connection, anna, channel, digest)
    enter(connection, anna, channel, "later", NOW + 10)
    held = hold_deliveries(connection, NOW, LEASE)
    assert digests(held) == ["a", "b", "c"]
    assert hold_deliveries(connection, NOW, LEASE) == []
    mark_sent(connection, held, NOW)
    assert digests(hold_deliveries(connection, NOW + 10, LEASE)) == ["later"]


def test_messages_of_a_sender_that_died_are_taken_by_another(connection, anna, channel):
    enter(connection, anna, channel, "a")
    hold_deliveries(connection, NOW, LEASE)
    assert hold_deliveries(connection, NOW + LEASE - 1, LEASE) == []
    [again] = hold_deliveries(connection, NOW + LEASE, LEASE)
    assert (again.digest, again.tries) == ("a", 2)


def test_several_senders_send_each_message_once(store, connection, anna, cipher):
    for number in range(12):
        new = NewChannel(f"mailto:{number}@b.test", f"mailto:{number}@b.test")
        own, _ = keep_channel(connection, anna.id, new, cipher)
        enter(connection, anna, own, f"message {number}")

    def send(_):
        sent = []
        with store.connection() as own:
            while held := hold_deliveries(own, NOW, LEASE):
                mark_sent(own, held, NOW)
                sent += digests(held)
        return sent

    with ThreadPoolExecutor(4) as pool:
        sent = [digest for some in pool.map(send, range(4)) for digest in some]
    assert len(sent) == len(set(sent)) == 12


def test_a_message_that_failed_waits_and_at_last_is_given_up(connection, anna, channel):
    enter(connection, anna, channel, "a")
    put_off(connection, hold_deliveries(connection, NOW, LEASE), "no\0room", NOW + 60)
    assert next_delivery(connection) == NOW + 60
    held = hold_deliveries(connection, NOW + 60, LEASE)
    put_off(connection, held, "no room", None)
    assert next_delivery(connection) is None
    assert connection.rows("SELECT state, error FROM pagekin_delivery") == [("failed", "no room")]


def test_what_was_sent_long_ago_is_forgotten(connection, anna, channel):
    enter(connection, anna, channel, "a")
    mark_sent(connection, hold_deliveries(connection, NOW, LEASE), NOW)
    forget_sent(connection, NOW)
    assert connection.rows("SELECT count(*) FROM pagekin_delivery") == [(1,)]
    forget_sent(connection, NOW + 1)
    assert connection.rows("SELECT count(*) FROM pagekin_delivery") == [(0,)]


def test_an_address_is_entered_once_and_decrypted_as_it_was(connection, anna, cipher):
    new = NewChannel("https://h.test/s3cret", "https://h.test/…", "k3y")
    number, is_new = keep_channel(connection, anna.id, new, cipher)
    assert is_new
    assert keep_channel(connection, anna.id, new, cipher) == (number, False)
    other = NewChannel("https://h.test/other", "https://h.test/…")
    assert keep_channel(connection, anna.id, other, cipher)[1]
    kept = channels_of(connection, anna.id)[0]
    assert cipher.decrypted(kept.token, "it") == "https://h.test/s3cret"
    assert cipher.decrypted(kept.secret, "it") == "k3y"
    assert "s3cret" not in repr(kept)


def test_the_first_person_is_an_administrator_and_changes_keep_the_rest(connection, anna, channel):
    assert anna.administrator
    bob = keep_person(connection, "bob", PersonChange(quiet="22:00-07:00"))
    assert not bob.administrator
    changed = keep_person(connection, "bob", PersonChange(time_zone="Asia/Tokyo"))
    assert (changed.id, changed.quiet, changed.time_zone) == (bob.id, "22:00-07:00", "Asia/Tokyo")
    assert [(person.name, number) for person, number in administrators(connection, 1)] == [
        ("anna", channel)
    ]


def test_nothing_is_left_of_a_person_who_is_deleted(connection, anna, channel, cipher):
    enter(connection, anna, channel, "a")
    second = keep_channel(
        connection, anna.id, NewChannel("mailto:x@b.test", "mailto:x@b.test"), cipher
    )[0]
    delete_channel(connection, second)
    assert [one.id for one in channels_of(connection)] == [channel]
    delete_person(connection, anna.id)
    assert all_people(connection) == []
    for table in ("channel", "delivery", "subscription"):
        assert connection.rows(f"SELECT count(*) FROM pagekin_{table}") == [(0,)]
