"""Results: to stdout or to a file that appears only when it is complete."""

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import click

from pagekin.errors import OutputError

STDOUT = "-"


@contextlib.contextmanager
def result_stream(destination: str) -> Iterator[TextIO]:
    """Open a destination for writing; a file is written under a temporary name and moved at the end."""
    if destination == STDOUT:
        yield sys.stdout
        sys.stdout.flush()
        return
    path = Path(destination)
    if path.is_dir():
        raise OutputError(f"cannot write {path}: it is a directory; give the name of a file")
    try:
        # Beside the goal, so that the move is one step; and at once, so that a place which cannot be
        # written is known before the work, not after it.
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        _as_if_opened_plainly(name)
        Path(name).replace(path)
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror}") from error
    finally:
        Path(name).unlink(missing_ok=True)


def _as_if_opened_plainly(name: str) -> None:
    """Give a temporary file the permissions that any new file would have."""
    mask = os.umask(0)
    os.umask(mask)
    Path(name).chmod(0o666 & ~mask)


def summary(content: dict[str, Any], text: str, *, as_json: bool, results_on_stdout: bool) -> None:
    """Close a command: a text for people on stderr, or a line of JSON for machines.

    The JSON goes to stdout unless the results went there.
    """
    if as_json:
        click.echo(json.dumps(content, ensure_ascii=False), err=results_on_stdout)
    else:
        click.echo(text, err=True)
