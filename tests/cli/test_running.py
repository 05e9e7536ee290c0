"""Ctrl-C while a command works: once lets it leave something whole, twice ends it."""

import asyncio
import os
import signal

import pytest

from pagekin.cli.running import TerminalRunner
from pagekin.site import Stop


async def _interrupted(stop):
    os.kill(os.getpid(), signal.SIGINT)
    await asyncio.wait_for(stop.interrupted.wait(), 10)
    return "what was there"


def test_the_first_ctrl_c_lets_a_step_end_with_what_it_has(capsys):
    stop = Stop()
    assert TerminalRunner().run("work", lambda _: _interrupted(stop), stop) == "what was there"
    assert "once more Ctrl-C" in capsys.readouterr().err


def test_the_second_ctrl_c_ends_also_what_is_done_after_the_first(capsys):
    runner, first, second = TerminalRunner(), Stop(), Stop()
    runner.run("work", lambda _: _interrupted(first), first)
    with pytest.raises(KeyboardInterrupt):
        runner.run("the rows so far", lambda _: _interrupted(second), second)
    assert not second.interrupted.is_set()
    assert capsys.readouterr().err.count("once more Ctrl-C") == 1


def test_the_second_ctrl_c_ends_a_row_of_things_too():
    runner, first = TerminalRunner(), Stop()
    runner.run("work", lambda _: _interrupted(first), first)
    with pytest.raises(KeyboardInterrupt):
        list(map(_interrupt, runner.each(range(3), Stop())))


def _interrupt(thing):
    os.kill(os.getpid(), signal.SIGINT)
    return thing
