"""Which pages of a site are of one class, with nobody to give an example."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.dom import parse_page
from pagekin.dom.features import Vocabulary, page_features
from pagekin.similarity import clustering
from pagekin.similarity.clustering import SitePages, pages_of

SITE = "http://shop.test"


def page(content, title="", heading=""):
    head = f"<title>{title}</title>" if title else ""
    return (
        f"<html><head>{head}</head><body><div class=menu><a href=/>home</a></div>"
        f"<h1>{heading}</h1>{content}</body></html>"
    )


def product(number):
    """A product: always a price, a table and a button; now and then a review."""
    review = "<div class=review><p>Good.</p><ul class=stars><li>*</ul></div>" if number % 2 else ""
    return page(
        f"<p class=price>{number}</p><table class=facts><tr><th>Size</th><td>{number}</td></tr></table>"
        f"<form class=buy><button>Buy</button></form>{review}"
    )


def story(number):
    picture = "<figure class=wide><img src=x><figcaption>A view</figcaption></figure>"
    return page(
        f"<article class=story><p class=lead>{number}</p><blockquote>So it is.</blockquote>"
        f"<footer class=author><i>Ann</i></footer></article>{picture if number % 3 else ''}"
    )


def site(*pages):
    """Give the pages, (path, HTML) each, as a site; and the paths by number."""
    known = SitePages()
    for path, html in pages:
        url = SITE + path
        root = parse_page(url, html.encode()).root
        known.add(url, page_features(root, known.vocabulary))
    return known


def classes(known):
    paths = [url.removeprefix(SITE) for url in known.urls]
    return [{paths[number] for number in cluster} for cluster in known.clusters()]


PRODUCTS = [(f"/p/{n}", product(n)) for n in range(12)]
STORIES = [(f"/stories/{n}", story(n)) for n in range(9)]


def paths(pages):
    return {path for path, _ in pages}


def test_pages_of_two_templates_are_two_classes_the_larger_first():
    assert classes(site(*STORIES, *PRODUCTS)) == [paths(PRODUCTS), paths(STORIES)]


def test_a_block_that_some_pages_have_divides_no_class():
    assert classes(site(*PRODUCTS)) == [paths(PRODUCTS)]


def test_pages_of_one_template_in_many_folders_are_one_class():
    spread = [(f"/{word}/{n}", product(n)) for word in ("cups", "pots", "tea") for n in range(8)]
    assert classes(site(*spread, *STORIES)) == [paths(spread), paths(STORIES)]


def test_where_urls_say_nothing_headings_do():
    flat = [(f"/x{n}", page(product(n), heading=f"Product no {n}x")) for n in range(9)]
    others = [(f"/x{n}", page(story(n), heading=f"Story no {n}x")) for n in range(10, 17)]
    assert classes(site(*flat, *others)) == [paths(flat), paths(others)]


def test_where_neither_urls_nor_headings_agree_structure_alone_divides_nothing():
    flat = [(f"/x{n}", product(n)) for n in range(9)] + [
        (f"/x{n}", story(n)) for n in range(10, 17)
    ]
    assert classes(site(*flat)) == [paths(flat)]


def test_lists_that_look_alike_are_told_apart_by_folder_and_title_together():
    def listing(number, title):
        return page("<ul class=all><li>one</li></ul>", title=f"{title} entry{number} x")

    tags = [(f"/tags/t{n}", listing(n, "Everything about")) for n in range(6)]
    people = [(f"/people/t{n}", listing(n, "All by")) for n in range(5)]
    assert classes(site(*tags, *people)) == [paths(tags), paths(people)]
    same_title = [(path, listing(0, "All by")) for path, _ in tags]
    assert len(classes(site(*same_title, *people))) == 1


def about_a_teapot(others, mark):
    """Six pages about one thing, which their URLs and most of their marks name, among others of their class."""
    pages = [(f"/p/other-{chr(97 + n % 26)}{n}", page(f"<b>{n}</b>")) for n in range(others)]
    for n, word in enumerate(("red", "blue", "white", "old", "large", "cheap")):
        marks = ["teapot", *["tea"] * (n > 0), *["pot"] * (n < 5)]
        content = "".join(f"<b {mark}={name}></b>" for name in marks)
        pages.append((f"/p/teapot-{word}", page(content)))
    return site(*pages)


@pytest.mark.parametrize(
    ("others", "mark", "number"), [(400, "id", 1), (400, "class", 2), (60, "id", 2)]
)
def test_ids_that_few_pages_have_name_a_thing_and_are_no_template(others, mark, number):
    assert len(classes(about_a_teapot(others, mark))) == number


@pytest.mark.parametrize("number", [0, 1, 2, 5])
def test_a_site_of_a_few_pages_is_one_class_or_none(number):
    known = site(*PRODUCTS[:3], *STORIES[:2])
    few = SitePages(known.vocabulary)
    for url in known.urls[:number]:
        few.add(url, ())
    assert few.clusters() == ([tuple(range(number))] if number else [])


def test_a_page_may_be_seen_as_one_with_another_url():
    """Further pages of a list have URLs of their own, and one link more: to the page before."""
    listed = "<ul class=list><li>x</ul>"
    pager = "<div class=pager>2 of 3</div><a class=prev href=x>back</a><p class=more>more</p>"
    first = [(f"/list/{word}", page(listed)) for word in ("a", "b", "c", "d")]
    second = [(f"{path}/page/2", page(listed + pager)) for path, _ in first]
    known = site(*first, *second, *PRODUCTS)
    assert len(known.clusters()) == 3
    assert len(known.clusters(lambda url: url.removesuffix("/page/2"))) == 2


def test_pages_like_no_other_are_in_no_other_pages_class():
    lonely = [("/", page("<ul><li>all</ul>")), ("/cart", page("<form><input></form>"))]
    assert classes(site(*lonely, *PRODUCTS, *STORIES)) == [
        paths(PRODUCTS),
        paths(STORIES),
        paths(lonely),
    ]


def test_more_splits_than_can_be_looked_at_leave_out_the_uneven_ones(monkeypatch):
    monkeypatch.setattr(clustering, "_MOST_SPLITS", 8)
    assert classes(site(*PRODUCTS, *STORIES)) == [paths(PRODUCTS), paths(STORIES)]


@st.composite
def bags(draw, fewest=1):
    """Pages of up to three kinds: what all of a kind have, and what just comes and goes."""
    pages = []
    for kind in range(draw(st.integers(1, 3))):
        own = range(100 * kind, 100 * kind + 5)
        for number in range(draw(st.integers(fewest, 12))):
            others = draw(st.sets(st.integers(1000, 1012), max_size=6))
            pages.append((f"{SITE}/{'abc'[kind]}/{number}", sorted({*own, *others})))
    return draw(st.permutations(pages))


def clusters_of(pages, numbering):
    vocabulary = Vocabulary()
    number = {name: vocabulary.number("path", -1, f"x{name}") for name in numbering}
    known = SitePages(vocabulary)
    for url, features in pages:
        known.add(url, sorted(number[name] for name in features))
    return known.clusters()


@settings(max_examples=60)
@given(bags(), st.randoms(use_true_random=False))
def test_every_page_is_in_exactly_one_class_whatever_features_are_numbered(
    pages, chance: random.Random
):
    names = sorted({name for _, features in pages for name in features})
    found = clusters_of(pages, names)
    assert sorted(page for cluster in found for page in cluster) == list(range(len(pages)))
    assert [len(cluster) for cluster in found] == sorted(map(len, found), reverse=True)
    assert clusters_of(pages, chance.sample(names, len(names))) == found


@settings(max_examples=60)
@given(bags(fewest=clustering.FEWEST))
def test_kinds_with_paths_and_urls_of_their_own_are_told_apart(pages):
    names = sorted({name for _, features in pages for name in features})
    for cluster in clusters_of(pages, names):
        assert len({pages[number][0].rpartition("/")[0] for number in cluster}) == 1


@given(st.sets(st.integers(0, 300)))
def test_bits_and_pages_say_the_same(pages):
    assert pages_of(sum(1 << page for page in pages)) == tuple(sorted(pages))
