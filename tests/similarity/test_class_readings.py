"""Which classes may be meant, how likely each of them is, and which one is gone by after a person has said more."""

from dataclasses import replace

import pytest

from pagekin.dom.features import Feature
from pagekin.similarity import class_readings
from pagekin.similarity.class_readings import ClassReading, least_wrong, likeness, readings, settled
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
    return SeenPages(TOTAL, columns, places, samples=1)


WHOLE = column(range(60), STRUCTURE, WORDS, feature=Feature("token", "div.whole"))
PART = column(range(30), STRUCTURE, feature=Feature("token", "div.part"))
FOLDER = column(range(20), WORDS, feature=Feature("url", "folder 1 a"))
LIST = column(range(10), LISTED, feature=Feature("listed on", "/all.html ul/li/a 0"))
SITE = seen(WHOLE, PART, FOLDER, LIST)
EVERYTHING = bits(range(TOTAL))


def read(site=SITE, without=0, decision=None):
    return readings(site, decision or decide(site), EVERYTHING, without)


def test_what_was_decided_comes_first_then_what_else_a_feature_or_a_list_tells_and_all_pages():
    first, *others = read()
    assert first.bits == decide(SITE).bits == WHOLE.bits
    assert {one.bits for one in others} == {PART.bits, FOLDER.bits, LIST.bits, EVERYTHING}
    likely = [one.likelihood for one in others]
    assert likely == sorted(likely, reverse=True)


def test_a_reading_is_as_likely_as_the_third_power_of_what_speaks_for_it():
    weigher = SITE.weigher(EVERYTHING)
    for one in read()[1:]:
        worth = 1.0 if one.bits == EVERYTHING else weigher.weigh(one.bits).worth
        assert one.likelihood == pytest.approx(worth**3)


def test_what_was_decided_is_three_times_as_likely_as_all_else_and_its_own_evidence_together():
    first, *others = read()
    own = SITE.weigher(EVERYTHING).weigh(first.bits).worth ** 3
    assert first.likelihood == pytest.approx(3 * (own + sum(one.likelihood for one in others)))


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


def test_nearly_the_same_pages_are_one_reading():
    """Nine pages of ten in common are, a little less is not."""
    for pages, number in ((27, 1), (26, 2)):
        other = column(range(pages), STRUCTURE, WORDS)
        found = {one.bits for one in read(seen(WHOLE, PART, other))}
        assert len(found & {PART.bits, other.bits}) == number


def test_readings_with_a_page_that_is_not_kin_are_out():
    assert {one.bits for one in read(without=1 << 40)} == {PART.bits, FOLDER.bits, LIST.bits}
    assert read(without=1 << 40)[0].likelihood >= read(without=1 << 40)[1].likelihood
    assert read(without=EVERYTHING) == []


def test_only_the_likeliest_are_kept(monkeypatch):
    monkeypatch.setattr(class_readings, "_MOST", 2)
    assert [one.bits for one in read()] == [one.bits for one in read()[:3]]
    assert len(read()) == 3


# Which of them is gone by.


def reading(pages, likelihood):
    return ClassReading(bits(pages), (), likelihood)


def test_the_reading_is_gone_by_that_is_most_like_what_may_be_meant():
    """The middle one is like both of the others."""
    some = [reading(range(10), 1.0), reading(range(15), 0.9), reading(range(20), 1.0)]
    chosen, right = least_wrong(some)
    assert chosen is some[1]
    assert right == pytest.approx(0.9 + 2 * 10 / 25 + 2 * 15 / 35)
    assert least_wrong(some[:1]) == (some[0], 1.0)
    same = [reading(range(5), 1.0), reading(range(5), 1.0)]
    assert least_wrong(same)[0] is same[0]


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
