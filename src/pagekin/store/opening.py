"""Opens a store: made and migrated on first use, and refused, untouched, if something is wrong with it."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.db.utils import Error as DjangoDatabaseError

from pagekin.errors import StoreError
from pagekin.store.database import Session, SqliteSession, connect
from pagekin.store.locks import locked
from pagekin.store.migrating import is_current, migrate, register, table_names
from pagekin.store.places import Place, place_from
from pagekin.store.trouble import database_errors, explain, explained

_MAGIC = b"SQLite format 3\0"
_HALF_WRITTEN = {"SQLITE_READONLY_ROLLBACK", "SQLITE_READONLY_RECOVERY"}
_OPENING = 0x706B0000  # the number of the lock for making and migrating tables, on PostgreSQL


@dataclass(frozen=True, slots=True)
class Store:
    """A store that was found in order; any number of sessions can be opened with it."""

    place: Place

    @property
    def alias(self) -> str:
        """The name for Django: `Crawl.objects.using(store.alias)`."""
        return register(self.place)

    def connect(self) -> Session:
        """Open a session; whoever opens it closes it."""
        with explained(str(self.place)):
            return connect(self.place)

    @contextlib.contextmanager
    def session(self) -> Iterator[Session]:
        """Open a session for a block; what the database complains of becomes a StoreError."""
        session = self.connect()
        try:
            with explained(str(self.place)):
                yield session
        finally:
            session.close()


def open_store(
    place: Place | Path | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    restoring: bool = False,
) -> Store:
    """Open the store at a place, by default where PAGEKIN_DATA and PAGEKIN_DATABASE_URL say.

    An archive whose store is gone waits for a backup: only when `restoring` is a store made beside it.
    """
    if place is None:
        place = place_from(os.environ if environ is None else environ)
    elif isinstance(place, Path):
        place = Place(place)
    _make_directory(place.directory)  # the archive is there, too, whatever the database
    if not place.url:
        _check_writable(place)
        if check_file(place):
            return Store(place)
        if not restoring and not place.file.exists():
            _check_no_archive(place)  # already now: who connects makes the file
    with explained(str(place)), contextlib.closing(connect(place)) as session:
        if not is_current(session, place):
            if not restoring and not table_names(session):
                _check_no_archive(place)
            _bring_up_to_date(place, session)
    return Store(place)


def check_file(place: Place) -> bool:
    """Tell whether a store's file has all its tables.

    One that is no store of ours, or not a whole one, is refused before anything could write to it.
    """
    path = place.file
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            beginning = file.read(len(_MAGIC))
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(f"cannot read the store {path}: {error.strerror}") from None
    if not size:
        return False
    if beginning != _MAGIC:
        raise StoreError(
            f"{path} is not a store of pagekin, or its beginning is damaged; it was left as it is: "
            "'pagekin store restore FILE' brings a backup back, PAGEKIN_DATA names another place"
        )
    with (
        explained(str(path)),
        contextlib.closing(_to_read(path)) as session,
    ):
        current = is_current(session, place)
        _check_length(session, path, size)
    return current


def _to_read(path: Path) -> Session:
    """Open a file that may not be ours without writing to it.

    But what a killed process has left half written, SQLite has to take back before anybody can read.
    """
    session = SqliteSession(path, only_read=True)
    try:
        session.rows("PRAGMA schema_version")
    except sqlite3.OperationalError as error:
        session.close()
        if error.sqlite_errorname not in _HALF_WRITTEN:
            raise
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA schema_version")
        return SqliteSession(path, only_read=True)
    return session


def _check_length(session: Session, path: Path, size: int) -> None:
    """See whether a file is as long as it says; if the last writer was killed, SQLite knows better."""
    wanted = session.rows("PRAGMA page_count")[0][0] * session.rows("PRAGMA page_size")[0][0]
    log = path.with_name(f"{path.name}-wal")
    if size < wanted and not (log.exists() and log.stat().st_size):
        raise StoreError(
            f"the store {path} is damaged: {wanted - size:,} bytes are missing at its end; "
            "it was left as it is: 'pagekin store restore FILE' brings a backup back"
        )


def _make_directory(directory: Path) -> None:
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the data directory {directory}: {error.strerror}") from None


def _check_writable(place: Place) -> None:
    """See whether SQLite may write, as it must even where one only reads: beside the file, too."""
    for path in (place.directory, place.file):
        if path.exists() and not os.access(path, os.W_OK):
            raise StoreError(
                f"the store {place.file} cannot be used: you may not write to {path}; "
                "change that, or name another place with PAGEKIN_DATA"
            )


def _check_no_archive(place: Place) -> None:
    """Make no store beside pages that it does not know: it would thin them out one day."""
    if any(place.archive.glob("*.warc*")):
        raise StoreError(
            f"the archive {place.archive} has pages, but {place} does not know them: "
            "'pagekin store restore FILE' brings the store back from a backup; "
            "to begin anew, move the archive away or name another place with PAGEKIN_DATA"
        )


def _bring_up_to_date(place: Place, session: Session) -> None:
    """Make or migrate the tables, one process at a time."""
    with _alone(place, session):
        if is_current(session, place):
            return
        try:
            migrate(place)
        except DjangoDatabaseError as error:
            cause = error.__cause__
            if isinstance(cause, database_errors()):
                raise explain(cause, str(place)) from error
            raise StoreError(f"the store {place}: {error}") from error


@contextlib.contextmanager
def _alone(place: Place, session: Session) -> Iterator[None]:
    if not place.url:
        with locked(place.directory / "store.lock"):
            yield
        return
    session.rows("SELECT pg_advisory_lock(%s)", _OPENING)
    try:
        yield
    finally:
        session.rows("SELECT pg_advisory_unlock(%s)", _OPENING)
