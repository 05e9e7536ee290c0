"""Every format: what is written can be read again, and says the same."""

import csv
import json

import openpyxl
import pyarrow.parquet as pq
import pytest
from lxml import etree
from made_records import CUP, KETTLE, TEAPOT, WRAPPER, price, product, write

from pagekin.output.tables import Tables
from pagekin.wrappers.record import record_json


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def csv_rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_json_lines_has_one_object_per_record(folder):
    write("r.jsonl", TEAPOT, CUP)
    lines = (folder / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        record_json("http://h/0", TEAPOT),
        record_json("http://h/1", CUP),
    ]
    assert json.loads(lines[0])["fields"]["price"] == {
        "text": "12,50 €",
        "amount": 12.5,
        "currency": "EUR",
    }


def test_json_is_an_array_of_the_same(folder):
    write("r.json", TEAPOT, KETTLE, CUP)
    content = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    assert [row["page"] for row in content] == ["http://h/0", "http://h/1", "http://h/2"]
    assert content[1]["fields"]["price"] == {"text": "ask us", "misfit": "no number in it"}


def test_no_text_breaks_a_line_of_json(folder):
    write("r.jsonl", product("one\u2028two\u2029three\x85four\nfive"))
    (line,) = (folder / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["fields"]["name"]["text"] == "one\u2028two\u2029three\x85four\nfive"


def test_what_json_has_no_word_for_is_null(folder):
    write("r.json", product("x", price("?", float("nan"))))
    (row,) = json.loads((folder / "r.json").read_text())
    assert row["fields"]["price"]["amount"] is None


def test_csv_has_a_column_for_each_field_and_typed_attribute(folder):
    write("r.csv", TEAPOT, KETTLE, CUP)
    teapot, kettle, cup = csv_rows(folder / "r.csv")
    assert list(teapot)[:5] == ["page", "name", "price", "price.amount", "price.currency"]
    assert list(teapot)[-1] == "tags"
    assert (teapot["price"], teapot["price.amount"], teapot["tags"]) == (
        "12,50 €",
        "12.5",
        "red | hot",
    )
    assert (kettle["price"], kettle["price.amount"]) == ("ask us", "")
    assert cup["price"] == ""


def test_bundles_inside_are_a_table_beside_it(folder):
    notes = write("r.csv", TEAPOT, CUP)
    assert notes == ["variant in r.variant.csv"]
    assert csv_rows(folder / "r.variant.csv") == [
        {"page": "http://h/0", "index": "0", "option": "small"},
        {"page": "http://h/0", "index": "1", "option": "large"},
    ]


def test_xml_reports_all_entities_in_one_document(folder):
    write("r.xml", TEAPOT, KETTLE)
    report = etree.parse("r.xml").getroot()
    teapot, kettle = report.findall("entity")
    assert teapot.attrib == {"bundle": "product", "page": "http://h/0", "index": "0"}
    assert teapot.find("price").text == "12,50 €"
    assert dict(teapot.find("price").attrib) == {"amount": "12.5", "currency": "EUR"}
    assert [tag.text for tag in teapot.findall("tags")] == ["red", "hot"]
    assert [inner.findtext("option") for inner in teapot.findall("entity")] == ["small", "large"]
    assert kettle.find("price").get("misfit") == "no number in it"


def test_parquet_columns_have_types(folder):
    write("r.parquet", TEAPOT, KETTLE, CUP)
    table = pq.read_table("r.parquet")
    assert table.column_names[:4] == ["page", "name", "price", "price.amount"]
    assert str(table.schema.field("price.amount").type) == "double"
    assert table.column("price.amount").to_pylist() == [12.5, None, None]
    assert table.column("tags").to_pylist() == [["red", "hot"], [], []]
    assert pq.read_table("r.variant.parquet").column("index").to_pylist() == [0, 1]


@pytest.mark.parametrize(
    ("amounts", "kind"),
    [
        ([1, 2], "int64"),
        ([1, 2.5], "double"),
        ([True, None], "bool"),
        ([1, "x"], "string"),
        ([2**70], "string"),
    ],
)
def test_a_parquet_column_has_the_narrowest_type_for_its_values(folder, amounts, kind):
    write("r.parquet", *(product("x", price("y", a) if a is not None else None) for a in amounts))
    assert str(pq.read_schema("r.parquet").field("price.amount").type) == kind


def test_more_rows_than_parquet_holds_in_memory(folder, monkeypatch):
    monkeypatch.setattr("pagekin.output.parquet_format._BATCH", 3)
    write("r.parquet", *(product(f"cup {n}") for n in range(10)))
    names = pq.read_table("r.parquet").column("name").to_pylist()
    assert names == [f"cup {n}" for n in range(10)]


def test_xlsx_has_a_sheet_for_each_table_and_numbers_are_numbers(folder):
    write("r.xlsx", TEAPOT, KETTLE)
    book = openpyxl.load_workbook("r.xlsx")
    assert book.sheetnames == ["product", "variant"]
    header, teapot, kettle = book["product"].iter_rows(values_only=True)
    assert dict(zip(header, teapot, strict=True))["price.amount"] == 12.5
    assert dict(zip(header, kettle, strict=True))["price.amount"] is None
    assert list(book["variant"].iter_rows(values_only=True))[2] == ("http://h/0", 1, "large")


@pytest.mark.parametrize("name", ["r.csv", "r.json", "r.jsonl", "r.xml", "r.parquet", "r.xlsx"])
def test_the_order_of_columns_does_not_depend_on_the_records(folder, name):
    write(name, CUP, TEAPOT)
    write(f"again.{name}", TEAPOT, CUP)
    if name.endswith("csv"):
        assert (folder / name).read_text().splitlines()[0] == (
            (folder / f"again.{name}").read_text().splitlines()[0]
        )
    assert Tables(WRAPPER).all[0].header[0] == "page"


@pytest.mark.parametrize("chosen", ["csv", "json", "jsonl", "xml"])
def test_stdout_gets_the_same_as_a_file(folder, capsys, chosen):
    write(f"r.{chosen}", TEAPOT, CUP)
    notes = write(f"-:{chosen}", TEAPOT, CUP)
    assert capsys.readouterr().out == (folder / f"r.{chosen}").read_text(encoding="utf-8")
    assert bool(notes) == (chosen == "csv")


@pytest.mark.parametrize("chosen", ["parquet", "xlsx"])
def test_binary_formats_go_to_stdout_whole(folder, capfdbinary, chosen):
    write(f"-:{chosen}", TEAPOT)
    content = capfdbinary.readouterr().out
    assert content[:2] == (b"PK" if chosen == "xlsx" else b"PA")
