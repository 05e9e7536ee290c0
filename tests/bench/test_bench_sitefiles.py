import pytest
from bench.reach import reachable

ORIGIN = "http://127.0.0.1:1"


@pytest.mark.parametrize(
    ("url_path", "page"),
    [
        ("/store/", "index.html"),
        ("/store", "index.html"),
        ("/store/index.html", "index.html"),
        ("/store/p/1/", "p/1/index.html"),
        ("/store/p/1/?sort=price", "p/1/index.html"),
        ("/store/about", "about.html"),
        ("/store/%61bout.html", "about.html"),
        ("/store/about.html/", None),
        ("//store/about.html", "about.html"),  # a doubled slash begins no host
        ("//x.png/store/about.html", None),
        ("/store/p/", None),
        ("/p/1/", None),
        ("/store/../shop/about.html", None),
        ("/store/%2e%2e/shop/about.html", None),
        ("/store/\0", None),
        ("/store/" + "x" * 5000, None),
    ],
)
def test_a_url_path_names_a_file_as_on_the_live_server(shop, url_path, page):
    assert shop.page_of(url_path) == page


def test_a_page_has_the_url_path_that_leads_back_to_it(shop):
    assert shop.url_path("p/1/index.html") == "/store/p/1/index.html"
    assert shop.url_path("p/1/index.html", directories=True) == "/store/p/1/"
    assert shop.page_of(shop.url_path("about.html")) == "about.html"


def test_links_to_the_sites_own_domain_stay_on_the_loopback_server(shop):
    body = shop.body("index.html", ORIGIN)
    assert b'href="http://127.0.0.1:1/store/p/1/"' in body
    assert b"http://elsewhere.example/store/p/3/" in body
    assert b"mailto:me@shop.example" in shop.body("about.html", ORIGIN)
    assert b"<loc>http://127.0.0.1:1/store/p/1/</loc>" in shop.body("sitemap.xml", ORIGIN)
    assert shop.body("logo.png", ORIGIN) == b"no picture"


def test_a_domain_that_only_begins_like_the_sites_own_is_left_alone(shop):
    (shop.root / "evil.html").write_text('<a href="https://shop.example.org/">x</a>')
    assert b"https://shop.example.org/" in shop.body("evil.html", ORIGIN)


def test_no_link_leads_to_a_hidden_page(shop):
    hidden = frozenset({"p/1/index.html"})
    assert b"one" not in shop.body("index.html", ORIGIN, hidden)
    assert b"two" in shop.body("index.html", ORIGIN, hidden)
    assert b"one" not in shop.body("p/2/index.html", ORIGIN, hidden)
    sitemap = shop.body("sitemap.xml", ORIGIN, hidden)
    assert b"p/1/" not in sitemap
    assert b"p/2/" in sitemap


def test_reachable_pages_are_those_that_anchors_lead_to(shop, tmp_path):
    cache = tmp_path / "cache"
    depths = reachable(shop, "index.html", cache)
    assert depths == {
        "index.html": 0,
        "p/1/index.html": 1,
        "about.html": 1,
        "p/2/index.html": 1,
        "p/3/index.html": 2,
    }
    assert reachable(shop, "index.html", cache) == depths
    assert len(list(cache.iterdir())) == 1
