"""No text of a page becomes a formula, breaks a document or exceeds what a program can hold."""

import csv

import openpyxl
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from made_records import HERE, WRAPPER, price, product, text, write

from pagekin.output import xlsx_format
from pagekin.output.cells import without_formula
from pagekin.output.xml_format import element_name
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

# Payloads of the OWASP page on CSV injection and of published advisories.
FORMULAS = [
    "=1+1",
    '=HYPERLINK("http://evil.test","click")',
    "=cmd|' /C calc'!A0",
    "+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "＝1+1",
    "+A1",
    "-2+3",
    "+49-30-123456",
    " =1+1",
]
# With a semicolon or a tab as separator, a spreadsheet would see another cell, or row, begin in the text.
INNER_FORMULAS = {
    "a;=1+1": "a;'=1+1",
    "a; @SUM(1)": "a; '@SUM(1)",
    'a;"=1+1"': 'a;"\'=1+1"',
    "a\t+1+cmd|' /C calc'!A0": "a\t'+1+cmd|' /C calc'!A0",
    "a\n=1+1": "a\n'=1+1",
    "a;-2+3": "a;'-2+3",
    "\t=1+1": "'\t'=1+1",
    "\r=1+1": "'\n'=1+1",
    "\n=1+1": "'\n'=1+1",
    "one;two": "one;two",
    "List:\n- one\n- two": "List:\n- one\n- two",
}
HARMLESS = [
    "@name",
    "- one",
    "-",
    "+49 30 123456",
    "-20% off! (today)",
    "+ tax",
    "- a - b",
    "@a/b",
    "-5",
    "+7",
    "-12.50",
    "-1,234.5",
    "-20%",
    "a=b",
    "'quoted'",
    "5 - 3",
    "−20%",
]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def first_cell(name):
    if name.endswith("csv"):
        with open(name, encoding="utf-8", newline="") as file:  # noqa: PTH123 - a name is enough
            return list(csv.reader(file))[1][1]
    return openpyxl.load_workbook(name).worksheets[0].cell(2, 2)


@pytest.mark.parametrize("payload", FORMULAS)
def test_a_formula_is_text_in_csv(payload):
    write("r.csv", product(payload))
    assert first_cell("r.csv") == f"'{payload}".replace("\r", "\n")


@pytest.mark.parametrize("payload", INNER_FORMULAS)
def test_no_part_of_a_cell_becomes_a_formula_in_csv(payload):
    write("r.csv", product(payload))
    assert first_cell("r.csv") == INNER_FORMULAS[payload]


@pytest.mark.parametrize("payload", FORMULAS)
def test_a_formula_is_text_in_xlsx_with_excels_own_sign_for_it(payload):
    write("r.xlsx", product(payload))
    cell = first_cell("r.xlsx")
    assert cell.data_type == "s"
    assert cell.quotePrefix
    assert cell.value.replace("_x000D_", "\r") == payload


@pytest.mark.parametrize("harmless", HARMLESS)
def test_numbers_and_other_texts_stay_as_they_are(harmless):
    write("r.csv", product(harmless))
    assert first_cell("r.csv") == harmless


@pytest.mark.parametrize("payload", [*FORMULAS, *INNER_FORMULAS])
def test_programs_get_every_text_as_it_is(payload):
    write("r.csv", product(payload), plain=True)
    assert first_cell("r.csv") == payload.replace("\r", "\n")


@given(st.text())
def test_no_text_at_all_starts_like_a_formula(drawn):
    safe = without_formula(drawn)
    assert safe in (drawn, f"'{drawn}")
    assert not safe.lstrip().startswith(("=", "＝"))


def test_lists_and_names_of_columns_are_safe_too(folder):
    fields = (Field("=evil()", "text", HERE), Field("tags", "text", HERE, many=True))
    record = Record(
        "b", 0, {"=evil()": (text("x"),), "tags": (text("=a"), text("b"))}, (), frozenset({"tags"})
    )
    write("r.csv", record, wrapper=Wrapper((Bundle("b", fields),)))
    header, row = (folder / "r.csv").read_text(encoding="utf-8-sig").splitlines()
    assert header == "url,'=evil(),tags"
    assert row == "http://h/0,x,'=a | b"


@given(st.text(st.characters(), max_size=50), st.text(st.characters(), min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_any_text_under_any_name_gives_every_format_something_readable(
    tmp_path_factory, value, name
):
    folder = tmp_path_factory.mktemp("any")
    wrapper = Wrapper((Bundle(name, (Field(name, "text", HERE),)),))
    for suffix in ("csv", "json", "jsonl", "xml"):
        write(folder / f"r.{suffix}", Record(name, 0, {name: (text(value),)}), wrapper=wrapper)
    entity = etree.parse(str(folder / "r.xml")).find("entity")
    assert entity[0].tag == element_name(name)


ATTRIBUTES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)


@given(st.lists(ATTRIBUTES, max_size=4))
@settings(max_examples=40, deadline=None)
def test_any_attribute_can_be_written_in_every_format(tmp_path_factory, attributes):
    folder = tmp_path_factory.mktemp("any")
    records = [product("x", price("y", a) if a is not None else None) for a in attributes]
    for suffix in ("csv", "json", "jsonl", "xml", "parquet", "xlsx"):
        write(folder / f"r.{suffix}", *records)
    table = pq.read_table(folder / "r.parquet")
    assert table.num_rows == len(attributes)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("price", "price"), ("list price", "list_price"), ("2nd", "_2nd"), ("größe", "größe"),
     ("a:b", "a_b"), ("entity", "_entity"), ("xmlns", "_xmlns"), ("", "_"), ("x²", "_x_")],
)  # fmt: skip
def test_names_of_fields_become_names_of_elements(name, wanted):
    assert element_name(name) == wanted


def test_texts_that_are_too_long_for_excel_are_cut_off_and_it_says_so():
    notes = write("r.xlsx", product("x" * 40_000), product("y" * 40_000))
    assert notes[1:] == ["texts of more than 32,767 characters were cut off for Excel"]
    assert len(first_cell("r.xlsx").value) == xlsx_format.MAX_TEXT


def test_more_rows_than_a_sheet_holds_go_on_in_the_next(monkeypatch):
    monkeypatch.setattr(xlsx_format, "MAX_ROWS", 4)
    notes = write("r.xlsx", *(product(f"cup {n}") for n in range(7)), bundles=True)
    book = openpyxl.load_workbook("r.xlsx")
    assert book.sheetnames == ["product", "product_2", "product_3", "variant"]
    assert [book[name].max_row for name in ("product", "product_2", "product_3")] == [4, 4, 2]
    assert "more rows than a sheet can hold" in notes[0]


@pytest.mark.parametrize("name", ["a/b:c*d?[e]", "x" * 60, "History", "'quoted'", "Product"])
def test_any_bundle_can_name_a_sheet(name):
    wrapper = Wrapper((*WRAPPER.bundles, Bundle(name, (Field("f", "text", HERE),))))
    write("r.xlsx", Record(name, 0, {"f": (text("here"),)}), wrapper=wrapper)
    sheets = openpyxl.load_workbook("r.xlsx").worksheets
    assert sheets[-1].cell(2, 2).value == "here"


def test_whole_numbers_that_excel_would_round_are_texts():
    big = 12_345_678_901_234_567_890
    write("r.xlsx", product("x", price("much", big)))
    cells = [cell.value for cell in openpyxl.load_workbook("r.xlsx").worksheets[0][2]]
    assert str(big) in cells
