"""Pages from HTML files and from folders of them."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pagekin.dom import Page, parse_page
from pagekin.dom.page import MAX_BYTES
from pagekin.errors import UsageError
from pagekin.sources.page_sources import Unread
from pagekin.sources.saved import index_of

HTML_SUFFIXES = (".htm", ".html", ".xhtml")


@dataclass(frozen=True, slots=True)
class HtmlFile:
    """A file that holds one page; its name is its URL if that is known, else the path as it was given."""

    path: Path
    url: str = ""
    content_type: str = ""

    def pages(self) -> Iterator[Page | Unread]:
        """Read the file."""
        name = self.url or self.path.as_posix()
        try:
            with self.path.open("rb") as file:
                body = file.read(MAX_BYTES + 1)
        except OSError as error:
            yield Unread(name, f"cannot be read: {error.strerror}")
            return
        headers = {"content-type": self.content_type} if self.content_type else {}
        yield parse_page(name, body, headers) if body else Unread(name, "is empty")


def html_file(path: Path) -> HtmlFile:
    """Give a file as a page, under its URL if it was saved by a crawl."""
    return HtmlFile(path, *index_of(path.parent).get(path.name, ()))


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder and the folders in it, all their HTML files in the order of their names."""

    path: Path

    def pages(self) -> Iterator[Page | Unread]:
        """Read the files one by one."""
        waiting = [self.path]
        while waiting:
            path = waiting.pop()
            if path.is_dir():
                waiting += reversed(self._inside(path))
            else:
                yield from html_file(path).pages()

    def check(self) -> None:
        """See to it that there is any page at all."""
        for _, _, names in os.walk(self.path):
            if any(_is_html(name) for name in names):
                return
        wanted = ", ".join(f"*{suffix}" for suffix in HTML_SUFFIXES)
        raise UsageError(f"{self.path}: no page in this folder ({wanted})")

    @staticmethod
    def _inside(folder: Path) -> list[Path]:
        """List what to go through; links to folders may lead in circles and are not followed."""
        try:
            with os.scandir(folder) as entries:
                return sorted(
                    folder / entry.name
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False)
                    or (_is_html(entry.name) and not entry.is_dir())
                )
        except OSError:
            return []


def _is_html(name: str) -> bool:
    return name.lower().endswith(HTML_SUFFIXES)
