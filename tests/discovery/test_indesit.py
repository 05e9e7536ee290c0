"""INDESIT (Figure 4)."""

from functools import partial

import pytest

import figure3
from figure3 import ORIGIN, OTHERS, TARGETS, page, site, tag_list, url, urls
from pagekin.discovery.indesit import indesit
from pagekin.discovery.trivial import trivial_search

search = partial(figure3.search, indesit)


def requested(where, prefix):
    return [request for request in where.requests if request.startswith(ORIGIN + prefix)]


@pytest.fixture(scope="module")
def where():
    return site(figure3.figure3())


@pytest.fixture(scope="module")
def found(where):
    return search(where)


class TestFigure3:
    def test_all_pages_like_the_sample_are_found(self, found):
        assert set(found.targets) == urls(*TARGETS)
        assert found.targets[0] == url("p0")
        assert found.stopped is None

    def test_only_tl12_and_tl31_are_back_class_links(self, found):
        leading = {link.tag_list: link for link in found.class_links if link.target == 0}
        assert leading.keys() == {tag_list("c1", "tl12"), tag_list("c3", "tl31")}
        assert set(leading[tag_list("c1", "tl12")].led_to) == urls(
            "p0", "t2", "t3", "t4", "t7", "t8"
        )

    def test_tl11_is_scored_zero_because_of_its_link_to_c2(self, found):
        """Its target t1 was met on the way, and is not lost for that."""
        assert tag_list("c1", "tl11") not in {link.tag_list for link in found.class_links}
        assert url("t1") in found.targets

    def test_the_index_page_that_only_the_home_page_lists_is_caught_by_recursion(self, found):
        (home,) = [link for link in found.class_links if link.source and link.target]
        assert home.tag_list == tag_list("c4", "tl41")
        assert home.pages == (url("p41"),)
        assert set(home.led_to) == urls("p11", "p12", "p13")
        assert set(found.index_pages) == urls("p11", "p12", "p13", "p31", "p32")

    def test_class_links_name_their_clusters(self, found):
        for link in found.class_links:
            assert set(link.pages) <= set(found.clusters[link.source])
            assert set(link.led_to) <= set(found.clusters[link.target])
        assert set(found.clusters[0]) == set(found.targets)

    def test_every_page_found_has_its_path_from_the_sample(self, found):
        assert [(link.page, link.url) for link in found.path(url("t7"))] == [
            (url("p0"), url("p41")),
            (url("p41"), url("p13")),
            (url("p13"), url("t7")),
        ]
        assert found.path(url("p0")) == ()

    def test_a_dead_path_costs_one_download(self, where, found):
        """tl21 lists thirty pages; the first that is not similar is the last."""
        assert len(requested(where, "q")) == 1
        assert len(OTHERS) == 30

    def test_downloads_and_visits(self, where, found):
        assert found.downloads == len(where.requests) == len(set(where.requests))
        assert (
            found.downloads
            < found.visits
            < figure3.search(trivial_search, site(figure3.figure3())).visits
        )


class TestUniquePages:
    """Figure 7: a page of a singleton class that all pages of the site point to."""

    def shop(self):
        categories = [f"c{n}" for n in range(5)]
        products = [f"p{n}" for n in range(40)]
        pages = {
            "": page("home", top=["", "help"], categories=categories),
            "help": page("help", top=[""]),
        }
        for number, name in enumerate(categories):
            mine = products[number * 8 : number * 8 + 8]
            pages[name] = page("category", top=[""], products=mine)
        for number, name in enumerate(products):
            pages[name] = page("product", top=[""], up=[f"c{number // 8}"])
        return pages

    def test_only_the_page_itself_is_found(self):
        found = search(site(self.shop()), sample="")
        assert found.targets == (ORIGIN,)
        assert found.class_links == ()

    def test_it_costs_a_part_of_the_site(self):
        where = site(self.shop())
        search(where, sample="")
        assert len(requested(where, "p")) < 10
        assert len(requested(where, "c")) == 3  # the three-links rule

    def test_other_pages_of_that_site_have_kin(self):
        product = search(site(self.shop()), sample="p3")
        assert set(product.targets) == urls(*(f"p{n}" for n in range(40)))
        category = search(site(self.shop()), sample="c3")
        assert set(category.targets) == urls(*(f"c{n}" for n in range(5)))


class TestNeighbourhoodDiscovery:
    def test_a_collection_is_left_after_three_links_to_one_cluster(self):
        pages = {"p0": page("c0", list=[f"a{n}" for n in range(50)])}
        pages |= {f"a{n}": page("c1") for n in range(50)}
        where = site(pages)
        search(where)
        assert requested(where, "a") == [url("a0"), url("a1"), url("a2")]

    def test_links_to_different_clusters_are_followed_on(self):
        """a b a b a: the third a is the fifth link."""
        names = [f"{'ab'[n % 2]}{n}" for n in range(20)]
        where = site({"p0": page("c0", list=names)} | {name: page(name[0]) for name in names})
        search(where)
        assert where.requests[1:] == [url(name) for name in ("a0", "b1", "a2", "b3", "a4")]

    def test_each_collection_has_its_own_three_links(self):
        lists = {name: [f"{name}{n}" for n in range(9)] for name in ("x", "y")}
        pages = {name: page("c1") for names in lists.values() for name in names}
        where = site({"p0": page("c0", **lists)} | pages)
        search(where)
        assert [len(requested(where, name)) for name in ("x", "y")] == [3, 3]

    def test_a_page_that_fails_is_none_of_the_three(self):
        names = [f"a{n}" for n in range(9)]
        pages = {"p0": page("c0", list=names)} | dict.fromkeys(names, page("c1"))
        where = site(pages | {"a0": 404, "a2": 500})
        assert search(where).failed == 2
        assert requested(where, "a") == [url(name) for name in names[:5]]


class TestEvaluation:
    def index(self, **collections):
        """Give a site whose sample links to one page with these collections."""
        names = {name for links in collections.values() for name in links}
        pages = {name: page("c0" if name[0] in "pt" else "c9") for name in names}
        return site(pages | {"p0": page("c0", up=["i"]), "i": page("c1", **collections)})

    def targets(self, number, start=1):
        return [f"t{n}" for n in range(start, start + number)]

    def test_the_early_zero_ends_a_class_link(self):
        where = self.index(all=["p0", "t1", "t2", "x", *self.targets(50, start=3)])
        found = search(where, st=6)
        assert where.requests[1:] == [url(name) for name in ("i", "t1", "t2", "x")]
        assert set(found.targets) == urls("p0", "t1", "t2")
        assert found.class_links == ()

    def test_a_known_page_that_is_not_similar_spares_all_downloads(self):
        """The list ends with the index page itself."""
        where = self.index(all=["p0", *self.targets(50), "i"])
        search(where, st=6)
        assert where.requests[1:] == [url("i")]

    def test_one_collection_spoils_the_class_link_of_its_cluster(self):
        pages = {
            "p0": page("c0", up=["i", "j"]),
            "i": page("c1", all=["p0", "t1"]),
            "j": page("c1", all=["x", "t2"]),
        }
        pages |= {"t1": page("c0"), "t2": page("c0"), "x": page("c9")}
        where = site(pages)
        assert search(where, st=6).class_links == ()
        assert url("t2") not in where.requests

    def test_a_class_link_that_leads_to_nothing_new_is_no_back_class_link(self):
        where = self.index(back=["p0"], all=self.targets(4))
        (link,) = search(where, st=6).class_links
        assert link.tag_list == tag_list("c1", "all")
        assert len(link.led_to) == 4

    def test_the_cluster_that_leads_to_most_is_used_first_and_may_leave_nothing_to_others(self):
        few, many = self.targets(3), self.targets(8)
        pages = {
            "p0": page("c0", up=["i", "j"]),
            "i": page("c1", all=few),
            "j": page("c2", all=many),
        }
        found = search(site(pages | dict.fromkeys(many, page("c0"))), st=6)
        assert found.index_pages == (url("j"),)
        assert set(found.targets) == urls("p0", *many)

    def test_remaining_clusters_are_used_if_they_lead_to_more(self):
        first, second = self.targets(8), self.targets(3, start=7)
        pages = {
            "p0": page("c0", up=["i", "j"]),
            "i": page("c1", all=first),
            "j": page("c2", all=second),
        }
        found = search(site(pages | dict.fromkeys(first + second, page("c0"))), st=6)
        assert found.index_pages == urls_in_order("i", "j")

    def test_scores_are_averages_over_the_pages_of_the_cluster(self):
        """Two pages with three targets each lead to no more, for each, than one page with four."""
        pages = {
            "p0": page("c0", up=["i1", "i2", "j"]),
            "i1": page("c1", all=self.targets(3)),
            "i2": page("c1", all=self.targets(3, start=4)),
            "j": page("c2", all=self.targets(4, start=3)),
        }
        found = search(site(pages | dict.fromkeys(self.targets(6), page("c0"))), st=6)
        assert found.index_pages == urls_in_order("j", "i1", "i2")

    def test_a_failing_link_neither_earns_nor_spoils(self):
        where = self.index(all=["p0", "t1", "t2", "t3"])
        where.pages = {**where.pages, url("t2"): 500}
        found = search(where, st=6)
        assert set(found.targets) == urls("p0", "t1", "t3")
        assert found.failed == 1
        assert len(found.class_links) == 1


def urls_in_order(*names):
    return tuple(url(name) for name in names)


class TestRecursion:
    def test_clusters_that_are_indices_to_each_other_are_searched_once(self):
        """Every target lists every index and every index lists every target."""
        targets, indices = [f"t{n}" for n in range(6)], [f"i{n}" for n in range(6)]
        pages = dict.fromkeys(targets, page("c0", up=indices)) | dict.fromkeys(
            indices, page("c1", all=targets)
        )
        found = search(site(pages), sample="t0")
        assert set(found.targets) == urls(*targets)
        assert {(link.source, link.target) for link in found.class_links} == {(1, 0), (0, 1)}
        assert found.visits < 200  # two searches; thousands, if each began the other again

    def test_targets_that_lead_to_targets_are_used_as_they_are(self):
        """C0 is its own index cluster; it is being searched, so what is known of it serves."""
        pages = {f"t{n}": page("c0", next=[f"t{n + 1}"]) for n in range(9)} | {
            "t9": page("c0", next=["t0"])
        }
        found = search(site(pages), sample="t0")
        assert url("t2") in found.targets
        assert {(link.source, link.target) for link in found.class_links} == {(0, 0)}

    def test_a_tower_of_indices_is_climbed(self):
        """Each level is known only to the level above: one search inside the other."""
        found = search(site(tower(5)), sample="a0")
        assert set(found.targets) == urls("a0", "b0", "c0", "d0")
        assert [(link.source, link.target) for link in found.class_links[:2]] == [(5, 4), (4, 3)]

    def test_a_tower_without_an_end_is_not_climbed_for_ever(self):
        found = search(site(tower(300)), sample="a0")
        assert urls("a0", "b0") <= set(found.targets)
        assert found.downloads < 250
        assert found.stopped is None

    def test_pages_that_link_to_themselves_end(self):
        found = search(
            site(
                {
                    "p0": page("c0", me=["p0", "p0", "t"], t=["t"]),
                    "t": page("c0", me=["t"], t=["p0"]),
                }
            )
        )
        assert set(found.targets) == urls("p0", "t")

    def test_a_site_of_one_structure_is_one_class(self):
        """The paper's WAI site: where pages cannot be told apart, all are similar."""
        pages = {
            f"w{n}": f"<p><a href=/w{n * 2 + 1}>1</a><a href=/w{n * 2 + 2}>2</a>".encode()
            for n in range(31)
        }
        found = search(site(pages), sample="w0")
        assert found.downloads - found.failed == len(found.targets)


def tower(levels):
    """Make levels of four pages, where only the level above lists the pages of a level.

    The first page of each level links to the first of the level above, which lists two of its pages; the
    second lists the two others.
    """
    pages = {}
    for n in range(levels + 1):
        lists = {"a": ["a", "b"], "b": ["c", "d"]} if n else {}
        for name in "abcd":
            below = [f"{other}{n - 1}" for other in lists.get(name, ["a"])] if n else []
            above = [f"a{n + 1}"] if n < levels else []
            pages[f"{name}{n}"] = page(f"level{n}", up=above, down=below)
    return pages


def test_pages_that_fail_are_passed_over():
    pages = figure3.figure3() | {"p12": 500, "t8": 404, "p31": "http://site.test/p31"}
    found = search(site(pages))
    assert set(found.targets) == urls("p0", "t1", "t2", "t6", "t7")
    assert found.failed == 3


def test_a_page_under_two_urls_is_one_page():
    pages = {
        "p0": page("c0", up=["i"]),
        "i": page("c1", all=["p0", "go/1", "t1", "t2"]),
        "t1": page("c0", up=["i"]),
        "t2": page("c0", up=["i"]),
        "go/1": url("t1"),
    }
    found = search(site(pages))
    assert found.targets == urls_in_order("p0", "t1", "t2")
    assert found.reached_by[url("t1")].url == url("go/1")
