"""A new output format is one module and one line: everything else follows from them."""

import pytest
from made_records import CUP, TEAPOT, WRAPPER, write

import pagekin.output
from pagekin.errors import UsageError
from pagekin.output import Destination, check, formats

_MODULE = '''
"""Records as lines of tab-separated names."""

from pagekin.output.output_format import OutputFormat, stream_of


class NamesFormat(OutputFormat):
    """One name a line."""

    name = "names"
    other_suffixes = ("nam",)
    library = "{library}"
    frame = (b"names\\n", b"end\\n")

    def writer(self, destination, wrapper, stack):
        return NamesWriter(stream_of(destination, stack))


class NamesWriter:
    """Writes one name a line."""

    def __init__(self, stream):
        self.notes = []
        self._stream = stream
        stream.write(b"names\\n")

    def write(self, page, record):
        self._stream.write(record.fields["name"][0].text.encode() + b"\\n")

    def close(self):
        self._stream.write(b"end\\n")
'''


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Return a function that adds the format."""
    monkeypatch.chdir(tmp_path)

    def _install(library=""):
        (tmp_path / "names_format.py").write_text(_MODULE.replace("{library}", library))
        monkeypatch.setattr(pagekin.output, "__path__", [*pagekin.output.__path__, str(tmp_path)])
        line = "names_format:NamesFormat"
        monkeypatch.setattr(formats, "OWN_FORMATS", (*formats.OWN_FORMATS, line))
        monkeypatch.delitem(__import__("sys").modules, "pagekin.output.names_format", raising=False)
        _forget()

    yield _install
    _forget()


def _forget():
    formats.all_formats.cache_clear()
    formats.formats_by_suffix.cache_clear()


@pytest.mark.parametrize("name", ["out.names", "out.nam", "out.txt:names"])
def test_it_is_chosen_by_its_name_and_written(install, tmp_path, name):
    install()
    write(name, TEAPOT, CUP)
    assert (tmp_path / name.split(":")[0]).read_text() == "names\nTeapot\nCup\nend\n"


def test_it_is_named_where_a_name_has_no_format(install):
    install()
    with pytest.raises(UsageError, match=r"end it in \.csv, .*\.xlsx, \.names, or write"):
        Destination.parse("out.pdf")


def test_what_it_says_of_files_that_are_there_is_checked(install, tmp_path):
    install()
    (tmp_path / "out.names").write_text("something else")
    with pytest.raises(UsageError, match="does not look like what pagekin writes"):
        check(Destination.parse("out.names", append=True), WRAPPER)


def test_its_library_is_missed_before_anything_is_written(install, tmp_path):
    install(library="no_such_library")
    with pytest.raises(
        UsageError, match=r"writing \.names needs no_such_library: pip install 'pagekin\[names\]'"
    ):
        check(Destination.parse("out.names"))
    assert not (tmp_path / "out.names").exists()
