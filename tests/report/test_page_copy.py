"""Copies of pages show what the page shows, and can do nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html
from script_payloads import PAYLOADS, page_with

from pagekin.dom import parse_page
from pagekin.report import page_copy
from pagekin.report.page_copy import Marks, safe_copy, safe_sheets, words_of
from pagekin.report.safe_styles import safe_declarations, safe_sheet

ALLOWED = page_copy._KEPT | {"img", "div", "span"}
ATTRIBUTES = page_copy._ATTRIBUTES | {"style", "src", "alt"}


def root_of(markup):
    return parse_page(
        "http://x.test/", markup if isinstance(markup, bytes) else markup.encode()
    ).root


def assert_harmless(copy):
    """See that a parser finds nothing but what is on the lists."""
    for element in html.fragment_fromstring(copy, create_parent="div").iter():
        assert element.tag in ALLOWED, element.tag
        assert set(element.attrib) <= ATTRIBUTES, element.attrib
        assert element.get("src", "data:image/").startswith("data:image/")
        assert not re.search(r"url|expression|import|\\|<", element.get("style", ""))
    assert "<script" not in copy.lower()


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_that_could_run_or_load_is_in_a_copy(payload):
    root = root_of(page_with(payload))
    assert_harmless(safe_copy(root))
    sheets = safe_sheets(root).lower()
    assert "<" not in sheets
    assert "url(" not in sheets
    assert "@import" not in sheets


@given(st.text(st.characters(exclude_categories=()), max_size=60), st.binary(max_size=200))
def test_any_markup_makes_a_harmless_copy(text, content):
    for markup in (content, f"<p class='{text}'>{text}</p>".encode("utf-8", "replace")):
        assert_harmless(safe_copy(root_of(markup)))


def test_what_a_reader_sees_is_there():
    root = root_of(
        "<body class=b><h1 id=t style='color: RED; position: fixed'>Pot</h1><form><p>Nice"
        "<input type=hidden value=secret><input value=5><button>Buy</button></form>"
        "<img src=a.png alt='a pot'><my-price>€ 5</my-price><select><option>1</select>"
        "<a href='/x'>more</a><td colspan=2>x"
    )
    copy = safe_copy(root)
    assert '<h1 id="t" style="color: red">Pot</h1>' in copy
    assert words_of(root) == ["Pot", "Nice", "5", "Buy", "a", "pot", "€", "5", "more", "x"]
    assert "<a>more</a>" in copy
    assert "secret" not in copy


def test_marked_words_share_a_mark_with_their_neighbours_and_spaces_stay():
    root = root_of("<p>one two  three <b>four</b> five</p>")
    copy = safe_copy(root, Marks({1, 2, 3}, "m"))
    assert (
        '<p>one <span class="m">two  three</span> <b><span class="m">four</span></b> five</p>'
        in copy
    )


def test_the_field_is_marked_and_the_first_place_can_be_led_to():
    root = root_of("<p id=pagekin-field>a</p><b class=x>1</b><b>2</b>")
    copy = safe_copy(root, Marks(elements=root.findall(".//b")))
    assert '<p>a</p><b class="x pagekin-field" id="pagekin-field">1</b>' in copy
    assert copy.count('id="pagekin-field"') == 1
    assert copy.count("pagekin-field") == 3


def test_a_page_that_is_too_large_is_cut_off_and_still_whole_markup(monkeypatch):
    monkeypatch.setattr(page_copy, "MOST", 1000)
    copy = safe_copy(root_of("<ul>" + "<li><b>word</b></li>" * 1000 + "</ul>"))
    assert len(copy) < 1200
    assert copy.endswith("</ul></div></span>")


def test_a_page_of_many_levels_is_copied():
    copy = safe_copy(root_of("<div>" * 1500 + "deep"))
    assert "deep" in copy
    assert copy.count("<div") == copy.count("</div>")


@pytest.mark.parametrize(
    ("style", "safe"),
    [
        ("color: red; margin: 0 auto !important", "color: red; margin: 0 auto !important"),
        ("background: url(x)", ""),
        ("color: re\\64", ""),
        ("position: fixed; color: red", "color: red"),
        ("width: expression(alert(1)); width: 5px", "width: 5px"),
        ("background-image: image-set('x' 1x)", ""),
        ("--x: url(y); color: var(--x)", ""),
        ("color: red /* ; */; x", "color: red"),
    ],
)
def test_only_plain_declarations_are_kept(style, safe):
    assert safe_declarations(style) == safe


@pytest.mark.parametrize(
    ("sheet", "safe"),
    [
        ("p { color: red }", "p { color: red }"),
        ("@import 'x'; p { color: red }", " p { color: red }"),
        ("p { background: URL( x ) }", "p { background: none( x ) }"),
        ("p { position: fixed }", "p { position: static }"),
        ("p { color: re\\64 }", "p { color: red}"),
        ("p { background: \\75 R\\l(x) }", "p { background: none(x) }"),
        ("@\\000069mport 'x'; p { color: red }", " p { color: red }"),
        (".sm\\:w { content: '\\f101' }", ".sm\\:w { content: '\\f101' }"),
        ("p { color: red \\", "p { color: red "),
        ("<!-- p { color: red } -->", "!-- p { color: red } -->"),
        ("</style><script>u<rl(x)", "/style>script>none(x)"),
        ("a/* url(x) */b", "a b"),
    ],
)
def test_a_sheet_loads_nothing(sheet, safe):
    assert safe_sheet(sheet) == safe
