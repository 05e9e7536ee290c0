"""A folder for tests to work in: what faulty code writes to wherever it is must not end up in the repository."""

import os
from pathlib import Path

import pytest


class OwnFolder:
    """A plugin of pytest that goes to a folder once the tests are loaded, whose names are of where they were loaded."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self) -> None:
        """Go there."""
        self._folder.mkdir(parents=True, exist_ok=True)
        os.chdir(self._folder)
