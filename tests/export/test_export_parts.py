"""What exported projects get as it is: it agrees with pagekin on pages of all kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.demo import Shop, truth
from pagekin.demo.messages import Request
from pagekin.dom import parse_page
from pagekin.dom.features import Vocabulary, page_features
from pagekin.export.parts.addresses import Forms, SiteScope, canonical, variables
from pagekin.export.parts.following import KnownPages, links_of
from pagekin.export.parts.found_text import FoundText
from pagekin.export.parts.meanings import Dates, Numbers, Prices, number_in
from pagekin.export.parts.signs import Signs
from pagekin.export.parts.trees import tree_of
from pagekin.urls import Scope as OwnScope
from pagekin.urls import canonical as own_canonical
from pagekin.urls.url_shapes import UrlShapes
from pagekin.urls.url_variables import variables as own_variables

SHOP = Shop(products=100)
BASE = "http://shop.test"
URLS = [
    "http://shop.test/",
    "http://shop.test/a/b/c.html?x=1&y=2",
    "http://shop.test/p/17-tea-pot-green",
    "http://shop.test/advisories/RUSTSEC-2020-0001.html",
    "http://shop.test/item.php?id=7",
    "http://shop.test/c/kitchen/page/2/",
    "http://shop.test/index.tar.gz?",
]
levels = st.text("abz09-_.", max_size=8)
urls = st.builds(
    lambda parts, query: f"http://shop.test/{'/'.join(parts)}{'?' * bool(query)}{query}",
    st.lists(levels, max_size=4),
    st.sampled_from(["", "id=3", "b=1&a=2", "q=", "id=3&p=user", "a=b-c&a", "a=é_&=x"]),
)


def pages():
    """Yield one page of each kind of the shop."""
    kinds = {}
    for known in truth(SHOP):
        kinds.setdefault(known.kind, known.path)
    for path in [*kinds.values(), "/sitemap.xml", "/robots.txt"]:
        response = SHOP.respond(Request(path, origin=BASE))
        headers = {"content-type": response.content_type}
        if response.status == 200:
            yield parse_page(BASE + path, response.body, headers)


PAGES = list(pages())


def tree(page):
    return tree_of(page.body.decode(), page.url, page.headers.get("content-type", ""))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.url)
def test_links_and_their_paths_are_the_same(page):
    own = [(link.url, link.path) for link in page.links if link.leads_on and link.path]
    assert [tuple(link) for link in links_of(tree(page), page.url)] == own


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.url)
def test_signs_are_the_same(page):
    vocabulary = Vocabulary()
    numbers = page_features(page.root, vocabulary)
    own = {tuple(vocabulary.feature(number)) for number in numbers}
    assert Signs(tree(page), page.url)._all == own


def test_headings_that_echo_the_address_are_signs_as_well():
    page = parse_page(BASE + "/classes/menu.html", b"<title>Class Menu here</title><h1>Class Menu")
    signs = Signs(tree(page), page.url)
    assert signs.heading("title begins Class")
    assert signs.heading("h1 ends Menu")


@given(urls)
def test_what_a_url_says_is_the_same(url):
    assert variables(url) == own_variables(url)


@given(
    urls,
    st.sets(
        st.sampled_from([("folder 1", "a"), ("begins", "a-"), ("ends", "-b"), ("folder -1", "z")])
    ),
)
def test_forms_of_urls_are_the_same(url, parts):
    own = UrlShapes(parts)
    assert Forms(parts, ()).form(url) == own.shape(url)
    found = own_variables(url)
    for plain in (list(own.plainer(found))[:2], list(own.deep(found))[-2:]):
        assert Forms(parts, plain).form(url) == UrlShapes(parts, plain).shape(url)


@pytest.mark.parametrize(
    "reference",
    [
        "x",
        "/a/../b",
        "?q=1#f",
        "//other.test/é",
        "HTTP://Shop.Test:80",
        "#f",
        "mailto:a@b",
        "a b",
        "./",
    ],
)
def test_one_spelling_for_each_url(reference):
    own = own_canonical(reference, BASE + "/d/e")
    assert canonical(reference, BASE + "/d/e") == (own if isinstance(own, str) else None)


@pytest.mark.parametrize(
    "options",
    [{}, {"prefix": "/c/"}, {"scheme": "https"}, {"slash": "add"}, {"slash": "drop"}, {"sort_query": True},
     {"accept": r"\d"}, {"reject": "item"}, {"subdomains": True}],
)  # fmt: skip
def test_the_scope_is_the_same(options):
    own, exported = OwnScope("shop.test", **options), SiteScope("shop.test", **options)
    others = [
        "http://a.shop.test/x",
        "http://other.test/",
        "http://shop.test/p?b=1&a=2&utm_source=x",
    ]
    for url in [*URLS[:-1], *others]:
        assert exported.follow(url) == own.follow(url)


def test_a_page_with_several_urls_is_known_again():
    known = KnownPages()
    body = (
        '<html><head><title>Pot</title><link rel="canonical" href="/p/1"></head><h1>Pot</h1></html>'
    )

    def is_new(path, text=body):
        return known.is_new(tree_of(text, BASE + path), BASE + path, text.encode())

    assert is_new("/p/1")
    assert not is_new("/p/1/")
    assert not is_new("/p/1?utm_source=x")
    assert not is_new("/sale/pot", body + " ")
    assert is_new("/sale/kettle", body.replace("Pot", "Kettle"))


@pytest.mark.parametrize(
    ("text", "decimal", "value"),
    [("1,234.50", ".", 1234.5), ("1.234,50", ",", 1234.5), ("1.234", ",", 1234), ("1.234", ".", 1.234),
     ("12 345", ".", 12345), ("1,23", ".", None), ("007", ".", None), ("12", ",", 12), ("1,2,3", ".", None)],
)  # fmt: skip
def test_numbers_by_the_decimal_sign_of_the_site(text, decimal, value):
    assert number_in(text, decimal) == value


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("€ 3.50", {"amount": 3.5, "currency": "EUR"}),
        ("1,250.00€", {"amount": 1250.0, "currency": "EUR"}),
        ("Price: €3", {"amount": 3.0, "currency": "EUR"}),
        (
            "$120K – $300K",
            {"amount": 120000.0, "currency": "USD", "low": 120000.0, "high": 300000.0},
        ),
        ("$1 – $500K", {}),
        ("€5 – €3", {}),
        ("€3 – €4 – €5", {}),
        ("€3€", {}),
        ("from €3", {}),
        ("£3", {}),
    ],
)
def test_prices_and_ranges_of_prices(text, parts):
    read = Prices(".", {"€": "EUR", "$": "USD"})
    assert read(FoundText(text)) == {"text": text} | parts


def test_what_may_mean_several_things_is_only_a_text():
    assert Prices(".", {"€": "EUR"})(FoundText("3 € or 4 €")) == {"text": "3 € or 4 €"}
    assert Numbers(".", whole=True)(FoundText("1.5")) == {"text": "1.5"}
    assert Dates()(FoundText("3/4/2010")) == {"text": "3/4/2010"}
    assert Dates(day_first=True)(FoundText("3/4/2010")) == {
        "text": "3/4/2010",
        "date": "2010-04-03",
    }
