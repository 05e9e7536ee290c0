"""A report says the same as HTML, as text and as a feed, whatever the pages said."""

import time
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from pagekin.report.atom_feed import render_atom, render_rss
from pagekin.report.document import (
    FeedEntry,
    Graph,
    GraphPoint,
    ReportCell,
    ReportDocument,
    ReportSection,
    ReportTable,
)
from pagekin.report.escaping import visible
from pagekin.report.html_report import render_html
from pagekin.report.line_graph import line_graph
from pagekin.report.text_report import render_text

DAY = 86_400.0
AT = 1_790_000_000.0
ATOM = "{http://www.w3.org/2005/Atom}"
ANY = st.text(st.characters(exclude_categories=()), max_size=40)


def report(*rows, more=0, **parts):
    table = ReportTable(("page", "price"), rows, more)
    section = ReportSection("Prices", "price has changed", "Some did.", (table,))
    return ReportDocument("Shop", "http://h.test", AT, sections=(section,), **parts)


def one_change(name="Kettle", url="http://h.test/p/1", old="€ 3", new="€ 4"):
    return (ReportCell(name, url), ReportCell(new, was=old))


def test_a_change_is_shown_as_what_it_was_and_what_it_is():
    page = html.fromstring(render_html(report(one_change())))
    assert [cell.text_content() for cell in page.iter("del", "ins")] == ["€ 3", "€ 4"]
    assert [link.get("href") for link in page.iter("a")] == ["http://h.test/p/1"]
    assert "price: € 3 → € 4" in render_text(report(one_change()))


def test_what_is_gone_has_nothing_in_its_place():
    page = html.fromstring(render_html(report(one_change(new=""))))
    assert [element.tag for element in page.iter("del", "ins")] == ["del"]
    assert "price: € 3 → –" in render_text(report(one_change(new="")))


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "http://", "\x00"])
def test_what_is_no_page_of_the_web_is_no_link(url):
    page = html.fromstring(render_html(report(one_change(url=url))))
    assert not list(page.iter("a"))


@given(ANY, ANY, ANY)
def test_no_text_of_a_page_becomes_markup(name, old, new):
    document = report(
        one_change(name, "http://h.test/", old, new),
        warnings=(name,),
        facts=((old, new),),
        news=(FeedEntry("1", name, "http://h.test/", AT, new),),
    )
    tags = [element.tag for element in html.fromstring(render_html(document)).iter()]
    allowed = "html head meta title style body main header h1 p ul li b section h2 code div table"
    allowed += " thead tr th tbody td a del ins footer"
    assert set(tags) <= set(allowed.split())
    (entry,) = ET.fromstring(render_atom(document)).iter(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") in {visible(name), None if name else ""}
    ET.fromstring(render_rss(document))
    render_text(document).encode("utf-8")


def test_a_report_loads_nothing_and_runs_nothing():
    page = render_html(report(one_change()))
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "src=" not in page


def test_rows_that_were_left_out_are_counted():
    document = report(one_change(), one_change("Pan"), more=3)
    assert "and 3 more rows" in render_html(document)
    assert "… and 4 more" in render_text(document, most_rows=1)
    assert "Pan" not in render_text(document, most_rows=1)


def test_many_sections_have_a_table_of_contents_that_says_which_are_empty():
    sections = (ReportSection("A", tables=(ReportTable(("x",), ()),)), ReportSection("B")) * 2
    document = ReportDocument("Shop", "h.test", AT, sections=sections)
    lines = [item.text_content() for item in html.fromstring(render_html(document)).iter("li")]
    assert lines == ["A (0)", "B ", "A (0)", "B "]


def test_a_feed_has_an_entry_for_each_piece_of_news_the_newest_first():
    news = tuple(FeedEntry(f"e{n}", f"News {n}", f"http://h.test/{n}", AT + n) for n in range(3))
    document = report(one_change(), news=news)
    atom = ET.fromstring(render_atom(document))
    assert [entry.findtext(f"{ATOM}id") for entry in atom.iter(f"{ATOM}entry")] == [
        "urn:pagekin:e2",
        "urn:pagekin:e1",
        "urn:pagekin:e0",
    ]
    rss = ET.fromstring(render_rss(document))
    assert [item.findtext("link") for item in rss.iter("item")] == [
        "http://h.test/2",
        "http://h.test/1",
        "http://h.test/0",
    ]


def test_markup_in_news_stays_text_for_readers_that_expect_html():
    document = report(one_change(), news=(FeedEntry("e", "t", "", AT, "<img src=x onerror=y>"),))
    (item,) = ET.fromstring(render_rss(document)).iter("item")
    assert item.findtext("description") == "&lt;img src=x onerror=y>"


def test_a_report_with_one_table_is_that_table_to_programs():
    assert list(report(one_change()).as_rows()) == [
        ("page", "price before", "price"),
        ("Kettle", "€ 3", "€ 4"),
    ]


def test_a_report_with_several_tables_is_one_table_of_their_cells():
    one = report(one_change())
    rows = list(replace(one, sections=one.sections * 2).as_rows())
    assert rows[:3] == [
        ("section", "row", "column", "value", "was", "url"),
        ("Prices", "1", "page", "Kettle", "", "http://h.test/p/1"),
        ("Prices", "1", "price", "€ 4", "€ 3", ""),
    ]
    assert len(rows) == 5


def graph(*values):
    return Graph("price", tuple(GraphPoint(AT + n * DAY, v) for n, v in enumerate(values)), "EUR")


def test_a_graph_of_one_day_names_its_hours():
    points = (GraphPoint(AT, 1.0), GraphPoint(AT + 3_600, 2.0))
    drawn = html.fromstring(line_graph(Graph("targets", points)))
    labels = [one.text for one in drawn.iter("text") if one.get("class") == "day"]
    assert labels == [
        time.strftime("%Y-%m-%d %H:%M", time.gmtime(AT)),
        time.strftime("%H:%M UTC", time.gmtime(AT + 3_600)),
    ]


def test_a_graph_names_its_range_and_days_and_says_it_in_words():
    drawn = html.fromstring(line_graph(graph(25.0, 25.0, 20.5)))
    assert [text.text for text in drawn.iter("text")] == [
        "price",
        "20.5 EUR – 25 EUR",
        "2026-09-21",
        "2026-09-23",
    ]
    assert drawn.get("aria-label") == (
        "price: 25 EUR on 2026-09-21, 20.5 EUR on 2026-09-23, between 20.5 EUR and 25 EUR in all"
    )


@pytest.mark.parametrize("values", [(3.0,), (3.0, 3.0), (1e300, -1e300), (0.0, 1e-9)])
def test_any_values_are_drawn_inside_the_picture(values):
    drawn = html.fromstring(line_graph(graph(*values)))
    places = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in drawn.iter("circle")]
    assert len(places) == len(values)
    assert all(0 < x < 640 and 20 < y < 150 for x, y in places)


def test_a_greater_value_stands_higher_and_a_later_one_further_right():
    drawn = html.fromstring(line_graph(graph(1.0, 5.0, 3.0)))
    dots = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in drawn.iter("circle")]
    (x1, low), (x2, high), (x3, middle) = dots
    assert x1 < x2 < x3
    assert high < middle < low


def test_nothing_to_draw_is_no_picture():
    assert line_graph(graph()) == ""
