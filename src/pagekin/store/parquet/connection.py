"""A connection to exported crawls: the store's tables, read from Parquet files by DuckDB."""

import contextlib
import importlib
import importlib.util
import time
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, NoReturn

from pagekin.errors import UsageError
from pagekin.store.database import Dialect, Row
from pagekin.store.parquet import exported_tables as tables
from pagekin.store.parquet.exported_tables import ExportedTable


class ParquetConnection:
    """A connection to a directory of exported crawls; it only reads."""

    dialect = Dialect.DUCKDB
    postgres = False

    def __init__(self, directory: Path) -> None:
        if importlib.util.find_spec("duckdb") is None:
            raise UsageError("to ask Parquet files takes DuckDB: pip install 'pagekin[duckdb]'")
        folders = tables.crawl_folders(directory)
        if not (directory / tables.COMMON).is_dir() or not folders:
            raise UsageError(
                f"{directory} has no exported crawls: 'pagekin store export --parquet {directory}' "
                "writes them"
            )
        duckdb: Any = importlib.import_module("duckdb")  # an extra
        self.raw = duckdb.connect(":memory:")
        self.INTERRUPTED = duckdb.InterruptException
        self._cursors: list[Any] = []
        for table in tables.COMMON_TABLES:
            self._add(table, [directory / tables.COMMON / table.file])
        for table in tables.CRAWL_TABLES:
            self._add(table, [folder / table.file for folder in folders])
        # Crawls that ended since are named already, and not there yet.
        here = ", ".join(str(tables.number_of(folder)) for folder in folders)
        self.raw.execute("ALTER VIEW pagekin_crawl RENAME TO every_crawl")
        self.raw.execute(
            f"CREATE VIEW pagekin_crawl AS SELECT * FROM every_crawl WHERE id IN ({here})"  # noqa: S608 - numbers
        )

    def _add(self, table: ExportedTable, files: Sequence[Path]) -> None:
        listed = ", ".join(_quoted(str(file)) for file in files)
        self.raw.execute(
            f"CREATE VIEW {table.name} AS SELECT {table.selected} "  # noqa: S608 - ours
            f"FROM read_parquet([{listed}], hive_partitioning = false)"
        )

    @property
    def broken(self) -> bool:
        """Whether the connection is lost; one to files never is."""
        return False

    def interrupt(self) -> None:
        """Give up what is being run, from another thread."""
        for one in (self.raw, *self._cursors):
            one.interrupt()

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """Run a statement and return all its rows."""
        found: list[Row] = _run(self.raw, sql, parameters).fetchall()
        return found

    def each(self, sql: str, *parameters: Any) -> Iterator[Row]:
        """Run a query and yield its rows, fetching them in portions."""
        cursor = self.raw.cursor()  # other queries may be run meanwhile
        self._cursors.append(cursor)
        try:
            result = _run(cursor, sql, parameters)
            while some := result.fetchmany(5000):
                yield from some
        finally:
            self._cursors.remove(cursor)
            cursor.close()

    def among(self, sql: str, values: Iterable[Any], *parameters: Any) -> Iterator[Row]:
        """Run a statement with the values as a list."""
        wanted = list(values)
        if wanted:
            yield from self.rows(sql.replace("{}", "= ANY(%s)"), *parameters, wanted)

    def now(self) -> float:
        """Return the time of this machine."""
        return time.time()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a block: files that are complete do not change."""
        yield

    def execute(self, sql: str, *parameters: Any) -> int:
        """Refuse: what is exported is only read."""
        self._refuse(sql, parameters)

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        """Refuse: what is exported is only read."""
        self._refuse(sql, rows)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Refuse: what is exported is only read."""
        self._refuse(table, columns, rows)

    def next_ids(self, table: str, count: int) -> Sequence[int]:
        """Refuse: what is exported is only read."""
        self._refuse(table, count)

    def close(self) -> None:
        """Close the connection."""
        self.raw.close()

    def _refuse(self, *_: object) -> NoReturn:
        raise UsageError("exported crawls can only be read: change the store, and export it again")


def _run(connection: Any, sql: str, parameters: Sequence[Any]) -> Any:
    plain = [one.value if isinstance(one, Enum) else one for one in parameters]
    return connection.execute(sql.replace("%s", "?"), plain)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
