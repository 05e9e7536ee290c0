"""Backs a store up while it is in use, and restores it.

A backup is always a SQLite store, even of a PostgreSQL database. It can be restored into either, so it is
also the way from one to the other. It does not contain the pages in the archive.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pagekin.errors import OutputError, StoreError, UsageError
from pagekin.store.database import Connection, SqliteConnection, connect
from pagekin.store.db_errors import explained
from pagekin.store.lease_holder import others_at_work
from pagekin.store.location import StoreLocation
from pagekin.store.opening import Store, check_file, open_store
from pagekin.store.upkeep.migrating import migrate
from pagekin.store.upkeep.new_store import make_tables
from pagekin.store.upkeep.store_tables import TABLES

_AT_ONCE = 5000
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


@dataclass(frozen=True, slots=True)
class _FileLocation(StoreLocation):
    """The location of a store whose file has another name."""

    name: str = ""

    @property
    def file(self) -> Path:
        return self.directory / self.name


def backup(store: Store, file: Path) -> int:
    """Write a store, as it is at one moment, to a new file and return its size.

    The file appears when it is complete.
    """
    if file.exists():
        raise OutputError(f"{file} exists: name another file, a backup overwrites nothing")
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)
        with store.connection() as connection, _told_apart(file):
            _copy_out(connection, _FileLocation(part.absolute().parent, name=part.name))
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        raise OutputError(f"cannot write {file}: {error.strerror}") from None
    finally:
        for leftover in part.parent.glob(f"{part.name}*"):
            leftover.unlink(missing_ok=True)
    return file.stat().st_size


def restore(location: StoreLocation, file: Path, *, force: bool = False) -> Path | None:
    """Replace a store by a backup; one that is not empty only with `force`, and it is kept.

    Return the file in which the former store is kept, if any.
    """
    source = _checked_backup(file)
    kept = None
    if _is_in_use(location):
        if not force:
            raise StoreError(
                f"the store {location} is not empty, and restoring {file} would replace it: "
                "'--force' does so, and keeps what is there now in a file beside it"
            )
        kept = _keep(location)
    open_store(location, restoring=True)
    with explained(str(location)), contextlib.closing(connect(location)) as after:
        _check_alone(location, after)  # again: somebody may have begun meanwhile
        if isinstance(after, SqliteConnection):
            with contextlib.closing(SqliteConnection(source.file, only_read=True)) as before:
                before.raw.backup(after.raw)
        else:
            _copy_in(source, after)
    open_store(location)  # an older backup is migrated
    return kept


@contextlib.contextmanager
def _told_apart(file: Path) -> Iterator[None]:
    """Raise OutputError if the disk of the backup is full: the store is not to blame."""
    try:
        yield
    except (sqlite3.Error, StoreError) as error:
        cause: BaseException | None = error
        while cause and not isinstance(cause, sqlite3.Error):
            cause = cause.__cause__
        if getattr(cause, "sqlite_errorcode", None) not in _NO_ROOM:
            raise
        raise OutputError(f"cannot write {file}: is there room for it? ({cause})") from None


def _copy_out(connection: Connection, to: StoreLocation) -> None:
    if isinstance(connection, SqliteConnection):
        with contextlib.closing(sqlite3.connect(to.file)) as written:
            connection.raw.backup(written, pages=1000)
            written.execute("PRAGMA journal_mode=DELETE")
        return
    with contextlib.closing(SqliteConnection(to.file)) as written_connection:
        if not make_tables(written_connection):
            migrate(to)
        with connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            _copy(connection, written_connection, empty=False)
        written_connection.rows("PRAGMA journal_mode=DELETE")


def _copy_in(source: StoreLocation, after: Connection) -> None:
    """Copy the rows of a backup into a database; an older backup is migrated first."""
    with tempfile.TemporaryDirectory() as folder:
        migrated = StoreLocation(Path(folder))
        shutil.copyfile(source.file, migrated.file)
        open_store(migrated)
        with contextlib.closing(SqliteConnection(migrated.file, only_read=True)) as before:
            _copy(before, after, empty=True)


def _copy(before: Connection, after: Connection, *, empty: bool) -> None:
    """Copy all rows in one transaction."""
    with after.transaction():
        for table in reversed(TABLES) if empty else ():
            after.execute(f"DELETE FROM {table}")  # noqa: S608 - names of ours
        for table in TABLES:
            columns = _columns(before, table)
            names = ", ".join(f'"{name}"' for name in columns)
            rows = []
            booleans = _booleans(after, table, columns)
            for row in before.each(f"SELECT {names} FROM {table}"):  # noqa: S608
                rows.append(_with_booleans(row, booleans) if booleans else row)
                if len(rows) == _AT_ONCE:
                    after.insert(table, columns, rows)
                    rows = []
            after.insert(table, columns, rows)
            if after.postgres and "id" in columns:
                after.rows(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), "  # noqa: S608
                    f"(SELECT coalesce(max(id), 0) + 1 FROM {table}), false)",
                    table,
                )


def _booleans(connection: Connection, table: str, columns: list[str]) -> list[int]:
    """Return which columns are booleans, which SQLite keeps as numbers and PostgreSQL insists on."""
    if not connection.postgres:
        return []
    rows = connection.rows(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = "
        "current_schema() AND table_name = %s AND data_type = 'boolean'",
        table,
    )
    return [columns.index(name) for (name,) in rows]


def _with_booleans(row: tuple[object, ...], places: list[int]) -> tuple[object, ...]:
    return tuple(bool(item) if at in places else item for at, item in enumerate(row))


def _columns(connection: Connection, table: str) -> list[str]:
    if connection.postgres:
        rows = connection.rows(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = "
            "current_schema() AND table_name = %s ORDER BY ordinal_position",
            table,
        )
    else:
        rows = connection.rows("SELECT name FROM pragma_table_info(%s)", table)
    return [name for (name,) in rows]


def _checked_backup(file: Path) -> StoreLocation:
    """Return the location of a backup; raise StoreError if it is damaged or not a backup."""
    if not file.is_file() or not file.stat().st_size:
        raise StoreError(f"{file} is not a backup: there is no such file, or it is empty")
    location = _FileLocation(file.absolute().parent, name=file.name)
    check_file(location)
    with (
        explained(str(file)),
        contextlib.closing(SqliteConnection(location.file, only_read=True)) as connection,
    ):
        [(found,)] = connection.rows("PRAGMA quick_check(1)")
    if found != "ok":
        problem = str(found).splitlines()[-1]  # the first may name the database only
        raise StoreError(f"the backup {file} is damaged ({problem}); nothing was changed")
    return location


def _is_in_use(location: StoreLocation) -> bool:
    """Whether a store has anything in it; one that cannot be opened counts as used."""
    try:
        with open_store(location, restoring=True).connection() as connection:
            _check_alone(location, connection)
            return bool(connection.rows("SELECT 1 FROM pagekin_site LIMIT 1"))
    except StoreError:
        return True


def _check_alone(location: StoreLocation, connection: Connection) -> None:
    at_work = others_at_work(location, connection)
    if at_work:
        raise UsageError(
            f"{', '.join(at_work)} is at work with the store {location}: wait for it to end, or stop it"
        )


def _keep(location: StoreLocation) -> Path:
    """Put the store aside: as a backup, or as it is if it cannot be opened."""
    name = f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3"
    kept = location.directory / name
    try:
        backup(open_store(location), kept)
    except StoreError:
        if location.url:
            raise
        for file in location.directory.glob(f"{location.file.name}*"):
            _rename(file, location.directory / file.name.replace(location.file.name, name))
    return kept


def _rename(file: Path, to: Path) -> None:
    try:
        file.rename(to)
    except OSError as error:
        raise OutputError(f"cannot put {file} aside as {to.name}: {error.strerror}") from None
