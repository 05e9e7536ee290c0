"""Which pages a person is asked about, what the answers mean, and what each question is worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.similarity.class_questions import MATTERS, questions
from pagekin.similarity.class_readings import ClassReading

KIN, PART, WIDE = set(range(40)), set(range(20)), set(range(100))


def bits(pages):
    return sum(1 << page for page in pages)


def asked(*some):
    """Ask about a class, which comes first, and other readings, each given by its pages and how likely it is."""
    decided = bits(some[0][0]) if some else 0
    return questions([ClassReading(bits(one), (), likely) for one, likely in some], decided)


def f1(one, other):
    return 2 * len(one & other) / (len(one) + len(other))


def best(some):
    """The definition: go by the reading that is of most use, whichever is meant, and say how right that is."""
    if not some:
        return 0.0
    gone_by, _ = max(some, key=lambda one: sum(p * f1(one[0], other) ** 3 for other, p in some))
    return sum(p * f1(gone_by, other) for other, p in some)


def gained(group, some):
    """The definition: how like what is meant the class is after either answer, less how like it is now."""
    yes = [one for one in some if one[0] & group]
    no = [one for one in some if not one[0] & group]
    now = sum(p * f1(some[0][0], other) for other, p in some)
    return (best(yes) + best(no) - now) / sum(p for _, p in some)


def test_where_nothing_else_may_be_meant_nothing_is_asked():
    assert asked() == []
    assert asked((KIN, 3.0)) == []


def test_pages_that_tell_two_readings_apart_are_asked_about_with_what_either_answer_means():
    [inside] = asked((KIN, 3.0), (PART, 1.0))
    assert (inside.asked, inside.if_yes, inside.if_no) == (bits(KIN - PART), bits(KIN), bits(PART))
    assert inside.taken
    [outside] = asked((KIN, 3.0), (WIDE, 1.0))
    assert (outside.asked, outside.if_yes, outside.if_no) == (
        bits(WIDE - KIN),
        bits(WIDE),
        bits(KIN),
    )
    assert not outside.taken


def test_every_group_of_pages_is_asked_about_for_what_its_answer_sets_right():
    """Two wider readings, one within the other, and two narrower ones that overlap."""
    some = [
        (KIN, 4.0),
        (set(range(60)), 1.5),
        (WIDE, 1.9),
        (PART, 1.2),
        (set(range(10, 30)), 1.0),
    ]
    groups = [range(10), range(20, 30), range(30, 40), range(40, 60), range(60, 100)]
    worth = {bits(group): gained(set(group), some) for group in groups}
    found = asked(*some)
    assert len(found) > 2
    assert {one.asked: one.gain for one in found} == pytest.approx(
        {group: gain for group, gain in worth.items() if gain >= MATTERS}
    )
    assert [one.gain for one in found] == sorted((one.gain for one in found), reverse=True)


def test_a_question_is_asked_if_it_sets_one_page_in_a_hundred_right_on_average():
    """What is wrong if a part is meant, times how likely that is."""
    wrong = 1 - f1(KIN, PART)
    share = MATTERS / wrong  # of all likelihood
    [just] = asked((KIN, 1 - share - 1e-9), (PART, share + 1e-9))
    assert just.gain == pytest.approx(MATTERS)
    assert asked((KIN, 1 - share + 1e-4), (PART, share - 1e-4)) == []


def test_after_an_answer_the_class_is_the_one_that_is_least_wrong_not_the_likeliest():
    middle = set(range(30))
    [first, *_] = asked((WIDE, 1.0), (PART, 0.35), (KIN, 0.35), (middle, 0.34))
    assert first.asked == bits(WIDE - KIN)
    assert first.if_no == bits(middle)


@given(
    st.lists(
        st.tuples(st.sets(st.integers(1, 12)).map(lambda pages: pages | {0}), st.floats(0.1, 9)),
        min_size=1,
        max_size=6,
    )
)
def test_no_question_is_about_pages_in_all_readings_or_in_none_and_none_makes_it_worse(some):
    everywhere = set.intersection(*(pages for pages, _ in some))
    anywhere = set.union(*(pages for pages, _ in some))
    for question in asked(*some):
        assert question.asked
        assert not question.asked & bits(everywhere)
        assert not question.asked & ~bits(anywhere)
        assert question.gain >= MATTERS
        assert question.if_yes & question.asked == question.asked
        assert not question.if_no & question.asked
