"""What the lists of a site tell about its classes."""

from hypothesis import given
from hypothesis import strategies as st

from pagekin.similarity.agreement import entropy
from pagekin.similarity.link_lists import (
    ListedPages,
    ListGroup,
    list_groups,
    own_share,
    spoken,
    told_by_lists,
)

TOTAL = 60
HUB = 1 << TOTAL  # a page that is on no list


def bits(pages):
    return sum(1 << page for page in pages)


def listing(pages, on=HUB):
    return ListedPages(bits(pages), len(list(pages)), on)


EVERYTHING = bits(range(TOTAL))
TENS = [listing(range(start, start + 10)) for start in range(0, TOTAL, 10)]


def told(lists, pages, universe=EVERYTHING, share=2.0):
    groups = list_groups(lists, universe, share)
    count, total = len(set(pages)), universe.bit_count()
    groups = spoken(groups, bits(pages))
    return told_by_lists(groups, universe, bits(pages), total * entropy(count, total))


def test_a_class_leaves_lists_whole_and_an_optional_section_goes_through_all_of_them():
    assert told(TENS, range(20)) > 0.8
    assert told(TENS, range(10, 60)) > 0.8
    assert told(TENS, range(0, TOTAL, 3)) == 0.0
    assert 0.3 < told(TENS, range(25)) < told(TENS, range(20))  # one of six lists is divided


def test_pages_on_no_list_are_a_group_like_any_other():
    assert told(TENS[2:], range(20)) > 0.8
    assert told([], range(20)) == 0.0


def test_a_page_is_put_down_to_the_shortest_list_that_names_it():
    index = listing(range(TOTAL))
    assert told([index], range(20)) == 0.0
    assert told([index, *TENS], range(20)) == told(TENS, range(20))
    alone = [
        ListedPages(1 << page, 3, HUB) for page in range(20)
    ]  # one page seen of each: no groups
    assert list_groups(alone, EVERYTHING) == []


def test_a_list_of_the_whole_class_counts_before_that_of_a_part():
    """Pages with a picture are in a gallery, but the class has a list that names all of them."""
    goods, gallery, news = listing(range(30)), listing(range(10)), listing(range(30, TOTAL))
    parts = told(
        [goods, gallery, news], range(10), bits(range(30)), own_share(bits(range(30)), EVERYTHING)
    )
    assert parts == 0.0
    assert (
        told([gallery, news], range(10), bits(range(30)), own_share(bits(range(30)), EVERYTHING))
        > 0.7
    )


def test_a_list_of_everything_is_no_list_of_a_class_that_is_nearly_everything():
    class_, index = bits(range(48)), listing(range(TOTAL))
    assert own_share(class_, EVERYTHING) > 48 / 60
    share = own_share(class_, EVERYTHING)
    assert told([index, listing(range(12))], range(12), class_, share) > 0.7
    assert told([listing(range(48)), listing(range(12))], range(12), class_, share) == 0.0


def test_lists_on_pages_of_the_class_say_nothing():
    """Who has links to each other is linked by each other: that is no news."""
    among_themselves = [
        listing([page for page in range(9) if page != own], 1 << own) for own in range(9)
    ]
    assert told(among_themselves, range(9)) == 0.0
    assert told([one._replace(stands_on=HUB) for one in among_themselves], range(9)) > 0.5


@given(
    st.sets(st.integers(0, 29), min_size=1, max_size=29),
    st.lists(st.tuples(st.sets(st.integers(0, 29)), st.integers(0, 31)), max_size=8),
    st.floats(0, 2),
)
def test_groups_divide_the_pages_and_tell_between_nothing_and_all(pages, named, share):
    lists = [listing(sorted(names), 1 << place) for names, place in named]
    universe = bits(range(30))
    groups = list_groups(lists, universe, share)
    assert sum(group.bits.bit_count() for group in groups) == _union(groups).bit_count()
    assert all(group.bits & ~universe == 0 for group in groups)
    assert 0.0 <= told(lists, pages, universe, share) <= 1.0


def _union(groups: list[ListGroup]) -> int:
    together = 0
    for group in groups:
        together |= group.bits
    return together
