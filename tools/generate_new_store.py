"""Write the script that makes the tables of a new SQLite store, from what the migrations make.

    python tools/generate_new_store.py

has to be run again after every new migration.
"""

import contextlib
import tempfile
from pathlib import Path

from pagekin.store.database import SqliteConnection
from pagekin.store.location import StoreLocation
from pagekin.store.upkeep.migrating import migrate
from pagekin.store.upkeep.new_store import SCRIPT, script_of


def main() -> None:
    """Write the script."""
    with tempfile.TemporaryDirectory() as folder:
        location = StoreLocation(Path(folder))
        migrate(location)
        with contextlib.closing(SqliteConnection(location.file)) as connection:
            SCRIPT.write_text(script_of(connection), encoding="utf-8")


if __name__ == "__main__":
    main()
