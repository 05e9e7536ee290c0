"""How much of a page's structure, and of what all samples have, is the same."""

from math import log

import pytest
from gathered import LIST, PRODUCT, REVIEWS, STORY, evidence, some

from pagekin.dom.features import Vocabulary
from pagekin.similarity.page_evidence import Evidence


def features(vocabulary, *names):
    return [vocabulary.number("token", -1, name) for name in names]


def test_what_fewer_pages_have_says_more():
    """The definition, on six pages: of either, by the logarithm of how rare it is."""
    gathered = Evidence(Vocabulary())
    pages = ["abc", "abc", "abd", "ad", "ad", "a"]
    for number, names in enumerate(pages):
        has = features(gathered.vocabulary, *(f"p.{name}" for name in names))
        gathered.add(f"http://h/{number}", has, is_sample=number == 0)
    # What fewer than three pages have, as c, says nothing.
    a, b, d = 0.01, log(6 / 3) + 0.01, log(6 / 3) + 0.01
    expected = [1.0, 1.0, (a + b) / (a + b + d), a / (a + b + d), a / (a + b + d), a / (a + b)]
    assert gathered.sameness() == pytest.approx(expected)


def test_pages_of_one_template_are_more_alike_than_others_whatever_sections_they_have():
    pages = [*some("p/{}", PRODUCT, range(6)), *some("p/{}", PRODUCT + REVIEWS, range(6, 9))]
    others = [*some("s/{}", STORY, range(5)), *some("l/{}", LIST, range(3))]
    same = evidence(*pages, *others).sameness()
    assert same[0] == pytest.approx(1.0)
    assert min(same[:9]) > max(same[9:])


def test_of_several_samples_what_all_of_them_have_counts():
    pages = [*some("p/{}", PRODUCT, range(1)), *some("p/{}", PRODUCT + REVIEWS, range(1, 4))]
    pages += some("p/{}", PRODUCT, range(4, 8))
    same = evidence(*pages, samples=2).sameness()
    assert same[4] == pytest.approx(1.0)
    assert same[1] < 1.0


def test_where_too_little_is_seen_nothing_is_the_same():
    assert evidence(*some("p/{}", PRODUCT, range(2))).sameness() == [0.0, 0.0]
