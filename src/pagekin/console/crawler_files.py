"""The crawlers that were made in the console: plain crawler files in a folder of the data directory.

The command line can use them: `pagekin crawl DATA/crawlers/NAME.json`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.console.current_store import data_directory
from pagekin.console.jobs.job_files import bring_back
from pagekin.errors import NothingFoundError, UsageError
from pagekin.navigation.crawler_file import read

if TYPE_CHECKING:
    from pathlib import Path

    from pagekin.navigation import Crawler

FOLDER = "crawlers"
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")
_NOT_IN_NAMES = re.compile(r"[^a-z0-9.]+")


@dataclass(frozen=True, slots=True)
class CrawlerFile:
    """A crawler's file, and what it is called."""

    name: str
    path: Path
    changed_at: float

    def read(self) -> Crawler:
        """Return the crawler."""
        return read(self.path)


def crawler_files() -> list[CrawlerFile]:
    """Return all crawlers that were made here, by name."""
    return [_file(path) for path in sorted(folder().glob("*.json"))]


def crawler_file(name: str) -> CrawlerFile:
    """Return the file of a crawler; raise NothingFoundError if there is none."""
    path = crawler_path(name)
    if not path.is_file():
        raise NothingFoundError(f"no crawler is called {name!r}")
    return _file(path)


def crawler_path(name: str) -> Path:
    """Return where the file of a crawler is, or will be; a name that leads elsewhere is refused."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot be the name of a crawler: small letters, digits and dashes can"
        )
    return folder() / f"{name}.json"


def free_name(wanted: str, taken: set[str]) -> str:
    """Return a name for a new crawler that no other has, like the one that is wanted."""
    plain = _NOT_IN_NAMES.sub("-", wanted.lower()).strip("-.")[:60].strip("-.") or "crawler"
    name, number = plain, 1
    while name in taken or crawler_path(name).exists():
        number += 1
        name = f"{plain}-{number}"
    return name


def folder() -> Path:
    """Return the folder of the files; what workers of other machines have made is written there first."""
    bring_back()
    return data_directory() / FOLDER


def _file(path: Path) -> CrawlerFile:
    return CrawlerFile(path.stem, path, path.stat().st_mtime)
