"""Which other classes a person is asked about, and what each question is about."""

from dataclasses import replace

import pytest

from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.class_questions import CLOSE, questions
from pagekin.similarity.membership import ClassCandidate, MembershipDecision
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn


def bits(pages):
    return sum(1 << page for page in pages)


ALL, KIN, PART = bits(range(100)), bits(range(40)), bits(range(20))
NOTHING = ClassEvidence(10.0, 0, 0, 0, 0, 0, 0)
CLEAR = replace(NOTHING, has=1.0, address=0.75, links=0.5)  # worth 4


def candidate(pages, evidence):
    return ClassCandidate(pages, FeatureColumn(pages, {EvidenceView.STRUCTURE}), evidence)


def asked(*rivals, steps=((KIN, CLEAR),), without=0):
    """Give the pages of each question about a decision for KIN."""
    made = tuple(candidate(*step) for step in steps)
    others = tuple(candidate(*rival) for rival in rivals)
    found = questions(MembershipDecision(KIN, made, others, without=without))
    return [question.asked for question in found]


def worth(share):
    """Give evidence from one kind alone that is so good, compared with that of the class itself."""
    return replace(NOTHING, words=share * CLEAR.worth - 1)


def test_where_nothing_else_may_be_meant_nothing_is_asked():
    assert asked() == []
    assert asked((KIN, CLEAR)) == []


def test_another_class_is_asked_about_if_there_is_half_as_much_for_it():
    assert asked((ALL, worth(CLOSE))) == [ALL ^ KIN]
    assert asked((ALL, worth(CLOSE - 0.01))) == []


def test_a_part_is_asked_about_whatever_there_is_for_it():
    assert asked((PART, NOTHING)) == [KIN ^ PART]


def test_what_somebody_has_ruled_out_is_not_asked_about():
    assert asked((ALL, worth(0.9)), without=bits([99])) == []


def test_the_question_that_decides_most_comes_first_and_says_what_either_answer_means():
    small = bits(range(36))
    made = (candidate(KIN, CLEAR),)
    others = (candidate(small, worth(0.9)), candidate(ALL, worth(0.9)))
    first, *_ = questions(MembershipDecision(KIN, made, others))
    assert first.asked == ALL ^ KIN
    # Worth 4, 3.6 and 3.6: what is wrong on average by the class itself, less what still is after a no.
    assert first.weight == pytest.approx((3.6 * 0.1 + 3.6 * 0.6 - 3.6 * 0.1) / 11.2)
    assert (first.if_yes, first.if_no, first.taken) == (ALL, KIN, False)
    inside = questions(MembershipDecision(KIN, made, (candidate(PART, worth(0.9)),)))
    assert [(q.asked, q.if_yes, q.if_no, q.taken) for q in inside] == [
        (KIN ^ PART, KIN, PART, True)
    ]
