"""Where the store is: a file in the data directory, or a PostgreSQL database."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from pagekin.errors import UsageError

FILE_NAME = "store.sqlite3"
_SCHEMES = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class StoreLocation:
    """A data directory, and the database if that is not a file in it."""

    directory: Path
    url: str = ""

    @property
    def file(self) -> Path:
        """The SQLite file; with another database there is none."""
        return self.directory / FILE_NAME

    @property
    def archive(self) -> Path:
        """The folder of the archive."""
        return self.directory / "archive"

    def __str__(self) -> str:
        return _without_password(self.url) if self.url else str(self.file)


def location_from(environ: Mapping[str, str]) -> StoreLocation:
    """Read where the store is from PAGEKIN_DATA and PAGEKIN_DATABASE_URL."""
    named = environ.get("PAGEKIN_DATA")
    directory = Path(named).expanduser() if named else _default_directory(environ)
    url = environ.get("PAGEKIN_DATABASE_URL", "")
    if url and urlsplit(url).scheme not in _SCHEMES:
        raise UsageError(
            f"PAGEKIN_DATABASE_URL: {_without_password(url)!r} is not a PostgreSQL URL such as "
            "postgresql://user:password@host/database; without one the store is a file in PAGEKIN_DATA"
        )
    return StoreLocation(directory, url)


def postgres_parameters(url: str) -> dict[str, str]:
    """Take a PostgreSQL URL apart into the parameters of a connection."""
    parts = urlsplit(url)
    try:
        port = str(parts.port or "")
    except ValueError:
        raise UsageError(f"{_without_password(url)!r} has no valid port") from None
    named = {
        "host": unquote(parts.hostname or ""),
        "port": port,
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "dbname": unquote(parts.path.lstrip("/")),
    }
    return {name: value for name, value in named.items() if value} | dict(parse_qsl(parts.query))


def _default_directory(environ: Mapping[str, str]) -> Path:
    if environ.get("XDG_DATA_HOME"):
        return Path(environ["XDG_DATA_HOME"]) / "pagekin"
    if sys.platform == "win32" and environ.get("LOCALAPPDATA"):
        return Path(environ["LOCALAPPDATA"]) / "pagekin"
    return Path.home() / ".local" / "share" / "pagekin"


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    userinfo, at, host = parts.netloc.rpartition("@")
    shown = userinfo.partition(":")[0] + at + host
    query = "&".join(part for part in parts.query.split("&") if not part.startswith("password="))
    return parts._replace(netloc=shown, query=query).geturl()
