"""The limits of what files hold: the largest number, the longest name, the end of a long file."""

import csv
import errno
import json
import os
from pathlib import Path

import openpyxl
import pyarrow.parquet as pq
import pytest
from made_records import CUP, HERE, INSIDE, TEAPOT, price, product, text, write

from pagekin.errors import CannotAppendError, OutputError
from pagekin.output import Destination, check, xlsx_format
from pagekin.output.atomic_files import (
    check_place,
    copy_without_closing,
    end_of_content,
    has_content,
    replacing,
)
from pagekin.output.layout import Layout
from pagekin.output.tables import Tables
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def cells(name):
    return [cell.value for cell in openpyxl.load_workbook(name).worksheets[0][2]]


@pytest.mark.parametrize("sign", [1, -1])
def test_excel_gets_numbers_as_numbers_up_to_where_it_would_round(sign):
    exact = sign * 2**53
    write("r.xlsx", product("x", price("much", exact)))
    assert exact in cells("r.xlsx")
    write("r.xlsx", product("x", price("more", exact + sign)))
    assert str(exact + sign) in cells("r.xlsx")


def test_excel_gets_yes_and_no_and_leaves_out_what_is_no_number():
    write("r.xlsx", product("x", price("y", amount=True)))
    assert True in cells("r.xlsx")
    write("r.xlsx", product("x", price("y", float("inf"))))
    assert "y" in cells("r.xlsx")


def test_a_text_as_long_as_excel_allows_is_whole():
    longest = "x" * xlsx_format.MAX_TEXT
    write("r.xlsx", product(longest))
    assert cells("r.xlsx")[1] == longest
    write("r.xlsx", product(longest + "x"))
    assert cells("r.xlsx")[1] == longest[:-1] + "…"


def test_a_sheet_has_a_name_that_leaves_room_for_a_number_and_a_header_that_stays(folder):
    names = ("x" * 28 + "one", "x" * 28 + "two", "")
    wrapper = Wrapper(tuple(Bundle(name, (Field("f", "text", HERE),)) for name in names))
    write("r.xlsx", wrapper=wrapper)
    book = openpyxl.load_workbook("r.xlsx")
    assert book.sheetnames == ["x" * 28, "x" * 28 + "_2", "table"]
    sheet = book.worksheets[0]
    assert sheet.freeze_panes == "A2"
    assert sheet.cell(1, 1).font.bold


def test_more_columns_than_a_sheet_holds_are_cut_off_and_it_says_so(monkeypatch):
    monkeypatch.setattr(xlsx_format, "MAX_COLUMNS", 2)
    notes = write("r.xlsx", TEAPOT, bundles=True)
    assert notes == [
        "product has more columns than a sheet can hold: cut off",
        "variant has more columns than a sheet can hold: cut off",
    ]
    assert cells("r.xlsx") == ["http://h/0", "Teapot"]
    monkeypatch.setattr(xlsx_format, "MAX_COLUMNS", 3)
    assert len(write("r.xlsx", TEAPOT, bundles=True)) == 1


@pytest.mark.parametrize(
    ("amount", "kind"),
    [(2**63 - 1, "int64"), (-(2**63) + 1, "int64"), (2**63, "string"), (-(2**63), "string")],
)
def test_parquet_holds_whole_numbers_of_64_bits(amount, kind):
    write("r.parquet", product("x", price("y", amount)))
    assert str(pq.read_schema("r.parquet").field("price").type) == kind
    assert str(pq.read_table("r.parquet").column("price").to_pylist()[0]) == str(amount)


def test_parquet_keeps_the_kinds_of_lists_and_of_columns_without_values():
    write("r.parquet", CUP, TEAPOT, attributes=True, plain=True)
    schema = pq.read_schema("r.parquet")
    assert str(schema.field("tags").type) == "list<element: string>"
    assert str(schema.field("price.high").type) == "string"
    assert str(schema.field("url").type) == "string"


NESTED = Wrapper(
    (
        Bundle(
            "shop",
            (Field("town", "text", HERE), Field("url", "text", HERE)),
            INSIDE,
            (Bundle("offer", (Field("item", "text", INSIDE),), INSIDE),),
        ),
        Bundle("chain", (), bundles=(Bundle("shop", (Field("other", "text", HERE),)),)),
        Bundle("empty", ()),
    )
)


def test_tables_say_where_a_record_belongs_and_no_two_columns_or_tables_have_one_name():
    tables = Tables(NESTED, Layout(bundles=True)).all
    assert [table.name for table in tables] == ["shop_2", "shop", "offer"]
    assert [table.header for table in tables] == [
        ["url", "other"],
        ["url", "index", "town", "url_2"],
        ["url", "shop.index", "index", "item"],
    ]


def test_a_row_has_the_indexes_of_all_around_it():
    offer = Record("offer", 4, {"item": (text("cup"),)})
    shop = Record("shop", 3, {"town": (text("Rome"),)}, (offer,))
    tables = Tables(NESTED, Layout(bundles=True))
    found = [(number, row[:3]) for number, row in tables.rows("http://h/", shop)]
    assert found[-1] == (2, ["http://h/", 3, 4])
    assert ["http://h/", 3, "Rome"] in [row for _, row in found]


def test_notes_name_the_files_of_further_tables_or_say_that_they_are_left_out():
    tables = Tables(NESTED, Layout(bundles=True))
    assert tables.notes(Destination.parse("r.csv")) == [
        "shop in r.shop.csv",
        "offer in r.offer.csv",
    ]
    assert tables.notes(Destination.parse("-:csv")) == [
        f"{name} is a table of its own and left out here: write to a file"
        for name in ("shop", "offer")
    ]
    assert Tables(NESTED).notes(Destination.parse("r.csv")) == [
        "the pages also have shop (town, url_2), offer (item): --bundles writes a table of each"
    ]


def test_a_name_in_a_files_name_has_sixty_characters_at_most():
    _, path = Destination.parse("r.csv").files(["main", "x" * 70])
    assert path.name == f"r.{'x' * 60}.csv"


def test_another_file_instead_is_the_second_if_that_is_free(folder):
    assert Destination.parse("shop.csv").instead().name == "shop.2.csv"
    for number in (2, 3):
        (folder / f"shop.{number}.csv").touch()
    assert Destination.parse("shop.csv").instead().name == "shop.4.csv"


def test_only_a_file_with_content_is_continued(folder):
    destination = Destination.parse("r.csv", append=True)
    assert not destination.continues()
    (folder / "r.csv").touch()
    assert not destination.continues()
    assert not has_content(folder / "r.csv")
    (folder / "r.csv").write_text("x")
    assert destination.continues()
    assert not Destination.parse("r.csv").continues()
    assert not Destination.parse("-:csv", append=True).continues()


@pytest.mark.parametrize("size", [10, 1 << 16, 100_000])
def test_the_end_of_the_content_is_found_however_long_the_file_is(folder, size):
    path = folder / "r.json"
    path.write_bytes(b" [" + b"x" * size + b"  ]\n\n")
    assert end_of_content(path, b"[", b"]") == (size + 2, b"x")
    with path.with_suffix(".copy").open("w+b") as copy:
        assert copy_without_closing(path, copy, b"[", b"]") == b"x"
        assert copy.tell() == size + 2
        copy.seek(0)
        assert copy.read() == b" [" + b"x" * size


def test_a_long_file_is_continued_whole(folder):
    write("r.json", *(product("x" * 3000) for _ in range(500)))
    write("r.json", CUP, append=True)
    assert len(json.loads((folder / "r.json").read_bytes())) == 501


@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"}"), (b"{", b"]")])
def test_a_file_that_begins_or_ends_otherwise_is_not_continued(folder, opening, closing):
    (folder / "r.json").write_bytes(b"[1]")
    with pytest.raises(CannotAppendError, match="does not look like what pagekin writes"):
        end_of_content(folder / "r.json", opening, closing)


def test_what_the_disk_says_is_told(folder, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def torn(_):
        raise OSError("the cable is torn")

    (folder / "r.jsonl").write_text("old")
    for failing, told in ((full, "No space left on device"), (torn, "the cable is torn")):
        monkeypatch.setattr(os, "fsync", failing)
        with pytest.raises(OutputError, match=rf"cannot write r\.jsonl: {told}"):
            write("r.jsonl", CUP)
        assert (folder / "r.jsonl").read_text() == "old"
        assert [path.suffix for path in folder.iterdir()] == [".jsonl"]


def test_a_folder_that_may_not_be_written_to_is_named(folder, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OutputError, match=r"the folder \. cannot be written to"):
        check_place(Path("r.csv"))
    check_place(Path("/dev/null"))


def test_a_directory_is_no_file_to_write(folder):
    (folder / "r.csv").mkdir()
    with (
        pytest.raises(OutputError, match="it is a directory; give the name of a file"),
        replacing(Path("r.csv")),
    ):
        pytest.fail("nothing can be written here")


def test_lists_and_truths_in_csv_are_words(folder):
    record = product("x", price("y", amount=True), ["a", "b"])
    write("r.csv", record, product("x", price("y", float("nan"))))
    with (folder / "r.csv").open(newline="") as file:
        first, second = csv.DictReader(file)
    assert (first["price"], first["tags"]) == ("true", "a | b")
    assert second["price"] == "y"


def test_columns_that_differ_are_named_when_a_csv_is_not_continued(folder):
    (folder / "r.csv").write_text(",".join("abcdefghij") + "\n")
    with pytest.raises(CannotAppendError, match=r"other columns \(a, b, c, d, e, f, g, h…\)"):
        write("r.csv", CUP, append=True)


def test_whether_a_csv_can_be_continued_is_not_known_before_its_columns_are(folder):
    (folder / "r.csv").write_text("other,columns\n")
    destination = Destination.parse("r.csv", append=True)
    check(destination)
    with pytest.raises(CannotAppendError):
        check(destination, NESTED)


def test_xml_is_indented_for_people(folder):
    write("r.xml", product("Cup", price("5 €", 5.0)))
    assert (folder / "r.xml").read_text(encoding="utf-8").splitlines() == [
        "<?xml version='1.0' encoding='UTF-8'?>",
        "<report>",
        '  <entity bundle="product" page="http://h/0" index="0">',
        "    <name>Cup</name>",
        '    <price amount="5" currency="EUR">5 €</price>',
        "  </entity>",
        "</report>",
    ]


def test_a_file_has_the_permissions_of_any_new_file_and_so_have_those_made_later(folder):
    before = os.umask(0o027)
    try:
        write("r.csv", CUP)
        (folder / "later").touch()
        modes = [(folder / name).stat().st_mode & 0o777 for name in ("r.csv", "later")]
    finally:
        os.umask(before)
    assert modes == [0o640, 0o640]
