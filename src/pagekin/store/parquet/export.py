"""Writes the crawls of a store as Parquet files, a folder for each crawl.

    DIR/common/field.parquet …                    names and crawls, written anew each time
    DIR/site=shop.example/crawl=12/value.parquet …  what came with a crawl, written once

A folder gets its name when all its files are complete: whoever reads meanwhile, or after a kill, sees whole crawls.
"""

import importlib
import importlib.util
import itertools
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pagekin.errors import OutputError, UsageError
from pagekin.store.database import Connection, Row
from pagekin.store.opening import Store
from pagekin.store.parquet import exported_tables as tables
from pagekin.store.parquet.exported_tables import ExportedTable
from pagekin.store.states import ENDED, CrawlPurpose

_AT_ONCE = 50_000  # rows: some megabytes
_STATE = "crawl.json"  # what the folder of a crawl was made from
_OWNER = "store.json"  # which store the directory belongs to


@dataclass(frozen=True, slots=True)
class ExportSummary:
    """What was done: the crawls that were written, and the number of those that are there in all."""

    written: tuple[int, ...]
    crawls: int


@dataclass(frozen=True, slots=True)
class _CrawlState:
    """A crawl and what tells whether its rows are still those that were exported: mining may replace them."""

    id: int
    site: str
    site_id: int
    sums: tuple[int, ...]


def export(store: Store, directory: Path) -> ExportSummary:
    """Write all crawls that have ended and are not in a directory yet."""
    if importlib.util.find_spec("pyarrow") is None:
        raise UsageError("to export crawls takes pyarrow: pip install 'pagekin[parquet]'")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        _claim(directory, str(store.location))
        with store.connection() as connection:
            crawls = list(_ended_crawls(connection))
            _forget_outdated(directory, crawls)
            written = [one for one in crawls if not _folder(directory, one).exists()]
            for crawl in written:
                _CrawlExport(connection, directory, crawl).write()
            _write_common(connection, directory)
    except OSError as error:
        raise OutputError(f"cannot write to {directory}: {error.strerror or error}") from None
    return ExportSummary(tuple(one.id for one in written), len(crawls))


def _claim(directory: Path, location: str) -> None:
    """Make a directory that of a store; one with other things in it, or another store's, is refused."""
    owner = directory / _OWNER
    if owner.exists():
        known = json.loads(owner.read_text(encoding="utf-8"))["store"]
        if known != location:
            raise UsageError(
                f"{directory} has the crawls of another store, {known}: name another directory"
            )
        return
    if any(directory.iterdir()):
        raise UsageError(
            f"{directory} has other files in it: name a new directory, or an empty one"
        )
    owner.write_text(json.dumps({"store": location}) + "\n", encoding="utf-8")


def _ended_crawls(connection: Connection) -> Iterator[_CrawlState]:
    rows = connection.rows(
        "SELECT crawl.id, crawl.site_id, site.name, crawl.state, crawl.purpose "
        "FROM pagekin_crawl crawl JOIN pagekin_site site ON site.id = crawl.site_id ORDER BY crawl.id"
    )
    for number, site_id, site, state, purpose in rows:
        if state not in ENDED or purpose == CrawlPurpose.LEARN:
            continue
        [sums] = connection.rows(
            "SELECT count(*), coalesce(sum(records_id), 0), coalesce(sum(version_id), 0) "
            "FROM pagekin_crawl_page WHERE crawl_id = %s",
            number,
        )
        yield _CrawlState(number, site, site_id, tuple(map(int, sums)))


def _folder(directory: Path, crawl: _CrawlState) -> Path:
    return tables.crawl_folder(directory, crawl.site, crawl.id)


def _forget_outdated(directory: Path, crawls: Sequence[_CrawlState]) -> None:
    """Remove the folders of sites whose stored crawls are others now: they build on each other."""
    outdated = {
        crawl.site
        for crawl in crawls
        if _folder(directory, crawl).exists()
        and json.loads((_folder(directory, crawl) / _STATE).read_text()) != list(crawl.sums)
    }
    for site in outdated:
        for folder in sorted(tables.site_folder(directory, site).glob("crawl=*"), reverse=True):
            shutil.rmtree(folder)


def _write_common(connection: Connection, directory: Path) -> None:
    common = directory / tables.COMMON
    common.mkdir(exist_ok=True)
    for table in tables.COMMON_TABLES:
        part = common / f".{table.file}.part"
        rows = connection.each(f"SELECT {table.selected} FROM {table.name} ORDER BY 1")  # noqa: S608 - ours
        _write_table(part, table, rows)
        part.replace(common / table.file)


@dataclass(slots=True)
class _CrawlExport:
    """The export of one crawl."""

    connection: Connection
    directory: Path
    crawl: _CrawlState
    _part: Path = field(init=False)

    def write(self) -> None:
        """Write the crawl's folder; it appears when it is complete."""
        folder = _folder(self.directory, self.crawl)
        self._part = folder.with_name(f".{folder.name}.part")
        shutil.rmtree(self._part, ignore_errors=True)
        self._part.mkdir(parents=True)
        self._write_pages()
        self._write_records()
        self._write_links()
        (self._part / _STATE).write_text(json.dumps(self.crawl.sums) + "\n")
        self._part.replace(folder)

    def _write_pages(self) -> None:
        own = (
            f"SELECT {tables.CRAWL_PAGE.selected} FROM pagekin_crawl_page "  # noqa: S608 - ours
            "WHERE crawl_id = %s ORDER BY page_id"
        )
        self._write(tables.CRAWL_PAGE, self.connection.each(own, self.crawl.id))
        named = {*self._ids("page_id"), *self._ids("redirect_to_id"), *self._ids("found_on_id")}
        linked = self.connection.rows(
            "SELECT DISTINCT link.to_id FROM pagekin_crawl_page seen "
            "JOIN pagekin_link link ON link.set_id = seen.links_id WHERE seen.crawl_id = %s",
            self.crawl.id,
        )
        named.update(number for (number,) in linked)
        self._write_by_id(tables.PAGE, self._new(tables.PAGE, sorted(named)))
        versions = self._new(tables.PAGE_VERSION, self._ids("version_id"))
        self._write_by_id(tables.PAGE_VERSION, versions)
        self._write_inside(tables.META_TAG, "version_id", versions)

    def _write_records(self) -> None:
        sets = self._new(tables.RECORD_SET, self._ids("records_id"))
        self._write_by_id(tables.RECORD_SET, sets)
        self._write_inside(tables.RECORD, "set_id", sets)
        # Both are clustered by field first: a field at a time reads them as they lie, and files stay sorted.
        fields = self.connection.rows(
            "SELECT field.id FROM pagekin_field field JOIN pagekin_bundle bundle "
            "ON bundle.id = field.bundle_id JOIN pagekin_crawler crawler "
            "ON crawler.id = bundle.crawler_id WHERE crawler.site_id = %s ORDER BY field.id",
            self.crawl.site_id,
        )
        for table in (tables.VALUE, tables.ATTRIBUTE):
            statement = (
                f"SELECT {table.selected} FROM {table.name} "  # noqa: S608 - ours
                "WHERE field_id = %s AND set_id {} ORDER BY set_id, record, position"
            )
            rows = (self.connection.among(statement, sets, number) for (number,) in fields)
            self._write(table, itertools.chain.from_iterable(rows))

    def _write_links(self) -> None:
        sets = self._new(tables.LINK_SET, self._ids("links_id"))
        self._write_by_id(tables.LINK_SET, sets)
        self._write_inside(tables.LINK, "set_id", sets)

    def _ids(self, column: str) -> list[int]:
        rows = self.connection.rows(
            f"SELECT DISTINCT {column} FROM pagekin_crawl_page "  # noqa: S608 - ours
            f"WHERE crawl_id = %s AND {column} IS NOT NULL ORDER BY 1",
            self.crawl.id,
        )
        return [number for (number,) in rows]

    def _new(self, table: ExportedTable, numbers: Sequence[int]) -> list[int]:
        """Return those of some rows that no folder of the site has."""
        site = tables.site_folder(self.directory, self.crawl.site)
        files = [str(file) for file in sorted(site.glob(f"crawl=*/{table.file}"))]
        if not files:
            return list(numbers)
        arrow, dataset = _library("pyarrow"), _library("pyarrow.dataset")
        known = dataset.dataset(files, format="parquet").to_table(columns=["id"])["id"]
        wanted = arrow.array(numbers, arrow.int64())
        are_known = _library("pyarrow.compute").is_in(wanted, value_set=known.combine_chunks())
        return list(itertools.compress(numbers, (not one for one in are_known.to_pylist())))

    def _write_by_id(self, table: ExportedTable, numbers: Sequence[int]) -> None:
        self._write_inside(table, "id", numbers)

    def _write_inside(self, table: ExportedTable, column: str, numbers: Sequence[int]) -> None:
        statement = (
            f"SELECT {table.selected} FROM {table.name} WHERE {column} {{}} ORDER BY {column}"  # noqa: S608
        )
        self._write(table, self.connection.among(statement, numbers))

    def _write(self, table: ExportedTable, rows: Iterable[Row]) -> None:
        _write_table(self._part / table.file, table, rows)


def _write_table(file: Path, table: ExportedTable, rows: Iterable[Row]) -> None:
    arrow, schema = _library("pyarrow"), _schema(table)
    with _library("pyarrow.parquet").ParquetWriter(file, schema, compression="zstd") as writer:
        waiting = iter(rows)
        while some := list(itertools.islice(waiting, _AT_ONCE)):
            columns = [
                arrow.array(map(_READERS.get(kind, _as_it_is), values), schema.field(name).type)
                for values, (name, kind) in zip(zip(*some, strict=True), table.columns, strict=True)
            ]
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _schema(table: ExportedTable) -> Any:
    arrow = _library("pyarrow")
    types = {
        "bigint": arrow.int64(),
        "double": arrow.float64(),
        "text": arrow.string(),
        "blob": arrow.binary(),
        "boolean": arrow.bool_(),
    }
    return arrow.schema([(name, types[kind]) for name, kind in table.columns])


def _library(name: str) -> Any:
    """Load a part of the library, which is an extra and large."""
    return importlib.import_module(name)


def _as_it_is(value: Any) -> Any:
    return value


# SQLite has no type for these, PostgreSQL has more than one.
_READERS = {
    "boolean": lambda value: None if value is None else bool(value),
    "blob": lambda value: None if value is None else bytes(value),
}
