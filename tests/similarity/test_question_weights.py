"""What a question is worth: the share of pages that its answer is expected to set right, spelled out for every reading."""

from dataclasses import replace

import pytest

from pagekin.similarity import class_questions
from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.class_questions import questions
from pagekin.similarity.membership import ClassCandidate, MembershipDecision
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn

NOTHING = ClassEvidence(10.0, 0, 0, 0, 0, 0, 0)
KIN = set(range(40))


def bits(pages):
    return sum(1 << page for page in pages)


def candidate(pages, worth):
    column = FeatureColumn(bits(pages), {EvidenceView.STRUCTURE})
    return ClassCandidate(bits(pages), column, replace(NOTHING, words=worth - 1))


def asked(*rivals, worth=4.0, steps=None, without=0):
    made = (candidate(KIN, worth),) if steps is None else steps
    others = tuple(candidate(*rival) for rival in rivals)
    return questions(MembershipDecision(bits(KIN), made, others, without=without))


def spared(group, readings):
    """The definition: what is wrong on average now, less what will be wrong after either answer."""

    def wrong(some):
        best, _ = max(some, key=lambda reading: reading[1])
        return sum(worth * len(best ^ pages) / len(best | pages) for pages, worth in some)

    yes = [reading for reading in readings if reading[0] & group]
    no = [reading for reading in readings if not reading[0] & group]
    return (wrong(readings) - wrong(yes) - wrong(no)) / sum(worth for _, worth in readings)


def test_every_group_of_pages_is_asked_about_for_what_its_answer_spares():
    """Two wider readings, one within the other, and two narrower ones that overlap."""
    rivals = [
        (set(range(60)), 3.5),
        (set(range(100)), 3.9),
        (set(range(20)), 3.2),
        (set(range(10, 30)), 3.0),
    ]
    readings = [(KIN, 4.0), *rivals]
    groups = [
        set(range(10)),
        set(range(20, 30)),
        set(range(30, 40)),
        set(range(40, 60)),
        set(range(60, 100)),
    ]
    weights = {bits(group): spared(group, readings) for group in groups}
    worth_it = {group: weight for group, weight in weights.items() if weight >= 0.07}
    found = asked(*rivals)
    assert len(worth_it) > 1
    assert {one.asked: one.weight for one in found} == pytest.approx(worth_it)
    assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)


def test_pages_in_every_reading_are_not_asked_about():
    [only] = asked((set(range(20)), 3.9))
    assert only.asked == bits(range(20, 40))
    assert (only.if_yes, only.if_no, only.taken) == (bits(KIN), bits(range(20)), True)


def test_a_question_is_asked_from_seven_in_a_hundred_pages_on():
    """A reading as good as the class itself that leaves out some of forty pages: half of these are wrong."""
    [six] = asked((set(range(34)), 4.0))
    assert six.weight == pytest.approx(0.075)
    assert asked((set(range(35)), 4.0)) == []


def test_a_reading_better_than_the_class_counts_as_much_and_no_more():
    [better], [equal] = (asked((set(range(20)), worth)) for worth in (9.0, 4.0))
    assert better == equal
    assert better.weight == pytest.approx(4 * 0.5 / 8)
    assert better.taken


def test_the_same_pages_told_twice_are_one_reading_the_better_of_both():
    part = set(range(20))
    [once] = asked((part, 3.8))
    assert asked((part, 3.2), (part, 3.8)) == asked((part, 3.8), (part, 3.2)) == [once]
    assert once.weight == pytest.approx(3.8 * 0.5 / 7.8)


def test_two_dozen_other_readings_are_looked_at_the_best_ones(monkeypatch):
    """Each of twenty-five leaves out four pages of its own, and is a little less good than the one before."""
    monkeypatch.setattr(class_questions, "MATTERS", 0.0)
    kin = set(range(100))
    left_out = [set(range(4 * n, 4 * n + 4)) for n in range(25)]
    rivals = [candidate(kin - some, 4.0 - n / 20) for n, some in enumerate(left_out)]
    decision = MembershipDecision(bits(kin), (candidate(kin, 4.0),), tuple(reversed(rivals)))
    assert {one.asked for one in questions(decision)} >= set(map(bits, left_out[:24]))
    assert bits(left_out[24]) not in {one.asked for one in questions(decision)}


def test_without_any_split_a_reading_is_compared_with_one_that_nothing_tells():
    [only] = asked((set(range(20)), 1.0), steps=())
    assert only.weight == pytest.approx(0.25)
    assert asked((set(range(60)), 0.49), steps=()) == []


def test_what_a_class_was_narrowed_from_may_be_meant_if_there_is_half_as_much_for_it():
    wide, pays = set(range(100)), candidate(KIN, 4.0)
    assert [one.asked for one in asked(steps=(candidate(wide, 2.0), pays))] == [bits(wide - KIN)]
    assert asked(steps=(candidate(wide, 1.99), pays)) == []
    assert asked((wide, 2.0), steps=(pays,))
    assert asked((wide, 1.99), steps=(pays,)) == []


def test_a_reading_with_a_page_that_somebody_ruled_out_is_none():
    wide, part = (set(range(100)), 4.0), (set(range(20)), 4.0)
    assert [one.asked for one in asked(wide, part, without=bits([70]))] == [bits(range(20, 40))]
