"""The tables of a store: what they are called, whose they are, and whether all of them are there."""

import pkgutil
from collections.abc import Iterable

from pagekin.errors import StoreError
from pagekin.store import migrations
from pagekin.store.database import Connection
from pagekin.store.location import StoreLocation

# In an order in which every row comes after the rows that a constraint of the database makes it refer to.
TABLES = (
    "pagekin_site",
    "pagekin_crawler",
    "pagekin_crawler_version",
    "pagekin_wrapper_version",
    "pagekin_bundle",
    "pagekin_field",
    "pagekin_wrapper_field",
    "pagekin_crawl",
    "pagekin_crawl_class",
    "pagekin_citation",
    "pagekin_kind",
    "pagekin_page",
    "pagekin_archive_place",
    "pagekin_page_version",
    "pagekin_record_set",
    "pagekin_link_set",
    "pagekin_crawl_page",
    "pagekin_record",
    "pagekin_value",
    "pagekin_attribute",
    "pagekin_link",
    "pagekin_frontier",
    "pagekin_mark",
    "pagekin_secret",
    "pagekin_meta_tag",
    "pagekin_crawl_figures",
    "pagekin_field_figures",
    "pagekin_event",
    "pagekin_event_page",
    "pagekin_judgement",
    "pagekin_repair_proposal",
    "pagekin_person",
    "pagekin_channel",
    "pagekin_saved_query",
    "pagekin_query_result",
    "pagekin_watch",
    "pagekin_run",
    "pagekin_subscription",
    "pagekin_delivery",
    "pagekin_trouble",
)
FLEETING = ("pagekin_owner", "pagekin_worker")  # tables whose rows mean nothing in a backup
_TABLES_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%%'"
_TABLES_POSTGRES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


def known_migrations() -> frozenset[str]:
    """Return the names of the migrations that this program has."""
    return frozenset(module.name for module in pkgutil.iter_modules(migrations.__path__))


def is_current(connection: Connection, location: StoreLocation) -> bool:
    """Whether a store has all its tables; one that is newer than the program or not ours is refused."""
    tables = table_names(connection)
    applied: set[str] = set()
    if "django_migrations" in tables:
        rows = connection.rows("SELECT name FROM django_migrations WHERE app = 'pagekin'")
        applied = {name for (name,) in rows}
    # A database server may hold others' tables beside ours; a file is one program's.
    foreign = own_tables(tables) if connection.postgres else tables - {"django_migrations"}
    if not applied and foreign:
        raise StoreError(
            f"{location} holds another program's data, not a store of pagekin; it was left as it is: "
            "choose another place with PAGEKIN_DATA or PAGEKIN_DATABASE_URL"
        )
    newer = sorted(applied - known_migrations())
    if newer:
        raise StoreError(
            f"the store {location} was written by a newer pagekin (it has '{newer[-1]}'); "
            "it was left as it is: use that version, or another place with PAGEKIN_DATA"
        )
    if applied != known_migrations():
        return False
    lost = sorted({*TABLES, *FLEETING} - tables)
    if lost:
        raise StoreError(
            f"the store {location} is damaged: it has lost {', '.join(lost)}; it was left as it is: "
            "'pagekin store restore FILE' brings a backup back"
        )
    return True


def own_tables(tables: Iterable[str]) -> set[str]:
    """Return those tables whose names are ours."""
    return {*TABLES, *FLEETING}.intersection(tables)


def table_names(connection: Connection) -> set[str]:
    """Return the names of the tables of a database."""
    sql = _TABLES_POSTGRES if connection.postgres else _TABLES_SQLITE.replace("%%", "%")
    return {name for (name,) in connection.rows(sql)}
