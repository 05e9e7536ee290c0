"""Sitemaps and feeds lead to pages that nothing else links to."""

from pagekin.dom import parse_page
from pagekin.testing import FakeSite
from shops import (
    PRODUCTS,
    SAMPLE,
    crawl,
    home,
    learn,
    links,
    page,
    products,
    surroundings,
    table,
    url,
    urls,
)

TYPES = {".txt": "text/plain", ".xml": "application/xml", ".rss": "application/rss+xml"}


class TypedSite(FakeSite):
    """A site that says of texts and XML what they are."""

    async def fetch(self, url):
        came = await super().fetch(url)
        kind = TYPES.get(url[-4:])
        body = self.pages.get(url)
        return parse_page(url, body, {"content-type": kind}) if kind and body else came


def hidden(**more):
    """A shop whose products nothing on its pages links to."""
    return surroundings() | products(PRODUCTS) | {"/": home("")} | more


def test_a_sitemap_that_only_robots_txt_names_is_found_over_its_index():
    listed = "".join(f"<url><loc><![CDATA[{url(path)}]]></loc></url>" for path in PRODUCTS)
    parts = f"<sm:sitemap><sm:loc>{url('/maps/1.xml')}</sm:loc></sm:sitemap>"
    site = hidden()
    site["/robots.txt"] = f"User-agent: *\nSitemap: {url('/maps/all.xml')}\n".encode()
    site["/maps/all.xml"] = f"<sm:sitemapindex xmlns:sm='s'>{parts}</sm:sitemapindex>".encode()
    site["/maps/1.xml"] = f"<?xml version='1.0'?><urlset>{listed}</urlset>".encode()
    crawler = learn(TypedSite(table(site)), SAMPLE)
    assert set(crawl(TypedSite(table(site)), crawler)[1]) == urls(PRODUCTS)


def test_a_feed_is_an_entry_like_any_page():
    items = "".join(f"<item><title>A</title><link>{path}</link></item>" for path in PRODUCTS)
    site = hidden()
    site["/new.rss"] = f"<rss><channel><title>New</title>{items}</channel></rss>".encode()
    crawler = learn(TypedSite(table(site)), SAMPLE, entry="/new.rss")
    assert set(crawl(TypedSite(table(site)), crawler)[1]) == urls(PRODUCTS)


def test_next_pages_that_only_the_head_names_are_followed():
    site = hidden()
    site["/"] = home(links(["/c/1"], "shelf"))
    for n in range(10):
        onward = f'<link rel="next" href="/c/{n + 2}">' if n < 9 else ""
        site[f"/c/{n + 1}"] = page("Shelf", links(PRODUCTS[n::10]), head=onward)
    crawler = learn(FakeSite(table(site)), SAMPLE, entry="/")
    assert set(crawl(FakeSite(table(site)), crawler)[1]) == urls(PRODUCTS)
