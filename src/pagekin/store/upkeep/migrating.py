"""Makes and migrates a store's tables with Django, and makes stores known to its models."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

from django.core.management import call_command
from django.db import connections
from django.db.utils import Error as DjangoDatabaseError

from pagekin.errors import StoreError
from pagekin.store.database import BUSY_SECONDS, PRAGMAS
from pagekin.store.db_errors import database_errors, explain
from pagekin.store.django_setup import set_up
from pagekin.store.location import StoreLocation, postgres_parameters

set_up()

# PostgreSQL's own upkeep may be at work on a table at the same moment; nothing was changed then.
_DEADLOCK = "40P01"


def migrate(location: StoreLocation) -> None:
    """Make the tables of a store, or bring older ones up to date; raise StoreError if that fails."""
    for is_last in (False, False, True):
        try:
            # In a thread of its own: Django refuses to work where an event loop runs.
            with ThreadPoolExecutor(1) as pool:
                pool.submit(_migrate, register(location)).result()
        except DjangoDatabaseError as error:
            cause = error.__cause__
            if getattr(cause, "sqlstate", "") == _DEADLOCK and not is_last:
                continue
            if isinstance(cause, database_errors()):
                raise explain(cause, str(location)) from error
            raise StoreError(f"the store {location}: {error}") from error
        return


def register(location: StoreLocation) -> str:
    """Make a location known to Django; return the alias for its models (`objects.using(alias)`)."""
    name = location.url or str(location.file.absolute())
    alias = f"pagekin:{hashlib.sha256(name.encode()).hexdigest()[:16]}"  # a URL may have a password
    if alias not in connections.settings:
        configured = connections.configure_settings(
            {"default": {}, alias: django_database(location)}
        )
        connections.settings[alias] = configured[alias]
    return alias


def django_database(location: StoreLocation) -> dict[str, object]:
    """Return a location as an entry of Django's DATABASES."""
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
        # The store alone: a project may have other applications, whose tables are its own concern.
        call_command("migrate", "pagekin", database=alias, verbosity=0, interactive=False)
    finally:
        connections[alias].close()
        del connections[alias]
