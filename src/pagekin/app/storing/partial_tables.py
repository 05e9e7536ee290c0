"""Partial tables: files with the rows of a run that was interrupted, which the next run writes anew.

A file is known by its path, size and time of change: what somebody has edited since is theirs, and is continued.
"""

import contextlib
import json
from dataclasses import replace
from pathlib import Path

from pagekin.app.storing.workspace import Workspace
from pagekin.output import Destination, replacing

_FILE = "partial-tables.json"


def remember(workspace: Workspace, destination: Destination) -> None:
    """Note that a file has only the rows so far."""
    if not destination.is_stdout:
        _write(workspace, _known(workspace) | {_name(destination): _state(destination.path)})


def as_wanted(workspace: Workspace, destination: Destination) -> Destination:
    """Return the destination; what would continue a partial table takes its place instead, and it is forgotten."""
    known = _known(workspace)
    state = known.pop(_name(destination), None)
    if state is None:
        return destination
    _write(workspace, known)
    is_untouched = destination.path.is_file() and _state(destination.path) == state
    return replace(destination, append=False) if is_untouched else destination


def _name(destination: Destination) -> str:
    return str(destination.path.resolve())


def _state(path: Path) -> list[int]:
    found = path.stat()
    return [found.st_size, found.st_mtime_ns]


def _place(workspace: Workspace) -> Path:
    return workspace.store.location.directory / _FILE


def _known(workspace: Workspace) -> dict[str, list[int]]:
    with contextlib.suppress(OSError, ValueError):
        content = json.loads(_place(workspace).read_text(encoding="utf-8"))
        if isinstance(content, dict):
            return content
    return {}


def _write(workspace: Workspace, known: dict[str, list[int]]) -> None:
    with replacing(_place(workspace)) as stream:
        stream.write(json.dumps(known, indent=1).encode())
