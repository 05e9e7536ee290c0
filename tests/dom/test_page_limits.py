"""Markup that would take the parser minutes or gigabytes is cut before, and the page says so."""

import random

import pytest
from lxml import etree

from cpu_time import soon
from pagekin.dom import parse_page
from pagekin.dom.page import MAX_LINKS
from pagekin.dom.page_limits import MAX_ATTRIBUTES, MAX_TAGS, limited, tree_size

URL = "http://h.example/"
MANY = 100_000
NAMES = [b"a%d" % number for number in range(MANY)]
FLOODS = {
    "values": b" ".join(name + b"=1" for name in NAMES),
    "none": b" ".join(NAMES),
    "slashes": b"/".join(NAMES),
    "quoted": b" ".join(name + b'="x y z"' for name in NAMES),
    "no blanks": b"".join(name + b'="x"' for name in NAMES),
    "angles in quotes": b" ".join(name + b'=">"' for name in NAMES),
    "tags in quotes": b" ".join(name + b"='<b>'" for name in NAMES),
    "tags in names": b" ".join(b"<b" + name for name in NAMES),
    "lines": b"\n".join(name + b" = 'x'" for name in NAMES),
}
# Somebody who believes these sees quotes and tags where the parser sees none.
BEFORE = {
    "nothing": b"",
    "comment": b'<!-- <b " -->',
    "script": b"<script>x<b '</script>",
    "title": b'<title><b "</title>',
    "doctype": b'<!doctype html "><b ">',
    "unclosed": b"<p x='",
}


def most_attributes(root) -> int:
    return max(len(element.attrib) for element in root.iter(etree.Element))


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("flood", FLOODS)
def test_a_hundred_thousand_attributes_on_one_element_take_no_time(flood, before):
    body = BEFORE[before] + b"<div " + FLOODS[flood] + b"><p id=after>Text</p></div>"
    with soon():
        page = parse_page(URL, body)
    assert most_attributes(page.root) <= MAX_ATTRIBUTES + 1
    assert any("attributes" in problem for problem in page.problems)


def test_the_page_behind_such_an_element_is_read():
    page = parse_page(URL, b"<div " + FLOODS["values"] + b"><a href=/x>Text</a></div><p>More</p>")
    div = page.root.find(".//div")
    assert list(div.attrib.items())[:2] == [("a0", "1"), ("a1", "1")]
    assert len(div.attrib) == MAX_ATTRIBUTES
    assert [link.url for link in page.links] == ["http://h.example/x"]
    assert "".join(page.root.itertext()) == "TextMore"


@pytest.mark.parametrize(
    "body",
    [
        b"<div " + b" ".join(NAMES[:MAX_ATTRIBUTES]) + b">" + b"<p>Text</p>" * 1000,
        b"<p title='" + b"x y " * 5000 + b"'>Text</p>",
        b"<p>" + b"if a < b and c > d then " * 5000,
        b"word " * 2_000_000,
        b"<script>" + b'{"name": "x", "price": 12}, ' * 10_000 + b"</script>",
        b"<!-- " + b"word " * 100_000 + b"-->",
        b"<p class=x>Some words</p>" * 90_000,
    ],
)
def test_what_pages_usually_have_is_left_alone(body):
    assert limited(body) == (body, [])


@pytest.mark.parametrize(
    "unit", [b"<p>", b"<p>x</p>", b"<a href=/x>x</a>", b"</b>", b"<p a b c d e f g h>", b"<"]
)
def test_ten_megabytes_of_tags_are_cut(unit):
    body = unit * (10_000_000 // len(unit))
    with soon():
        page = parse_page(URL, b"<div>" * 1000 + body)
    assert sum(1 for _ in page.root.iter()) <= MAX_TAGS
    assert any("too much markup" in problem for problem in page.problems)


def test_the_links_of_a_page_are_bounded():
    page = parse_page(URL, b"".join(b"<a href=/%d>x</a>" % n for n in range(MAX_LINKS + 10)))
    assert len(page.links) == MAX_LINKS
    assert page.links[-1].url.endswith(f"/{MAX_LINKS - 1}")
    assert any("links" in problem for problem in page.problems)


def test_a_title_of_ten_megabytes_is_no_title():
    assert len(parse_page(URL, b"<title>" + b"x " * 5_000_000).title) <= 2000


PIECES = [b"<div ", b"<b x=", b'"', b"'", b">", b"<", b"<!--", b"-->", b"<script>", b"</script>",
          b"<title>", b"</title>", b"=", b"/", b" ", b"<!", b"</b ", b"<style>", b"</style>", b"<?",
          b"<textarea>", b"text", b"<p>", b"--!>", b"<![CDATA[", b"]]>", b"<plaintext>"]  # fmt: skip


def test_no_nesting_of_quotes_comments_and_scripts_hides_attributes():
    choose = random.Random("hidden")
    floods = [flood[: flood.index(b"a300")] for flood in FLOODS.values()]
    for _ in range(1000):
        parts = [
            choose.choice(floods) if choose.random() < 0.15 else choose.choice(PIECES)
            for _ in range(choose.randrange(5, 60))
        ]
        body = b"".join(parts) + b" " * 4096
        page = parse_page(URL, body)
        assert most_attributes(page.root) <= MAX_ATTRIBUTES + 1, body


@pytest.mark.parametrize("unit", [b"<p>x</p>", b"<a href=/x>x</a>", b"<p a b c d>", b"<br/>x"])
def test_the_size_of_a_tree_is_not_underestimated(unit):
    """libxml2 needs 120 bytes for an element, as many for a text, 96 for an attribute."""
    root = parse_page(URL, unit * 1000).root
    nodes = sum(2 + bool(element.tail) for element in root.iter())
    attributes = sum(len(element.attrib) for element in root.iter())
    assert tree_size(unit * 1000) > 100 * (nodes + attributes) / 2
