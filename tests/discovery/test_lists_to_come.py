"""A list that the site adds to a series of lists is followed, too: the next sitemap, the next page of a list."""

import pytest
from test_named_sitemaps import TypedSite, hidden

from pagekin.navigation.sentences import sentences
from pagekin.testing import FakeSite
from shops import PRODUCTS, SAMPLE, crawl, home, learn, links, listing, product, table, urls

LATER = {f"/p/{90_000 + n}-later": product(90_000 + n) for n in range(3)}


def sitemap(*paths, tag="url"):
    """Make a sitemap, or an index of sitemaps."""
    kind = "urlset" if tag == "url" else "sitemapindex"
    listed = "".join(f"<{tag}><loc>{path}</loc></{tag}>" for path in sorted(urls(paths)))
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
    site |= LATER | {"/sitemaps/products-2.xml": sitemap(*LATER)}
    site["/sitemap.xml"] = index("products-1", "products-2", *others)
    found = crawl(TypedSite(table(site)), crawler)[1]
    assert set(found) == urls([*PRODUCTS, *LATER])


def blog():
    """A site with its pages in order, ten on a page, and under tags, most of which have no page any more."""
    site = hidden()
    pages = [f"/page/{n}/" for n in range(2, len(PRODUCTS) // 10 + 1)]
    tags = [f"/tag/{n}-{word}/" for n in range(60) for word in ("tea", "pot")]
    for n, path in enumerate(["/", *pages]):
        older = links(pages[n : n + 1], "older")
        shown = PRODUCTS[10 * n : 10 * n + 10]
        site[path] = (home if path == "/" else listing_of)(links(shown) + older)
    for n, path in enumerate(PRODUCTS):
        site[path] = product(n, links(tags[n % 60 : n % 60 + 4], "tags"))
    return site | {tag: listing("Tag", PRODUCTS[n : n + 3]) for n, tag in enumerate(tags[:20])}


def listing_of(content):
    return listing("Older", (), content)


def test_what_is_said_of_a_blog_is_what_its_crawler_visits():
    site = blog()
    crawler = learn(FakeSite(table(site)), SAMPLE, entry="/")
    crawling = FakeSite(table(site))
    assert set(crawl(crawling, crawler)[1]) == urls(PRODUCTS)
    assert len(crawling.requests) <= 1.25 * len(PRODUCTS)
    said = " ".join(sentences(crawler))
    assert "/page/{number}/" in said
    assert "/tag/" not in said
