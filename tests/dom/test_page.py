"""Bytes and headers in, a page out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpu_time import soon
from pagekin.dom import parse_page
from pagekin.dom.page import MAX_BYTES, MAX_DEPTH


def text_of(page):
    return "".join(page.root.itertext())


@pytest.mark.parametrize(
    ("body", "content_type", "encoding"),
    [
        ("<p>é</p>".encode("latin-1"), "text/html; charset=ISO-8859-1", "cp1252"),  # the header
        ("<p>é</p>".encode(), "text/html", "utf-8"),  # nothing said, and it is UTF-8
        ("<p>é</p>".encode("cp1252"), None, "cp1252"),  # nothing said, and it is not
        ('<meta charset="koi8-r"><p>д</p>'.encode("koi8-r"), "text/html", "koi8-r"),  # the page
        ("\ufeff<p>é</p>".encode("utf-16-le"), "text/html", "utf-16-le"),  # byte order mark
        ("\ufeff<p>é</p>".encode(), "text/html; charset=latin1", "utf-8"),  # the mark wins
        ('<meta charset="utf-16"><p>é</p>'.encode(), "text/html", "utf-8"),  # cannot be meant
        ("<p>é</p>".encode(), "text/html; charset=nonsense", "utf-8"),
    ],
)
def test_the_encoding_comes_from_mark_header_page_or_a_good_guess(body, content_type, encoding):
    page = parse_page("http://h/", body, {"content-type": content_type} if content_type else None)
    assert page.encoding == encoding
    assert text_of(page).strip() in {"é", "д"}


def test_bytes_that_are_not_what_they_claim_are_replaced_and_lose_nothing_else():
    page = parse_page(
        "http://h/", b"<p>a\xffb</p>\0<p>c</p>", {"content-type": "text/html; charset=utf-8"}
    )
    assert text_of(page) == "a\ufffdb\ufffdc"


def test_comments_and_processing_instructions_are_no_part_of_the_tree():
    page = parse_page("http://h/", b"<?php x ?><!-- <a href='/c'>c</a> --><p>a<!-- b --></p>")
    assert [element.tag for element in page.root.iter()] == ["html", "body", "p"]


@pytest.mark.parametrize(
    "behind", ["<p>b</p>", "<body><p>b</p></body>", "<html><body><p>b</p>", "</html><p>b"]
)
def test_what_stands_behind_the_end_belongs_to_the_page_too(behind):
    page = parse_page("http://h/", f"<html><body><p>a</p></body></html>{behind}".encode())
    assert [element.tag for element in page.root.iter()] == ["html", "body", "p", "p"]
    assert text_of(page) == "ab"


@pytest.mark.parametrize(
    ("html", "head", "body"),
    [
        ("<title>t</title><section>a</section><div>b</div>", ["title"], ["section", "div"]),
        ("<title>t</title><main>a</main><script></script>", ["title"], ["main", "script"]),
        ("<meta charset=utf-8><link rel=x><x-y>a</x-y>", ["meta", "link"], ["x-y"]),
        ("<script></script><svg></svg><p>a</p>", ["script"], ["svg", "p"]),
        ("<title>t</title><noscript>a</noscript><nav>b</nav>", ["title", "noscript"], ["nav"]),
    ],
)
def test_content_is_in_the_body_also_if_no_tag_says_so(html, head, body):
    root = parse_page("http://h/", f"<!doctype html>{html}".encode()).root
    assert [element.tag for element in root] == ["head", "body"]
    assert [element.tag for element in root.find("head")] == head
    assert [element.tag for element in root.find("body")] == body


def test_text_keeps_its_place_when_content_moves_to_the_body():
    page = parse_page("http://h/", b"<title>t</title><nav>a</nav>b<body>c<p>d</p>")
    assert text_of(page) == "tabcd"
    assert "".join(page.root.find("body").itertext()) == "abcd"


def test_the_title_is_one_line():
    assert parse_page("http://h/", b"<title>\n A  page </title>").title == "A page"
    assert parse_page("http://h/", b"<p>x").title == ""


@pytest.mark.parametrize(
    "body", [b"", b"  \n", b"<!-- nothing -->", b"<html><head></head><body> </body>"]
)
def test_an_empty_page_is_known_as_one(body):
    assert parse_page("http://h/", body).is_empty


@pytest.mark.parametrize(
    "body", [b"x", b"<p>", b"<img src=a>", b"<frameset><frame src=a></frameset>"]
)
def test_anything_to_see_makes_a_page_not_empty(body):
    assert not parse_page("http://h/", body).is_empty


def test_a_page_that_is_too_deep_is_cut_and_says_so():
    with soon():
        page = parse_page("http://h/", b"<div>" * 100_000 + b"deep")
        assert page.problems == (f"the page is cut off: excessive depth in document: {MAX_DEPTH}",)


def test_a_page_that_is_too_large_is_cut_and_says_so():
    page = parse_page("http://h/", b"<p>" + b"x" * MAX_BYTES)
    assert page.problems == (
        f"the page has {MAX_BYTES + 3} bytes; only the first {MAX_BYTES} were read",
    )


def test_a_good_page_has_no_problems():
    assert parse_page("http://h/", b"<!doctype html><title>t</title><p>x").problems == ()


MARKUP = st.lists(
    st.sampled_from(
        [b"<a href=", b"'/x'", b">", b"</a>", b"<base href='//[", b"<frame src=", b"<meta http-equiv=refresh ",
         b"content='0;url=y'>", b"<table><td>", b"</body>", b"<!--", b"-->", b"<![CDATA[", b"&#x110000;", b"&nbsp",
         b"\xff\xfe", b"\x00", b"<svg><a xlink:href=x>", b"<p", b"\xc3\xa9"]
    ),
    max_size=25,
).map(b"".join)  # fmt: skip


@given(st.one_of(st.binary(max_size=200), MARKUP), st.text(max_size=30))
def test_no_bytes_and_no_header_make_it_raise(body, content_type):
    page = parse_page("http://h/a", body, {"content-type": content_type, "refresh": content_type})
    assert page.root.tag is not None
    assert all(link.url.startswith("http") for link in page.links)
