"""Link classes: what links of one path to URLs of one shape have yielded, and what that promises of others."""

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.dom import parse_page
from pagekin.urls import Scope, url_shapes
from shops import home, links, product_paths, url

PATHS = product_paths(30)


def explored(content, pages=()):
    """Give a site of which the home page is known, and some others."""
    site = ExploredSite(Scope("shop.test"))
    site.add(site.number(url("/")), parse_page(url("/"), home(content)))
    for path, page in dict(pages).items():
        site.add(site.number(url(path)), parse_page(url(path), page))
    return site


def test_a_url_is_analysed_once_however_often_links_are_sorted(monkeypatch):
    analysed = []
    found = url_shapes.variables
    monkeypatch.setattr(url_shapes, "variables", lambda url: analysed.append(url) or found(url))
    site = explored(links(PATHS))
    for _ in range(3):
        LinkClasses(site, set())
    assert sorted(analysed) == sorted(site.urls)
