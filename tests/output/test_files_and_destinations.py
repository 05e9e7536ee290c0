"""Where results go: appended, overwritten, whole or not at all."""

import csv
import json
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import openpyxl
import pytest
from lxml import etree
from made_records import CUP, KETTLE, TEAPOT, WRAPPER, write

from pagekin.errors import OutputError, UsageError
from pagekin.output import Destination, check, open_output, replacing
from pagekin.wrappers import Bundle, Wrapper


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("typed", "name", "format_"),
    [
        ("r.csv", "r.csv", "csv"),
        ("R.JSONL", "R.JSONL", "jsonl"),
        ("r.jl", "r.jl", "jsonl"),
        ("data.txt:csv", "data.txt", "csv"),
        ("data:ndjson", "data", "jsonl"),
        ("a:b.xml", "a:b.xml", "xml"),
        ("r.csv:xlsx", "r.csv", "xlsx"),
        ("-", "-", "jsonl"),
        ("-:csv", "-", "csv"),
    ],
)
def test_the_format_follows_the_name_or_the_colon(typed, name, format_):
    destination = Destination.parse(typed)
    assert (destination.name, destination.format.name) == (name, format_)


@pytest.mark.parametrize("typed", ["records", "r.txt", "r.csv:", "r.pdf:word", ":csv", ""])
def test_a_name_without_format_is_bad_usage(typed):
    with pytest.raises(UsageError, match=r"end it in \.csv, \.json, \.jsonl"):
        Destination.parse(typed)


def test_further_tables_stand_beside_the_file_under_names_of_their_own():
    tables = ["main", "reviews", "../../etc/x y", "A b", "a_b", "", "long " * 60]
    names = [str(path) for path in Destination.parse("out/shop.csv").files(tables)]
    assert names[:6] == [
        "out/shop.csv",
        "out/shop.reviews.csv",
        "out/shop._.._etc_x_y.csv",
        "out/shop.a_b.csv",
        "out/shop.a_b_2.csv",
        "out/shop.more.csv",
    ]
    assert len(names[6]) < 100


def test_another_file_instead_is_one_that_is_not_there(folder):
    (folder / "shop.2.csv").touch()
    assert Destination.parse("shop.csv").instead().name == "shop.3.csv"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("r.jsonl", lambda path: len(path.read_text().splitlines())),
        ("r.json", lambda path: len(json.loads(path.read_text()))),
        ("r.xml", lambda path: len(etree.parse(str(path)).findall("entity"))),
        ("r.csv", lambda path: len(list(csv.reader(path.read_text().splitlines()))) - 1),
    ],
)
def test_append_goes_on_and_overwrite_starts_anew(folder, name, count):
    write(name, TEAPOT, append=True)
    write(name, CUP, KETTLE, append=True)
    write(name, append=True)
    assert count(folder / name) == 3
    write(name, CUP)
    assert count(folder / name) == 1
    write(name)
    write(name, TEAPOT, append=True)
    assert count(folder / name) == 1


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "json", "xml"])
def test_a_file_that_was_continued_is_as_if_it_had_been_written_at_once(folder, suffix):
    page = {"p/1": TEAPOT, "p/2": KETTLE, "p/3": CUP}
    runs = {"whole": [list(page)], "parts": [["p/1", "p/2"], [], ["p/3"]]}
    for name, parts in runs.items():
        for part in parts:
            where = Destination.parse(f"{name}.{suffix}", append=True)
            with open_output(where, WRAPPER) as writer:
                for url in part:
                    writer.write(url, page[url])
    parts, whole = (folder / f"{name}.{suffix}" for name in ("parts", "whole"))
    assert parts.read_text() == whole.read_text()


def test_tables_beside_are_appended_to_as_well(folder):
    write("r.csv", TEAPOT, append=True, bundles=True)
    write("r.csv", TEAPOT, append=True, bundles=True)
    assert len((folder / "r.variant.csv").read_text().splitlines()) == 5


@pytest.mark.parametrize("name", ["r.parquet", "r.xlsx"])
def test_formats_that_cannot_go_on_say_so_and_lose_nothing(folder, name):
    write(name, TEAPOT, append=True)  # there is nothing yet to go on from
    before = (folder / name).read_bytes()
    with pytest.raises(UsageError, match="cannot be continued; -O overwrites it"):
        write(name, CUP, append=True)
    assert (folder / name).read_bytes() == before


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.json", '{"an": "object"}'),
        ("r.json", "[1, 2"),
        ("r.xml", "<html></html>"),
        ("r.xml", "<?xml version='1.0'?><other></other>"),
        ("r.csv", "other,columns\n1,2\n"),
    ],
)
def test_a_file_of_something_else_is_not_appended_to(folder, name, content):
    (folder / name).write_text(content)
    with pytest.raises(UsageError, match="cannot append to"):
        write(name, CUP, append=True)
    assert (folder / name).read_text() == content
    assert {path.name for path in folder.iterdir()} == {name}


def test_a_last_line_without_an_end_is_ended_first(folder):
    (folder / "r.jsonl").write_text('{"old": 1}')
    write("r.jsonl", CUP, append=True)
    assert len((folder / "r.jsonl").read_text().splitlines()) == 2


def test_json_written_by_others_is_gone_on_with(folder):
    (folder / "r.json").write_text('\ufeff[{"old": 1}]', encoding="utf-8")
    write("r.json", CUP, append=True)
    assert len(json.loads((folder / "r.json").read_text(encoding="utf-8-sig"))) == 2


@pytest.mark.parametrize("append", [True, False])
@pytest.mark.parametrize("name", ["r.csv", "r.json", "r.jsonl", "r.xml", "r.parquet", "r.xlsx"])
def test_a_run_that_fails_leaves_everything_as_it_was(folder, name, append, monkeypatch):
    if not (append and name in ("r.parquet", "r.xlsx")):
        write(name, TEAPOT)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    rest = folder.parent / "temporary"
    rest.mkdir(exist_ok=True)
    monkeypatch.setattr("tempfile.tempdir", str(rest))

    def failing():
        with open_output(Destination.parse(name, append=append), WRAPPER) as writer:
            writer.write("http://h/", CUP)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert list(rest.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("missing/r.csv", "there is no folder missing"), ("folder.csv", "it is a directory")],
)
def test_a_place_that_cannot_be_written_is_known_before_the_work(folder, name, complaint):
    (folder / "folder.csv").mkdir()
    with pytest.raises(OutputError, match=complaint):
        check(Destination.parse(name))


def test_a_link_keeps_leading_to_the_file(folder):
    (folder / "real.csv").touch()
    (folder / "link.csv").symlink_to("real.csv")
    write("link.csv", CUP)
    assert (folder / "link.csv").is_symlink()
    assert "Cup" in (folder / "real.csv").read_text()


def test_a_new_file_has_the_permissions_of_any_new_file(folder):
    write("r.csv", CUP)
    (folder / "plain").touch()
    assert stat.S_IMODE((folder / "r.csv").stat().st_mode) == stat.S_IMODE(
        (folder / "plain").stat().st_mode
    )


def leftovers(folder):
    return [path.name for path in folder.iterdir() if path.suffix == ".part"]


def test_what_a_killed_process_left_is_removed_by_the_next(folder):
    (folder / "r.csv").write_text("old")
    script = (
        "import os, signal, pathlib\nfrom pagekin.output import replacing\n"
        "with replacing(pathlib.Path('r.csv')) as stream:\n"
        "    stream.write(b'half')\n    os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    assert len(leftovers(folder)) == 1
    with replacing(Path("other.csv")) as stream:
        stream.write(b"another file")
    assert len(leftovers(folder)) == 1  # that is not the other's
    with replacing(Path("r.csv")) as stream:
        stream.write(b"new")
    assert leftovers(folder) == []
    assert (folder / "r.csv").read_text() == "new"


def test_what_another_process_is_writing_stays_and_so_does_what_is_not_ours(folder):
    mine = folder / ".r.csv.mine.part"
    mine.write_text("not written by pagekin")
    with replacing(Path("r.csv")) as first:
        first.write(b"first")
        with replacing(Path("r.csv")) as second:
            second.write(b"second")
        assert (folder / "r.csv").read_text() == "second"
    assert (folder / "r.csv").read_text() == "first"
    assert leftovers(folder) == [mine.name]


def test_a_file_that_was_taken_for_a_leftover_before_it_was_locked_is_made_again(
    folder, monkeypatch
):
    made = tempfile.mkstemp

    def removed_at_once(**options):
        monkeypatch.setattr(tempfile, "mkstemp", made)
        handle, name = made(**options)
        Path(name).unlink()
        return handle, name

    monkeypatch.setattr(tempfile, "mkstemp", removed_at_once)
    with replacing(Path("r.csv")) as stream:
        stream.write(b"whole")
    assert (folder / "r.csv").read_text() == "whole"


def test_a_result_is_on_the_disk_before_it_takes_its_name(folder, monkeypatch):
    """Else a power cut could leave an empty file where an old one was."""
    done = []
    fsync, replace_ = os.fsync, Path.replace

    def noted_fsync(handle):
        done.append(("synced", os.fstat(handle).st_ino, os.fstat(handle).st_size))
        fsync(handle)

    def noted_replace(path, goal):
        done.append(("renamed", path.stat().st_ino, path.stat().st_size))
        return replace_(path, goal)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    with replacing(Path("r.csv")) as stream:
        stream.write(b"x" * 100)
    number = (folder / "r.csv").stat().st_ino
    assert done == [("synced", number, 100), ("renamed", number, 100)]


def test_a_device_is_written_to_and_not_replaced():
    null = Path("/dev/null")
    with replacing(null) as stream:
        stream.write(b"x")
    assert null.is_char_device()


def test_a_wrapper_without_fields_writes_an_empty_table(folder):
    write("r.csv", wrapper=Wrapper((Bundle("page", ()),)))
    write("r.xlsx", wrapper=Wrapper((Bundle("page", ()),)))
    assert (folder / "r.csv").read_text(encoding="utf-8-sig") == "url\n"
    assert openpyxl.load_workbook("r.xlsx").sheetnames == ["page"]
