"""Pages from HTML files and from folders of them."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pagekin.dom import Page
from pagekin.dom.page import MAX_BYTES, UnparsedPage
from pagekin.errors import UsageError
from pagekin.sources.page_sources import Unread
from pagekin.sources.saved import INDEX, index_of

_NOT_LISTED = f"is not in the folder's index, {INDEX}; name the file itself to have it read"
HTML_SUFFIXES = (".htm", ".html", ".xhtml")


@dataclass(frozen=True, slots=True)
class HtmlFile:
    """A file that holds one page, named by its URL if that is known, else by its path."""

    path: Path
    url: str = ""
    content_type: str = ""

    def pages(self) -> Iterator[Page | Unread]:
        """Yield the page, or why the file cannot be read."""
        name = self.url or self.path.as_posix()
        try:
            with self.path.open("rb") as file:
                body = file.read(MAX_BYTES + 1)
        except OSError as error:
            yield Unread(name, f"cannot be read: {error.strerror}")
            return
        headers = {"content-type": self.content_type} if self.content_type else {}
        yield UnparsedPage(name, body, headers) if body else Unread(name, "is empty")


def html_file(path: Path) -> HtmlFile:
    """Return a file as a source, with its URL if a crawl saved it."""
    return HtmlFile(path, *index_of(path.parent).get(path.name, ()))


@dataclass(frozen=True, slots=True)
class Folder:
    """All HTML files of a folder and the folders in it, in the order of their names.

    A folder of saved pages has those that its index lists; others are told, not read.
    """

    path: Path

    def pages(self) -> Iterator[Page | Unread]:
        """Yield the pages one by one."""
        waiting = [self.path]
        while waiting:
            path = waiting.pop()
            if path.is_dir():
                waiting += reversed(self._inside(path))
            elif _is_listed(path):
                yield from html_file(path).pages()
            else:
                yield Unread(path.as_posix(), _NOT_LISTED)

    def check(self) -> None:
        """Raise UsageError if there is no page in the folder."""
        for _, _, names in os.walk(self.path):
            if any(_is_html(name) for name in names):
                return
        wanted = ", ".join(f"*{suffix}" for suffix in HTML_SUFFIXES)
        raise UsageError(f"{self.path}: no page in this folder ({wanted})")

    @staticmethod
    def _inside(folder: Path) -> list[Path]:
        """Return files and folders in order; links to folders may lead in circles and are not followed."""
        try:
            with os.scandir(folder) as entries:
                there = {
                    entry.name
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False)
                    or (_is_html(entry.name) and not entry.is_dir())
                }
        except OSError:
            return []
        return [folder / name for name in sorted(there.union(index_of(folder)))]


def _is_listed(path: Path) -> bool:
    """Whether a file belongs to its folder: all do where there is no index."""
    index = index_of(path.parent)
    return not index or path.name in index


def _is_html(name: str) -> bool:
    return name.lower().endswith(HTML_SUFFIXES)
