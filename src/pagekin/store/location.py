"""Where the store is: a file in the data directory, or a PostgreSQL database."""

import importlib.util
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from pagekin.errors import UsageError

FILE_NAME = "store.sqlite3"
_SCHEMES = ("postgresql", "postgres")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=://)")
_ENCODE = "in a user name or password write / as %2F, ? as %3F, # as %23, @ as %40"
_PASSWORD = re.compile(r"(?i)(password=)[^&]*")


@dataclass(frozen=True, slots=True)
class StoreLocation:
    """A data directory, and the database if that is not a file in it."""

    directory: Path
    url: str = field(default="", repr=False)  # with its password
    archive_url: str = ""  # of an object store that the archive's files go to
    parquet: Path | None = None  # the directory that crawls are exported to when they end

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
    """Read where the store is from PAGEKIN_DATA, PAGEKIN_DATABASE_URL, PAGEKIN_ARCHIVE_URL, PAGEKIN_PARQUET."""
    named = environ.get("PAGEKIN_DATA")
    directory = Path(named).expanduser() if named else _default_directory(environ)
    url = environ.get("PAGEKIN_DATABASE_URL", "")
    if url:
        _check_scheme(url)
        postgres_parameters(url)
        _check_driver()
    exported = environ.get("PAGEKIN_PARQUET")
    return StoreLocation(
        directory,
        url,
        environ.get("PAGEKIN_ARCHIVE_URL", ""),
        Path(exported).expanduser() if exported else None,
    )


def postgres_parameters(url: str) -> dict[str, str]:
    """Return the parameters of a connection that a PostgreSQL URL stands for."""
    try:
        parts = urlsplit(url)
        port = str(parts.port or "")
    except ValueError:
        raise UsageError(
            f"{_without_password(url)!r} has no valid host or port; {_ENCODE}"
        ) from None
    if (
        "@" in parts.path + parts.query + parts.fragment
    ):  # a part of the password would be a database
        raise UsageError(f"{_without_password(url)!r} has an '@' behind its host; {_ENCODE}")
    named = {
        "host": unquote(parts.hostname or ""),
        "port": port,
        "user": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "dbname": unquote(parts.path.lstrip("/")),
    }
    return {name: value for name, value in named.items() if value} | dict(parse_qsl(parts.query))


def _check_scheme(url: str) -> None:
    """Refuse what is no PostgreSQL URL; nobody knows where in it the password is, so none of it is shown."""
    found = _SCHEME.match(url)
    if found and found[0].lower() in _SCHEMES:
        return
    what = f"a URL of {found[0]}://" if found else "what it says"
    raise UsageError(
        f"PAGEKIN_DATABASE_URL: {what} is not a PostgreSQL URL such as "
        "postgresql://user:password@host/database; without one the store is a file in PAGEKIN_DATA"
    )


def _check_driver() -> None:
    """Raise UsageError if the library that speaks to PostgreSQL is missing."""
    if importlib.util.find_spec("psycopg") is None:
        raise UsageError(
            "PAGEKIN_DATABASE_URL: a store in PostgreSQL needs psycopg: "
            "pip install 'pagekin[postgres]'"
        )


def _default_directory(environ: Mapping[str, str]) -> Path:
    if environ.get("XDG_DATA_HOME"):
        return Path(environ["XDG_DATA_HOME"]) / "pagekin"
    return Path.home() / ".local" / "share" / "pagekin"


def _without_password(url: str) -> str:
    """Return a URL to be shown; where one is mistyped, rather too little of it than the password."""
    scheme, _, rest = url.partition("://")
    userinfo, at, behind = rest.rpartition("@")
    host, colon, port = behind.partition(":")
    if colon and not port[:1].isdigit() and not host.startswith("["):
        behind = host  # what stands here may be a password whose host was forgotten
    shown = _PASSWORD.sub(r"\1***", behind)
    return f"{scheme}://{userinfo.partition(':')[0]}{at}{shown}"
