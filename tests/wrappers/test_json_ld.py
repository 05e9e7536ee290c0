"""JSON-LD: what a page says of itself, read as a reader would."""

import json

import pytest

from pagekin.dom.page import parse_page
from pagekin.wrappers import json_ld


def texts(name: str) -> list[str]:
    content = json.dumps({"@type": "Product", "name": name})
    body = f"<script type='application/ld+json'>{content}</script>"
    return json_ld.texts_at(
        json_ld.objects_of(parse_page("https://a.example/", body.encode()).root), "Product.name"
    )


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Tea &amp; Cake", "Tea & Cake"),
        ("Tea &amp;amp; Cake", "Tea & Cake"),
        ("Mother&#8217;s  Cake", "Mother’s Cake"),
        ("&lt;p&gt;Sweet&lt;/p&gt; &lt;p&gt;cake&lt;/p&gt;", "Sweet cake"),
        ("one<br/>two", "one two"),
        ("3 < 5 & 7 > 5", "3 < 5 & 7 > 5"),
        ("AT&T", "AT&T"),
    ],
)
def test_html_in_a_value_is_read_as_a_browser_would_show_it(written, read):
    assert texts(written) == [read]
