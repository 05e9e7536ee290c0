"""Processes that are kept running, in number and until the end."""

import os
import signal
from pathlib import Path

from pagekin.pool.kept_processes import KeptProcess, kept_processes


def note_and_die_once(path):
    with Path(path).open("a") as file:
        file.write(f"{os.getpid()}\n")
    if len(Path(path).read_text().splitlines()) == 1:
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_was_killed_is_started_again_and_one_that_has_ended_is_not(tmp_path):
    lost, notes = [], tmp_path / "notes"
    kept = KeptProcess(note_and_die_once, lambda: (str(notes),), lost.append, may_end=True)
    with kept_processes([kept]) as done:
        assert done.wait(1500)
    assert len(set(notes.read_text().splitlines())) == 2
    assert len(lost) == 1
