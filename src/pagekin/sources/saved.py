"""Saved pages: a folder of HTML files, and an index of their URLs, which says what belongs to it.

Pages that are saved once more get numbers that are free. When all of them are there, the new index takes the
place of the old one, in one step, and only then do the old files go. So at any moment the index names whole
pages that belong together; what an interrupted saving left is removed by the next.
"""

import contextlib
import fcntl
import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import NoReturn, Self, TextIO

from pagekin.dom import Page
from pagekin.errors import OutputError

INDEX = "pages.jsonl"
# Beside the index: that of a saving under way, and the names of files that are to go.
_NEW, _OLD = f".{INDEX}.new", f".{INDEX}.old"
_NAME = re.compile(r"\d{6,}\.html")


class SavedPages:
    """A folder in which pages are saved under their numbers, as they were received.

    They take the place of those that were saved there before when the block ends well.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"cannot make the folder {folder}: {error.strerror}") from None
        if _is_file_of_others(folder):
            raise OutputError(
                f"cannot save pages to {folder}: its {INDEX} is no index of saved pages; "
                "name another folder"
            )
        try:
            self._index = _begun(folder)
        except OSError as error:
            _fail(folder / INDEX, error)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        try:
            with self._index:
                if kind is None:
                    self._replace_index()
                _clear(self._folder)
                (self._folder / _NEW).unlink(missing_ok=True)
        except OSError as error_of_system:
            _fail(self._folder / INDEX, error_of_system)

    def add(self, page: Page) -> str:
        """Save a page and return the name of its file."""
        name = next(name for name in self._names() if not (self._folder / name).exists())
        row = {"file": name, "url": page.url, "content_type": page.headers.get("content-type", "")}
        try:
            self._index.write(json.dumps(row) + "\n")  # first, so that no file is nobody's
            with (self._folder / name).open("xb") as file:
                file.write(page.body)
        except OSError as error:
            _fail(self._folder / name, error)
        return name

    def _names(self) -> Iterator[str]:
        return (f"{number:06}.html" for number in self._numbers)

    def _replace_index(self) -> None:
        os.fsync(self._index.fileno())
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(self._folder / INDEX, self._folder / _OLD)
        (self._folder / _NEW).replace(self._folder / INDEX)


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
    return _rows(folder / INDEX)


def _rows(path: Path) -> dict[str, tuple[str, str]]:
    known: dict[str, tuple[str, str]] = {}
    with (
        contextlib.suppress(OSError),
        path.open(encoding="utf-8", errors="replace") as index,
    ):
        for line in index:
            with contextlib.suppress(ValueError, KeyError, TypeError):  # no line of ours
                row = json.loads(line)
                known[row["file"]] = (str(row["url"]), str(row["content_type"]))
    return known


def _is_file_of_others(folder: Path) -> bool:
    """Whether there is a file with the name of the index that is none."""
    path = folder / INDEX
    return path.exists() and path.stat().st_size > 0 and not _rows(path)


def _begun(folder: Path) -> TextIO:
    """Begin an index, alone, after removing what an interrupted saving has left."""
    index = (folder / _NEW).open("a+", encoding="utf-8", buffering=1)
    if not _is_locked(index, folder / _NEW):
        index.close()
        raise OutputError(f"another process is saving pages to {folder}; wait for it")
    _clear(folder)
    index.truncate(0)
    return index


def _is_locked(file: TextIO, path: Path) -> bool:
    """Lock a file; return whether it is this process's, and still the one at its path."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except (BlockingIOError, FileNotFoundError):
        return False


def _clear(folder: Path) -> None:
    """Remove the files of ours that the index does not list."""
    wanted = _rows(folder / INDEX)
    for journal in (folder / _OLD, folder / _NEW):
        for name in _rows(journal):
            if name not in wanted and _NAME.fullmatch(name):
                (folder / name).unlink(missing_ok=True)
    (folder / _OLD).unlink(missing_ok=True)


def _fail(path: Path, error: OSError) -> NoReturn:
    raise OutputError(f"cannot write {path}: {error.strerror}") from None
