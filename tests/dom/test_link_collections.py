"""Link collections and their tag-lists."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.dom import LinkKind, parse_page
from pagekin.dom.link_collections import MAX_COLLECTIONS, link_collections


def collections(html, url="http://h/"):
    found = link_collections(parse_page(url, html.encode()))
    return {
        tag_list: [(anchor.url, anchor.text) for anchor in anchors] for tag_list, anchors in found
    }


def tag_lists(html):
    return list(collections(html))


def test_the_pages_of_figure_1_as_link_collections():
    """The parser puts in the body that the figure leaves out."""
    p1 = (
        "<table><tr><td><a href=url1>X</a></td></tr><tr><td><a href=url2>Y</a></td></tr></table>"
        "<ul><li><a href=url10>E</a><li><a href=url11>F</a></ul>"
    )
    p3 = (
        "<table><tr><td><a href=url5>H</a><td><a href=url6>K</a><td><a href=url7>J</a></table>"
        "<p><b><a href=url20>L</a></b>"
    )
    assert collections(p1) == {
        "html/body/table/tr/td": [("http://h/url1", "X"), ("http://h/url2", "Y")],
        "html/body/ul/li": [("http://h/url10", "E"), ("http://h/url11", "F")],
    }
    assert collections(p3) == {
        "html/body/table/tr/td": [
            ("http://h/url5", "H"),
            ("http://h/url6", "K"),
            ("http://h/url7", "J"),
        ],
        "html/body/p/b": [("http://h/url20", "L")],
    }


def test_attributes_on_the_path_count_in_the_order_of_their_names():
    first = '<html lang=en><div id="x" class="a b"><a href=/1>'
    second = '<html lang=en><div class="a b" id="x"><a href=/2>'
    assert tag_lists(first) == ['html[@lang="en"]/body/div[@class="a b"][@id="x"]']
    assert tag_lists(first) == tag_lists(second)


@pytest.mark.parametrize(
    "other",
    ['<div class="b a"><a href=/1>', '<div id="a b"><a href=/1>', "<div><a href=/1>", "<p class='a b'><a href=/1>"],
)  # fmt: skip
def test_another_name_value_or_tag_makes_another_tag_list(other):
    assert tag_lists('<div class="a b"><a href=/1>') != tag_lists(other)


def test_the_anchor_is_not_part_of_its_tag_list():
    html = '<p><a href=/1 class="new" id="first">1</a> <a href=/2 rel="next">2</a></p>'
    assert collections(html) == {"html/body/p": [("http://h/1", "1"), ("http://h/2", "2")]}


def test_quotes_and_slashes_in_values_do_not_confuse_paths():
    assert tag_lists("""<div title='"/b["'><a href=/1>""") == [
        'html/body/div[@title="&quot;/b[&quot;"]'
    ]


def test_only_anchors_to_pages_count():
    html = """<link rel=next href=/n><map><area href=/a></map><iframe src=/f></iframe>
        <a name=here></a><a href=mailto:a@b>m</a><a href=#top>t</a><a href="">e</a><b><a href=/b>b</a></b>"""
    assert collections(html) == {"html/body/b": [("http://h/b", "b")]}


def test_the_base_counts_and_repeated_links_repeat():
    html = "<base href=/d/><p><a href=x>1</a><a href=x>2</a>"
    assert collections(html) == {"html/body/p": [("http://h/d/x", "1"), ("http://h/d/x", "2")]}


def test_collections_come_in_the_order_of_the_page():
    html = "<p><a href=/1>1</a></p><b><a href=/2>2</a></b><p><a href=/3>3</a></p>"
    assert tag_lists(html) == ["html/body/p", "html/body/b"]


def test_long_attributes_and_deep_paths_are_told_apart_by_a_digest():
    def nested(value):
        return tag_lists(f"<div data-x='{value}'>" + 300 * "<b>" + "<i><a href=/1>1</a>")

    (one,), (again,), (other,) = nested(9000 * "x"), nested(9000 * "x"), nested(8999 * "x" + "y")
    assert one == again != other
    assert len(one) < 1100
    assert one.endswith("/b/i")


def test_a_page_with_too_many_paths_keeps_the_first_ones():
    number = MAX_COLLECTIONS + 10
    html = (
        "".join(f"<p id={n}><a href=/{n}></a>" for n in range(number)) + "<p id=0><a href=/x></a>"
    )
    found = collections(html)
    assert len(found) == MAX_COLLECTIONS
    assert [url for url, _ in found['html/body/p[@id="0"]']] == ["http://h/0", "http://h/x"]


markup = st.lists(
    st.sampled_from(
        ["<p>", "<div class=a>", "<ul><li>", "</ul>", "</div>", "<table><td>", "text", "<a name=n>",
         "<a href=/1>one</a>", "<a href=/2>", "<a href='mailto:x'>", "<a href='http://o/'>", "</a>"]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@given(markup)
@settings(max_examples=200)
def test_every_anchor_is_in_exactly_one_collection(html):
    page = parse_page("http://h/", html.encode())
    anchors = [anchor.url for _, anchors in link_collections(page) for anchor in anchors]
    links = [link.url for link in page.links if link.kind is LinkKind.ANCHOR]
    assert sorted(anchors) == sorted(links)


@given(st.binary(max_size=300))
@settings(max_examples=200)
def test_any_bytes_have_link_collections(body):
    found = link_collections(parse_page("http://h/", body))
    assert len({tag_list for tag_list, _ in found}) == len(found)
