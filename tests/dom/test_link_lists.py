"""Sitemaps and feeds are pages of links, in whatever format they come."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpu_time import soon
from pagekin.dom import LinkKind, parse_page
from pagekin.dom.content_types import may_be_page, why_no_page

XML = {"content-type": "application/xml"}


def listed(body, headers=XML, url="http://h/lists/all"):
    text = body.encode() if isinstance(body, str) else body
    assert why_no_page(headers, text) is None
    return parse_page(url, text, headers).links


def told(links):
    return [(link.url, link.text, link.kind, link.lastmod) for link in links]


SITEMAP = LinkKind.SITEMAP
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


@pytest.mark.parametrize(
    "document",
    [
        f"<urlset {NS}><url><loc>http://h/1</loc><lastmod>2024-05-01</lastmod></url></urlset>",
        (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- made -->\n<urlset {NS}><url><loc>\n http://h/1 </loc>'
            "<lastmod>2024-05-01</lastmod></url></urlset>"
        ),
        "<urlset><url><loc><![CDATA[http://h/1]]></loc><lastmod><![CDATA[2024-05-01]]></lastmod></url></urlset>",
        (
            '<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9"><sm:url><sm:loc>http://h/1</sm:loc>'
            "<sm:lastmod>2024-05-01</sm:lastmod></sm:url></sm:urlset>"
        ),
        "<sm:urlset><sm:url><sm:lastmod>2024-05-01</sm:lastmod><sm:loc>/1</sm:loc></sm:url></sm:urlset>",
        (
            '<?xml version="1.0"?><!DOCTYPE urlset SYSTEM "x.dtd"><urlset><url><loc>http://h/1</loc>'
            "<lastmod>2024-05-01</lastmod></url></urlset>"
        ),
        f"\ufeff<urlset {NS}><url><lastmod>2024-05-01</lastmod><loc>http://h/1</loc></url>",
    ],
    ids=["plain", "prolog", "cdata", "prefix", "unbound prefix", "doctype", "not closed"],
)
def test_a_sitemap_lists_pages_and_when_they_changed(document):
    assert told(listed(document)) == [("http://h/1", "", SITEMAP, "2024-05-01")]


def test_the_path_to_a_page_of_a_sitemap_is_the_same_however_it_is_spelled():
    plain = listed("<urlset><url><loc>http://h/1</loc></url></urlset>")
    prefixed = listed("<s:urlset xmlns:s='x'><s:url><s:loc>http://h/1</s:loc></s:url></s:urlset>")
    assert plain[0].path == prefixed[0].path == "html/body/urlset/url/loc"


def test_a_sitemap_index_lists_sitemaps():
    index = "<sitemapindex><sitemap><loc>http://h/a.xml.gz</loc><lastmod>2024</lastmod></sitemap></sitemapindex>"
    assert told(listed(index)) == [("http://h/a.xml.gz", "", SITEMAP, "2024")]


def test_images_of_a_sitemap_are_no_pages_and_languages_are_no_new_ones():
    document = (
        '<urlset xmlns:image="i" xmlns:xhtml="x"><url><loc>http://h/1</loc>'
        "<image:image><image:loc>http://h/1.png</image:loc></image:image>"
        '<xhtml:link rel="alternate" hreflang="de" href="http://h/de/1"/></url></urlset>'
    )
    links = listed(document)
    assert [(link.url, link.kind) for link in links if link.leads_on] == [("http://h/1", SITEMAP)]
    assert [link.url for link in links if link.kind is LinkKind.ALTERNATE] == ["http://h/de/1"]


def test_a_sitemap_may_be_a_text():
    assert may_be_page("text/plain", "http://h/sitemap.txt")
    assert not may_be_page("text/plain", "http://h/readme.txt")
    links = listed("http://h/1\r\nhttp://h/2\n\n", {"content-type": "text/plain; charset=utf-8"})
    assert [link.url for link in links] == ["http://h/1", "http://h/2"]
    assert {link.path for link in links} == {"html/body/urlset/url/loc"}


def test_a_robots_txt_lists_the_sitemaps_that_it_names():
    assert may_be_page("text/plain", "http://h/robots.txt")
    robots = "User-agent: *\nDisallow: /x\n\nSitemap: /a.xml\r\n sitemap:http://h/b.xml # ours\n"
    links = listed(robots, {"content-type": "text/plain"})
    assert [(link.url, link.kind) for link in links] == [
        ("http://h/a.xml", SITEMAP),
        ("http://h/b.xml", SITEMAP),
    ]
    assert why_no_page({"content-type": "text/plain"}, b"User-agent: *\nDisallow:") is not None


ITEM, ANCHOR = LinkKind.ITEM, LinkKind.ANCHOR
ENTRIES = [("http://h/1", "One & only", ITEM), ("http://h/2", "Two", ITEM)]


@pytest.mark.parametrize(
    ("content_type", "document"),
    [
        (
            "application/rss+xml",
            ('<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>http://h/</link>'
            "<item><title>One &amp; only</title><link>http://h/1</link><pubDate>May</pubDate></item>"
            "<item><guid>http://h/2</guid><title><![CDATA[Two]]></title><pubDate>June</pubDate></item>"
            '<item><guid isPermaLink="false">http://h/tag:3</guid></item></channel></rss>'),
        ),
        (
            "application/rdf+xml",
            ('<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d"><channel><link>/</link></channel>'
            "<item><title>One &amp; only</title><link>http://h/1</link><dc:date>May</dc:date></item>"
            "<item><title>Two</title><link>http://h/2</link><dc:date>June</dc:date></item></rdf:RDF>"),
        ),
        (
            "application/atom+xml; charset=utf-8",
            ('<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><link rel="self" href="/feed"/>'
            '<entry><title>One &amp; only</title><link href="/1"/><updated>May</updated></entry><entry>'
            '<title>Two</title><link rel="edit" href="/e"/><link rel="alternate" type="text/html" href="/2"/>'
            '<link rel="enclosure" href="/2.mp3"/><updated>June</updated></entry></feed>'),
        ),
        (
            "application/feed+json",
            json.dumps({
                "version": "https://jsonfeed.org/version/1.1",
                "title": "News",
                "home_page_url": "http://h/",
                "items": [
                    {"url": "http://h/1", "title": "One & only", "date_published": "May"},
                    {"url": "/2", "title": "Two", "date_modified": "June", "date_published": "May"},
                    {"id": "3"},
                    "nonsense",
                ],
            }),
        ),
    ],
    ids=["RSS 2.0", "RSS 1.0", "Atom", "JSON Feed"],
)  # fmt: skip
def test_a_feed_lists_its_entries_and_names_its_home(content_type, document):
    assert may_be_page(content_type, "http://h/feed")
    links = listed(document, {"content-type": content_type})
    assert told(links) == [
        ("http://h/", "", ANCHOR, ""),
        (*ENTRIES[0], "May"),
        (*ENTRIES[1], "June"),
    ]


def test_a_feed_in_pages_says_where_it_goes_on():
    document = '<feed><link rel="next" href="/feed?page=3"/><link rel="previous" href="/feed?page=1"/></feed>'
    assert [(link.url, link.kind) for link in listed(document)] == [
        ("http://h/feed?page=3", LinkKind.NEXT),
        ("http://h/feed?page=1", LinkKind.PREV),
    ]


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/xml", b"<catalogue><loc>http://h/1</loc></catalogue>"),
        ("application/xml", b""),
        ("application/json", b'{"items": []}'),
        ("text/plain", b"See http://h/ for more."),
        ("text/plain", b""),
        ("image/svg+xml", b"<svg/>"),
    ],
)
def test_other_data_is_no_page(content_type, body):
    assert why_no_page({"content-type": content_type}, body) == f"{content_type}, not HTML"


@pytest.mark.parametrize(
    "body",
    [
        b'{"version": "https://jsonfeed.org/version/1"',
        b'{"version": "https://jsonfeed.org/version/1", "items": 7}',
        b'["https://jsonfeed.org/version/1"]',
        b'{"x": ' + b"[" * 100_000 + b'"jsonfeed.org/version/1',
        b'{"version": "jsonfeed.org/version/1", "items": [{"url": "\\u0000\\ud800", "title": 7}]}',
    ],
)
def test_a_broken_feed_is_a_page_without_links(body):
    assert parse_page("http://h/", body, {"content-type": "application/feed+json"}).links == ()


def laughing(levels):
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, levels + 1))
    return f'[<!ENTITY l0 "lol">{entities}]'


BOMBS = {
    "text": f"<!DOCTYPE rss {laughing(10)}><rss><item><link>http://h/1</link><title>&l10;</title></item></rss>",
    "attribute": f'<!DOCTYPE rss {laughing(10)}><feed><entry><link href="http://h/1?&l10;"/></entry></feed>',
    "hidden": f"<!-- <rss> --><?x <rss> ?><!DOCTYPE rss {laughing(10)}><rss><title>&l10;</title></rss>",
    "late": f"<rss><item><link>http://h/1</link></item><!DOCTYPE rss {laughing(10)}><title>&l10;</title></rss>",
    "stray": '<!ENTITY l "lol"><rss><item><link>http://h/&l;</link></item></rss>',
    "file": '<!DOCTYPE rss [<!ENTITY l SYSTEM "file:///etc/passwd">]><rss><item><link>/&l;</link></item></rss>',
    "dtd": '<!DOCTYPE rss SYSTEM "file:///etc/passwd"><rss><item><link>/&l;</link></item></rss>',
    "quadratic": f'<!DOCTYPE rss [<!ENTITY a "{"a" * 5000}">]><rss><title>{"&a;" * 20_000}</title></rss>',
}


@pytest.mark.parametrize("content_type", ["application/xml", "application/rss+xml", "text/html"])
@pytest.mark.parametrize("name", list(BOMBS))
def test_no_entity_of_a_feed_is_expanded(name, content_type):
    body = f'<?xml version="1.0"?>{BOMBS[name]}'.encode()
    with soon():
        page = parse_page("http://h/", body, {"content-type": content_type})
        links = page.links
    shown = "".join(map(str, page.root.itertext())) + "".join(link.url for link in links)
    assert len(shown) <= len(body)
    assert "lollol" not in shown
    assert "root:" not in shown


def test_a_sitemap_as_large_as_allowed_is_read_soon():
    places = "".join(f"<url><loc>http://h/page/{n}</loc></url>" for n in range(50_000))
    with soon():
        assert len(listed(f"<urlset>{places}</urlset>")) == 50_000


PIECES = st.lists(
    st.sampled_from(
        ["<?xml version='1.0'?>", "<urlset>", "<s:urlset xmlns:s='x'>", "</urlset>", "<rss>", "<feed xmlns='a'>",
         "<rdf:RDF>", "<item>", "<entry>", "<url>", "<loc>", "</loc>", "http://h/1", "/x", "<link>", "<link href='/y'",
         " rel='next'", "/>", ">", "<![CDATA[", "]]>", "<!DOCTYPE x [", "<!ENTITY a 'b'>", "]>", "&a;", "&amp;",
         "&nbsp;", "<!--", "-->", "\0", "\ufeff", "é", "<1a>", "<:>", "<a:b:c>", "\n", "{", '"items": [', "]", "}",
         '"version": "https://jsonfeed.org/version/1"', '{"url": "/j"}', ",", "Sitemap: /z", "<title>", "<guid>"]
    ),
    max_size=30,
).map("".join)  # fmt: skip
CONTENT_TYPES = ["application/xml", "application/rss+xml", "text/html", "text/plain", "application/json", ""]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(PIECES, st.sampled_from(CONTENT_TYPES), st.sampled_from(["utf-8", "utf-16", "cp1252"]))
def test_no_list_of_links_makes_it_raise(text, content_type, encoding):
    body = text.encode(encoding, errors="replace")
    why_no_page({"content-type": content_type}, body)
    page = parse_page("http://h/a", body, {"content-type": content_type})
    assert all(link.url.startswith("http") for link in page.links)
    assert isinstance(page.is_empty, bool)
