"""What speaks for a split of the pages: how much of it each kind of evidence tells alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.similarity.class_evidence import PLACES, ClassEvidence, SplitWeigher
from pagekin.similarity.link_lists import ListedPages
from pagekin.similarity.membership import SeenPages, decide
from pagekin.similarity.page_evidence import (
    AddressVariable,
    EvidenceView,
    FeatureColumn,
    Heading,
    Place,
)

TOTAL = 100
STRUCTURE, WORDS, LINKED = (
    EvidenceView.STRUCTURE,
    EvidenceView.URL_WORDS,
    EvidenceView.LINKED_BY,
)


def bits(pages):
    return sum(1 << page for page in pages)


EVERYTHING = bits(range(TOTAL))
CLASS = bits(range(40))


def place(pages, within=range(TOTAL), *, has=True, bare=False):
    return Place(bits(pages), bits(within), has, bare)


def column(pages, *views, heading=False, linked_from=(TOTAL - 1,)):
    """Have a feature; what is linked at one place is so on one page, unless another is said."""
    places = [bits(linked_from)] if LINKED in views else []
    return FeatureColumn(bits(pages), set(views), heading=heading, linked_from=places)


def weighed(*, columns=(), places=(), headings=(), universe=EVERYTHING, pages=CLASS):
    return SplitWeigher(universe, columns, places, headings).weigh(pages)


def test_three_places_that_go_with_a_class_tell_it_nearly_all_and_more_add_nothing():
    shares = [weighed(places=[place(range(40))] * n).has for n in (0, 1, 2, PLACES, 9)]
    assert shares[0] == 0.0
    assert shares[1] == pytest.approx(0.32, abs=0.01)  # a third, but for what may be chance
    assert shares[2] == pytest.approx(2 * shares[1])
    assert shares[4] == 1.0


def test_what_is_inside_a_section_adds_nothing():
    section = place(range(40))
    inner = [place(range(40), range(40)) for _ in range(9)]
    assert weighed(places=[section, *inner]).has == weighed(places=[section]).has


def test_tags_without_classes_repeat_what_those_with_classes_say():
    once, bare = place(range(40)), place(range(40), bare=True)
    assert weighed(places=[once, bare]).has == weighed(places=[once]).has
    assert weighed(places=[once, bare, bare._replace(bits=bits(range(41)))]).has > 0.5


def test_what_others_have_instead_is_told_from_what_they_also_have():
    others = place(range(40, 100), has=False)
    assert weighed(places=[others]).instead == pytest.approx(0.32, abs=0.01)
    assert weighed(places=[place(range(40), has=False)]).instead == 0.0
    assert weighed(places=[place(range(40, 100))]).has == 0.0
    assert weighed(places=[place(range(0, 100, 2)), place(range(0, 100, 2), has=False)]).inside == 0


def test_an_address_tells_a_class_alone_and_its_shape_half_of_it():
    assert weighed(columns=[column(range(40), WORDS)]).address == pytest.approx(0.97, abs=0.01)
    shape = weighed(columns=[column(range(40), EvidenceView.URL_SHAPE)])
    assert shape.address == pytest.approx(0.48, abs=0.01)
    assert weighed(columns=[column(range(40), LINKED)]).links > 0.95
    assert weighed(columns=[column(range(40), STRUCTURE)]).outside == 0.0


def test_a_place_of_links_tells_a_split_if_it_is_mostly_on_pages_of_the_other_side():
    """Who has a page before it is linked from that page; who has pages below it, from these."""

    def links(linked_from, universe=EVERYTHING):
        told = weighed(
            columns=[column(range(40), LINKED, linked_from=linked_from)], universe=universe
        )
        return told.links

    assert links(range(30, 50)) == links([TOTAL - 1]) > 0.95
    assert links(range(29, 49)) == 0.0
    within = bits(range(60))
    assert links(range(50, 70), within) > 0.9
    assert links(range(51, 71), within) == 0.0


FOLDERS = [range(start, start + 20) for start in range(0, TOTAL, 20)]


def sorted_by(folders, *, depth=()):
    """Weigh the first of some folders."""
    own = bits(folders[0])
    columns = [column(folders[0], EvidenceView.URL_FOLDERS)]
    address = AddressVariable(own, tuple(map(bits, folders)), bits(depth))
    return SplitWeigher(EVERYTHING, columns, (), (), addresses=[address]).weigh(own)


def test_how_deep_pages_are_sorts_nothing():
    """Below /scala/, the third folder from the end is "scala" where there are three: a matter of depth."""
    assert sorted_by(FOLDERS, depth=[*FOLDERS[0], 25]).sorts == 1
    deep = sorted_by(FOLDERS, depth=FOLDERS[0])
    assert deep.sorts == 0
    assert deep.address > 0.9


@pytest.mark.parametrize(
    ("folders", "share"),
    [
        pytest.param(FOLDERS, 1.0, id="five kinds"),
        pytest.param(FOLDERS[:4], 0.8, id="four, and some pages beside"),
        pytest.param([range(50), range(50, 95), range(95, 100)], 0.0, id="two languages"),
        pytest.param([range(n, n + 4) for n in range(0, TOTAL, 4)], 0.0, id="names of things"),
    ],
)
def test_addresses_sort_pages_into_more_groups_than_languages_and_fewer_than_each_has_pages(
    folders, share
):
    assert sorted_by(folders).sorts == pytest.approx(share)


def test_one_of_many_lists_that_happens_to_fit_a_few_pages_tells_little():
    few = bits(range(3))
    lists = [column([0, n, n + 1], EvidenceView.LISTED_ON) for n in range(1, 90)]
    alone = weighed(columns=lists[:1], pages=few).links
    among_many = weighed(columns=lists, pages=few).links
    assert 0.75 < alone < 0.85
    assert among_many < alone / 1.4


def test_a_heading_counts_where_structure_does_not_say_the_same():
    heading = Heading(CLASS, ())
    assert weighed(headings=[heading]).words == pytest.approx(0.97, abs=0.01)
    both = weighed(headings=[heading], places=[place(range(40))] * 9)
    assert both.words == 0.0


def test_labels_of_other_pages_make_a_heading_a_kind():
    methods, modules = bits(range(40, 80)), bits(range(80, 100))
    labelled = weighed(headings=[Heading(CLASS, (CLASS, methods, modules))])
    names = weighed(headings=[Heading(CLASS, (CLASS, *(1 << n for n in range(40, 100))))])
    assert labelled.labels > 0.9
    assert names.labels == 0.0


@given(
    st.sets(st.integers(0, 29), min_size=1, max_size=29),
    st.lists(st.sets(st.integers(0, 29), min_size=3), max_size=8),
    st.booleans(),
)
def test_every_share_is_between_nothing_and_all(pages, others, has):
    found = weighed(
        universe=bits(range(30)),
        pages=bits(pages),
        columns=[column(other, WORDS, LINKED) for other in others],
        places=[place(other, range(30), has=has) for other in others],
        headings=[Heading(bits(other), tuple(map(bits, others))) for other in others],
    )
    for share in ("has", "instead", "words", "labels", "address", "links"):
        assert 0.0 <= getattr(found, share) <= 1.0


def test_what_pages_and_outside_tell_is_worth_more_than_twice_one_of_them():
    none = ClassEvidence(10.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    inside = ClassEvidence(10.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    outside = ClassEvidence(10.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    both = ClassEvidence(10.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    assert [one.worth for one in (none, inside, outside, both)] == [1.0, 2.0, 2.0, 4.0]
    assert both.saved == 30.0


# Which of several splits is the class.


def seen(*columns, places=(), total=TOTAL, times=PLACES):
    """Have pages with these features; what is structure stands in several places."""
    own = [
        Place(c.bits, (1 << total) - 1, samples_have=True, bare=False)
        for c in columns
        for _ in range(times)
        if STRUCTURE in c.views
    ]
    return SeenPages(total, columns, [*own, *places])


def kin(pages, **more):
    return decide(pages, **more).bits.bit_count()


def test_an_optional_section_and_a_topic_are_no_classes():
    section, topic = column(range(20), STRUCTURE), column([0, *range(20, 60)], WORDS)
    assert decide(seen(section, topic, times=1)).steps == ()
    assert kin(seen(section, topic)) == 20  # if nothing else is known, three places are enough
    folder_and_list = column(range(20), WORDS, LINKED)
    assert kin(seen(folder_and_list)) == 20  # nothing else is known, and two things agree


def test_a_class_shows_on_pages_and_from_outside():
    whole = column(range(60), STRUCTURE, WORDS)
    part = column(range(30), STRUCTURE)
    assert kin(seen(whole, part)) == 60


def test_a_class_that_nearly_all_pages_belong_to():
    """Four other pages have other things; half of the class has a section that the sample has, too."""
    others = [place(range(96, 100), has=False)] * PLACES
    whole, part = column(range(96), STRUCTURE), column(range(0, 96, 2), STRUCTURE)
    assert kin(seen(whole, part, places=others)) == 96


def test_a_class_of_one_page_in_a_hundred():
    total = 1000
    everything = seen(
        column(range(900), STRUCTURE, WORDS),
        column([*range(10), 950], STRUCTURE),
        column(range(10), STRUCTURE, LINKED),
        column(range(10), WORDS),
        total=total,
    )
    assert kin(everything) == 10


def test_views_say_nothing():
    whole, part = column(range(60), STRUCTURE, WORDS), column(range(30), STRUCTURE)
    assert kin(seen(whole, part), views=bits(range(50, 60))) == 50


def test_pages_at_the_address_of_a_class_that_have_another_template_are_no_kin():
    """Three of forty pages in a folder are error pages that come as if nothing were wrong."""
    folder = column(range(40), WORDS, LINKED)
    template = [column(range(n, 37), STRUCTURE) for n in (0, 0, 0)]
    errors = place(range(37, 40), range(TOTAL), has=False)
    decision = decide(seen(folder, *template, places=[errors]))
    assert decision.bits == bits(range(37))
    assert kin(seen(folder, *template)) >= 37


# Parts of a class: which of them are classes themselves.

WHOLE = column(range(60), STRUCTURE, WORDS)
PART = column(range(30), STRUCTURE)
OTHERS = place(range(30, 60), has=False)


def listed(*parts):
    """Have a list for each of these sets of pages, on a page of its own."""
    return [ListedPages(bits(part), len(part), 1 << 99) for part in parts]


def narrowed(part, *, places=(), lists=(), times=1):
    """Have a whole that is told in every way, and a part of it in so many places; return how many are kin."""
    own = [Place(WHOLE.bits, EVERYTHING, samples_have=True, bare=False)] * PLACES
    inner = [Place(part.bits, WHOLE.bits, samples_have=True, bare=False)] * times
    everything = SeenPages(TOTAL, [WHOLE, part], [*own, *inner, *places], (), lists, samples=1)
    return decide(everything).bits.bit_count()


def test_a_part_that_lists_tell_is_a_class_and_one_that_goes_through_them_a_section():
    apart, mixed = (range(30), range(30, 60)), (range(0, 60, 2), range(1, 60, 2))
    assert narrowed(PART, lists=listed(*apart)) == 30
    assert narrowed(PART, lists=listed(*mixed)) == 60
    assert narrowed(PART) == 60


def test_a_list_of_all_outweighs_one_of_the_part():
    assert narrowed(PART, lists=listed(range(60), range(30))) == 60


def test_an_address_tells_a_part_that_has_several_things_or_others_something_instead():
    part = column(range(30), STRUCTURE, WORDS)
    assert narrowed(part) == 60  # a topic with a section of its own
    assert narrowed(part, places=[OTHERS]) == 30
    assert narrowed(part, times=PLACES) == 30


def test_a_folder_with_a_list_of_its_own_is_a_topic_of_the_class():
    """Classes of a library in folders by module: nothing on the pages tells a module."""
    template = column(range(60), STRUCTURE)
    own = [Place(template.bits, EVERYTHING, samples_have=True, bare=False)] * PLACES
    others = [place(range(60, 100), has=False)] * PLACES
    module = column(range(20), WORDS)
    lists = listed(range(20), range(20, 40), range(40, 60))
    pages = SeenPages(TOTAL, [template, module], [*own, *others], (), lists, samples=1)
    assert decide(pages).bits == template.bits
