"""Who is at work with a store: processes that live, and none that are gone."""

from pagekin.store.lease_holder import LeaseHolder, forget_dead, others_at_work


def owners(connection):
    return [number for (number,) in connection.rows("SELECT id FROM pagekin_owner ORDER BY id")]


def test_who_lives_is_seen_by_others_until_it_leaves(store):
    with store.connection() as here, store.connection() as there:
        one = LeaseHolder(store.location, here)
        [seen] = others_at_work(store.location, there)
        assert seen.startswith("process ")
        assert owners(there) == [one.id]
        one.leave()
        assert others_at_work(store.location, there) == []
        assert owners(there) == []


def test_who_is_gone_without_a_word_is_forgotten_and_who_lives_is_not(store):
    with store.connection() as here, store.connection() as there:
        alive = LeaseHolder(store.location, there)
        with store.connection() as lost:
            gone = LeaseHolder(store.location, lost)
            if gone._lock:
                gone._lock.release()  # as the system does when a process ends
        assert len(others_at_work(store.location, here)) == 1
        assert owners(here) == [alive.id]
        watching = LeaseHolder(store.location, here)
        assert watching.is_dead(gone.id)
        assert watching.is_dead(gone.id)  # to look takes no lock away
        assert not watching.is_dead(alive.id)
        forget_dead(watching, here)
        assert owners(here) == [alive.id, watching.id]
        for holder in (alive, watching):
            holder.leave()
        assert owners(here) == []
