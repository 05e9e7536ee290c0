"""What holds for all tests: nobody's data directory but one of their own, empty at the start."""

import itertools
import os
import shutil
from unittest import mock

import pytest

from pagekin.store.opening import open_store

STORELESS = {"dom", "navigation", "similarity", "urls", "values", "wrappers"}


@pytest.fixture(scope="session", autouse=True)
def new_data(tmp_path_factory):
    """A new data directory, to be copied: that is quicker than making a store for each test."""
    location = open_store(tmp_path_factory.mktemp("new-data")).location
    with mock.patch.dict(os.environ, {"PAGEKIN_DATA": str(tmp_path_factory.mktemp("data"))}):
        os.environ.pop("PAGEKIN_DATABASE_URL", None)
        yield location.directory


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
    return directory


@pytest.fixture(autouse=True)
def _own_data(request):
    """Thousands of tests of what opens no store need none."""
    if not STORELESS.intersection(request.path.parts):
        request.getfixturevalue("data")
