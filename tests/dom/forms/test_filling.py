"""The order in which the ways to fill in a form are tried: laws."""

from math import prod

from hypothesis import example, given, settings
from hypothesis import strategies as st

from pagekin.dom import parse_page
from pagekin.dom.forms import find_forms
from pagekin.dom.forms.filling import choices, filled_forms

numbers = st.lists(st.integers(1, 8), max_size=6)
budgets = st.integers(0, 200)


def changed(choice):
    return sum(map(bool, choice))


@given(numbers, budgets)
@example([8] * 60, 200)
def test_the_budget_is_never_exceeded_and_used_as_far_as_there_are_ways(options, budget):
    found = list(choices(options, budget))
    assert len(found) == len(set(found)) == min(budget, prod(options))


@given(numbers, budgets)
def test_fewer_changes_come_first_and_the_order_of_the_page_is_kept(options, budget):
    found = list(choices(options, budget))
    assert [changed(choice) for choice in found] == sorted(map(changed, found))
    for choice in found:
        assert all(0 <= number < most for number, most in zip(choice, options, strict=True))
    singles = [choice for choice in found if changed(choice) == 1]
    assert singles == sorted(singles, key=lambda c: [(n > 0, -n) for n in c], reverse=True)


@given(numbers, budgets)
def test_every_option_is_tried_if_the_budget_is_the_number_of_options(options, more):
    found = list(choices(options, sum(options) + more)) if options else []
    tried = {(place, number) for choice in found for place, number in enumerate(choice)}
    assert tried == {
        (place, number) for place, most in enumerate(options) for number in range(most)
    }


@given(numbers, budgets)
def test_it_is_always_the_same(options, budget):
    assert list(choices(options, budget)) == list(choices(options, budget))


@given(numbers, budgets, st.sets(st.integers(0, 5)))
def test_what_is_set_apart_is_changed_alone(options, budget, apart):
    for choice in choices(options, budget, apart):
        if changed(choice) > 1:
            assert not any(choice[place] for place in apart if place < len(choice))


@given(st.integers(2, 20))
def test_a_budget_too_small_for_all_options_leaves_no_control_out(budget):
    found = list(choices([50, 3, 50], budget))
    tried = {place for choice in found for place, number in enumerate(choice) if number}
    assert len(tried) == min(3, budget - 1)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=5), budgets)
def test_the_drop_downs_of_a_page_are_all_tried(options, budget):
    selects = "".join(
        f'<select name="s{place}">{"".join(f"<option>{n}</option>" for n in range(most))}</select>'
        for place, most in enumerate(options)
    )
    page = parse_page("http://h/", f"<form>{selects}</form>".encode())
    urls = [way.url for way in filled_forms(find_forms(page)[0], budget)]
    assert len(urls) == len(set(urls)) <= budget
    if budget >= sum(options) > len(options):
        for place, most in enumerate(options):
            for number in range(most):
                assert any(f"s{place}={number}" in url for url in urls)
