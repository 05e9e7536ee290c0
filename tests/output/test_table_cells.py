"""What stands in single cells: as texts, in Excel, and where a file that is continued has them already."""

import csv
from datetime import date, datetime

import openpyxl
import pytest
from made_records import CUP, HERE, TEAPOT, WRAPPER, product, text, write

from pagekin.errors import CannotAppendError
from pagekin.output import xlsx_format
from pagekin.output.cells import as_text, moment_in
from pagekin.output.tables import TableColumn, Tables, cell_type
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        (None, ""),
        (float("nan"), ""),
        (float("-inf"), ""),
        (True, "true"),
        (False, "false"),
        (12.0, "12"),
        (12.5, "12.5"),
        (-3.0, "-3"),
        (2.0**53 - 1, "9007199254740991"),
        (2.0**53, "9007199254740992.0"),  # the next number that there is, is two more
        (2**60, str(2**60)),
        ("x", "x"),
    ],
)
def test_a_cell_as_a_person_would_write_it(cell, told):
    assert as_text(cell) == told


@pytest.mark.parametrize(
    ("told", "moment"),
    [
        ("2020-05-02", date(2020, 5, 2)),
        ("2020-05-02T10:30:00", datetime(2020, 5, 2, 10, 30)),  # noqa: DTZ001 - that is the point
        ("2020-05-02T10:30:00+02:00", None),
        ("2020-05-02T10:30:00Z", None),
        ("2020-05", None),
        ("2020-02-30", None),
        ("10:30", None),
        ("Teapot", None),
    ],
)
def test_a_day_or_a_moment_without_a_zone_is_told_by_its_text(told, moment):
    found = moment_in(told)
    assert found == moment
    assert type(found) is type(moment)


def sheets():
    return openpyxl.load_workbook("r.xlsx").worksheets


def test_a_text_that_could_be_a_day_is_a_day_only_where_days_are(folder):
    fields = (Field("code", "text", HERE), Field("day", "date", HERE))
    day = Value("2 May", "date", {"date": "2020-05-02"})
    record = Record("b", 0, {"code": (text("2020-05-02"),), "day": (day,)})
    write("r.xlsx", record, wrapper=Wrapper((Bundle("b", fields),)))
    assert [cell.value for cell in sheets()[0][2]][1:] == ["2020-05-02", datetime(2020, 5, 2)]  # noqa: DTZ001


def test_days_before_the_first_that_excel_knows_stay_texts():
    days = ["1900-01-01", "1899-12-31"]
    wrapper = Wrapper((Bundle("b", (Field("day", "date", HERE),)),))
    records = [Record("b", 0, {"day": (Value(day, "date", {"date": day}),)}) for day in days]
    write("r.xlsx", *records, wrapper=wrapper)
    kinds = [type(row[1].value) for row in sheets()[0].iter_rows(min_row=2)]
    assert kinds == [datetime, str]


def test_a_table_of_several_sheets_has_its_header_and_filter_on_each(monkeypatch):
    monkeypatch.setattr(xlsx_format, "MAX_ROWS", 3)
    notes = write("r.xlsx", *(product(f"p{n}") for n in range(5)))
    assert "product has more rows than a sheet can hold: more sheets" in notes
    rows = [list(sheet.iter_rows(values_only=True)) for sheet in sheets()]
    assert [[row[1] for row in some] for some in rows] == [
        ["name", "p0", "p1"],
        ["name", "p2", "p3"],
        ["name", "p4"],
    ]
    columns = len(rows[0][0])
    last = openpyxl.utils.get_column_letter(columns)
    assert [sheet.auto_filter.ref for sheet in sheets()] == [
        f"A1:{last}3",
        f"A1:{last}3",
        f"A1:{last}2",
    ]


def test_a_sheet_has_as_many_links_as_excel_allows_and_texts_behind_them(monkeypatch):
    monkeypatch.setattr(xlsx_format, "MAX_LINKS", 2)
    monkeypatch.setattr(xlsx_format, "MAX_ROWS", 4)
    write("r.xlsx", *(product(f"p{n}") for n in range(5)))
    linked = [[bool(row[0].hyperlink) for row in sheet.iter_rows(min_row=2)] for sheet in sheets()]
    assert linked == [[True, True, False], [True, True]]
    assert sheets()[0]["A4"].value == "http://h/2"


def test_a_column_has_the_type_of_its_values_unless_their_texts_stand_for_them():
    columns = {column.name: column for column in Tables(WRAPPER).main[0].columns}
    assert cell_type(columns["price"]) is float
    assert cell_type(columns["name"]) is str
    beside = TableColumn("price.text", "price", "price", attribute="text", cell="amount")
    assert cell_type(beside) is str


@pytest.mark.parametrize("suffix", ["json", "jsonl"])
@pytest.mark.parametrize("nested", [True, False])
def test_records_of_another_shape_are_not_added_to_any_json(folder, suffix, nested):
    name = f"r.{suffix}"
    write(name, CUP, nested=nested)
    before = (folder / name).read_bytes()
    with pytest.raises(CannotAppendError, match="its records are"):
        write(name, TEAPOT, append=True, nested=not nested)
    assert (folder / name).read_bytes() == before
    write(name, TEAPOT, append=True, nested=nested)
    assert len((folder / name).read_bytes()) > len(before)


@pytest.mark.parametrize("plain", [True, False])
def test_a_csv_whose_columns_look_like_formulas_is_continued(folder, plain):
    wrapper = Wrapper((Bundle("b", (Field("=price", "text", HERE),)),))
    for name in ("x", "y"):
        record = Record("b", 0, {"=price": (text(name),)})
        write("r.csv", record, append=name == "y", wrapper=wrapper, plain=plain)
    with (folder / "r.csv").open(encoding="utf-8-sig", newline="") as file:
        header, *rows = csv.reader(file)
    assert header[1] == ("=price" if plain else "'=price")
    assert [row[1] for row in rows] == ["x", "y"]


def test_a_value_that_is_nothing_but_the_template_text_stays(folder):
    fields = (Field("publisher", "text", HERE, lead="Publisher:"),)
    records = [
        Record("b", 0, {"publisher": (text(told),)}) for told in ("Publisher:", "Publisher: Knopf")
    ]
    write("r.csv", *records, wrapper=Wrapper((Bundle("b", fields),)))
    with (folder / "r.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["publisher"] for row in csv.DictReader(file)] == ["Publisher:", "Knopf"]
