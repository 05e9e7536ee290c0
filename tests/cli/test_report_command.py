"""`pagekin report`: what a crawl has to tell, as a document in the format that its name says."""

import csv
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from lxml import html
from test_changes_command import listing, product


@pytest.fixture
def shop(once, web):
    """A shop with two crawls: on the second day one price is another one, and one pot is new."""
    web.routes |= {f"/p/{number}": product(number, 10 + number) for number in range(1, 9)}
    web.routes["/"] = listing(web.routes)
    code, _, err = once(
        *("get", f"{web.url}/p/1", "--entry", f"{web.url}/", "--strategy", "gogetit"),
        *("--field", "item=POT-0001", "--field", "price=€ 11.00"),
        *("-O", "pots.csv", "--crawler", "crawler.json"),
    )
    assert code == 0, err
    web.routes["/p/2"] = product(2, 99)
    web.routes["/p/9"] = product(9, 19)
    web.routes["/"] = listing(path for path in web.routes if path != "/")
    assert once("crawl", "crawler.json", "-o", "pages.jsonl")[0] == 0
    return web


def table(page, title):
    """Return the rows of a section's table, as texts."""
    (section,) = (one for one in page.iter("section") if one.findtext("h2") == title)
    return [[cell.text_content() for cell in row.iter("td")] for row in section.iter("tr")][1:]


def test_a_report_tells_what_happened_and_answers_saved_questions(run, shop):
    assert run("report", "--save", "Dear pots", "--query", "price > 18 show item")[0] == 0
    code, _, err = run("report", "-O", "report.html")
    assert code == 0, err
    page = html.fromstring(Path("report.html").read_text())
    happened = {tuple(row) for row in table(page, "What happened")}
    assert ("Pot 9", "new", "", "") in happened
    assert any((row[0], *row[3:]) == ("Pot 2", "€ 12.00 € 99.00") for row in happened)
    assert sorted(row[0] for row in table(page, "Dear pots")) == [
        f"{shop.url}/p/{number}" for number in (2, 9)
    ]
    tiles = [item.text_content() for item in page.iter("li")]
    assert {"9targets", "1new"} <= set(tiles)
    assert "Looked for and not found" in page.text_content()  # no page is missing, and so on


def test_on_the_terminal_it_is_text(run, shop):
    code, out, _ = run("report")
    assert code == 0
    assert "9 targets" in out
    assert "€ 12.00 → € 99.00" in out


def test_a_feed_has_an_entry_for_each_event(run, shop):
    assert run("report", "-O", "news.atom")[0] == 0
    titles = [
        entry.text for entry in ET.parse("news.atom").iter("{http://www.w3.org/2005/Atom}title")
    ]
    assert any("€ 12.00 → € 99.00" in title and "/p/2" in title for title in titles)
    assert run("report", "-O", "news.rss")[0] == 0
    assert len(list(ET.parse("news.rss").iter("item"))) == len(titles) - 1


def test_programs_get_json_or_a_table(run, shop):
    assert run("report", "price-below", "--set", "x=13", "-O", "cheap.json")[0] == 0
    (section,) = json.loads(Path("cheap.json").read_text())["sections"]
    assert section["question"] == "`price` < 13"
    assert [row[0]["url"] for row in section["tables"][0]["rows"]] == [f"{shop.url}/p/1"]
    assert run("report", "price-below", "--set", "x=13", "-O", "cheap.csv")[0] == 0
    with Path("cheap.csv").open(newline="", encoding="utf-8-sig") as file:
        (row,) = csv.DictReader(file)
    assert {"page": f"{shop.url}/p/1", "price": "€ 11.00"}.items() <= row.items()


def test_each_result_of_a_query_can_be_verified(run, shop):
    _, out, _ = run("query", "price has changed", "-O", "-:jsonl")
    result = json.loads(out)["result"]
    code, _, err = run("verify", result, "-O", "both.html")
    assert code == 0, err
    assert "€ 12.00" in Path("both.html").read_text()
    assert "€ 99.00" in Path("both.html").read_text()


def test_a_crawl_that_was_mined_anew_is_asked_anew(run, shop):
    assert "€ 99.00" in run("report", "--query", "price > 90")[1]
    run("fields", "crawler.json", "--retype", "price=text")
    assert run("mine", "crawler.json")[0] == 0
    assert "€ 99.00" not in run("report", "--query", "price > 90")[1]


def test_a_question_that_cannot_be_asked_does_not_cost_the_others(run, shop):
    assert run("report", "--save", "Odd", "--query", "prise > 3")[0] == 0
    code, _, err = run("report", "nonsense")
    assert code == 2
    assert "there is no report 'nonsense'" in err
    code, out, _ = run("report", "Odd", "missing-pages")
    assert code == 0
    assert "This could not be asked:" in out
    assert "price" in out  # the near name
    assert "None." in out


def test_saved_questions_are_listed_shared_and_deleted(run, shop):
    run("report", "--save", "Mine", "--query", "price > 3", "--for", "anna")
    run("report", "--save", "Ours", "broken-links", "--share", "--for", "ben")
    _, out, _ = run("report", "--list", "--for", "anna")
    assert "Mine  (anna)  price > 3" in out
    assert "Ours  (shared)  broken-links" in out
    assert "reachable  Pages in reach of a page  --set x=… --set y=…" in out
    assert "Mine" not in run("report", "--list", "--for", "ben")[1]
    assert run("report", "--delete", "Mine", "--for", "anna")[0] == 0
    assert "Mine" not in run("report", "--list", "--for", "anna")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-O", "report.pdf"], "a report is written as .html"),
        (["price-below", "--set", "100"], "a parameter is given as NAME=VALUE"),
        (["--save", "T"], "--save takes one question"),
        (["--save", "T", "--query", "price >"], "expected"),
        (["--save", "T", "price-below"], "price-below needs x"),
        (["--delete", "T"], "there is no saved question 'T'"),
    ],
)
def test_what_cannot_be_done_is_said(run, arguments, said):
    code, _, err = run("report", *arguments)
    assert code == 2
    assert said in err


SIZES = (
    "SELECT page.url AS page, seen.size FROM pagekin_crawl_page seen JOIN pagekin_page page "
    "ON page.id = seen.page_id WHERE seen.crawl_id = :crawl AND page.url LIKE '%' || :end"
)


def test_sql_of_ones_own_is_answered_and_saved_but_only_reads(run, shop):
    code, out, err = run("report", "--sql", SIZES, "--set", "end=/p/9")
    assert code == 0, err
    assert f"{shop.url}/p/9" in out
    assert f"{shop.url}/p/8" not in out
    assert run("report", "--save", "Sizes", "--sql", SIZES, "--set", "end=/p/7")[0] == 0
    code, out, err = run("report", "Sizes")
    assert code == 0, err
    assert f"{shop.url}/p/7" in out
    code, _, err = run("report", "--save", "Bad", "--sql", "DELETE FROM pagekin_page")
    assert code == 2
    assert "one SELECT" in err
    _, out, _ = run("report", "--sql", "SELECT 1) AS own; DELETE FROM pagekin_page; --")
    assert "This could not be asked: the SQL cannot be run" in out
    assert f"{shop.url}/p/7" in run("report", "Sizes")[1]
