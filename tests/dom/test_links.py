"""The links of a page."""

import pytest

from cpu_time import soon
from pagekin.dom import LinkKind, parse_page


def links(html, url="http://h/dir/page.html", headers=None):
    return parse_page(url, html.encode(), headers).links


def test_a_link_has_its_url_its_text_and_its_place():
    (link,) = links('<div><ul><li><a href="../p/1#top"> Tea  <b>pot</b>\n</a></li></ul></div>')
    assert link.url == "http://h/p/1"
    assert link.text == "Tea pot"
    assert link.path == "html/body/div/ul/li/a"
    assert link.kind is LinkKind.ANCHOR


def test_an_image_link_says_what_its_image_says():
    assert links('<a href="/a"><img alt="Basket" src="b.png"></a>')[0].text == "Basket"
    assert links('<a href="/a" title="Home"><svg></svg></a>')[0].text == "Home"


def test_links_come_in_the_order_of_the_page_and_repeat_as_they_do_there():
    html = '<a href="/b">1</a><p><a href="/a">2</a></p><a href="/b">3</a>'
    assert [(link.url, link.path) for link in links(html)] == [
        ("http://h/b", "html/body/a"),
        ("http://h/a", "html/body/p/a"),
        ("http://h/b", "html/body/a"),
    ]


def test_the_base_counts():
    assert links('<base href="/other/"><a href="x">x</a>')[0].url == "http://h/other/x"
    assert links('<base target="_top"><a href="x">x</a>')[0].url == "http://h/dir/x"


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ('<map><area href="/x"></map>', LinkKind.AREA),
        ('<frameset><frame src="/x"></frameset>', LinkKind.FRAME),
        ('<iframe src="/x"></iframe>', LinkKind.FRAME),
        ('<meta http-equiv="Refresh" content="5; URL=\'/x\'">', LinkKind.REFRESH),
        ('<meta http-equiv="refresh" content="0;/x">', LinkKind.REFRESH),
        ('<link rel="next" href="/x">', LinkKind.NEXT),
        ('<link rel="Prev" href="/x">', LinkKind.PREV),
        ('<link rel="previous" href="/x">', LinkKind.PREV),
        ('<link rel="sitemap" type="application/xml" href="/x">', LinkKind.SITEMAP),
        ('<link rel="alternate" hreflang="de" href="/x">', LinkKind.ALTERNATE),
        ('<link rel="alternate" type="application/rss+xml" href="/x">', LinkKind.FEED),
        ('<link rel="alternate" type="application/atom+xml; a=b" href="/x">', LinkKind.FEED),
        ('<link rel="alternate canonical" href="/x">', LinkKind.CANONICAL),
    ],
)
def test_other_markup_that_links(html, kind):
    (link,) = links(html)
    assert (link.url, link.kind) == ("http://h/x", kind)


def test_a_refresh_header_links():
    (link,) = links("<p>moved", headers={"refresh": "3; url=/x"})
    assert (link.url, link.kind) == ("http://h/x", LinkKind.REFRESH)


def test_what_names_the_page_itself_or_its_languages_leads_nowhere_else():
    html = (
        '<link rel=canonical href="/a"><link rel=alternate hreflang=de href="/c"><a href="/b">b</a>'
        '<link rel=alternate type=application/rss+xml href="/d">'
    )
    assert {link.kind for link in links(html) if link.leads_on} == {LinkKind.ANCHOR}


def test_links_of_the_head_that_are_no_pages_are_none():
    html = '<link rel="stylesheet" href="/a.css"><link rel="icon" href="/b"><link href="/c"><link rel=alternate href="/d">'
    assert links(html) == ()


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ('</x>; rel="next"', [LinkKind.NEXT]),
        ("</x>;rel=prev", [LinkKind.PREV]),
        ('</x>; title="a, <b>; c"; rel="canonical"', [LinkKind.CANONICAL]),
        ('</x>; hreflang="de"; rel="alternate"', [LinkKind.ALTERNATE]),
        ('</a.css>; rel=preload; as=style, </x>; rel="last next"', [LinkKind.NEXT]),
        ('<x?a=1,2>; rel="next", </y>; rel="canonical"', [LinkKind.NEXT, LinkKind.CANONICAL]),
        ("nonsense", []),
        ("<", []),
        ("<javascript:x>; rel=next", []),
    ],
)
def test_a_link_header_links(header, found):
    assert [link.kind for link in links("<p>x", headers={"link": header})] == found


def test_a_hostile_link_header_takes_no_time():
    with soon(5):
        for header in (
            "<x>" + "; rel=" * 50_000,
            "<" * 100_000,
            '<x>; rel="' * 20_000,
            "<x>;" + " " * 100_000,
        ):
            links("<p>x", headers={"link": header})


@pytest.mark.parametrize(
    "href",
    [
        "mailto:a@b.example",
        "javascript:go()",
        "tel:+1",
        "data:text/html,x",
        "ftp://h/x",
        "",
        " ",
        "#top",
        "http://[",
    ],
)
def test_what_leads_to_no_page_is_no_link(href):
    assert links(f'<a href="{href}">x</a><a name="y">y</a>') == ()


def test_a_page_that_only_reloads_itself_has_no_link():
    assert links('<meta http-equiv="refresh" content="30">') == ()


def test_very_deep_links_take_no_more_memory_than_others():
    html = "<span>" * 1500 + '<a href="/x">x</a>' * 2000
    paths = {link.path for link in links(html)}
    assert len(paths) == 1
    assert len(paths.pop()) < 3000


def test_a_class_belongs_to_the_path_unless_it_numbers_something():
    html = '<ul class="menu big"><li class="item-7"><a class="w-1/2" href="/x">x</a></li></ul>'
    assert links(html)[0].path == "html/body/ul.menu/li/a"


@pytest.mark.parametrize(
    "html",
    [
        '<a href="/delete?__wb_method=POST&id=1">x</a>',
        '<a href="/delete?%5F%5Fwb_method=POST">x</a>',
        '<a href="?a&__wb_method=POST">x</a>',
        '<link rel="canonical" href="/x?__wb_method=POST">',
        '<meta http-equiv="refresh" content="0;/x?__wb_method=POST">',
        '<iframe src="/x?__WB_METHOD=post"></iframe>',
        "<urlset><url><loc>http://h/x?__wb_method=POST</loc></url></urlset>",
    ],
)
def test_no_markup_can_pretend_that_a_form_was_submitted(html):
    assert links(html) == ()


@pytest.mark.parametrize(
    "attributes",
    [
        'rel="nofollow" href="/delete/teapot"',
        'rel="ugc NOFOLLOW" href="/list?do=x&amp;what=remove"',
        'data-method="delete" href="/posts/7"',
        'data-turbo-method="POST" href="/posts/7/publish"',
        'data-confirm="Are you sure?" href="/posts/7/archive"',
        'onclick="return confirm(\'Really?\')" href="/posts/7/archive"',
    ],
)
def test_a_link_whose_markup_says_that_it_acts_leads_nowhere(attributes):
    (link,) = links(f"<a {attributes}>x</a>")
    assert link.kind is LinkKind.ACT
    assert not link.leads_on


@pytest.mark.parametrize(
    "attributes",
    [
        'rel="nofollow" href="/p/7"',
        'data-method="get" href="/p/7"',
        'onclick="track()" href="/p/7"',
    ],
)
def test_other_markup_of_links_says_nothing(attributes):
    (link,) = links(f"<a {attributes}>x</a>")
    assert link.leads_on
