"""Makes the tables of a new SQLite store at once, by a script of what all migrations amount to.

Django takes more than a second of CPU for that, and every run that keeps nothing makes a store.
`python tools/generate_new_store.py` writes the script; a test compares it with what the migrations make.
"""

from datetime import UTC, datetime
from pathlib import Path

from pagekin.store.database import Connection
from pagekin.store.upkeep.store_tables import known_migrations

SCRIPT = Path(__file__).with_name("new_store.sql")
BETWEEN = ";\n"  # statements


def make_tables(connection: Connection) -> bool:
    """Make all tables in one transaction; return False if the script is older than the migrations."""
    first, *statements = SCRIPT.read_text(encoding="utf-8").split(BETWEEN)
    migrations = first.removeprefix("-- ").split()
    if set(migrations) != known_migrations():
        return False
    now = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
    with connection.transaction():
        for statement in statements:
            connection.execute(statement.strip())
        connection.many(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('pagekin', %s, %s)",
            [(name, now) for name in migrations],
        )
    return True


def script_of(connection: Connection) -> str:
    """Return the script that makes the tables of a migrated store."""
    rows = connection.rows(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
        "ORDER BY type = 'index', name"
    )
    first = f"-- {' '.join(sorted(known_migrations()))}"
    return BETWEEN.join([first, *(sql for (sql,) in rows)]) + "\n"
