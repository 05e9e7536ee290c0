"""What holds for all tests: nobody's data directory but one of their own, empty at the start."""

import os
import shutil
from unittest import mock

import pytest

from pagekin.store.opening import open_store


@pytest.fixture(scope="session", autouse=True)
def new_data(tmp_path_factory):
    """A new data directory, to be copied: that is quicker than making a store for each test."""
    location = open_store(tmp_path_factory.mktemp("new-data")).location
    with mock.patch.dict(os.environ, {"PAGEKIN_DATA": str(tmp_path_factory.mktemp("data"))}):
        os.environ.pop("PAGEKIN_DATABASE_URL", None)
        yield location.directory


@pytest.fixture(autouse=True)
def data(new_data, tmp_path_factory, monkeypatch):
    """The test's own data directory."""
    directory = tmp_path_factory.mktemp("data") / "pagekin"
    shutil.copytree(new_data, directory)
    monkeypatch.setenv("PAGEKIN_DATA", str(directory))
    return directory
