"""Formats whose libraries are extras: said clearly, and before the work, when they are missing."""

import sys

import pytest
from made_records import TEAPOT, write

from pagekin.cli import pagekin
from pagekin.errors import UsageError
from pagekin.output import Destination, check

_EXTRAS = [("parquet", "pyarrow"), ("xlsx", "xlsxwriter")]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def missing(monkeypatch):
    """Return a function that makes a library as good as not installed."""
    return lambda library: monkeypatch.setitem(sys.modules, library, None)


@pytest.mark.parametrize(("name", "library"), _EXTRAS)
def test_a_missing_library_is_named_with_the_extra_that_brings_it(missing, folder, name, library):
    missing(library)
    message = rf"writing \.{name} needs {library}: pip install 'pagekin\[{name}\]'"
    with pytest.raises(UsageError, match=message):
        check(Destination.parse(f"out.{name}"))
    with pytest.raises(UsageError, match=message):
        write(f"out.{name}", TEAPOT)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(("name", "library"), _EXTRAS)
def test_get_misses_the_library_before_it_fetches_anything(missing, folder, name, library):
    missing(library)
    # Nothing listens on this port: fetching would raise another error.
    with pytest.raises(UsageError, match=rf"writing \.{name} needs {library}"):
        pagekin.main(
            ["get", "http://127.0.0.1:9/a", "-O", f"out.{name}"],
            standalone_mode=False,
        )
    assert list(folder.iterdir()) == []


def test_other_formats_do_without(missing, folder):
    for _, library in _EXTRAS:
        missing(library)
    for name in ("csv", "json", "jsonl", "xml"):
        write(f"out.{name}", TEAPOT)
        assert (folder / f"out.{name}").stat().st_size
