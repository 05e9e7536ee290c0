"""TRIVIALSEARCH (Figure 2)."""

from functools import partial

import pytest

import figure3
from figure3 import TARGETS, page, site, tag_list, url, urls
from pagekin.discovery.trivial import trivial_search

search = partial(figure3.search, trivial_search)


@pytest.fixture(scope="module")
def found():
    return search(site(figure3.figure3()))


def test_all_pages_like_the_sample_are_found(found):
    assert set(found.targets) == urls(*TARGETS)
    assert found.targets[0] == url("p0")
    assert found.stopped is None


def test_the_link_collections_that_point_back_are_those_of_the_text(found):
    """ "link collections with tag-list tl11, tl12, and tl31 have links that point back to C0" """
    leading = {link.tag_list for link in found.class_links if link.target == 0}
    assert leading == {tag_list("c1", "tl11"), tag_list("c1", "tl12"), tag_list("c3", "tl31")}


def test_pages_like_p11_p12_p31_p32_are_searched_as_indices(found):
    assert set(found.index_pages) == urls("p11", "p12", "p31", "p32", "p13")


def test_index_pages_are_found_by_the_class_links_that_lead_to_them(found):
    (home,) = [link for link in found.class_links if link.tag_list == tag_list("c4", "tl41")]
    assert home.pages == (url("p41"),)
    assert set(home.led_to) == urls("p11", "p12", "p13")
    assert set(found.clusters[home.target]) >= urls("p11", "p12", "p13")
    assert str(home) == (
        f"cluster {home.source} (1 pages) — {tag_list('c4', 'tl41')} → cluster {home.target} (3 pages)"
    )


def test_every_page_found_has_its_path_from_the_sample(found):
    assert found.path(url("p0")) == ()
    assert [(link.page, link.url) for link in found.path(url("t7"))] == [
        (url("p0"), url("p41")),
        (url("p41"), url("p13")),
        (url("p13"), url("t7")),
    ]


def test_one_level_of_indices_misses_what_only_an_index_of_indices_leads_to():
    """Without p12's kin, its collection of t3 and t4 is no index either: it has no link back."""
    found = search(site(figure3.figure3()), depth=1)
    assert set(found.targets) == urls(*TARGETS) - urls("t3", "t4", "t7", "t8")


def test_without_indices_there_is_the_sample():
    nothing = search(site(figure3.figure3()), depth=0)
    assert nothing.targets == (url("p0"),)
    assert (nothing.downloads, nothing.visits) == (1, 0)


def test_a_page_is_downloaded_once_and_visited_often():
    where = site(figure3.figure3())
    found = search(where)
    assert len(where.requests) == len(set(where.requests)) == found.downloads
    assert found.visits > 3 * found.downloads


def test_visits_of_a_search_that_is_known_count_every_time():
    """Two collections of one index page are two searches for pages like it; both are counted.

    Search(p0, 1) follows p0's link to i (1), each of i's two collections (1 + 1), and those once more as
    collections of pages like i (1 + 1); Search(p0, 2) adds twice the four visits of Search(i, 1): to the
    sample through two links of i, then p0's one collection, which leads back to i, twice.
    """
    pages = {"p0": page("c0", up=["i"]), "i": page("c1", one=["p0"], two=["p0"])}
    assert search(site(pages), depth=1).visits == 5
    assert search(site(pages), depth=2).visits == 5 + 2 * 4


def test_links_that_lead_back_to_the_sample_itself_make_an_index():
    """The figure takes C0 from the pages reached, the text includes the sample; only that finds t1."""
    pages = {
        "p0": page("c0", up=["i"]),
        "i": page("c1", all=["p0", "t1"]),
        "t1": page("c0", up=["i"]),
    }
    assert set(search(site(pages)).targets) == urls("p0", "t1")


def test_pages_within_the_threshold_are_returned_but_do_not_make_an_index():
    """C0 is made of identical schemas, the result of similar ones."""
    near = page("c0", up=["i"], extra=["i"])
    pages = {
        "p0": page("c0", up=["i", "near"]),
        "near": near,
        "i": page("c1", all=["near", "t1"]),
        "t1": page("c0", up=["i"]),
    }
    assert set(search(site(pages)).targets) == urls("p0", "near")


def test_the_threshold_can_be_chosen():
    near = {"p0": page("c0", up=["near"]), "near": page("c0", up=["p0"], extra=["p0"])}
    assert set(search(site(near)).targets) == urls("p0", "near")
    assert set(search(site(near), st=1).targets) == urls("p0")


def test_cycles_end():
    pages = {f"t{n}": page("c0", ring=[f"t{(n + 1) % 5}", f"t{n}", "t0"]) for n in range(5)}
    found = search(site(pages), sample="t0", depth=6)
    assert set(found.targets) == urls("t0", "t1", "t2", "t3", "t4")


def test_pages_that_fail_are_passed_over():
    pages = figure3.figure3() | {"p12": 500, "t1": 404, "p31": "http://site.test/p31"}
    found = search(site(pages))
    assert set(found.targets) == urls("p0", "t2", "t6", "t7", "t8")
    assert found.failed == 3
    assert found.stopped is None


def test_a_redirect_leads_to_the_page_it_ends_at():
    pages = figure3.figure3() | {
        "p11": page("c1", tl11=["t1", "go/0"], tl12=["go/0", "go/2"], tl13=["p41"])
    }
    pages |= {"go/0": url("p0"), "go/2": url("t2")}
    found = search(site(pages), sample="go/0")
    assert set(found.targets) == urls(*TARGETS)
    assert found.reached_by[url("t2")].url == url("go/2")
