"""META tags are read from the head, by whichever attribute names them."""

import pytest

from pagekin.dom import parse_page
from pagekin.dom.meta_tags import MAX_CONTENT, MAX_TAGS


def tags(head, body=""):
    html = f"<html><head>{head}</head><body>{body}</body></html>"
    return parse_page("http://a.test/", html.encode(), {"content-type": "text/html"}).meta_tags


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('<meta name="Description" content=" Two\n words ">', (("description", "Two words"),)),
        ("<meta property=og:title content=T>", (("og:title", "T"),)),
        ("<meta http-equiv=Refresh content=5>", (("refresh", "5"),)),
        ("<meta name=robots content=''>", (("robots", ""),)),
        ("<meta name=a content=1><meta name=a content=2>", (("a", "1"), ("a", "2"))),
        ("<meta charset=utf-8><meta name=a><meta content=b>", ()),
        (f"<meta name={'n' * 101} content=x>", ()),
    ],
)
def test_tags_have_a_name_and_a_content(head, expected):
    assert tags(head) == expected


def test_what_stands_in_the_body_is_no_tag_of_the_page():
    assert tags("", "<p>x</p><meta itemprop=price content=5>") == ()


def test_no_page_has_more_than_can_be_kept():
    found = tags("".join(f"<meta name=m{n} content={'x' * 5000}>" for n in range(500)))
    assert len(found) == MAX_TAGS
    assert {len(content) for _, content in found} == {MAX_CONTENT}
