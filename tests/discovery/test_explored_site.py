"""What is known of a site while it is explored: who links to whom, how URLs are spelled, what is left to fetch."""

import pytest

from pagekin.discovery import explored_site
from pagekin.discovery.explored_site import MAX_WAYS, NOWHERE, ExploredSite
from pagekin.dom import parse_page
from pagekin.urls import Scope

ROOT = "http://shop.test"


def url(path):
    return ROOT + path


def linking(*paths, css="items"):
    items = "".join(f"<li><a href='{path}'>{path}</a></li>" for path in paths)
    return f"<ul class={css}>{items}</ul>"


class Site:
    """A site that is explored page by page."""

    def __init__(self, *samples):
        self.explored = ExploredSite(Scope("shop.test"))
        self.explored.samples += [self.explored.number(url(path)) for path in samples]

    def fetch(self, path, html="", came=None):
        number = self.explored.number(url(path))
        page = parse_page(url(came or path), f"<body>{html}".encode())
        return self.explored.add(number, page, is_sample=number in self.explored.samples)

    def paths(self, numbers):
        return [self.explored.urls[number].removeprefix(ROOT) for number in numbers]


def test_urls_are_numbered_as_they_are_seen_and_know_who_linked_to_them_first():
    site = Site()
    site.fetch("/", linking("/a", "/b", "/a"))
    site.fetch("/a", linking("/b", "/c", "/a"))
    explored = site.explored
    assert site.paths(range(4)) == ["/", "/a", "/b", "/c"]
    assert explored.first == [NOWHERE, 0, 0, 1]
    assert explored.degree == [0, 1, 2, 1]  # pages, not links; and not the page itself
    assert site.paths(explored.frontier()) == ["/b", "/c"]
    explored.fail(explored.number(url("/b")))
    assert site.paths(explored.frontier()) == ["/c"]
    assert site.paths(explored.failed) == ["/b"]


def test_a_page_that_came_before_under_another_url_is_known():
    site = Site()
    assert site.fetch("/", linking("/new", "/old"))
    assert site.fetch("/old", came="/new")
    assert not site.fetch("/other", came="/new")
    assert not site.fetch("/older", came="/new")
    assert site.paths(site.explored.pages) == ["/", "/new"]
    assert site.paths(site.explored.frontier()) == []
    assert {*site.paths(site.explored.duplicates)} == {"/old", "/other", "/older"}


def redirected(site, number, to="{}/"):
    for n in range(number):
        site.fetch(f"/c/{n}", came=f"/c/{to.format(n)}")


def test_three_redirects_to_a_slash_are_a_rule_unless_the_site_takes_urls_without_one():
    site = Site()
    redirected(site, 2)
    assert site.explored.slash == ""
    redirected(site, 3)
    assert site.explored.slash == "add"
    site.fetch("/about.html")  # a file has none, whatever the rule
    site.fetch("/d/1/")
    assert site.explored.slash == "add"
    site.fetch("/about")
    assert site.explored.slash == ""


def test_redirects_that_take_the_slash_away_are_the_opposite_rule():
    site = Site()
    for n in range(3):
        site.fetch(f"/c/{n}/", came=f"/c/{n}")
    assert site.explored.slash == "drop"
    site.fetch("/about/")
    assert site.explored.slash == ""


def test_a_folder_that_comes_again_as_its_index_file_is_one_page():
    site = Site()
    assert site.fetch("/a/", "tea")
    assert not site.fetch("/a/index.html", "tea")
    assert site.fetch("/b/index.html?x=1", "pot")
    assert not site.fetch("/b/?x=1", "pot")
    assert site.fetch("/b/", "pots")
    assert site.fetch("/b/other.html", "pots")
    assert {*site.paths(site.explored.duplicates)} == {"/a/index.html", "/b/?x=1"}
    assert site.paths(site.explored.pages) == ["/a/", "/b/index.html?x=1", "/b/", "/b/other.html"]


def test_the_depth_of_a_page_is_the_shortest_way_from_what_was_named():
    site = Site()
    site.fetch("/", linking("/list", "/deep/1"))
    site.fetch("/list", linking("/moved", "/deep/2"))
    site.fetch("/deep/1", linking("/deep/2"))
    site.fetch("/moved", linking("/end"), came="/there")
    site.fetch("/named", linking("/near"))
    depths = dict(zip(site.explored.urls, site.explored.depths([0]), strict=True))
    assert {address.removeprefix(ROOT): depth for address, depth in depths.items()} == {
        "/": 0,
        "/list": 1,
        "/deep/1": 1,
        "/moved": 2,
        "/there": 2,
        "/deep/2": 2,
        "/end": 3,
        "/named": 0,
        "/near": 1,
    }


def test_pages_linked_as_all_samples_are_may_be_kin():
    site = Site("/p/1", "/p/2")
    site.fetch("/p/1")
    site.fetch("/p/2")
    site.fetch("/p/3")
    site.fetch("/", linking("/p/1", "/p/2", "/p/3", "/p/9") + linking("/p/1", "/about", css="top"))
    site.fetch("/about")
    inbound = site.explored.inbound()
    path = "html/body/ul.items/li/a"
    kin = [0, 1, 2]  # pages by number; /p/9 was not fetched
    assert inbound.by_path == {path: kin}
    assert inbound.by_collection == {(url("/"), f"{path} 0"): kin}


def test_each_list_of_a_page_is_one_and_so_are_all_at_the_same_place_together():
    site = Site("/p/1")
    for path in ("/p/1", "/p/2", "/p/3", "/q/1", "/q/2", "/q/3"):
        site.fetch(path)
    site.fetch("/", linking("/p/1", "/p/2", "/p/3") + linking("/q/1", "/q/2", "/q/3"))
    found = site.explored.inbound()
    assert found.by_path == {"html/body/ul.items/li/a": [0, 1, 2, 3, 4, 5]}
    assert list(found.by_collection.values()) == [[0, 1, 2, 3, 4, 5], [0, 1, 2]]
    # Each with the number of pages that its place names.
    sizes = {one.bits: one.size for one in found.lists}
    assert sizes == {0b000111: 6, 0b111000: 6, 0b111111: 6}
    site.fetch("/p", linking("/p/1", "/p/2", "/p/3"))
    sizes = {one.bits: one.size for one in site.explored.inbound().lists}
    assert sizes == {0b000111: 3, 0b111000: 6, 0b111111: 6}


def test_a_sample_that_is_linked_under_another_name_is_linked():
    site = Site("/p/1")
    site.fetch("/p/1")
    site.fetch("/", linking("/old/1", "/p/2", "/p/3"))
    site.fetch("/p/2")
    path = "html/body/ul.items/li/a"
    assert site.explored.inbound().by_collection == {}
    site.fetch("/old/1", came="/p/1")
    assert site.explored.inbound().by_path == {path: [0, 2]}
    assert site.explored.inbound().by_collection == {(url("/"), f"{path} 0"): [0, 2]}
    site.fetch("/more", linking("/old/1", "/x", "/y"))
    assert (url("/more"), f"{path} 0") in site.explored.inbound().by_collection


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (["/b/"], True),
        (["/b"], False),  # it does not link to folders
        (["/b/", "/c/index.html"], False),  # it names index files
    ],
)
def test_the_folder_of_a_sample_is_expected_where_the_site_links_to_folders(links, expected):
    site = Site("/a/index.html")
    site.fetch("/a/index.html", linking(*links))
    site.explored.expect_folders()
    assert (url("/a/") in site.explored.urls) is expected


def test_other_spellings_of_a_sample_that_were_seen_are_told():
    site = Site("/a")
    site.fetch("/", linking("/a/", "/b/"))
    explored = site.explored
    assert explored.other_spellings() == {explored.number(url("/a/")): explored.number(url("/a"))}


def test_a_page_that_links_in_thousands_of_ways_is_known_by_the_first_of_them():
    site = ExploredSite(Scope("a.test"))
    numbered = "".join(f"<a href='/d{n}'>x</a><a href='/q?w{n}'>y</a>" for n in range(2 * MAX_WAYS))
    site.add(site.number("https://a.test/"), parse_page("https://a.test/", numbered.encode()))
    seen = [url.partition("?") for url in site.urls]
    assert len([path for path, _, query in seen if query]) == MAX_WAYS - 1
    assert len([path for path, _, query in seen if "/d" in path]) == 2 * MAX_WAYS


def test_of_very_many_lists_those_that_name_a_sample_are_kept_then_the_longest(monkeypatch):
    monkeypatch.setattr(explored_site, "MAX_LISTS", 2)
    site = Site("/p/1")
    for path in ("/p/1", *(f"/p/{n}" for n in range(2, 10))):
        site.fetch(path)
    site.fetch("/a", linking("/p/2", "/p/3", "/p/4"))
    site.fetch("/b", linking("/p/1", "/p/5", "/p/6"))
    site.fetch("/c", linking("/p/2", "/p/3", "/p/4", "/p/5"))
    assert [one.bits for one in site.explored.inbound().lists] == [0b110001, 0b11110]
