"""A list that the site adds to a series of lists is followed, too: the next sitemap, the next letter, the next page."""

import pytest

from pagekin.testing import FakeSite
from shops import PRODUCTS, SAMPLE, crawl, home, learn, links, listing, surroundings, table, urls
from test_named_sitemaps import TypedSite, hidden

LATER = [f"/p/{90_000 + n}-later" for n in range(3)]


def sitemap(*paths, tag="url"):
    """Make a sitemap, or an index of sitemaps."""
    kind = "urlset" if tag == "url" else "sitemapindex"
    listed = "".join(f"<{tag}><loc>{path}</loc></{tag}>" for path in urls(paths))
    return f"<?xml version='1.0'?><{kind}>{listed}</{kind}>".encode()


def index(*names):
    return sitemap(*(f"/sitemaps/{name}.xml" for name in names), tag="sitemap")


@pytest.mark.parametrize("entry", [None, "/sitemap.xml"])
@pytest.mark.parametrize("others", [(), ("categories-1", "articles-1", "pages-1")])
def test_the_next_sitemap_of_an_index_is_followed(entry, others):
    site = hidden() | {"/sitemaps/products-1.xml": sitemap(*PRODUCTS)}
    site |= {f"/sitemaps/{name}.xml": sitemap(f"/{name}/a", f"/{name}/b") for name in others}
    site["/sitemap.xml"] = index("products-1", *others)
    crawler = learn(TypedSite(table(site)), SAMPLE, entry=entry)
    site["/sitemap.xml"] = index("products-1", "products-2", *others)
    site["/sitemaps/products-2.xml"] = sitemap(*LATER)
    site |= dict.fromkeys(LATER, site[SAMPLE].replace(b"<h1>", b"<h1>later "))
    found = set(crawl(TypedSite(table(site)), crawler)[1])
    print(crawler.navigation)
    assert found >= urls(PRODUCTS)
    assert len(found) > len(PRODUCTS)
