"""The file that keeps what a learning knows: the last state, whole, for its owner only."""

import os
import stat

import pytest

from pagekin.app.storing import search_state
from pagekin.app.storing.search_state import SearchState


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on when it is told to."""
    times = [100.0]
    monkeypatch.setattr(search_state.time, "monotonic", lambda: times[0])
    return times


def files(folder):
    return sorted(folder.glob("learning/*"))


def test_the_last_state_comes_back_in_another_process_and_for_the_same_learning_only(
    tmp_path, clock
):
    state = SearchState(tmp_path, "1 teapots")
    for content in (b"first", b"second"):
        clock[0] += 10
        state.keep(lambda content=content: content)
    assert SearchState(tmp_path, "1 teapots").recall() == b"second"
    assert SearchState(tmp_path, "2 teapots").recall() is None
    assert len(files(tmp_path)) == 1


def test_nobody_else_may_read_it(tmp_path, clock):
    state = SearchState(tmp_path, "teapots")
    clock[0] += 10
    state.keep(lambda: b"state")
    [file] = files(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_to_keep_states_takes_a_tenth_of_the_time_at_most(tmp_path, clock):
    state = SearchState(tmp_path, "teapots")
    made = []

    def slow():
        made.append(clock[0])
        clock[0] += 2
        return b"state"

    for _ in range(100):
        clock[0] += 1
        state.keep(slow)
    assert len(made) <= 6
    assert len(made) >= 4


@pytest.mark.parametrize(
    "damage", [lambda content: content[:-1], lambda content: b"x" + content[1:]]
)
def test_a_damaged_file_is_not_used(tmp_path, clock, damage):
    state = SearchState(tmp_path, "teapots")
    clock[0] += 10
    state.keep(lambda: b"state")
    [file] = files(tmp_path)
    file.write_bytes(damage(file.read_bytes()))
    assert state.recall() is None


def test_it_does_no_harm_if_it_cannot_be_written(tmp_path, clock):
    (tmp_path / "learning").write_text("no folder")
    state = SearchState(tmp_path, "teapots")
    clock[0] += 10
    state.keep(lambda: b"state")
    assert state.recall() is None
    state.forget()


def test_it_goes_when_the_learning_is_done_and_old_ones_with_it(tmp_path, clock):
    one, other = SearchState(tmp_path, "one"), SearchState(tmp_path, "other")
    clock[0] += 10
    one.keep(lambda: b"one")
    [old] = files(tmp_path)
    os.utime(old, (0, 0))
    other.keep(lambda: b"other")
    other.forget_old(3600)
    assert one.recall() is None
    assert other.recall() == b"other"
    other.forget()
    assert files(tmp_path) == []
