"""The face of the command line: quick, and every command explains itself."""

import importlib
import resource
import subprocess
import sys

import click
import pytest

from pagekin.app.classes import IMPRESSION
from pagekin.cli import COMMANDS, _run, classes, options
from pagekin.cli.help_groups import GroupedCommand
from pagekin.discovery import DEFAULT_STRATEGY, STRATEGIES

PAGEKIN = [sys.executable, "-m", "pagekin"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name, capsys):
    assert _run([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Example:" in text
    assert f"pagekin {name}" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_the_command_says(name, capsys):
    _run([name, "--help"])
    assert COMMANDS[name] in capsys.readouterr().out


def test_help_loads_no_command_and_answers_at_once():
    code = "import sys, pagekin.cli; pagekin.cli._run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "learn" in done.stdout
    assert not {"aiohttp", "lxml.etree", "rich", "re2"} & set(done.stderr.split())
    times = []
    for _ in range(5):  # CPU time: what else the machine does is not our doing
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*PAGEKIN, "--help"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.3


def test_a_mistyped_command_is_bad_usage(capsys):
    assert _run(["lern"]) == 2
    assert "No such command 'lern'" in capsys.readouterr().err


def test_the_version_is_told(capsys):
    assert _run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pagekin, version ")


def test_what_help_says_without_loading_it_is_so():
    assert set(options.STRATEGIES) == set(STRATEGIES)
    assert options.STRATEGIES[0] == DEFAULT_STRATEGY
    assert classes._IMPRESSION == IMPRESSION


def test_the_help_of_a_large_command_has_groups_and_leaves_the_rare_options_to_help_all(capsys):
    assert _run(["get", "--help"]) == 0
    short = capsys.readouterr().out
    titles = ["What you want:", "Where to look:", "Manners:", "Logins:", "Rendering:"]
    places = [short.index(title) for title in titles]
    assert places == sorted(places)
    assert "--max-redirects" not in short
    assert "more options: pagekin get --help-all" in short
    assert _run(["get", "--help-all"]) == 0
    whole = capsys.readouterr().out
    assert "--max-redirects" in whole
    assert "more options" not in whole


def test_every_option_of_the_large_commands_is_in_the_help_of_all(capsys):
    for name in ("get", "crawl", "learn", "induce", "extract", "fields", "classes", "repair"):
        command = importlib.import_module(f"pagekin.cli.{name}").command
        assert isinstance(command, GroupedCommand)
        _run([name, "--help-all"])
        shown = capsys.readouterr().out
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.opts[0] in shown
