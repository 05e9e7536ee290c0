"""Creates and migrates a store's tables, and tells whose and how new they are."""

import hashlib
import pkgutil
from concurrent.futures import ThreadPoolExecutor

from django.apps import apps
from django.core.management import call_command
from django.db import connections

from pagekin.errors import StoreError
from pagekin.store import migrations
from pagekin.store.database import BUSY_SECONDS, PRAGMAS, Connection
from pagekin.store.location import StoreLocation, postgres_parameters

_TABLES_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%%'"
_TABLES_POSTGRES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


def known_migrations() -> frozenset[str]:
    """Name the migrations that this program has."""
    return frozenset(module.name for module in pkgutil.iter_modules(migrations.__path__))


def is_current(connection: Connection, location: StoreLocation) -> bool:
    """Tell whether a store has all its tables; refuse one that is newer than the program or not ours."""
    tables = table_names(connection)
    if not tables:
        return False
    applied: set[str] = set()
    if "django_migrations" in tables:
        rows = connection.rows("SELECT name FROM django_migrations WHERE app = 'pagekin'")
        applied = {name for (name,) in rows}
    if not applied and tables != {"django_migrations"}:
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
    models = apps.get_app_config("pagekin").get_models()
    lost = sorted({model._meta.db_table for model in models} - tables)  # noqa: SLF001 - Django's way
    if lost:
        raise StoreError(
            f"the store {location} is damaged: it has lost {', '.join(lost)}; it was left as it is: "
            "'pagekin store restore FILE' brings a backup back"
        )
    return True


def table_names(connection: Connection) -> set[str]:
    """Name the tables of a database."""
    sql = _TABLES_POSTGRES if connection.postgres else _TABLES_SQLITE.replace("%%", "%")
    return {name for (name,) in connection.rows(sql)}


def migrate(location: StoreLocation) -> None:
    """Bring a store's tables to where this program wants them."""
    # In a thread of its own: Django refuses to work where an event loop runs.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(_migrate, register(location)).result()


def register(location: StoreLocation) -> str:
    """Make a location known to Django; give the alias under which models find it (`objects.using(alias)`)."""
    name = location.url or str(location.file.absolute())
    alias = f"pagekin:{hashlib.sha256(name.encode()).hexdigest()[:16]}"  # a URL may have a password
    if alias not in connections.settings:
        configured = connections.configure_settings(
            {"default": {}, alias: django_database(location)}
        )
        connections.settings[alias] = configured[alias]
    return alias


def django_database(location: StoreLocation) -> dict[str, object]:
    """Describe a location as one of Django's DATABASES."""
    if not location.url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(location.file),
            "OPTIONS": {
                "timeout": BUSY_SECONDS,
                "transaction_mode": "IMMEDIATE",
                "init_command": ";".join(PRAGMAS),
            },
        }
    options = postgres_parameters(location.url)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": options.pop("dbname", ""),
        "USER": options.pop("user", ""),
        "PASSWORD": options.pop("password", ""),
        "HOST": options.pop("host", ""),
        "PORT": options.pop("port", ""),
        "OPTIONS": options,
    }


def _migrate(alias: str) -> None:
    try:
        call_command("migrate", database=alias, verbosity=0, interactive=False)
    finally:
        connections[alias].close()
        del connections[alias]
