"""Returns room that is no longer needed to the system."""

from dataclasses import dataclass

from pagekin.store.opening import Store


@dataclass(frozen=True, slots=True)
class Vacuumed:
    """How many bytes a store took before and takes now."""

    before: int
    after: int


def vacuum(store: Store) -> Vacuumed:
    """Rewrite the database without its gaps; others who write to it wait meanwhile."""
    before = size_of(store)
    with store.connection() as connection:
        connection.rows("VACUUM (FULL, ANALYZE)" if connection.postgres else "VACUUM")
        if not connection.postgres:
            connection.rows("PRAGMA optimize")
            connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    return Vacuumed(before, size_of(store))


def size_of(store: Store) -> int:
    """Return how many bytes a store takes."""
    if not store.location.url:
        files = store.location.directory.glob(f"{store.location.file.name}*")
        return sum(file.stat().st_size for file in files)
    with store.connection() as connection:
        return int(connection.rows("SELECT pg_database_size(current_database())")[0][0])
