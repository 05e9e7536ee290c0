"""Where the store is: said by the environment, and usable with what is installed."""

import sys

import pytest

from pagekin.errors import UsageError
from pagekin.store.location import location_from


def test_postgresql_without_its_library_is_said_with_the_extra_that_brings_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    url = "postgresql://jane:secret@db.example/pages"
    with pytest.raises(UsageError, match=r"needs psycopg: pip install 'pagekin\[postgres\]'"):
        location_from({"PAGEKIN_DATABASE_URL": url})


def test_a_store_in_a_file_does_without_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert location_from({"PAGEKIN_DATA": str(tmp_path)}).file.parent == tmp_path
