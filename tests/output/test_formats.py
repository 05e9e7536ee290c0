"""Every format: what is written can be read again, and says the same."""

import csv
import json
from dataclasses import replace
from datetime import datetime

import openpyxl
import pyarrow.parquet as pq
import pytest
from lxml import etree
from made_records import CUP, HERE, KETTLE, TEAPOT, WRAPPER, price, product, text, write

from pagekin.errors import CannotAppendError
from pagekin.output.tables import Tables
from pagekin.values import Value
from pagekin.wrappers import Bundle, Field, FieldEvidence, Wrapper
from pagekin.wrappers.record import Record, record_json


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def csv_rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_json_lines_has_one_flat_object_per_page(folder):
    write("r.jsonl", TEAPOT, KETTLE, CUP)
    lines = (folder / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [
        {"url": "http://h/0", "name": "Teapot", "price": 12.5, "currency": "EUR", "tags": ["red", "hot"]},
        {"url": "http://h/1", "name": "Kettle", "price": "ask us", "currency": None, "tags": []},
        {"url": "http://h/2", "name": "Cup", "price": None, "currency": None, "tags": []},
    ]  # fmt: skip


def test_nested_json_lines_have_all_that_is_inside_a_record(folder):
    write("r.jsonl", TEAPOT, CUP, nested=True)
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
    write("r.json", TEAPOT, CUP)
    assert [row["price"] for row in json.loads((folder / "r.json").read_bytes())] == [12.5, None]


def test_nested_json_says_what_does_not_fit(folder):
    write("r.json", TEAPOT, KETTLE, CUP, nested=True)
    content = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    assert [row["page"] for row in content] == ["http://h/0", "http://h/1", "http://h/2"]
    assert content[1]["fields"]["price"] == {"text": "ask us", "misfit": "no number in it"}


def test_no_text_breaks_a_line_of_json(folder):
    write("r.jsonl", product("one\u2028two\u2029three\x85four\nfive"))
    (line,) = (folder / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["name"] == "one\u2028two\u2029three\x85four\nfive"


def test_what_json_has_no_word_for_is_null(folder):
    write("r.json", product("x", price("?", float("nan"))), nested=True)
    (row,) = json.loads((folder / "r.json").read_text())
    assert row["fields"]["price"]["amount"] is None


def test_csv_has_one_column_for_each_field_and_one_for_the_currency(folder):
    write("r.csv", TEAPOT, KETTLE, CUP)
    teapot, kettle, cup = csv_rows(folder / "r.csv")
    assert list(teapot) == ["url", "name", "price", "currency", "tags"]
    assert list(teapot.values()) == ["http://h/0", "Teapot", "12.5", "EUR", "red | hot"]
    assert (kettle["price"], kettle["currency"]) == ("ask us", "")
    assert cup["price"] == ""


def test_further_attributes_are_columns_if_they_are_asked_for_and_hold_anything(folder):
    write("r.csv", TEAPOT, KETTLE, attributes=True)
    teapot, _ = csv_rows(folder / "r.csv")
    assert list(teapot) == [
        "url",
        "name",
        "price",
        "currency",
        "price.text",
        "price.currency",
        "tags",
    ]
    assert teapot["price.text"] == "12,50 €"


def test_an_amount_in_another_currency_than_that_of_its_row_is_told_as_it_stands(folder):
    fields = (Field("price", "price", HERE), Field("import price", "price", HERE))
    values = {"price": (price("5 €", 5.0),), "import price": (price("6 $", 6.0, "USD"),)}
    write("r.csv", Record("b", 0, values), wrapper=Wrapper((Bundle("b", fields),)))
    assert list(csv_rows(folder / "r.csv")[0].values()) == ["http://h/0", "5", "EUR", "6 $"]


def test_a_field_called_currency_is_the_column_beside_the_amounts(folder):
    fields = (Field("currency", "text", HERE), Field("price", "price", HERE))
    values = {"currency": (text("VND"),), "price": (price("220.000", 220000, None),)}
    write("r.csv", Record("b", 0, values), wrapper=Wrapper((Bundle("b", fields),)))
    assert csv_rows(folder / "r.csv") == [
        {"url": "http://h/0", "price": "220000", "currency": "VND"}
    ]


def test_columns_without_any_value_are_left_out_but_not_for_programs(folder):
    write("r.csv", CUP)
    assert list(csv_rows(folder / "r.csv")[0]) == ["url", "name"]
    write("r.csv", CUP, plain=True)
    assert list(csv_rows(folder / "r.csv")[0]) == ["url", "name", "price", "currency", "tags"]


def test_excel_is_told_that_a_csv_file_is_utf_8_and_programs_are_not(folder):
    write("r.csv", CUP)
    assert (folder / "r.csv").read_bytes().startswith(b"\xef\xbb\xbfurl")
    write("r.csv", CUP, plain=True)
    assert (folder / "r.csv").read_bytes().startswith(b"url")


def test_a_column_that_was_empty_the_last_time_is_added_to_a_csv_that_is_continued(folder):
    write("r.csv", CUP)
    write("r.csv", TEAPOT, append=True)
    cup, teapot = csv_rows(folder / "r.csv")
    assert (cup["name"], cup["price"], teapot["price"]) == ("Cup", "", "12.5")
    write("r.csv", CUP, append=True)
    assert [row["name"] for row in csv_rows(folder / "r.csv")] == ["Cup", "Teapot", "Cup"]


@pytest.mark.parametrize("nested", [True, False])
def test_records_of_another_shape_are_not_added_to_json(nested):
    write("r.jsonl", CUP, nested=nested)
    with pytest.raises(CannotAppendError, match="its records are"):
        write("r.jsonl", CUP, append=True, nested=not nested)
    write("r.jsonl", CUP, append=True, nested=nested)


def test_bundles_inside_are_tables_beside_it_if_they_are_asked_for(folder):
    notes = write("r.csv", TEAPOT, CUP)
    assert notes == ["the pages also have variant (option): --bundles writes a table of each"]
    assert [path.name for path in folder.iterdir()] == ["r.csv"]
    assert write("r.csv", TEAPOT, CUP, bundles=True) == ["variant in r.variant.csv"]
    assert csv_rows(folder / "r.variant.csv") == [
        {"url": "http://h/0", "index": "0", "option": "small"},
        {"url": "http://h/0", "index": "1", "option": "large"},
    ]
    write("r.jsonl", TEAPOT, CUP, bundles=True)
    lines = (folder / "r.variant.jsonl").read_text().splitlines()
    assert json.loads(lines[1]) == {"url": "http://h/0", "index": 1, "option": "large"}


def test_the_rows_of_a_bundle_have_the_key_of_their_page(folder):
    page, *_ = WRAPPER.bundles
    fields = (replace(page.fields[0], key=True), *page.fields[1:])
    write("r.csv", TEAPOT, wrapper=Wrapper((replace(page, fields=fields),)), bundles=True)
    assert [row["product.name"] for row in csv_rows(folder / "r.variant.csv")] == ["Teapot"] * 2


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
    write("r.parquet", TEAPOT, CUP)
    table = pq.read_table("r.parquet")
    assert table.column_names == ["url", "name", "price", "currency", "tags"]
    assert str(table.schema.field("price").type) == "double"
    assert table.column("price").to_pylist() == [12.5, None]
    assert table.column("tags").to_pylist() == [["red", "hot"], []]
    write("r.parquet", TEAPOT, bundles=True)
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
    assert str(pq.read_schema("r.parquet").field("price").type) == kind


def test_more_rows_than_parquet_holds_in_memory(folder, monkeypatch):
    monkeypatch.setattr("pagekin.output.parquet_format._BATCH", 3)
    write("r.parquet", *(product(f"cup {n}") for n in range(10)))
    names = pq.read_table("r.parquet").column("name").to_pylist()
    assert names == [f"cup {n}" for n in range(10)]


def test_xlsx_has_a_sheet_for_each_table_and_numbers_are_numbers(folder):
    write("r.xlsx", TEAPOT, KETTLE, bundles=True)
    book = openpyxl.load_workbook("r.xlsx")
    assert book.sheetnames == ["product", "variant"]
    header, teapot, kettle = book["product"].iter_rows(values_only=True)
    assert dict(zip(header, teapot, strict=True))["price"] == 12.5
    assert dict(zip(header, kettle, strict=True))["price"] == "ask us"
    assert list(book["variant"].iter_rows(values_only=True))[2] == ("http://h/0", 1, "large")


SAME_TEXT = FieldEvidence(2, 2, 2, ("download",))
SOURCE = Field("source", "link", HERE, seen=SAME_TEXT)
DATED = Wrapper((Bundle("b", (Field("day", "date", HERE), SOURCE)),))


def dated(text, day):
    link = Value("download", "link", {"href": "http://h/d.zip", "text": "download"})
    return Record("b", 0, {"day": (Value(text, "date", {"date": day}),), "source": (link,)})


def test_excel_gets_dates_as_dates_links_as_links_amounts_as_money_and_a_filter(folder):
    write("r.xlsx", dated("2 May 2020", "2020-05-02"), dated("May 1850", "1850-05"), wrapper=DATED)
    sheet = openpyxl.load_workbook("r.xlsx").worksheets[0]
    assert sheet["B2"].value == datetime.fromisoformat("2020-05-02")
    assert sheet["B2"].number_format == "yyyy-mm-dd"
    assert sheet["B3"].value == "1850-05"
    assert sheet["C2"].hyperlink.target == sheet["C2"].value == "http://h/d.zip"
    assert sheet["A2"].hyperlink.target == "http://h/0"
    assert sheet.auto_filter.ref == "A1:C3"
    assert sheet.column_dimensions["A"].width > 10
    write("r.xlsx", TEAPOT)
    assert openpyxl.load_workbook("r.xlsx").worksheets[0]["C2"].number_format == "#,##0.00"


def test_a_link_is_where_it_leads_if_its_text_is_always_the_same_else_its_text(folder):
    record = dated("", "2020-05-02")
    write("r.jsonl", record, wrapper=DATED)
    brand = replace(SOURCE, seen=FieldEvidence(2, 2, 2, ("Knopf", "Penguin")))
    write("r.jsonl", record, wrapper=Wrapper((Bundle("b", (brand,)),)), append=True)
    lines = (folder / "r.jsonl").read_text().splitlines()
    assert [json.loads(line)["source"] for line in lines] == ["http://h/d.zip", "download"]


def test_parquet_gets_dates_as_dates_if_all_are_days(folder):
    write("r.parquet", dated("2 May 2020", "2020-05-02"), wrapper=DATED)
    assert str(pq.read_schema("r.parquet").field("day").type).startswith("date32")
    write("r.parquet", dated("", "2020-05-02"), dated("", "2020-05"), wrapper=DATED)
    assert pq.read_table("r.parquet").column("day").to_pylist() == ["2020-05-02", "2020-05"]


@pytest.mark.parametrize("name", ["r.csv", "r.json", "r.jsonl", "r.xml", "r.parquet", "r.xlsx"])
def test_the_order_of_columns_does_not_depend_on_the_records(folder, name):
    write(name, CUP, TEAPOT)
    write(f"again.{name}", TEAPOT, CUP)
    if name.endswith("csv"):
        assert (folder / name).read_text().splitlines()[0] == (
            (folder / f"again.{name}").read_text().splitlines()[0]
        )
    assert Tables(WRAPPER).all[0].header[0] == "url"


@pytest.mark.parametrize("chosen", ["csv", "json", "jsonl", "xml"])
def test_stdout_gets_the_same_as_a_file(folder, capsys, chosen):
    write(f"r.{chosen}", TEAPOT, CUP, bundles=True)
    notes = write(f"-:{chosen}", TEAPOT, CUP, bundles=True)
    assert capsys.readouterr().out == (folder / f"r.{chosen}").read_text(encoding="utf-8-sig")
    assert bool(notes) == (chosen != "xml")


@pytest.mark.parametrize("chosen", ["parquet", "xlsx"])
def test_binary_formats_go_to_stdout_whole(folder, capfdbinary, chosen):
    write(f"-:{chosen}", TEAPOT)
    content = capfdbinary.readouterr().out
    assert content[:2] == (b"PK" if chosen == "xlsx" else b"PA")


def test_template_text_in_front_of_values_stays_out_of_tables(folder):
    fields = (Field("publisher", "text", HERE, lead="Publisher:"),)
    record = Record("product", 0, {"publisher": (text("Publisher: Knopf"),)})
    write("p.csv", record, wrapper=Wrapper((Bundle("product", fields),)))
    assert csv_rows(folder / "p.csv")[0]["publisher"] == "Knopf"


def test_breadcrumbs_are_a_trail_and_paragraphs_one_text(folder):
    fields = (
        Field("breadcrumbs", "link", HERE, many=True),
        Field("description", "long_text", HERE, many=True),
    )
    values = {
        "breadcrumbs": tuple(Value(one, "link") for one in ("Home »", "Cups »", "Cup")),
        "description": tuple(Value(one, "long_text") for one in ("It is.", "It was.")),
    }
    record = Record("product", 0, values, (), frozenset(values))
    write("p.csv", record, wrapper=Wrapper((Bundle("product", fields),)))
    [row] = csv_rows(folder / "p.csv")
    assert row["breadcrumbs"] == "Home > Cups > Cup"
    assert row["description"] == "It is. It was."
