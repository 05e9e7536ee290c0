"""What kinds of evidence come to together, and what a part of the pages can tell of a split of all of them."""

from dataclasses import replace

import pytest

from pagekin.similarity.class_evidence import ClassEvidence, SplitWeigher
from pagekin.similarity.membership import ALL as EVERYTHING
from pagekin.similarity.membership import PAYS, PLACE, TOLD, ClassCandidate, _joined
from pagekin.similarity.page_evidence import (
    _SHAPES,
    _WORDS,
    EvidenceView,
    FeatureColumn,
    Place,
    _url_view,
)


def bits(pages):
    return sum(1 << page for page in pages)


@pytest.mark.parametrize(("address", "links"), [(0.8, 0.4), (0.4, 0.8)])
def test_address_and_links_count_half_where_they_agree_and_multiply_what_pages_tell(address, links):
    told = ClassEvidence(10.0, 0.5, 0.25, 0.125, 0.0625, address, links)
    assert told.on_pages == 0.75
    assert told.inside == 0.9375
    assert told.outside == pytest.approx(0.8 + 0.4 / 2)
    assert told.worth == pytest.approx(1.9375 * 2)
    assert told.saved == pytest.approx((1.9375 * 2 - 1) * 10)


def test_what_stands_on_a_few_pages_only_tells_as_much_less_of_a_split_of_all():
    """One place could be on any page and is on those of the class, the other only on twenty of a hundred pages."""

    def told(pages, within):
        place = Place(bits(pages), bits(within), samples_have=True, bare=False)
        return SplitWeigher(bits(range(100)), (), [place], ()).weigh(bits(range(40))).has

    whole, part = told(range(40), range(100)), told(range(30, 40), range(30, 50))
    assert 0 < part < whole / 4


@pytest.mark.parametrize(("one", "other"), [(True, False), (False, True), (False, False)])
def test_what_is_the_same_in_a_universe_is_a_headline_if_either_is(one, other):
    structure, words = EvidenceView.STRUCTURE, EvidenceView.URL_WORDS
    first = FeatureColumn(0b0111, {structure}, ["a"], one)
    joined = _joined(first, FeatureColumn(0b1110, {words}, ["b"], other))
    assert joined.heading is (one or other)
    assert (joined.bits, joined.views, joined.features) == (0b0110, {structure, words}, ["a", "b"])


NOTHING = ClassEvidence(10.0, 0, 0, 0, 0, 0, 0)


def candidate(**told):
    return ClassCandidate(
        0b111, FeatureColumn(0b111, {EvidenceView.STRUCTURE}), replace(NOTHING, **told)
    )


@pytest.mark.parametrize(
    ("told", "pays"),
    [
        ({"has": PAYS - 1}, True),
        ({"has": PAYS - 1.01}, False),
        ({"words": PAYS - 1}, PAYS - 1 >= EVERYTHING),  # headings have to say nearly all of it
        ({"address": TOLD, "links": TOLD}, (1 + 1.5 * TOLD) >= PAYS),
        ({"address": 1.0, "links": TOLD - 0.01}, False),
    ],
)
def test_a_class_pays_if_it_is_told_in_several_ways_one_of_them_on_its_pages(told, pays):
    assert candidate(**told).pays is pays


@pytest.mark.parametrize(
    ("told", "alone"),
    [
        ({"has": PLACE, "instead": PLACE}, True),
        ({"has": PLACE, "labels": PLACE}, True),
        ({"has": 2 * PLACE}, True),
        ({"has": PLACE, "words": PLACE - 0.01}, False),
        ({"has": PLACE - 0.01, "words": 1.0}, False),
    ],
)
def test_a_class_stands_alone_if_it_shows_in_two_ways_on_its_pages(told, alone):
    assert candidate(**told).stands_alone is alone


@pytest.mark.parametrize(
    ("variable", "value", "view"),
    [
        ("folder 1", "shop", EvidenceView.URL_FOLDERS),
        ("choice p", "user", EvidenceView.URL_FOLDERS),
        ("begins", "red", EvidenceView.URL_WORDS),
    ],
)
def test_folders_and_words_of_addresses_are_views_of_their_own(variable, value, view):
    assert _url_view(variable, value) is view


def test_a_word_without_letters_only_says_how_an_address_is_written():
    for variable in _WORDS:
        assert _url_view(variable, "red") is EvidenceView.URL_WORDS
        assert _url_view(variable, "17") is EvidenceView.URL_SHAPE
    for variable in _SHAPES:
        assert _url_view(variable, "red") is EvidenceView.URL_SHAPE
