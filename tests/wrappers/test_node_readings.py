"""What is read at a place of a page."""

import pytest
from lxml import etree

from pagekin.dom.page import parse_page
from pagekin.values import PageContext, read
from pagekin.wrappers.node_readings import context_of, reading_of, text_of

HERE = PageContext("https://shop.example/")

TEXTS = [
    ("<p>one  two\n three</p>", "one two three"),
    ("<p>pa<b>ge</b>kin</p>", "pagekin"),
    ("<p>one<br>two</p>", "one two"),
    ("<div><p>one</p><p>two</p>three</div>", "one two three"),
    ("<table><tr><td>1</td><td>2</td></tr></table>", "1 2"),
    ("<p>a<script>var x</script>b<style>c{}</style></p>", "ab"),
    ("<p>no&nbsp;break &euro; 5</p>", "no break € 5"),
    ("<p>$5 &#150; $7</p>", "$5 – $7"),
    ("<p><i>31</i><i>oct.</i><i>2017</i><b>18:30</b></p>", "31 oct. 2017 18:30"),
    ("<p><b><i>$12</i></b><span><span>99</span></span></p>", "$12 99"),  # no price of 1299, either
    ("<p><b>dev</b><b>@</b><b>site.org</b>, <b>W</b>ord</p>", "dev@site.org, Word"),
    ("<p>$19<sup>99</sup> for 3 m<sup>2</sup></p>", "$19 99 for 3 m2"),  # no price of 1999
    ("<p></p>", ""),
    ('<img alt="A boot" src="b.png">', "A boot"),
    ('<img src="b.png">', "b.png"),
    ('<a href="/x"><img alt="A boot"></a>', "A boot"),
    ('<meta name="x" content="said">', "said"),
    ('<time datetime="2026-01-02">2 January</time>', "2 January"),
    ('<time datetime="2026-01-02"></time>', "2026-01-02"),
    ("<script>hidden</script>", ""),
    ("<div><div><div>deep <i>er</i></div>tail</div></div>", "deep er tail"),
]


@pytest.mark.parametrize(("markup", "text"), TEXTS)
def test_the_text_is_what_a_reader_sees(markup, text):
    element = etree.fromstring(f"<body>{markup}</body>", etree.HTMLParser()).find(".//body")[0]
    assert text_of(element) == text


def test_meta_elements_say_their_content():
    head = parse_page("https://a.example/", b'<meta name="x" content=" said  so">').root
    assert text_of(head.find(".//meta")) == "said so"


def test_a_deep_page_is_read_without_recursion():
    page = parse_page("https://a.example/", b"<div>" * 1500 + b"deep")
    assert text_of(page.root) == "deep"


def test_an_element_gives_its_attributes_and_a_text_only_itself():
    link = etree.fromstring('<a href="/x" title="t">go <b>on</b></a>')
    reading = reading_of(link, HERE)
    assert (reading.text, reading.tag, reading.attributes) == (
        "go on",
        "a",
        {"href": "/x", "title": "t"},
    )
    assert reading_of(" go \n on ", HERE).text == "go on"


@pytest.mark.parametrize(
    ("markup", "value"),
    [
        ("<pre>if x:\n    y()  \n\n\nend</pre>", "if x:\n    y()\n\n\nend"),
        ("<pre>\n\n<b>a</b><br>b<script>no</script>\n</pre>", "a\nb"),
        ("<pre>one  line</pre>", "one line"),
        (
            "<div><p>Do\n  this:</p><pre>a\n  b</pre><p>and that</p></div>",
            "Do this:\na\n  b\nand that",
        ),
        ("<div><p>Do</p><pre>a  a</pre>or<pre>b\nb</pre></div>", "Do\na a\nor\nb\nb"),
    ],
)
def test_preformatted_text_keeps_its_lines_in_values_and_is_compared_without_them(markup, value):
    element = etree.fromstring(f"<body>{markup}</body>", etree.HTMLParser()).find(".//body")[0]
    reading = reading_of(element, HERE)
    assert read("text", reading).text == value
    assert reading.text == " ".join(value.split())


def test_a_part_of_a_preformatted_text_keeps_its_lines_too():
    root = etree.fromstring("<pre><code>a\n b</code></pre>", etree.HTMLParser())
    assert read("text", reading_of(root.find(".//code"), HERE)).text == "a\n b"


@pytest.mark.parametrize(
    ("body", "language", "currency"),
    [
        (b'<html lang="de"><p>x', "de", ""),
        (b'<meta http-equiv="content-language" content="fr-CA"><p>x', "fr-CA", ""),
        (b'<html lang=en><span itemprop="priceCurrency" content="eur"></span>', "en", "EUR"),
        (b'<meta property="product:price:currency" content="USD"><p>x', "", "USD"),
        (
            b'<script type="application/ld+json">{"offers": {"priceCurrency": "XOF"}}</script>',
            "",
            "XOF",
        ),
        (
            b'<i itemprop="priceCurrency" content="USD"></i><i itemprop="priceCurrency" content="CAD">',
            "",
            "",
        ),
    ],
)
def test_a_page_says_its_language_and_its_one_currency(body, language, currency):
    page = parse_page("https://shop.example/1", body)
    context = context_of(page)
    assert (context.url, context.language) == ("https://shop.example/1", language)
    assert context.currency == currency
    assert context.currency == currency  # the second time without a search
