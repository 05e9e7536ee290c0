"""Command lines in the documentation: each names a command that there is, with options that it has."""

import re
import shlex
from pathlib import Path

import click
import pytest

from pagekin.cli import pagekin

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("docs/*.md")), ROOT / "README.md"]
BLOCK = re.compile(r"^```(?:sh|text|)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^(?:\$ |RUN )?pagekin ((?:\\\n|[^\n])+)", re.MULTILINE)
SPAN = re.compile(r"`(?:… )?pagekin ([^`]+)`")


def command_lines(text):
    """Give the command lines of blocks, and those within sentences."""
    for block in BLOCK.findall(text):
        yield from LINE.findall(block)
    yield from SPAN.findall(BLOCK.sub("", text))


def words_of(line):
    """Split a command line; what stands beside it, after several spaces, explains it."""
    line = re.split(r"\s{3,}|;|\||>", line.replace("\\\n", " "))[0] if "'" not in line else line
    return shlex.split(line.replace("\\\n", " "), comments=True)


def check(group, context, words):
    """Look a command up, and parse its options without doing anything."""
    name, *rest = words
    command = group.get_command(context, name)
    assert command is not None, f"there is no command {name}"
    if isinstance(command, click.Group):
        inner = command.get_command(context, rest[0]) if rest else None
        if inner is not None:
            check(command, context, rest)
        return
    command.make_parser(click.Context(command)).parse_args(rest)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_options_in_examples_are_those_of_the_program(page):
    wrong = []
    for line in command_lines(page.read_text(encoding="utf-8")):
        if line[0].isupper() or line.startswith(("…", "-", "[")):
            continue  # `pagekin COMMAND --help`
        try:
            check(pagekin, click.Context(pagekin), words_of(line))
        except (click.UsageError, AssertionError, ValueError) as error:
            wrong.append(f"pagekin {line}: {error}")
    assert wrong == []
