"""A part of a class is a class of its own if two kinds of evidence say so; less is an optional section, or a topic."""

import pytest

from pagekin.dom.features import Feature
from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.membership import ClassCandidate, _is_class_within
from pagekin.similarity.page_evidence import FeatureColumn


def is_class(*, has=0.0, instead=0.0, words=0.0, address=0.0, links=0.0, apart=1.0, nouns=0.0):
    evidence = ClassEvidence(100.0, has, instead, words, 0.0, address, links, apart, nouns=nouns)
    column = FeatureColumn(0b111, frozenset(), list[Feature]())
    return _is_class_within(ClassCandidate(0b111, column, evidence))


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
        pytest.param({"has": 0.3, "instead": 0.3, "links": 0.5}, id="lists, and what both have"),
        pytest.param({"address": 0.9, "nouns": 0.9}, id="the name of a kind, as others have"),
    ],
)
def test_two_kinds_of_evidence_tell_a_class_within_a_class(told):
    assert is_class(**told)


@pytest.mark.parametrize(
    "told",
    [
        pytest.param({"has": 1.0}, id="an optional section"),
        pytest.param(
            {"has": 1.0, "links": 0.4, "apart": 0.4}, id="one that some lists have more of"
        ),
        pytest.param({"has": 1.0, "links": 0.1}, id="one that no list tells"),
        pytest.param({"address": 1.0, "links": 1.0}, id="a topic"),
        pytest.param(
            {"address": 0.9, "links": 0.8, "instead": 0.3}, id="a topic that lacks something"
        ),
        pytest.param({"address": 0.9, "links": 0.9, "words": 0.9}, id="one that headings name"),
        pytest.param({"address": 0.9, "has": 0.3}, id="a topic with a section"),
    ],
)
def test_less_is_an_optional_section_or_a_topic(told):
    assert not is_class(**told)
