"""What is said of a class of pages: what sets it apart, how alike it is, what is typical of it."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.dom import parse_page
from pagekin.dom.features import Feature, Vocabulary, page_features
from pagekin.similarity.class_description import describe
from pagekin.similarity.clustering import FEWEST, SitePages


def known(*pages):
    site = SitePages()
    for number, content in enumerate(pages):
        url = f"http://shop.test/{number}"
        root = parse_page(url, f"<html><body>{content}</body></html>".encode()).root
        site.add(url, page_features(root, site.vocabulary))
    return site


PRODUCT = "<h1>Our cup {n}</h1><p class=price>{n}</p><b>Price:</b>"
STORY = "<h1>Once upon {n}</h1><div><i>so it was</i></div>"
SITE = known(*(PRODUCT.format(n=n) for n in range(4)), *(STORY.format(n=n) for n in range(4)))
CLASSES = [(0, 1, 2, 3), (4, 5, 6, 7)]


def test_signs_are_what_a_class_has_and_others_have_not_one_of_each_kind():
    products, stories = describe(SITE, CLASSES)
    assert products.signs == (
        Feature("heading", "h1 begins Our"),
        Feature("text", "b Price:"),
        Feature("token", "p.price"),
    )
    assert [sign.kind for sign in stories.signs] == ["heading", "text", "path"]


def test_what_the_others_have_too_is_no_sign():
    mixed, rest = describe(SITE, [(0, 1, 4, 5), (2, 3, 6, 7)])
    assert mixed.signs == rest.signs == ()


def test_a_single_page_has_no_signs_for_all_it_has_is_its_own():
    lonely, _ = describe(SITE, [(0,), tuple(range(1, 8))])
    assert lonely.signs == ()
    assert lonely.typical == (0,)


def test_what_two_pages_have_in_common_is_a_sign_of_their_class():
    pair = known(*["<p class=rare>x</p>"] * 2, *["<div>x</div>"] * 4)
    two, _ = describe(pair, [(0, 1), (2, 3, 4, 5)])
    assert Feature("token", "p.rare") in two.signs


def test_pages_with_one_structure_are_fully_alike_and_others_less():
    assert [told.alike for told in describe(SITE, CLASSES)] == [1, 1]
    mixed, _ = describe(SITE, [(0, 1, 4, 5), (2, 3, 6, 7)])
    assert 0 < mixed.alike < 0.5


@given(st.lists(st.frozensets(st.sampled_from("abcdefg")), min_size=2, max_size=9), st.data())
def test_alike_is_what_a_page_has_in_common_with_each_other_one_of_its_class(bags, data):
    """By its definition: over all pairs, with paths that hardly any page or all pages have left aside."""
    members = range(data.draw(st.integers(2, len(bags))))
    site = SitePages(Vocabulary())
    for number, bag in enumerate(bags):
        paths = (site.vocabulary.number("path", -1, path) for path in bag)
        site.add(f"http://shop.test/{number}", sorted(paths))
    count = {path: sum(path in bag for bag in bags) for path in "abcdefg"}
    share = {path: count[path] / len(bags) for path in count if count[path] >= FEWEST}

    def weight(paths):
        return sum(share[path] * (1 - share[path]) for path in paths if path in share)

    common = sum(weight(bags[one] & bags[other]) for one, other in permutations(members, 2))
    all_there_is = sum(weight(bags[one]) for one, _ in permutations(members, 2))
    told, *_ = describe(site, [members, range(len(members), len(bags))])
    assert told.alike == pytest.approx(common / all_there_is if all_there_is else 1)


def test_links_and_code_name_things_and_set_nothing_apart():
    linked = known(*["<p><a href=/x>Next</a></p>"] * 3, *["<p>no</p>"] * 3)
    with_links, _ = describe(linked, [(0, 1, 2), (3, 4, 5)])
    assert [str(sign) for sign in with_links.signs] == ["path: html/body/p/a"]


def test_the_page_with_what_most_have_and_little_else_is_typical():
    plain = "<ul><li>x</li></ul><p>x</p>"
    site = known(
        f"{plain}<table><tr><td>x</td></tr></table><dl><dt>x</dl>",  # more than most
        "<ul><li>x</li></ul>",  # less than most
        *[plain] * 3,
        *["<table><tr><td>x</td></tr></table><dl><dt>x</dl>"] * 5,
    )
    told, _ = describe(site, [tuple(range(5)), tuple(range(5, 10))])
    assert told.typical == (2, 3, 4)
