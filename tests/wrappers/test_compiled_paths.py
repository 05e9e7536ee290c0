"""Paths of wrappers: what may be written, and that nothing written can keep a machine busy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from cpu_time import soon
from pagekin.wrappers.compiled_paths import MAX_FOUND, PathError, compiled, is_relative

FIGURE_2 = "<a><b><c>3</c><d><e>5</e><e>6</e><e>7</e></d></b></a>"

USED = [
    "/html[1]/body[1]/table[1]/tr[(position() - 2) mod 3 = 0]/td[1]",
    "/html/body/b/a[(count(../a) > 1 and position() = 2) or (count(../a) = 1 and position() = 1)]",
    '//th[normalize-space()="ISBN"]/following-sibling::td[1]',
    '//dt[starts-with(normalize-space(), "Price")]/following-sibling::dd[1]/text()[1]',
    '//div[contains(concat(" ", normalize-space(@class), " "), " price ")]',
    '(//span[@itemprop="name"])[2]',
    "(//div[@class='x'])[2]/text()[1]",
    ".//td[2]",
    "//h1 | //h2[@class='x']",
    ".",
    "..",
    "following-sibling::dd[1]",
    "//meta[@property='og:title']/@content",
    '//tr[th[normalize-space()="Weight"]]/td[not(@class)]',
    '//li[.//b[1]="Author"]/a',
    "//td[b]/text()[last()]",
    'ancestor::tr/td[preceding-sibling::td[1]="x"]',
]

REFUSED = [
    "",
    "/",
    "//*[//*[//*]]",
    "//*[/html]",
    "//*[.//*[.//*[.//*]]]",
    "//a//b//c//d//e",
    "document('file:///etc/passwd')",
    "//a[document('x')]",
    "//a[re:test(., '(a+)+b')]",
    "//x:a",
    "//a[$x]",
    "following::a",
    "|".join(["a"] * 20),
    "//a |",
    "a[1][1][1][1][1]",
    "//a[" + " or ".join(["count(../a) > 1"] * 6) + "]",
    "//a[" + "(" * 500 + "1" + ")" * 500 + "]",
    "//a[" + "not(" * 500 + "1" + ")" * 500 + "]",
    "/a" * 300,
    "a" * 5000,
    "//a[9999999999999999999]",
    "//a[1.5]",
    "//a[contains(.)]",
    "//a[string(]",
    "//a]",
    "(//a)[x]",
    "//p/preceding-sibling::p",
    "//p/preceding-sibling::p[@x][1]",
    'a["\0"]',
    "count(//a)",
]


@pytest.mark.parametrize("path", USED)
def test_a_path_of_the_kind_that_is_learned_can_be_used(path):
    root = etree.HTML("<p>nothing much</p>")
    assert list(compiled(path)(root)) == etree.XPath(path)(root)


@pytest.mark.parametrize("path", REFUSED)
def test_a_path_that_may_take_long_or_reads_elsewhere_is_refused(path):
    with pytest.raises(PathError):
        compiled(path)


def test_the_papers_generalised_path_finds_nodes_5_and_7():
    found = compiled("/a[1]/b[1]/d[1]/e[(position() - 1) mod 2 = 0]")(etree.XML(FIGURE_2))
    assert [element.text for element in found] == ["5", "7"]


def test_one_of_several_places_can_be_meant():
    root = etree.XML(FIGURE_2)
    assert [element.text for element in compiled("(//e)[2]")(root)] == ["6"]
    assert [element.text for element in compiled("(//c)[1]/../d//e")(root)] == ["5", "6", "7"]
    assert not compiled("(//e)[9]")(root)
    assert not compiled("(//e)[0]")(root)


def test_what_several_starts_lead_to_is_found_once():
    root = etree.XML("<r><t><a/><a/><b/></t></r>")
    assert len(compiled("//a/following-sibling::b")(root)) == 1


def test_a_path_may_go_on_from_a_text():
    root = etree.HTML("<p>Price: <b>5</b><p>Size: <b>6</b>")
    path = '//p/text()[normalize-space()="Size:"]/following-sibling::b[1]'
    assert [element.text for element in compiled(path)(root)] == ["6"]


def test_a_relative_path_starts_at_its_element():
    assert is_relative(".//td")
    assert is_relative("td[1]")
    assert not is_relative("//td")
    assert not is_relative("(/html/body)[1]")


@pytest.mark.parametrize(
    "path",
    [
        "//p/following-sibling::p",
        "//p/following-sibling::p/following-sibling::p/following-sibling::p",
        "//p/following-sibling::p/preceding-sibling::p[1]/following-sibling::p",
        "//p[count(../p) > 1]",
        "//*[following-sibling::x]",
        "//*/../*/../*/../p",
        "//*//*//*//*",
        "//p/ancestor::*//p",
        "//*[.//x]",
        "//p/text()/following-sibling::p",
        "//node()/following-sibling::node()/preceding-sibling::node()[1]",
        "//text()/ancestor::*/text()/ancestor::*",
    ],
)
def test_a_page_of_thousands_of_siblings_is_no_trap(path):
    root = etree.HTML("<div><p>a</p></div>" * 50 + "<p>a</p>" * 20_000)
    with soon():
        assert len(compiled(path)(root)) <= MAX_FOUND


PIECES = st.sampled_from(
    [
        *("/", "//", ".", "..", "*", "@", "a", "td", "text()", "[", "]", "(", ")", "1", "22", "="),
        *("position()", "last()", "count(", "..", "and", "or", "mod", "-", '"x"', "'", ",", " "),
        *("following-sibling::", "ancestor::", "contains(", "normalize-space()", "\0", "::", "$"),
    ]
)


@given(st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_a_path_or_a_path_error(text):
    try:
        path = compiled(text)
    except PathError:
        return
    for found in path(etree.HTML("<table><tr><td>1<td>2<tr><td>3</table><a>x</a>")):
        assert isinstance(found, str | etree._Element)
