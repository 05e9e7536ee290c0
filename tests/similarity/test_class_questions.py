"""Which other classes a person is asked about, and what each question is about."""

from dataclasses import replace

import pytest

from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.class_questions import CLOSE, questions
from pagekin.similarity.membership import PLACE, ClassCandidate, MembershipDecision
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


@pytest.mark.parametrize("pages", [PART, ALL])
def test_a_class_that_is_nearly_as_good_is_asked_about_whether_wider_or_narrower(pages):
    assert asked((pages, worth(CLOSE))) == [pages ^ KIN]
    assert asked((pages, worth(CLOSE - 0.01))) == []


def test_a_wider_class_is_not_asked_about_if_it_was_narrowed_for_good_reasons():
    steps = ((ALL, worth(0.99)), (KIN, CLEAR))
    assert asked(steps=steps) == []
    assert asked(steps=((ALL, worth(1.0)), (KIN, CLEAR))) == [ALL ^ KIN]  # but the whole was better
    assert asked((ALL, worth(1.0)), steps=((bits(range(99)), worth(0.9)), (KIN, CLEAR))) == []
    weak = replace(NOTHING, has=PLACE)
    assert not candidate(KIN, weak).pays
    assert asked(steps=((ALL, replace(weak, words=0.1)), (KIN, weak))) == [ALL ^ KIN]


@pytest.mark.parametrize(
    ("evidence", "is_asked"),
    [
        (
            replace(NOTHING, has=PLACE, instead=PLACE),
            True,
        ),  # the others have something in its place
        (replace(NOTHING, has=PLACE), False),
        (replace(NOTHING, instead=PLACE), False),
        (replace(NOTHING, address=1.0, sorts=1.0), True),  # one of the groups that addresses make
        (replace(NOTHING, address=1.0), False),
        (
            replace(NOTHING, has=0.2, address=CLOSE, links=0.5),
            True,
        ),  # it pays, with its own addresses
        (replace(NOTHING, has=0.2, address=CLOSE - 0.01, links=0.49), False),
        (replace(NOTHING, has=0.2, links=0.5), True),  # it has something, and lists tell most of it
        (replace(NOTHING, has=0.19, links=0.5), False),
    ],
)
def test_a_part_is_asked_about_if_it_may_be_a_class_by_itself(evidence, is_asked):
    best = replace(CLEAR, has=3.0)
    assert candidate(PART, evidence).evidence.worth < CLOSE * best.worth
    assert bool(asked((PART, evidence), steps=((KIN, best),))) is is_asked


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
