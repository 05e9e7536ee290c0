"""From where on a class is a class: each share that is asked for is enough, and a hundredth less is not."""

from dataclasses import replace

import pytest

from pagekin.dom.features import Feature
from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.membership import (
    ClassCandidate,
    _good,
    _is_class_within,
    _joined,
    _lacks_something,
)
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn

NOTHING = ClassEvidence(100.0, 0, 0, 0, 0, 0, 0)
LESS = 0.01


def candidate(pages=0b111, **told):
    column = FeatureColumn(pages, {EvidenceView.STRUCTURE})
    return ClassCandidate(pages, column, replace(NOTHING, **told))


def is_class(told):
    return _is_class_within(candidate(**told))


def each_less(told, *names):
    """Give the same with a little less of each of these shares in turn."""
    return [{**told, name: told[name] - LESS} for name in names]


# What is enough for a part of a class, and the shares of which nothing may be missing.
ENOUGH = [
    ({"has": 0.2, "links": 0.2, "apart": 0.5}, ("has", "links", "apart")),
    ({"address": 0.5, "has": 0.2, "instead": 0.2}, ("address", "has", "instead")),
    ({"address": 0.5, "has": 0.5}, ("address", "has")),
    ({"address": 0.5, "has": 0.2, "named": 0.5}, ("address", "has", "named")),
    ({"address": 0.75, "nouns": 0.5}, ("address", "nouns")),  # called after a kind
]


@pytest.mark.parametrize(("told", "needed"), ENOUGH)
def test_a_part_is_told_twice_by_just_so_much_and_no_less(told, needed):
    assert is_class(told)
    for less in each_less(told, *needed):
        assert not is_class(less), less


@pytest.mark.parametrize(
    ("told", "needed"),
    [
        ({"has": 0.2, "address": 1.0}, ("has",)),
        ({"instead": 0.2, "address": 1.0}, ("instead",)),
        ({"words": 0.75, "address": 0.5}, ("words",)),
        ({"words": 0.25, "labels": 0.5, "address": 0.5}, ("words", "labels")),
        ({"words": 0.7, "address": 0.5, "links": 0.5}, ("address", "links")),
        (
            {"has": 0.5, "address": 0.401},
            ("has", "address"),
        ),  # worth a little more than 2.1
    ],
)
def test_a_class_pays_by_just_so_much_and_no_less(told, needed):
    assert candidate(**told).pays
    for less in each_less(told, *needed):
        assert not candidate(**less).pays, less


def test_a_class_is_one_of_the_groups_that_addresses_make_by_just_so_much_and_no_less():
    told = {"address": 0.75, "sorts": 0.75}
    assert candidate(**told).is_sorted
    assert not any(candidate(**less).is_sorted for less in each_less(told, *told))


# Which of several candidates are classes.

PAYING = candidate(0b11110, has=1.0, address=1.0)
ALONE = candidate(0b1111, has=0.5)
SORTED = candidate(0b111, address=0.75, sorts=0.75)
CALLED = candidate(0b111, address=0.75, nouns=0.5)
NONE = candidate(0b1110)


def listed(**told):
    column = FeatureColumn(
        0b11, {EvidenceView.LISTED_ON}, [Feature("listed on", "/commands.html ul/li/a 0")]
    )
    return ClassCandidate(0b11, column, replace(NOTHING, **told))


def good(*ranked, steps=(), listed=()):
    return _good(ranked, steps, listed)


def test_what_pays_is_the_class_then_groups_by_address_then_what_stands_alone():
    assert good(ALONE, NONE, PAYING, SORTED, CALLED) == [PAYING]
    assert good(NONE, ALONE, SORTED) == [SORTED]
    assert good(NONE, ALONE) == [ALONE]
    assert good(NONE) == []


def test_a_list_under_the_name_of_a_kind_comes_before_what_stands_alone_but_not_before_what_pays():
    by_list = listed(links=0.2)
    assert good(ALONE, SORTED, listed=[by_list]) == [by_list]
    assert good(ALONE, PAYING, listed=[by_list]) == [PAYING]
    assert good(ALONE, listed=[listed(links=0.2 - LESS)]) == [ALONE]
    assert good(PAYING, CALLED, steps=[by_list]) == []  # the list is the class
    for told, expected in (
        ({"words": 1.0, "labels": 0.2}, [by_list]),  # nothing but headings tell it
        ({"words": 1.0, "labels": 0.2, "has": 0.2}, [PAYING]),
        ({"words": 1.0, "labels": 0.2, "address": 0.2}, [PAYING]),
    ):
        paying = candidate(0b11110, **told)
        assert paying.pays
        found = good(paying, listed=[by_list])
        assert found == [paying if one is PAYING else one for one in expected], told
    assert good(NONE, listed=[by_list]) == [by_list]


def test_within_a_class_only_what_is_a_class_within_it_is_good():
    twice = candidate(has=0.2, links=0.2)
    assert good(NONE, twice, SORTED, PAYING, CALLED, steps=[ALONE]) == [twice, PAYING, CALLED]


def test_columns_that_are_one_inside_a_class_are_one():
    one = FeatureColumn(0b0111, {EvidenceView.STRUCTURE}, ["a"])
    other = FeatureColumn(0b1110, {EvidenceView.TEXTS}, ["b"], heading=True)
    for first, second in ((one, other), (other, one)):
        joined = _joined(first, second)
        assert joined.heading
        assert (joined.bits, len(joined.features), len(joined.views)) == (0b0110, 2, 2)
    assert not _joined(one, one).heading


def test_a_part_is_told_by_what_it_lacks_and_its_lists_by_just_so_much():
    told = {"instead": 0.2, "links": 0.2, "apart": 0.5}
    assert _lacks_something(candidate(**told).evidence)
    for less in each_less(told, *told):
        assert not _lacks_something(candidate(**less).evidence), less
