"""Results: to stdout or to a file that appears only when it is complete."""

import contextlib
import io
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

import click

from pagekin.cli.options import STDOUT
from pagekin.cli.terminal_texts import readable
from pagekin.lazy import lazy_module

# Who writes no results, or to stdout alone, need not wait until all formats are loaded.
_output = lazy_module("pagekin.output")

LEFT_OUT = 1  # exit code: there is a result, but not of all that was asked for


@contextlib.contextmanager
def result_stream(destination: str) -> Iterator[TextIO]:
    """Open a destination for writing text; a file gets it when the block ends well."""
    if destination == STDOUT:
        yield sys.stdout
        sys.stdout.flush()
        return
    with _output.replacing(Path(destination)) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", write_through=False)
        try:
            yield text
        finally:
            text.detach()


def write_bytes(destination: str, content: bytes) -> None:
    """Write to a destination what is no text, or not ours."""
    if destination == STDOUT:
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
        return
    with _output.replacing(Path(destination)) as stream:
        stream.write(content)


def summary(content: dict[str, Any], text: str, *, as_json: bool, results_on_stdout: bool) -> None:
    """Close a command: a text for people on stderr, or a line of JSON for machines.

    The JSON goes to stdout unless the results went there.
    """
    if as_json:
        click.echo(json.dumps(content, ensure_ascii=False), err=results_on_stdout)
    else:
        click.echo(readable(text), err=True)


def counted(number: int, thing: str) -> str:
    """Return a number of things in words: "1 page", "1,204 pages"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def left_alone(forms: Mapping[str, str]) -> list[str]:
    """Say that forms were not submitted, and why not the first of them: nothing if there are none."""
    for target, reason in forms.items():
        what = "1 form was" if len(forms) == 1 else f"{len(forms):,} forms were"
        named = "--form-names has a form submitted all the same"
        return [f"{what} left alone, such as {target}: {reason} ({named})"]
    return []
