"""Which classes may be meant, how likely each of them is, and which one is gone by after a person has said more."""

from dataclasses import replace
from math import exp, log

import pytest

from pagekin.dom.features import Feature
from pagekin.similarity import class_readings
from pagekin.similarity.class_readings import (
    WEIGHTS,
    ClassReading,
    ReadingSigns,
    least_wrong,
    likelihood,
    likeness,
    readings,
    rightness,
    settled,
)
from pagekin.similarity.link_lists import ListedPages
from pagekin.similarity.membership import MembershipDecision, SeenPages, decide
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn, Place

STRUCTURE, WORDS, LISTED = EvidenceView.STRUCTURE, EvidenceView.URL_WORDS, EvidenceView.LISTED_ON
TOTAL = 100


def bits(pages):
    return sum(1 << page for page in pages)


THING = Feature("token", "p.thing")


def column(pages, *views, feature=THING):
    return FeatureColumn(bits(pages), set(views), [feature])


def seen(*columns):
    """Have pages with these features; what is structure stands in three places."""
    places = [
        Place(one.bits, bits(range(TOTAL)), samples_have=True, bare=False)
        for one in columns
        for _ in range(3)
        if STRUCTURE in one.views
    ]
    return SeenPages(TOTAL, columns, places, samples=1, sameness=[1.0] * TOTAL)


WHOLE = column(range(60), STRUCTURE, WORDS, feature=Feature("token", "div.whole"))
PART = column(range(30), STRUCTURE, feature=Feature("token", "div.part"))
FOLDER = column(range(20), WORDS, feature=Feature("url", "folder 1 a"))
LIST = column(range(10), LISTED, feature=Feature("listed on", "/all.html ul/li/a 0"))
SITE = seen(WHOLE, PART, FOLDER, LIST)
EVERYTHING = bits(range(TOTAL))


def read(site=SITE, without=0, decision=None):
    return readings(site, decision or decide(site), EVERYTHING, without)


def test_all_that_one_feature_or_one_list_tells_may_be_meant_and_all_pages_the_likeliest_first():
    found = read()
    assert {one.bits for one in found} == {
        WHOLE.bits,
        PART.bits,
        FOLDER.bits,
        LIST.bits,
        EVERYTHING,
    }
    assert found[0].bits == decide(SITE).bits == WHOLE.bits
    likely = [one.likelihood for one in found]
    assert likely == sorted(likely, reverse=True)


# What speaks for a reading.


def signs(pages, site=SITE, decision=None, steps=()):
    return class_readings._Signs(site, decision or decide(site), EVERYTHING).of(pages, steps)


def test_a_reading_is_likelier_by_a_power_of_e_for_each_sign():
    nothing = ReadingSigns(*[0.0] * len(WEIGHTS))
    assert likelihood(nothing) == 1.0
    for sign, weight in WEIGHTS._asdict().items():
        assert likelihood(nothing._replace(**{sign: 1.0})) == pytest.approx(exp(weight))
    told = nothing._replace(address=0.5, lists=0.5)
    assert likelihood(told) == pytest.approx(likelihood(nothing._replace(address=1.0)))
    some = read()
    assert [one.likelihood for one in some] == pytest.approx(
        [likelihood(signs(one.bits, steps=one.steps)) for one in some]
    )


def test_it_speaks_for_a_reading_that_it_was_decided_on_or_is_like_what_was():
    assert (signs(WHOLE.bits).decided, signs(WHOLE.bits).near) == (1.0, 1.0)
    assert (signs(PART.bits).decided, signs(PART.bits).near) == (0.0, pytest.approx(2 / 3))


def test_it_speaks_for_a_reading_what_tells_it_among_all_pages():
    weigher = SITE.weigher(EVERYTHING)
    for column in (WHOLE, PART, FOLDER, LIST):
        found, told = signs(column.bits), weigher.weigh(column.bits)
        assert (found.address, found.lists) == (told.address, told.named)
        assert (found.kind_list, found.nouns) == (told.kind_list, told.nouns)
    assert signs(FOLDER.bits).address > 0.5 > signs(PART.bits).address
    assert signs(EVERYTHING).address == 0.0


def test_it_speaks_for_a_part_of_the_class_what_tells_it_there():
    inside = SITE.weigher(WHOLE.bits, is_class=True)
    assert signs(PART.bits).part == pytest.approx(log(inside.weigh(PART.bits).worth))
    assert signs(PART.bits).part > 0
    assert signs(WHOLE.bits).part == 0.0
    assert signs(EVERYTHING).part == 0.0
    nothing = MembershipDecision(EVERYTHING, (), ())
    assert signs(PART.bits, decision=nothing).part == 0.0


def test_it_speaks_for_a_reading_in_how_many_ways_exactly_its_pages_are_told():
    assert signs(WHOLE.bits).views == 2.0  # by what they have and by address
    assert signs(PART.bits).views == signs(LIST.bits).views == 1.0
    assert signs(PART.bits & ~1).views == 0.0


def test_a_part_may_be_told_exactly_within_its_class_only():
    inner = column([*range(12), *range(80, 90)], STRUCTURE, WORDS)
    site = seen(WHOLE, inner)
    [part] = [one for one in read(site) if one.bits == bits(range(12))]
    assert signs(part.bits, site, steps=part.steps).views == 2.0
    assert signs(part.bits, site).views == 0.0


def test_it_speaks_for_a_reading_that_its_pages_are_more_like_the_samples_than_others():
    site = replace(SITE, sameness=[1.0, *[0.5] * 29, *[0.2] * 70])
    inside = (1.0 + 29 * 0.5) / 30
    assert signs(PART.bits, site).liker == pytest.approx(inside - 0.2)
    assert signs(WHOLE.bits, site).liker == pytest.approx((inside + 0.2) / 2 - 0.2)
    assert signs(EVERYTHING, site).liker == 0.0


def test_it_speaks_against_a_reading_that_it_is_rare():
    assert signs(FOLDER.bits).share == pytest.approx(log(0.2) ** 2)
    assert signs(EVERYTHING).share == 0.0
    assert WEIGHTS.share < 0


# Which of them there are.


def test_a_part_of_the_class_is_told_by_the_steps_to_the_class_and_its_own():
    inner = column([*range(12), *range(80, 90)], STRUCTURE, feature=Feature("token", "b"))
    site = seen(WHOLE, inner)
    [part] = [one for one in read(site) if one.bits == bits(range(12))]
    assert [step.bits for step in part.steps] == [WHOLE.bits, bits(range(12))]


def test_a_part_may_be_told_by_what_it_lacks_if_lists_keep_to_it():
    lacking = FeatureColumn(bits(range(30)), {STRUCTURE}, [Feature("no path", "html/body/hr")])
    lists = [ListedPages(bits(pages), 30, 1 << 99) for pages in (range(30), range(30, 60))]
    site = replace(seen(WHOLE), absences=[lacking], lists=lists)
    [part] = [one for one in read(site) if one.bits == lacking.bits]
    assert [step.bits for step in part.steps] == [WHOLE.bits, lacking.bits]
    mixed = [ListedPages(bits(range(start, 60, 2)), 30, 1 << 99) for start in (0, 1)]
    assert all(one.bits != lacking.bits for one in read(replace(site, lists=mixed)))


def test_a_class_that_a_list_tells_has_no_parts():
    by_list = SITE.candidates_on_lists(EVERYTHING)[0]
    decision = MembershipDecision(LIST.bits, (by_list,), ())
    assert all(len(one.steps) < 2 for one in read(decision=decision))


def test_nearly_the_same_pages_are_one_reading_as_likely_as_all_of_them_together():
    """Nine pages of ten in common are, a little less is not."""
    for pages, number in ((27, 1), (26, 2)):
        other = column(range(pages), STRUCTURE, feature=Feature("token", "div.other"))
        site = seen(WHOLE, PART, other)
        found = [one for one in read(site) if one.bits in {PART.bits, other.bits}]
        assert len(found) == number
        apart = [likelihood(signs(one.bits, site)) for one in (PART, other)]
        assert sum(one.likelihood for one in found) == pytest.approx(sum(apart))


def test_a_list_that_stands_on_each_page_that_it_names_counts_once():
    """Of twenty pages, each names the other nineteen."""
    lists = [
        column(set(range(20)) - {page}, LISTED, feature=Feature("listed on", f"/{page} ul/li/a 0"))
        for page in range(1, 20)
    ]
    [found] = [one for one in read(seen(WHOLE, *lists)) if one.bits.bit_count() == 19]
    assert found.likelihood == pytest.approx(
        likelihood(signs(found.bits, seen(WHOLE, *lists), steps=found.steps))
    )


def test_readings_with_a_page_that_is_not_kin_are_out():
    assert {one.bits for one in read(without=1 << 40)} == {PART.bits, FOLDER.bits, LIST.bits}
    assert read(without=1 << 40)[0].likelihood >= read(without=1 << 40)[1].likelihood
    assert read(without=EVERYTHING) == []


def test_only_the_likeliest_are_kept(monkeypatch):
    likeliest = [one.bits for one in read()[:2]]
    monkeypatch.setattr(class_readings, "_MOST", 2)
    assert [one.bits for one in read()] == likeliest


# Which of them is gone by.


def reading(pages, likelihood):
    return ClassReading(bits(pages), (), likelihood)


def test_the_reading_is_gone_by_that_is_most_like_what_may_be_meant():
    """The middle one is like both of the others."""
    some = [reading(range(14), 1.0), reading(range(15), 0.9), reading(range(16), 1.0)]
    assert least_wrong(some) is some[1]
    assert least_wrong(some[:1]) is some[0]
    same = [reading(range(5), 1.0), reading(range(5), 1.0)]
    assert least_wrong(same) is same[0]


def test_what_is_half_right_is_of_little_use():
    """Three large readings that have half of their pages in common are not better than what is likelier than each of them."""
    large = [reading({0, *range(10, 30)}, 0.5), reading({0, *range(20, 40)}, 0.5)]
    large.append(reading({0, *range(10, 20), *range(30, 40)}, 0.5))
    few = reading(range(4), 0.8)
    assert least_wrong([few, *large]) is few
    assert max([few, *large], key=lambda one: rightness(one.bits, [few, *large])) is not few


def test_rightness_is_f1_by_how_likely_each_reading_is():
    some = [reading(range(10), 1.0), reading(range(20), 0.5)]
    assert rightness(bits(range(10)), some) == pytest.approx(1.0 + 0.5 * 2 * 10 / 30)


def test_likeness_is_f1():
    assert likeness(0b1111, 0b0011) == pytest.approx(2 * 2 / 6)
    assert likeness(0b11, 0b1100) == 0.0
    assert likeness(0, 0) == 1.0


def test_a_decision_is_settled_for_what_is_left_with_its_signs():
    site = seen(WHOLE, PART)
    decision = decide(site)
    assert settled(decision, read(site)) is decision  # nothing speaks against it
    assert settled(decision, []) is decision
    narrowed = settled(decision, read(site, without=1 << 40))
    assert narrowed.bits == PART.bits
    assert narrowed.signs == ((Feature("token", "div.part"),),)
    assert narrowed.rivals == decision.rivals
