"""Texts that nobody has checked, made into HTML."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from pagekin.report.escaping import CUT, count, esc, fit, page_link, short_url, visible, width

ANY = st.text(st.characters(exclude_categories=()))  # halves of characters, too


@given(ANY)
def test_any_text_comes_back_as_text_and_nothing_else(text):
    element = etree.fromstring(f'<p title="{esc(text)}">{esc(text)}</p>')
    assert len(element) == 0
    assert (element.text or "") == element.get("title") == visible(text)
    esc(text).encode("utf-8")


@pytest.mark.parametrize(
    "hidden", ["\x00", "\x1b[31m", "\n", "\u202e", "\u2066", "\u200f", "\u2028", "\ud800", "\uffff"]
)
def test_what_would_hide_or_turn_its_surroundings_is_shown_as_a_sign(hidden):
    assert visible(f"a{hidden}b") == "a\ufffd" + hidden[1:] + "b"


def test_letters_of_all_scripts_are_kept():
    text = "Тест · عربي · 日本語 · ünï · 😀"
    assert visible(text) == text


def test_a_very_long_text_is_cut():
    assert len(esc("x" * 1_000_000)) < 5_000


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://h.test/p?a=1&b=2", "/p?a=1&amp;b=2"),
        ("https://h.test/p", "/p"),
        ("http://other.test/p", "http://other.test/p"),
        ("http://h.test.evil.test/p", "http://h.test.evil.test/p"),
        ("http://h.test@evil.test/p", "http://evil.test/p"),
        ('http://h.test/"><script>', "/%22%3E%3Cscript%3E"),
    ],
)
def test_pages_of_the_web_are_linked_and_named_by_where_they_are(url, shown):
    link = page_link(url, "h.test")
    assert link.startswith('<a href="http')
    assert link.endswith(f'" rel="noopener noreferrer"><code>{shown}</code></a>')


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "javascript://h.test/%0aalert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "ftp://h.test/",
        "//h.test/p",
        "/p",
        "",
        "http://",
        "http://[::1",
        "http://h.test:99999999/",
    ],
)
def test_everything_else_is_text(url):
    assert page_link(url, "h.test") == f"<code>{esc(url)}</code>"


@given(ANY)
def test_a_link_never_leads_anywhere_but_to_the_web(text):
    element = etree.fromstring(f"<p>{page_link(text, 'h.test')}</p>")
    for link in element.iter("a"):
        assert link.get("href").startswith(("http://", "https://"))


def test_only_the_own_host_is_left_out():
    assert short_url("http://h.test/a", "h.test") == "/a"
    assert short_url("http://h.test:8080/a", "h.test") == "http://h.test:8080/a"
    assert short_url("http://h.test/a", "") == "http://h.test/a"


def test_numbers_and_their_nouns():
    assert [count(n, "page") for n in (0, 1, 1204)] == ["0 pages", "1 page", "1,204 pages"]


@given(ANY, st.floats(20, 300), st.booleans(), st.floats(0, 1))
def test_a_fitted_text_fits(text, room, mono, head):
    fitted = fit(text, room, 11, mono=mono, head=head)
    assert width(fitted, 11, mono=mono) <= room
    assert len(fitted) <= room
    assert fitted == visible(text) or CUT in fitted


def test_a_fitted_text_keeps_both_ends_or_the_last():
    text = "/catalogue/kitchen/kettles/travel-kettle.html"
    assert fit(text, 150, 11, mono=True) == "/catalogue⋯kettle.html"
    assert fit(text, 150, 11, mono=True, head=0) == "⋯es/travel-kettle.html"
