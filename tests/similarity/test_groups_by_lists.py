"""Pages divided by the lists that name them, and how much of a split these lists tell."""

from math import log2

import pytest

from pagekin.similarity.link_lists import (
    ListedPages,
    ListGroup,
    _said,
    list_groups,
    own_share,
    spoken,
    telling,
    told_by_lists,
)


def bits(*pages):
    return sum(1 << page for page in pages)


UNIVERSE = bits(*range(20))
HOME = bits(30)  # a page outside of the universe


def listed(*pages, on=HOME):
    return ListedPages(bits(*pages), len(pages), on)


def groups(*lists, **how):
    return [group.bits for group in list_groups(lists, UNIVERSE, **how)]


def test_pages_are_put_down_to_the_shortest_list_that_names_them():
    assert groups(listed(0, 1, 2, 3, 4), listed(3, 4, 5)) == [bits(3, 4, 5), bits(0, 1, 2)]


def test_lists_on_pages_outside_come_before_those_of_the_pages_themselves():
    assert groups(listed(0, 1, on=bits(2)), listed(0, 1, 2)) == [bits(0, 1, 2)]


def test_a_list_of_one_page_or_of_pages_elsewhere_says_nothing():
    assert groups(listed(4), listed(40, 41), listed(3, 44)) == []


@pytest.mark.parametrize(("share", "first"), [(0.75, bits(0, 1, 2)), (0.76, bits(2, 5))])
def test_lists_of_the_class_come_first_if_so_much_of_them_is_of_it(share, first):
    """Three of four are in the universe; a shorter list names one of them and another page."""
    assert groups(listed(0, 1, 2, 40), listed(2, 5), own_share=share)[0] == first


def test_a_list_that_stands_only_on_pages_of_the_class_is_not_its_own():
    assert groups(listed(0, 1, 2, on=bits(3)), listed(2, 5), own_share=0.5)[0] == bits(2, 5)
    assert groups(listed(0, 1, 2), listed(2, 5), own_share=0.5)[0] == bits(0, 1, 2)


def test_the_larger_the_class_the_more_of_a_list_must_be_of_it():
    everything = bits(*range(100))
    shares = [own_share(bits(*range(size)), everything) for size in (1, 20, 60, 90, 100)]
    assert shares == sorted(shares)
    assert 0 < shares[0] == shares[0] < shares[3] < shares[4] == 1


def test_lists_on_the_pages_of_a_split_only_say_nothing_about_it():
    outside, inside = ListGroup(bits(1, 2), HOME), ListGroup(bits(3, 4), bits(1))
    assert spoken([outside, inside], bits(0, 1, 2)) == [outside]
    assert spoken([outside, inside], bits(0, 2)) == [outside, inside]


@pytest.mark.parametrize(
    ("inside", "kind"), [((), 0), ((0, 1, 2, 3), 1), ((0,), 2), ((0, 1, 2), 2), ((9,), 0)]
)
def test_a_group_is_in_a_split_with_none_all_or_some_of_its_pages(inside, kind):
    found, said = _said(bits(0, 1, 2, 3), bits(*inside))
    assert found == kind
    assert (said > 0) is (kind == 2)


def test_lists_that_keep_to_one_side_tell_a_split_and_those_that_name_both_do_not():
    split = bits(*range(10))
    whole = [ListGroup(bits(*range(n, n + 5)), HOME) for n in (0, 5, 10, 15)]
    mixed = [ListGroup(bits(*range(n, 20, 4)), HOME) for n in range(4)]
    clear, vague = (told_by_lists(some, UNIVERSE, split, 20.0) for some in (whole, mixed))
    # Of four groups two are all and two are none: four bits, and what it takes to say how many there are of each.
    assert clear == pytest.approx(1 - (4 + log2(5)) / 20)
    assert vague == 0
    assert (
        told_by_lists(whole[:2], UNIVERSE, split, 20.0) > 0.6
    )  # the rest, unlisted, is the other side
    assert told_by_lists(whole[:1], UNIVERSE, split, 20.0) < clear


def test_a_list_is_of_a_class_if_three_quarters_of_it_are_and_half_of_what_could_be_more():
    shares = [own_share(bits(*range(size)), bits(*range(100))) for size in (1, 50, 60, 90, 100)]
    assert shares == pytest.approx([0.75, 0.75, 0.8, 0.95, 1.0])


def test_own_lists_come_by_how_much_they_name_and_the_others_by_how_little():
    long, longer, short = listed(0, 1, 2), listed(2, 3, 4, 5), listed(5, 6)
    assert groups(long, short, longer, own_share=0.5) == [bits(2, 3, 4, 5), bits(0, 1)]
    assert groups(long, short, longer) == [bits(5, 6), bits(0, 1, 2), bits(3, 4)]


def test_what_counts_is_how_many_addresses_are_on_a_list_not_how_many_were_seen():
    seen_of_many = ListedPages(bits(0, 1), 50, HOME)
    assert groups(seen_of_many, listed(1, 2, 3)) == [bits(1, 2, 3)]
    assert groups(seen_of_many, listed(2, 3, 4)) == [bits(2, 3, 4), bits(0, 1)]


def test_a_short_list_of_a_long_index_comes_after_the_lists_of_a_shorter_page():
    """By letter, an index names pages of all kinds beside each other; a page on one kind names it in two lists."""
    letters = [ListedPages(bits(n, n + 10), 20, HOME) for n in range(10)]
    of_a_kind = [ListedPages(bits(*range(5)), 10, HOME), ListedPages(bits(*range(5, 10)), 10, HOME)]
    assert groups(*letters, *of_a_kind) == [bits(*range(5)), bits(*range(5, 10))]


def test_of_what_stands_at_one_place_the_single_lists_come_before_all_of_them_together():
    together = ListedPages(bits(*range(8)), 8, HOME)
    one, other = ListedPages(bits(0, 1, 2), 8, HOME), ListedPages(bits(3, 4, 5), 8, HOME)
    assert groups(together, one, other) == [bits(0, 1, 2), bits(3, 4, 5), bits(6, 7)]


def test_a_group_knows_where_its_list_stands():
    [group] = list_groups([listed(0, 1, 2, on=bits(30, 31))], UNIVERSE)
    assert group == ListGroup(bits(0, 1, 2), bits(30, 31))


def test_to_say_which_pages_of_a_list_are_meant_takes_as_many_bits_as_there_are_ways():
    kind, said = _said(bits(0, 1, 2, 3), bits(0, 1))
    assert (kind, said) == (2, pytest.approx(4 + 0.5 * 2))
    assert _said(bits(0, 1), bits(5)) == (0, 0.0)
    assert _said(bits(0, 1), bits(0, 1, 2)) == (1, 0.0)


def test_what_lists_tell_is_what_need_not_be_said_any_more():
    """One list is all in, one is out, one is half in; the pages on none are out."""
    split = bits(*range(5), 10, 11)
    lists = [
        ListGroup(bits(*range(5)), HOME),
        ListGroup(bits(*range(5, 10)), HOME),
        ListGroup(bits(*range(10, 14)), HOME),
    ]
    # Of four groups one is all, one is some, two are none: 2 + 2 + 2 bits; some: 4 pages and a bit.
    said = 6 + log2(5) + 4 + 1
    assert told_by_lists(lists, UNIVERSE, split, 40.0) == pytest.approx(1 - said / 40)
    assert told_by_lists(lists, bits(*range(14)), split, 40.0) == pytest.approx(
        1 - (3 * log2(3) + log2(4) + 4 + 1) / 40
    )
    assert told_by_lists(lists, UNIVERSE, split, said) == 0
    assert told_by_lists(lists, UNIVERSE, split, said / 2) == 0


def test_a_list_of_everything_tells_no_parts_of_a_class():
    """Of a hundred pages twenty are of a class; a list has more of it than that, or as many of it as of all others."""
    everything = bits(*range(100))
    index, most, own = listed(*range(0, 100, 2)), listed(*range(10, 25)), listed(*range(5))
    assert telling([index, most, own], UNIVERSE, everything) == [most, own]
    assert telling([index], everything, everything) == [index]  # there is nothing else


@pytest.mark.parametrize(("others", "tells"), [(3, True), (4, False)])
def test_a_list_tells_parts_of_a_class_from_half_of_what_could_be_more_on(others, tells):
    """A quarter of the pages is of the class, so it has to be five eighths of the list."""
    one = listed(*range(5), *range(40, 40 + others))
    assert bool(telling([one], UNIVERSE, bits(*range(80)))) is tells
