"""Backs a store up while it is in use, and brings it back.

A backup is always a SQLite store, also that of a PostgreSQL database: it can be restored into either, which
is also the way from the one to the other. Pages in the archive are not in it.
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

from django.db.utils import Error as DjangoDatabaseError

from pagekin.errors import OutputError, StoreError, UsageError
from pagekin.store.database import Session, SqliteSession, connect
from pagekin.store.migrating import migrate
from pagekin.store.opening import Store, check_file, open_store
from pagekin.store.owners import others_at_work
from pagekin.store.places import Place
from pagekin.store.trouble import explained

# In an order in which every row comes after those that the database makes sure of.
TABLES = (
    "pagekin_site",
    "pagekin_crawler",
    "pagekin_crawler_version",
    "pagekin_crawl",
    "pagekin_kind",
    "pagekin_bundle",
    "pagekin_field",
    "pagekin_page",
    "pagekin_page_version",
    "pagekin_crawl_page",
    "pagekin_record",
    "pagekin_value",
    "pagekin_link",
    "pagekin_frontier",
    "pagekin_mark",
    "pagekin_secret",
)
_AT_ONCE = 5000
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


@dataclass(frozen=True, slots=True)
class _FilePlace(Place):
    """A store whose file has a name of its own."""

    name: str = ""

    @property
    def file(self) -> Path:
        return self.directory / self.name


def backup(store: Store, file: Path) -> int:
    """Write a store to a file, as it is at one moment; tell its size. The file appears when it is whole."""
    if file.exists():
        raise OutputError(f"{file} exists: name another file, a backup overwrites nothing")
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(mode=0o600)
        with store.session() as session, _told_apart(file):
            _copy_out(session, _FilePlace(part.absolute().parent, name=part.name))
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        raise OutputError(f"cannot write {file}: {error.strerror}") from None
    finally:
        for leftover in part.parent.glob(f"{part.name}*"):
            leftover.unlink(missing_ok=True)
    return file.stat().st_size


def restore(place: Place, file: Path, *, force: bool = False) -> Path | None:
    """Bring a backup back. A store that is not empty is replaced only by `force`, and kept beside it.

    Gives the file in which the former store was kept.
    """
    source = _checked_backup(file)
    kept = None
    if _is_in_use(place):
        if not force:
            raise StoreError(
                f"the store {place} is not empty, and restoring {file} would replace it: "
                "'--force' does so, and keeps what is there now in a file beside it"
            )
        kept = _keep(place)
    open_store(place, restoring=True)
    with explained(str(place)), contextlib.closing(connect(place)) as after:
        _check_alone(place, after)  # once more: somebody may have begun meanwhile
        if isinstance(after, SqliteSession):
            with contextlib.closing(SqliteSession(source.file, only_read=True)) as before:
                before.connection.backup(after.connection)
        else:
            _copy_in(source, after)
    open_store(place)  # an older backup is migrated
    return kept


@contextlib.contextmanager
def _told_apart(file: Path) -> Iterator[None]:
    """Where a full disk is the backup's, do not blame the store."""
    try:
        yield
    except (sqlite3.Error, DjangoDatabaseError) as error:
        cause = error.__cause__ if isinstance(error, DjangoDatabaseError) else error
        if getattr(cause, "sqlite_errorcode", None) not in _NO_ROOM:
            raise
        raise OutputError(f"cannot write {file}: is there room for it? ({error})") from None


def _copy_out(session: Session, to: Place) -> None:
    if isinstance(session, SqliteSession):
        with contextlib.closing(sqlite3.connect(to.file)) as written:
            session.connection.backup(written, pages=1000)
            written.execute("PRAGMA journal_mode=DELETE")
        return
    migrate(to)
    with contextlib.closing(SqliteSession(to.file)) as written_session:
        with session.transaction():
            session.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            _copy(session, written_session, empty=False)
        written_session.rows("PRAGMA journal_mode=DELETE")


def _copy_in(source: Place, after: Session) -> None:
    """Copy the rows of a backup into a database; of an older one as they are after its migration."""
    with tempfile.TemporaryDirectory() as folder:
        migrated = Place(Path(folder))
        shutil.copyfile(source.file, migrated.file)
        open_store(migrated)
        with contextlib.closing(SqliteSession(migrated.file, only_read=True)) as before:
            _copy(before, after, empty=True)


def _copy(before: Session, after: Session, *, empty: bool) -> None:
    """Copy all rows in one transaction."""
    with after.transaction():
        for table in reversed(TABLES) if empty else ():
            after.execute(f"DELETE FROM {table}")  # noqa: S608 - names of ours
        for table in TABLES:
            columns = _columns(before, table)
            names = ", ".join(f'"{name}"' for name in columns)
            rows = []
            booleans = [place for place, name in enumerate(columns) if name in {"hub", "many"}]
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


def _with_booleans(row: tuple[object, ...], places: list[int]) -> tuple[object, ...]:
    return tuple(bool(item) if place in places else item for place, item in enumerate(row))


def _columns(session: Session, table: str) -> list[str]:
    if session.postgres:
        rows = session.rows(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = "
            "current_schema() AND table_name = %s ORDER BY ordinal_position",
            table,
        )
    else:
        rows = session.rows("SELECT name FROM pragma_table_info(%s)", table)
    return [name for (name,) in rows]


def _checked_backup(file: Path) -> Place:
    """Refuse a file that is no whole backup, before anything is replaced by it."""
    if not file.is_file() or not file.stat().st_size:
        raise StoreError(f"{file} is no backup: there is no such file, or it is empty")
    place = _FilePlace(file.absolute().parent, name=file.name)
    check_file(place)
    with (
        explained(str(file)),
        contextlib.closing(SqliteSession(place.file, only_read=True)) as session,
    ):
        found = session.rows("PRAGMA quick_check(1)")
    if found != [("ok",)]:
        raise StoreError(f"the backup {file} is damaged ({found[0][0]}); nothing was changed")
    return place


def _is_in_use(place: Place) -> bool:
    """Tell whether a store has anything in it; one that does not open has."""
    try:
        with open_store(place, restoring=True).session() as session:
            _check_alone(place, session)
            return bool(session.rows("SELECT 1 FROM pagekin_site LIMIT 1"))
    except StoreError:
        return True


def _check_alone(place: Place, session: Session) -> None:
    at_work = others_at_work(place, session)
    if at_work:
        raise UsageError(
            f"{', '.join(at_work)} is at work with the store {place}: wait for it to end, or stop it"
        )


def _keep(place: Place) -> Path:
    """Put what is there aside: as a backup, or, if it does not open, as the file that it is."""
    name = f"before-restore-{time.strftime('%Y%m%d-%H%M%S')}.sqlite3"
    kept = place.directory / name
    try:
        backup(open_store(place), kept)
    except StoreError:
        if place.url:
            raise
        for file in place.directory.glob(f"{place.file.name}*"):
            _rename(file, place.directory / file.name.replace(place.file.name, name))
    return kept


def _rename(file: Path, to: Path) -> None:
    try:
        file.rename(to)
    except OSError as error:
        raise OutputError(f"cannot put {file} aside as {to.name}: {error.strerror}") from None
