"""What a question is worth: the share of pages that its answer is expected to set right, spelled out for every reading."""

import pytest

from pagekin.similarity import class_questions
from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.class_questions import questions
from pagekin.similarity.class_readings import ClassReading
from pagekin.similarity.membership import MembershipDecision, Rival
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn
from pagekin.similarity.seen_pages import ClassCandidate

NOTHING = ClassEvidence(10.0, 0, 0, 0, 0, 0, 0)
KIN = set(range(40))


def bits(pages):
    return sum(1 << page for page in pages)


def rival(pages, chance):
    column = FeatureColumn(bits(pages), {EvidenceView.STRUCTURE})
    return Rival(ClassReading((ClassCandidate(bits(pages), column, NOTHING),), 0.0), chance)


def asked(*rivals, chance=0.4, without=0):
    others = tuple(rival(*one) for one in rivals)
    decision = MembershipDecision(bits(KIN), (), others, without=without, chance=chance)
    return questions(decision)


def spared(group, readings):
    """The definition: what is wrong on average now, less what will be wrong after either answer."""

    def wrong(some):
        best, _ = max(some, key=lambda reading: reading[1])
        return sum(chance * len(best ^ pages) / len(best | pages) for pages, chance in some)

    yes = [reading for reading in readings if reading[0] & group]
    no = [reading for reading in readings if not reading[0] & group]
    return (wrong(readings) - wrong(yes) - wrong(no)) / sum(chance for _, chance in readings)


def test_every_group_of_pages_is_asked_about_for_what_its_answer_spares():
    """Two wider readings, one within the other, and two narrower ones that overlap."""
    rivals = [
        (set(range(60)), 0.35),
        (set(range(100)), 0.39),
        (set(range(20)), 0.32),
        (set(range(10, 30)), 0.3),
    ]
    readings = [(KIN, 0.4), *rivals]
    groups = [
        set(range(10)),
        set(range(20, 30)),
        set(range(30, 40)),
        set(range(40, 60)),
        set(range(60, 100)),
    ]
    weights = {bits(group): spared(group, readings) for group in groups}
    worth_it = {group: weight for group, weight in weights.items() if weight >= 0.05}
    found = asked(*rivals)
    assert len(worth_it) > 1
    assert {one.asked: one.weight for one in found} == pytest.approx(worth_it)
    assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)


def test_pages_in_every_reading_are_not_asked_about():
    [only] = asked((set(range(20)), 0.39))
    assert only.asked == bits(range(20, 40))
    assert (only.if_yes, only.if_no, only.taken) == (bits(KIN), bits(range(20)), True)


def test_a_question_is_asked_from_a_twentieth_of_the_pages_on():
    """A reading as good as the class itself that leaves out some of forty pages: half of these are wrong."""
    [four] = asked((set(range(36)), 0.4))
    assert four.weight == pytest.approx(0.05)
    assert asked((set(range(37)), 0.4)) == []


def test_where_nothing_else_may_be_meant_nothing_is_asked():
    assert asked() == []
    assert asked((KIN, 0.4)) == []
    assert asked((set(range(20)), 0.01), chance=0.99) == []


def test_the_same_pages_told_twice_are_one_reading_as_likely_as_both():
    part = set(range(20))
    [once] = asked((part, 0.38))
    [twice] = asked((part, 0.18), (part, 0.2))
    assert twice.asked == once.asked
    assert twice.weight == pytest.approx(once.weight)
    assert once.weight == pytest.approx(0.38 * 0.5 / 0.78)


def test_twelve_other_readings_are_looked_at_the_best_ones(monkeypatch):
    """Each of thirteen leaves out four pages of its own, and is a little less good than the one before."""
    monkeypatch.setattr(class_questions, "MATTERS", 0.0)
    kin = set(range(52))
    left_out = [set(range(4 * n, 4 * n + 4)) for n in range(13)]
    rivals = [rival(kin - some, 0.4 - n / 200) for n, some in enumerate(left_out)]
    decision = MembershipDecision(bits(kin), (), tuple(reversed(rivals)), chance=0.4)
    assert {one.asked for one in questions(decision)} >= set(map(bits, left_out[:12]))
    assert bits(left_out[12]) not in {one.asked for one in questions(decision)}


def test_a_reading_with_a_page_that_somebody_ruled_out_is_none():
    wide, part = (set(range(100)), 0.4), (set(range(20)), 0.4)
    assert [one.asked for one in asked(wide, part, without=bits([70]))] == [bits(range(20, 40))]
