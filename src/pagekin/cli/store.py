"""`pagekin store`: look after the store: check it, back it up, bring it back, make it smaller."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pagekin.errors import StoreError
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.store.location as locations
    import pagekin.store.upkeep.backup as backups
    import pagekin.store.upkeep.vacuum as vacuuming
    from pagekin.cli import printing, progress
    from pagekin.store import opening
    from pagekin.store.parquet import export as exporting
    from pagekin.store.upkeep import checking

_RESTORE = ": 'pagekin store restore FILE' brings a backup back"
_JSON = click.option("--json", "as_json", is_flag=True, help="Say it as one line of JSON.")


@click.group("store")
def command() -> None:
    """Look after the store: check, back up, restore, make smaller.

    The store is a file in the data directory (PAGEKIN_DATA), or the PostgreSQL database that
    PAGEKIN_DATABASE_URL names. Pages themselves are in the archive beside it, which is made of plain files:
    copy the folder.

    \b
    Example:
      pagekin store backup kin-2024-05-01.sqlite3
    """


@command.command("check")
@click.option(
    "--quick", is_flag=True, help="See that the archive's files are there, without reading them."
)
@_JSON
def check_command(quick: bool, as_json: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """Look for damage, for rows that refer to nothing, and for pages that the archive has lost.

    Every page is read from the archive and compared with its digest, also if the archive is in an object
    store; then all of it is transferred.

    \b
    Example:
      pagekin store check
      pagekin store check --quick
    """
    store = opening.open_store()
    with progress.portions("checking", "page versions") as watch:
        checked = checking.check(store, contents=not quick, watch=watch)
    counts = (
        printing.counted(count, name.replace("_", " ")) for name, count in checked.counts.items()
    )
    result = checked.problems or (f"{store.location} is in order: {', '.join(counts)}",)
    text = "\n".join((*result, *checked.notes))
    content = {
        "store": str(store.location),
        "problems": checked.problems,
        "notes": checked.notes,
        "counts": checked.counts,
    }
    printing.summary(content, text, as_json=as_json, results_on_stdout=False)
    if checked.problems:
        raise StoreError(
            f"{printing.counted(len(checked.problems), 'problem')} in {store.location}; nothing was changed"
            f"{_RESTORE if any(map(_of_store, checked.problems)) else ''}"
        )


def _of_store(problem: str) -> bool:
    """Whether a problem is one of the store itself, which a backup has in order."""
    return not problem.startswith("archive:")


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@_JSON
def backup_command(file: Path, as_json: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """Write the store to FILE as it is now; crawls may go on meanwhile.

    \b
    Example:
      pagekin store backup kin-2024-05-01.sqlite3
    """
    store = opening.open_store()
    size = backups.backup(store, file)
    printing.summary(
        {"store": str(store.location), "file": str(file), "bytes": size},
        f"{store.location} is backed up in {file} ({size:,} bytes); the archive is not in it: "
        f"copy {store.location.archive} too",
        as_json=as_json,
        results_on_stdout=False,
    )


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace a store that is not empty; it is kept aside.")
@_JSON
def restore_command(file: Path, force: bool, as_json: bool) -> None:  # noqa: FBT001 - click's way
    """Bring the store back from FILE, a backup.

    A store that is not empty is replaced only with --force, and then kept in a file beside it.

    \b
    Example:
      pagekin store restore kin-2024-05-01.sqlite3
    """
    place = locations.location_from(os.environ)
    kept = backups.restore(place, file, force=force)
    before = f"; what was there before is in {kept}" if kept else ""
    printing.summary(
        {"store": str(place), "file": str(file), "kept": str(kept) if kept else None},
        f"{place} is restored from {file}{before}",
        as_json=as_json,
        results_on_stdout=False,
    )


@command.command("vacuum")
@_JSON
def vacuum_command(as_json: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """Return room that is no longer needed to the system.

    \b
    Example:
      pagekin store vacuum
    """
    store = opening.open_store()
    done = vacuuming.vacuum(store)
    printing.summary(
        {"store": str(store.location), "before": done.before, "after": done.after},
        f"{store.location}: {done.before:,} bytes before, {done.after:,} now",
        as_json=as_json,
        results_on_stdout=False,
    )


@command.command("export")
@click.option(
    "--parquet",
    "directory",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help="The directory to write to.",
)
@_JSON
def export_command(directory: Path, as_json: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """Write the crawls as Parquet files, a folder for each; those that are there already stay as they are.

    'pagekin query … --on DIR' asks them, and so can DuckDB, pandas and Spark. With PAGEKIN_PARQUET=DIR every
    crawl is added when it ends.

    \b
    Example:
      pagekin store export --parquet exported/
    """
    store = opening.open_store()
    done = exporting.export(store, directory)
    printing.summary(
        {"store": str(store.location), "directory": str(directory), "written": done.written},
        f"{printing.counted(len(done.written), 'crawl')} written to {directory}, "
        f"{printing.counted(done.crawls, 'crawl')} there now",
        as_json=as_json,
        results_on_stdout=False,
    )
