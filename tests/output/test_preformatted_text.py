"""The lines of a preformatted text are in every file as they are on the page."""

import csv
import json

import openpyxl
from made_records import write

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.apply import Extractor

CODE = 'def f(x):\n    return "a, b"\n\nf(1)'
WRAPPER = Wrapper((Bundle("page", (Field("code", "text", (Locator("//pre", Anchor.NAME),)),)),))


def _record():
    page = parse_page("http://h/0", f"<p>See:</p><pre>\n{CODE}  \n</pre>".encode())
    return Extractor(WRAPPER).extract(page).records[0]


def test_csv_has_the_lines_in_one_quoted_cell(tmp_path):
    write(tmp_path / "a.csv", _record(), wrapper=WRAPPER)
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.DictReader(file)) == [{"url": "http://h/0", "code": CODE}]


def test_json_and_xlsx_have_the_lines(tmp_path):
    for name in ("a.jsonl", "a.xlsx"):
        write(tmp_path / name, _record(), wrapper=WRAPPER)
    assert json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8"))["code"] == CODE
    assert openpyxl.load_workbook(tmp_path / "a.xlsx").active["B2"].value == CODE
