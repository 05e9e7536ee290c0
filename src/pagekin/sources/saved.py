"""Saved pages: a folder of HTML files, and an index of their URLs."""

import contextlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NoReturn, Self

from pagekin.dom import Page
from pagekin.errors import OutputError

INDEX = "pages.jsonl"


class SavedPages:
    """A folder in which pages are saved under their numbers, as they were received."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._number = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot make the folder {folder}: {error.strerror}") from None
        try:
            self._index = (folder / INDEX).open("w", encoding="utf-8", buffering=1)
        except OSError as error:
            _fail(folder / INDEX, error)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._index.close()

    def add(self, page: Page) -> str:
        """Save a page and return the name of its file."""
        self._number += 1
        name = f"{self._number:06}.html"
        part = self._folder / f".{name}.part"
        row = {"file": name, "url": page.url, "content_type": page.headers.get("content-type", "")}
        try:
            part.write_bytes(page.body)
            part.replace(self._folder / name)
            self._index.write(json.dumps(row) + "\n")
        except OSError as error:
            _fail(self._folder / name, error)
        return name


def index_of(folder: Path) -> Mapping[str, tuple[str, str]]:
    """Return URL and content type of each file in a folder of saved pages; of other folders, nothing."""
    try:
        changed = (folder / INDEX).stat().st_mtime_ns
    except OSError:
        return {}
    return _index(folder, changed)


@lru_cache(maxsize=4)  # called for each file of a folder
def _index(folder: Path, changed: int) -> Mapping[str, tuple[str, str]]:
    del changed
    known: dict[str, tuple[str, str]] = {}
    with (
        contextlib.suppress(OSError),
        (folder / INDEX).open(encoding="utf-8", errors="replace") as index,
    ):
        for line in index:
            with contextlib.suppress(ValueError, KeyError, TypeError):  # no line of ours
                row = json.loads(line)
                known[row["file"]] = (str(row["url"]), str(row.get("content_type", "")))
    return known


def _fail(path: Path, error: OSError) -> NoReturn:
    raise OutputError(f"cannot write {path}: {error.strerror}") from None
