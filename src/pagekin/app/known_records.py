"""Earlier records read back from a file of `pagekin extract`, by the page that they are from."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pagekin.errors import FileFormatError
from pagekin.json_files import parsed, text_of
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair import record_from

_WHAT = "records"


def read_records(path: Path) -> dict[str, list[Record]]:
    """Read JSON Lines, or a JSON array; an error names the line."""
    known: dict[str, list[Record]] = {}
    for content, where in _contents(path):
        page, record = record_from(content, where)
        known.setdefault(page, []).append(record)
    if not known:
        raise FileFormatError(f"{path}: there is no record in it")
    return known


def _contents(path: Path) -> Iterator[tuple[Any, str]]:
    text = text_of(path, _WHAT)
    if text.lstrip().startswith("["):
        for number, content in enumerate(parsed(text, str(path), _WHAT)):
            yield content, f"{path}, record {number}"
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield json.loads(line), f"{path}, line {number}"
            except (ValueError, RecursionError):
                raise FileFormatError(
                    f"{path}, line {number}: not JSON; give the .jsonl or .json of 'pagekin extract --nested'"
                ) from None
