"""Opens a store: it is made and migrated on first use, and refused untouched if something is wrong with it."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pagekin.errors import StoreError
from pagekin.lazy import lazy_module
from pagekin.store.database import Connection, SqliteConnection, connect
from pagekin.store.db_errors import explained
from pagekin.store.file_lock import locked
from pagekin.store.location import StoreLocation, location_from
from pagekin.store.upkeep import new_store
from pagekin.store.upkeep.store_tables import is_current, own_tables, table_names

_migrating = lazy_module(
    "pagekin.store.upkeep.migrating"
)  # with Django, which opening can do without
_HEADER = 100  # bytes that every file of SQLite begins with
_NO_DATABASE = "SQLITE_NOTADB"
_HALF_WRITTEN = {"SQLITE_READONLY_ROLLBACK", "SQLITE_READONLY_RECOVERY"}
_OPENING = 0x706B0000  # the number of the lock for making and migrating tables, on PostgreSQL


@dataclass(frozen=True, slots=True)
class Store:
    """A store that was opened and found in order; it hands out any number of connections."""

    location: StoreLocation

    @property
    def alias(self) -> str:
        """The name for Django: `Crawl.objects.using(store.alias)`."""
        alias: str = _migrating.register(self.location)
        return alias

    def connect(self) -> Connection:
        """Return a new connection, which the caller closes."""
        with explained(str(self.location)):
            return connect(self.location)

    @contextlib.contextmanager
    def connection(self) -> Iterator[Connection]:
        """Open a connection for a block; errors of the database become a StoreError."""
        connection = self.connect()
        try:
            with explained(str(self.location)):
                yield connection
        finally:
            connection.close()


def open_store(
    location: StoreLocation | Path | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    restoring: bool = False,
) -> Store:
    """Open the store at a location, by default where PAGEKIN_DATA and PAGEKIN_DATABASE_URL say.

    No new store is made beside an archive with pages, which waits for a backup, unless `restoring`.
    """
    if location is None:
        location = location_from(os.environ if environ is None else environ)
    elif isinstance(location, Path):
        location = StoreLocation(location)
    _make_directory(location.directory)  # the archive is there, whichever the database
    if not location.url:
        _check_writable(location)
        if check_file(location):
            return Store(location)
        if not restoring and not location.file.exists():
            _check_no_archive(location)  # now, because connecting makes the file
    with explained(str(location)), contextlib.closing(connect(location)) as connection:
        if not is_current(connection, location):
            if not restoring and not own_tables(table_names(connection)):
                _check_no_archive(location)
            _bring_up_to_date(location, connection)
    return Store(location)


def check_file(location: StoreLocation) -> bool:
    """Whether a store's file is up to date.

    A file that is not a store of pagekin, or damaged, is refused before anything could write to it. Nobody but SQLite
    may read it: closing a file gives up all locks that this process has on it, those of its other connections too, and
    whoever believes to be the last then takes the journal away from them.
    """
    path = location.file
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(f"cannot read the store {path}: {error.strerror}") from None
    if not size:
        return False
    if size < _HEADER:
        raise _no_store(path)
    with (
        explained(str(path)),
        contextlib.closing(_to_read(path)) as connection,
    ):
        current = is_current(connection, location)
        _check_length(connection, path)
    return current


def _no_store(path: Path) -> StoreError:
    return StoreError(
        f"{path} is not a store of pagekin, or its beginning is damaged; it was left as it is: "
        "'pagekin store restore FILE' brings a backup back, PAGEKIN_DATA names another place"
    )


def _to_read(path: Path) -> Connection:
    """Open a file that may not be ours without writing to it.

    Only what a killed process left half written SQLite has to roll back before it can be read.
    """
    connection = SqliteConnection(path, only_read=True)
    try:
        connection.rows("PRAGMA schema_version")
    except sqlite3.DatabaseError as error:
        connection.close()
        if error.sqlite_errorname == _NO_DATABASE:
            raise _no_store(path) from None
        if error.sqlite_errorname not in _HALF_WRITTEN:
            raise
        with contextlib.closing(sqlite3.connect(path)) as raw:
            raw.execute("PRAGMA schema_version")
        return SqliteConnection(path, only_read=True)
    return connection


def _check_length(connection: Connection, path: Path) -> None:
    """Raise StoreError if a file is shorter than it says and no journal has the rest.

    The file is measured last: another process may bring the journal into it at any moment.
    """
    wanted = connection.rows("PRAGMA page_count")[0][0] * connection.rows("PRAGMA page_size")[0][0]
    if _size(path.with_name(f"{path.name}-wal")):
        return
    if (size := _size(path)) < wanted:
        raise StoreError(
            f"the store {path} is damaged: {wanted - size:,} bytes are missing at its end; "
            "it was left as it is: 'pagekin store restore FILE' brings a backup back"
        )


def _size(path: Path) -> int:
    """Return the size of a file that another process may remove; 0 if it is not there."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _make_directory(directory: Path) -> None:
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the data directory {directory}: {error.strerror}") from None


def _check_writable(location: StoreLocation) -> None:
    """Raise StoreError if SQLite may not write to the file and beside it, as it must even to read."""
    for path in (location.directory, location.file):
        if path.exists() and not os.access(path, os.W_OK):
            raise StoreError(
                f"the store {location.file} cannot be used: you may not write to {path}; "
                "change that, or name another place with PAGEKIN_DATA"
            )


def _check_no_archive(location: StoreLocation) -> None:
    """Raise StoreError if there are pages beside a new store: not knowing them, it would thin them out."""
    if any(location.archive.glob("*.warc*")):
        raise StoreError(
            f"the archive {location.archive} has pages, but {location} does not know them: "
            "'pagekin store restore FILE' brings the store back from a backup; "
            "to start afresh, move the archive away or name another place with PAGEKIN_DATA"
        )


def _bring_up_to_date(location: StoreLocation, connection: Connection) -> None:
    """Make or migrate the tables, in one process at a time."""
    with _alone(location, connection):
        if is_current(connection, location):
            return
        is_new = not location.url and not table_names(connection)
        if not (is_new and new_store.make_tables(connection)):
            _migrating.migrate(location)


@contextlib.contextmanager
def _alone(location: StoreLocation, connection: Connection) -> Iterator[None]:
    if not location.url:
        with locked(location.directory / "store.lock"):
            yield
        return
    connection.rows("SELECT pg_advisory_lock(%s)", _OPENING)
    try:
        yield
    finally:
        connection.rows("SELECT pg_advisory_unlock(%s)", _OPENING)
