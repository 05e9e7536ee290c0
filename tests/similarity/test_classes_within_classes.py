"""A part of a class is a class of its own if two kinds of evidence say so; less is an optional section, or a topic."""

import pytest

from pagekin.dom.features import Feature
from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.membership import ClassCandidate, _is_class_within
from pagekin.similarity.page_evidence import FeatureColumn


def candidate(
    *, has=0.0, instead=0.0, words=0.0, labels=0.0, address=0.0, links=0.0, apart=1.0, kinds=0.0
):
    evidence = ClassEvidence(100.0, has, instead, words, labels, address, links, apart, kinds=kinds)
    return ClassCandidate(0b111, FeatureColumn(0b111, frozenset(), list[Feature]()), evidence)


def is_class(part, *wholes):
    return _is_class_within(part, wholes)


WHOLE = candidate(has=0.3, address=0.9, links=0.6)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param({"has": 0.4, "links": 0.7}, id="what it has and the lists that name it"),
        pytest.param({"has": 1.0, "links": 0.3}, id="all that it has, and what lists there are"),
        pytest.param({"address": 0.9, "links": 0.9, "has": 0.3}, id="and its address"),
        pytest.param({"address": 0.9, "has": 0.6}, id="its address, and several things"),
        pytest.param(
            {"address": 0.9, "has": 0.3, "instead": 0.3}, id="its address, and what others have"
        ),
        pytest.param(
            {"address": 0.9, "links": 0.9, "words": 0.9}, id="address, lists and its heading"
        ),
        pytest.param(
            {"address": 0.8, "links": 0.7, "instead": 0.3}, id="address, lists, what others have"
        ),
        pytest.param({"has": 0.3, "instead": 0.3, "links": 0.5}, id="lists, and what both have"),
        pytest.param(
            {"address": 0.8, "links": 0.3, "instead": 0.3}, id="nearly all of its address, and some"
        ),
    ],
)
def test_two_kinds_of_evidence_tell_a_class_within_a_class(told):
    assert is_class(candidate(**told), WHOLE)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param({"has": 1.0}, id="an optional section"),
        pytest.param(
            {"has": 1.0, "links": 0.4, "apart": 0.4}, id="one that some lists have more of"
        ),
        pytest.param({"has": 0.3, "links": 0.5}, id="a small one that lists half tell"),
        pytest.param({"has": 1.0, "links": 0.1}, id="one that no list tells"),
        pytest.param({"address": 1.0, "links": 1.0}, id="a topic"),
        pytest.param(
            {"address": 0.5, "links": 0.8, "instead": 0.3}, id="a topic that lacks something"
        ),
    ],
)
def test_less_is_an_optional_section_or_a_topic(told):
    assert not is_class(candidate(**told), WHOLE)


ADDRESS_AND_LISTS = {"address": 0.9, "links": 0.6}


def test_address_and_lists_are_a_class_where_addresses_sort_pages_by_what_they_have():
    untold = candidate(has=1.0, instead=0.5, links=0.5)
    part = candidate(**ADDRESS_AND_LISTS, kinds=0.2)
    assert is_class(part, untold)
    assert not is_class(candidate(**ADDRESS_AND_LISTS), untold)  # what all folders have: topics
    assert not is_class(part, WHOLE)  # a topic of what an address tells
    assert not is_class(part, candidate(has=1.0, words=0.5, labels=0.5))


IN_EVERY_WAY = {"has": 0.3, "instead": 0.3, "address": 0.6, "links": 0.6}
TEMPLATE_AND_ADDRESS = {"has": 0.8, "instead": 0.8, "address": 0.8}


@pytest.mark.parametrize("told", [IN_EVERY_WAY, TEMPLATE_AND_ADDRESS])
def test_what_is_told_in_every_way_is_divided_only_by_what_is_told_better(told):
    whole = candidate(**told)
    section = candidate(has=0.4, links=0.7)
    better = candidate(has=1.0, links=1.0)
    assert is_class(section, WHOLE)
    assert not is_class(section, whole)
    assert not is_class(section, whole, WHOLE)  # also where it was narrowed before
    assert is_class(better, candidate(**IN_EVERY_WAY))
    assert is_class(candidate(has=0.4, instead=0.4, links=0.7), whole)  # another template
    assert not is_class(candidate(has=0.1, instead=0.4, address=0.9, links=0.2), whole)  # a topic


def test_what_says_in_its_headings_what_it_is_is_not_divided_by_what_does_not():
    labelled = candidate(has=1.0, words=0.5, labels=0.6, address=0.9, links=0.9)
    assert not is_class(candidate(has=0.4, address=0.9, links=0.9), labelled)
    assert not is_class(candidate(has=0.4, links=0.9), labelled, WHOLE)
