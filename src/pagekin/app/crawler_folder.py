"""Crawlers that are kept in the data directory, for those who know them by a name instead of a file."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pagekin.app.learned_file import write_text
from pagekin.errors import UsageError
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps, read
from pagekin.store.location import StoreLocation

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,79}")  # no way out of the folder
_DIGITS = 6  # of the id: enough to tell the crawlers of one site apart
_NAMED = 10  # names in an error


@dataclass(frozen=True, slots=True)
class CrawlerFolder:
    """The plain crawler files `crawlers/NAME.json` of a data directory; commands can use them, too."""

    path: Path

    @classmethod
    def of(cls, location: StoreLocation) -> "CrawlerFolder":
        """Return the folder beside a store."""
        return cls(location.directory / "crawlers")

    def names(self) -> list[str]:
        """Return the names of the crawlers, in alphabetical order."""
        return sorted(file.stem for file in self.path.glob("*.json") if _NAME.fullmatch(file.stem))

    def file(self, name: str) -> Path:
        """Return the file of a crawler, which may not exist yet; raise UsageError for what is no name."""
        if not _NAME.fullmatch(name):
            raise UsageError(
                f"{name!r} is no name of a crawler: small letters, digits, dots and dashes make one"
            )
        return self.path / f"{name}.json"

    def read(self, name: str) -> Crawler:
        """Read the crawler of a name; raise UsageError if there is none."""
        file = self.file(name)
        if not file.is_file():
            known = ", ".join(self.names()[:_NAMED])
            there = f"there are {known}" if known else "there are none yet"
            raise UsageError(f"there is no crawler {name!r} in {self.path}: {there}")
        return read(file)

    def write(self, name: str, crawler: Crawler) -> Path:
        """Write a crawler, over the one of that name if there is one."""
        file = self.file(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_text(file, dumps(crawler))
        return file

    def all(self) -> Iterator[tuple[str, Crawler]]:
        """Yield the crawlers with their names."""
        for name in self.names():
            yield name, self.read(name)


def name_for(crawler: Crawler) -> str:
    """Return a name for a crawler: its site and the beginning of its id, which stays when it is learned anew."""
    site = re.sub(r"[^a-z0-9.]+", "-", crawler.scope.host.lower()).strip("-.")[:60]
    return f"{site}-{crawler.id[:_DIGITS]}"
