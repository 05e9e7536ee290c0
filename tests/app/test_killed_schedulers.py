"""Several schedulers, killed and halted at random: each run exactly once."""

from killed_schedulers import run_schedulers, wrong


def test_each_due_time_is_run_exactly_once_however_many_schedulers_are_killed(store):
    outcome = run_schedulers(store.location, watches=12, hours=4, seed=1)
    assert wrong(outcome, watches=12, hours=4) == []
    assert outcome.kills
