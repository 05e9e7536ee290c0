"""From where on a class is a class: each share that is asked for is enough, and a hundredth less is not."""

from dataclasses import replace

import pytest

from pagekin.dom.features import Feature
from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.link_lists import ListedPages
from pagekin.similarity.membership import (
    ClassCandidate,
    SeenPages,
    _good,
    _is_class_within,
    _joined,
    _lacks_something,
    _listed_parts,
)
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn

NOTHING = ClassEvidence(100.0, 0, 0, 0, 0, 0, 0)
LESS = 0.01


def candidate(pages=0b111, **told):
    column = FeatureColumn(pages, {EvidenceView.STRUCTURE})
    return ClassCandidate(pages, column, replace(NOTHING, **told))


def is_class(told, *wholes):
    return _is_class_within(candidate(**told), wholes)


def each_less(told, *names):
    """Give the same with a little less of each of these shares in turn."""
    return [{**told, name: told[name] - LESS} for name in names]


WHOLE = candidate(has=0.3, address=0.9, links=0.6)
# What is enough for a part of a class, and the shares of which nothing may be missing.
ENOUGH = [
    ({"has": 0.2, "links": 0.8}, ("has", "links")),
    ({"has": 0.8, "links": 0.2, "apart": 0.5}, ("has", "links", "apart")),
    ({"has": 0.9, "links": 0.2}, ("links",)),
    ({"has": 0.2, "links": 0.9}, ("has",)),
    ({"address": 0.75, "instead": 0.2, "links": 0.3}, ("address", "instead", "links")),
    ({"address": 0.75, "instead": 0.2, "links": 0.4}, ("address", "instead")),
    ({"address": 0.75, "instead": 0.5}, ("address", "instead")),
    ({"address": 0.75, "instead": 0.5, "apart": 0.2}, ("apart",)),
    ({"address": 0.75, "words": 0.5}, ("address", "words")),  # what is half told is less
    ({"address": 0.75, "words": 0.3, "labels": 0.2}, ("words", "labels")),
    ({"has": 0.75, "named": 0.75, "apart": 0.0}, ("has", "named")),  # and a list of all
    ({"address": 0.5, "has": 0.2, "instead": 0.2}, ("address", "has", "instead")),
    ({"address": 0.5, "has": 0.5}, ("address", "has")),
    ({"address": 0.5, "has": 0.2, "named": 0.5}, ("address", "has", "named")),
]


@pytest.mark.parametrize(("told", "needed"), ENOUGH)
def test_a_part_is_told_twice_by_just_so_much_and_no_less(told, needed):
    assert is_class(told, WHOLE)
    for less in each_less(told, *needed):
        assert not is_class(less, WHOLE), less


# It says in every way what it is.
CLEAR = candidate(has=1.0, instead=1.0, labels=1.0, address=1.0, links=1.0)
IN_EVERY_WAY = [
    {"has": 0.2, "instead": 0.2, "address": 0.5, "links": 0.5},
    {"has": 0.75, "instead": 0.75, "address": 0.75},
]


@pytest.mark.parametrize("told", IN_EVERY_WAY)
def test_a_class_told_in_every_way_is_divided_by_what_is_told_as_well_and_not_by_less(told):
    part = {"has": 0.2, "links": 0.8}  # worth 2.16
    whole = candidate(**told)
    assert whole.evidence.worth > candidate(**part).evidence.worth
    assert not is_class(part, whole)
    for less in each_less(told, *told):
        assert is_class(part, candidate(**less)), less


@pytest.mark.parametrize(
    ("told", "needed"),
    [
        ({"has": 0.2, "instead": 0.5, "address": 0.75}, "has"),
        ({"has": 0.5, "instead": 0.2, "links": 0.6}, "instead"),
    ],
)
def test_a_class_told_in_every_way_may_hold_two_templates_that_have_just_so_much_and_no_less(
    told, needed
):
    whole = candidate(has=1.0, instead=1.0, address=1.0, links=1.0)
    [less] = each_less(told, needed)
    assert is_class(told, whole)
    assert is_class(less, WHOLE)  # it is told twice
    assert not is_class(less, whole)


def test_a_class_that_its_headings_name_is_divided_by_what_is_told_as_well_and_not_by_less():
    part = {"has": 0.5, "links": 0.5}  # worth 2.25, as that of the whole
    assert is_class(part, candidate(labels=0.5, address=0.5))
    assert not is_class(part, candidate(labels=0.5, address=0.5 + LESS))
    assert is_class(part, candidate(labels=0.5 - LESS, address=1.0))
    named = {"has": 0.2, "links": 0.8, "words": 0.75}
    assert is_class(named, candidate(labels=1.0, has=1.0, address=1.0))
    assert not is_class({**named, "words": 0.74}, candidate(labels=1.0, has=1.0, address=1.0))


def test_a_class_called_after_a_kind_is_divided_by_what_its_address_or_headings_tell_or_what_is_told_as_well():
    """Functions, of which some are macros: they have something, and a list."""
    called = {"address": 0.5, "nouns": 0.5, "has": 0.5}  # worth 2.25
    part = {"has": 0.2, "links": 0.8}  # worth 2.16
    assert not is_class(part, candidate(**called))
    for less in each_less(called, "address", "nouns"):
        assert is_class(part, candidate(**{**less, "has": 1.0})), less
    for told in ({"address": 0.5}, {"words": 0.75}):
        assert is_class({**part, **told}, candidate(**{**called, "has": 1.0, "links": 1.0})), told
    assert not is_class({**part, "address": 0.5 - LESS}, candidate(**called, links=1.0))
    assert not is_class({**part, "words": 0.74}, candidate(**called, links=1.0, instead=1.0))
    assert is_class({**part, "links": 0.9}, candidate(**called))


def test_folders_are_kinds_where_neither_address_nor_headings_tell_the_whole():
    untold = {"has": 1.0, "instead": 0.5, "links": 0.5, "address": 0.2 - LESS, "words": 0.74}
    assert is_class({"kinds": 0.1}, candidate(**untold))
    assert not is_class({"kinds": 0.1 - LESS}, candidate(**untold))
    assert not is_class({"kinds": 0.1}, candidate(**{**untold, "address": 0.2}))
    assert not is_class({"kinds": 0.1}, candidate(**{**untold, "words": 0.75}))
    assert is_class({"kinds": 0.1}, WHOLE, candidate(**untold))  # the last step is the whole
    assert not is_class({"kinds": 0.1}, candidate(**untold), WHOLE)


def test_lists_tell_kinds_where_nothing_from_outside_tells_the_whole():
    """It is a template that several kinds of pages have."""
    untold = {"has": 1.0, "instead": 0.5, "links": 0.2 - LESS, "address": 0.2 - LESS, "words": 0.74}
    assert is_class({"links": 0.75, "address": 0.2 - LESS}, candidate(**untold))
    assert not is_class({"links": 0.75, "address": 0.2}, candidate(**untold))  # a topic
    assert not is_class({"links": 0.75 - LESS}, candidate(**untold))
    for told in ({"links": 0.2}, {"address": 0.2}, {"words": 0.75}):
        assert not is_class({"links": 0.75}, candidate(**{**untold, **told})), told


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


def test_a_part_is_called_after_a_kind_by_just_so_much_and_no_less():
    for told in (
        {"address": 0.75, "nouns": 0.5},
        {"address": 0.75, "nouns": LESS, "links": 0.75},  # others are called after anything
        {"address": 0.75, "kind_list": 0.75, "links": 0.75},
    ):
        assert is_class(told, WHOLE)
        assert not any(is_class(less, WHOLE) for less in each_less(told, *told)), told


@pytest.mark.parametrize("told", IN_EVERY_WAY)
def test_what_is_told_in_every_way_is_not_divided_by_what_parts_are_called(told):
    called = {"address": 1.0, "nouns": 1.0}
    assert not is_class(called, candidate(**told))
    for less in each_less(told, *told):
        assert is_class(called, candidate(**less)), less


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


def test_what_pays_or_is_called_after_a_kind_is_the_class_then_groups_by_address_then_what_stands_alone():
    assert good(ALONE, NONE, PAYING, SORTED, CALLED) == [PAYING, CALLED]
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


def test_parts_by_list_are_of_classes_that_hardly_show_on_their_pages():
    everyone, part = (1 << 60) - 1, FeatureColumn((1 << 20) - 1, {EvidenceView.LISTED_ON})
    lists = [ListedPages(bits, 20, 1 << 70) for bits in (part.bits, everyone & ~part.bits)]
    seen = SeenPages(80, [], lists=lists, kind_lists=[part], samples=1)
    hardly = {"has": 0.3, "instead": 0.2 - LESS, "links": 1.0}

    def parts(**told):
        return [one.bits for one in _listed_parts(seen, everyone, replace(NOTHING, **told))]

    assert parts(**hardly) == [part.bits]
    assert parts(**hardly, address=0.2) == []
    assert parts(**{**hardly, "instead": 0.2}) == []
    whole = ListedPages(everyone, 60, 1 << 70)
    # A list of all that names both sides says nothing against the shortest ones.
    assert _listed_parts(replace(seen, lists=[*lists, whole]), everyone, replace(NOTHING, **hardly))
    assert not _listed_parts(replace(seen, lists=[whole]), everyone, replace(NOTHING, **hardly))


def test_within_a_class_only_what_is_a_class_within_it_is_good():
    twice = candidate(has=0.2, links=0.8)
    assert good(NONE, twice, SORTED, steps=[WHOLE]) == [twice]


def test_columns_that_are_one_inside_a_class_are_one():
    one = FeatureColumn(0b0111, {EvidenceView.STRUCTURE}, ["a"])
    other = FeatureColumn(0b1110, {EvidenceView.TEXTS}, ["b"], heading=True)
    for first, second in ((one, other), (other, one)):
        joined = _joined(first, second)
        assert joined.heading
        assert (joined.bits, len(joined.features), len(joined.views)) == (0b0110, 2, 2)
    assert not _joined(one, one).heading


UNTOLD = candidate(has=0.9, instead=0.9, links=0.9)
LACKING = [
    ({"instead": 0.2, "links": 0.8}, ("instead", "links")),
    ({"instead": 0.8, "links": 0.2, "apart": 0.5}, ("instead", "links", "apart")),
]


@pytest.mark.parametrize(("told", "needed"), LACKING)
def test_a_part_is_told_by_what_it_lacks_and_its_lists_by_just_so_much(told, needed):
    assert _lacks_something(candidate(**told), [UNTOLD])
    for less in each_less(told, *needed):
        assert not _lacks_something(candidate(**less), [UNTOLD]), less


@pytest.mark.parametrize("said", [{"address": 0.2}, {"words": 0.5, "labels": 0.25}])
def test_what_says_what_it_is_has_parts_that_lack_something(said):
    part = candidate(instead=0.9, links=0.9)
    assert not _lacks_something(part, [candidate(has=0.9, links=0.9, **said)])
    less = {name: share - LESS for name, share in said.items()}
    assert _lacks_something(part, [candidate(has=0.9, links=0.9, **less)])


def test_what_was_told_in_every_way_before_is_not_divided_by_what_a_part_lacks():
    part = candidate(instead=0.9, links=0.9)
    assert not _lacks_something(part, [CLEAR, UNTOLD])
