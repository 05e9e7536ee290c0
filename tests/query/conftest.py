"""Makes what lies here importable for all tests of queries, and stores that they share."""

import pytest

from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def shared_store(request, tmp_path_factory):
    """A store for tests whose crawls are of a crawler of their own: to make one takes a while."""
    directory = tmp_path_factory.mktemp("shared")
    if request.param == "sqlite":
        return open_store(directory)
    server = request.getfixturevalue("postgres_server")
    if server is None:
        pytest.skip("no PostgreSQL")
    return open_store(StoreLocation(directory, server.database()))
