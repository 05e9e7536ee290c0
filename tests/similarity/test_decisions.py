"""How a decision comes about: step by step, and without strangers."""

from dataclasses import replace

import pytest

from pagekin.dom.features import Feature
from pagekin.similarity.class_evidence import ClassEvidence
from pagekin.similarity.link_lists import ListedPages
from pagekin.similarity.membership import (
    ClassCandidate,
    MembershipDecision,
    SeenPages,
    _without_strangers,
    decide,
    shifted,
)
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn, Heading, Place

STRUCTURE, WORDS, LINKED = EvidenceView.STRUCTURE, EvidenceView.URL_WORDS, EvidenceView.LINKED_BY
NOTHING = ClassEvidence(100.0, 0, 0, 0, 0, 0, 0)


def bits(pages):
    return sum(1 << page for page in pages)


def column(pages, *views, name="", heading=False):
    features = [Feature("token", name)] if name else []
    return FeatureColumn(bits(pages), set(views), features, heading)


def candidate(pages, **told):
    named = column(pages, STRUCTURE, name=f"p.{len(list(pages))}")
    return ClassCandidate(bits(pages), named, replace(NOTHING, **told))


# What may name a class.


def test_a_class_has_three_pages_and_leaves_three():
    columns = [column(range(count), STRUCTURE) for count in range(1, 11)]
    seen = SeenPages(10, columns)
    found = {one.count for one in seen.candidates(seen.everything)}
    assert found == {3, 4, 5, 6, 7}
    assert {one.count for one in seen.candidates(bits(range(8)))} == {3, 4, 5}


@pytest.mark.parametrize(
    ("named", "is_name"),
    [
        (column(range(4), STRUCTURE), True),
        (column(range(4), EvidenceView.URL_FOLDERS), True),
        (column(range(4), WORDS), True),
        (column(range(4), EvidenceView.URL_SHAPE), True),
        (column(range(4), EvidenceView.TEXTS, heading=True), True),
        (column(range(4), EvidenceView.TEXTS), False),
        (column(range(4), LINKED), False),
        (column(range(4), EvidenceView.LISTED_ON), False),
    ],
)
def test_structure_address_and_headings_name_a_class_and_links_and_texts_do_not(named, is_name):
    assert bool(SeenPages(10, [named]).candidates(bits(range(10)))) is is_name


def test_of_equally_good_candidates_the_larger_comes_first_and_the_same_pages_are_one():
    columns = [
        column(range(3), STRUCTURE, name="a"),
        column(range(5), STRUCTURE, name="b"),
        column([*range(3), 20], WORDS, name="c"),  # page 20 is elsewhere
    ]
    seen = SeenPages(21, columns)
    first, second, *rest = seen.candidates(bits(range(10)))
    assert not rest
    told = {
        one.count: [feature.value for feature in one.column.features] for one in (first, second)
    }
    assert told == {5: ["b"], 3: ["a", "c"]}
    assert (first.count, first.evidence.worth) == (3, second.evidence.worth) or (
        first.evidence.worth >= second.evidence.worth
    )
    plain = SeenPages(10, columns[:2]).candidates(bits(range(10)))
    assert [one.count for one in plain] == [5, 3]


def test_a_list_of_the_whole_class_counts_first_only_within_that_class():
    """A list of the ten pages of a class, and one of four of them: outside, the shorter one counts."""
    lists = [ListedPages(bits(range(10)), 10, 1 << 30), ListedPages(bits(range(4)), 4, 1 << 30)]
    seen = SeenPages(31, [column(range(4), STRUCTURE)], lists=lists, samples=1)
    universe = bits(range(10))
    [outside] = seen.candidates(universe)
    [within] = seen.candidates(universe, is_class=True)
    assert outside.evidence.links > 0
    assert within.evidence.links == 0
    assert outside.evidence.named == within.evidence.named > 0


def test_what_is_not_said_of_pages_is_not_so():
    seen = SeenPages(3, ())
    assert (seen.places, seen.headings, seen.lists, seen.addresses) == ((), (), (), ())
    assert (seen.samples, seen.everything) == (0, 0b111)
    assert ListedPages(1, 1).stands_on == 0


# Step by step.


@pytest.fixture
def told(monkeypatch):
    """Let a test say which candidates there are within which pages."""

    def tell(ranked):
        def candidates(self, universe, *, is_class=False):
            asked.append((universe, is_class))
            known = ranked.get(universe, [])
            left = {one.bits for one in self.columns}
            return [one for one in known if one.bits in left]

        asked = []
        monkeypatch.setattr(SeenPages, "candidates", candidates)
        every = {one.bits: one.column for known in ranked.values() for one in known}
        return SeenPages(10, list(every.values())), asked

    return tell


TEN, EIGHT, FIVE = bits(range(10)), bits(range(8)), bits(range(5))
PAYS = {"has": 1.0, "address": 1.0}
TWICE = {"has": 0.2, "links": 0.8}


def test_each_step_is_looked_for_within_the_one_before(told):
    whole, part = candidate(range(8), **PAYS), candidate(range(5), **TWICE)
    seen, asked = told({TEN: [whole], EIGHT: [part]})
    decision = decide(seen)
    assert decision.steps == (whole, part)
    assert decision.bits == FIVE
    assert decision.signs == ((Feature("token", "p.8"),), (Feature("token", "p.5"),))
    assert asked == [(TEN, False), (EIGHT, True), (FIVE, True)]


def test_rivals_are_what_pays_or_nearly_or_is_sorted_or_has_something_of_its_own(told):
    whole = candidate(range(8), **PAYS)
    nearly, not_nearly = candidate(range(4), address=0.5), candidate(range(1, 5), address=0.49)
    paying = candidate(range(7), words=1.0, address=1.0)
    group = candidate(range(3, 6), address=0.75, sorts=0.75)
    has, less = candidate(range(6), has=0.2), candidate(range(2, 6), has=0.19)
    seen, _ = told({TEN: [whole, paying, group, nearly, not_nearly, has, less]})
    assert decide(seen).rivals == (whole, paying, group, nearly, has)


def test_a_class_is_narrowed_by_what_a_part_lacks_only_if_nothing_it_has_tells_one(
    told, monkeypatch
):
    whole, part = candidate(range(8), has=1.0, links=0.9), candidate(range(6), **TWICE)
    plain = candidate(range(5), instead=0.3, links=0.9)

    def by_absence(seen, universe):
        few = candidate(range(4), instead=0.1, links=0.9)
        return [one for one in (few, plain) if one.count < universe.bit_count()]

    monkeypatch.setattr(SeenPages, "candidates_by_absence", by_absence)
    seen, _ = told({TEN: [whole]})
    assert decide(seen).steps == (whole, plain)
    seen, _ = told({TEN: [whole], EIGHT: [part]})
    assert decide(seen).steps == (whole, part, plain)
    seen, _ = told({TEN: []})
    assert decide(seen).steps == ()  # not before there is a class


def test_views_are_left_out_from_the_beginning(told):
    seen, asked = told({EIGHT: [candidate(range(5), **PAYS)]})
    assert decide(seen, views=bits([8, 9])).bits == FIVE
    assert asked[0] == (EIGHT, False)
    assert decide(seen).bits == TEN


def test_without_any_split_all_pages_are_left(told):
    section = candidate(range(8), has=0.2)
    for ranked in ([], [section]):
        seen, asked = told({TEN: ranked})
        decision = decide(seen)
        assert (decision.bits, decision.steps) == (TEN, ())
        assert decision.rivals == tuple(ranked)
        assert asked == [(TEN, False)]


def test_a_class_is_shifted_to_what_holds_it_or_is_in_it_and_no_further():
    wide, kin, narrow = (candidate(range(count)) for count in (8, 5, 3))
    decision = MembershipDecision(FIVE, (wide, kin), (narrow,))
    assert shifted(decision, 1).bits == EIGHT  # an earlier step
    assert shifted(decision, 2).bits == EIGHT
    assert shifted(decision, -1).bits == bits(range(3))
    assert shifted(decision, -1).steps == (narrow,)
    assert shifted(decision, -1).rivals == (narrow,)
    assert shifted(decision, 0) is decision


# Strangers: forty pages at the address of a class, of a hundred.

HUNDRED, FORTY = 100, bits(range(40))
STEP = candidate(range(40), **PAYS)


def left(template, strange, *, steps=(STEP,), samples_have=False):
    """Return which of forty pages are left, given what they have and what some have instead."""
    columns = [column(pages, STRUCTURE, name=f"p.t{n}") for n, pages in enumerate(template)]
    other = Place(bits(strange), bits(range(HUNDRED)), samples_have=samples_have, bare=False)
    seen = SeenPages(HUNDRED, columns, [other])
    return _without_strangers(seen, FORTY, steps, ())


def test_pages_with_nothing_of_the_template_and_something_else_are_strangers():
    decision = left([range(37)] * 4, range(37, 40))
    assert decision.bits == bits(range(37))
    signs = tuple(Feature("token", f"p.t{n}") for n in range(4))
    assert decision.signs == ((Feature("token", "p.40"),), signs)


@pytest.mark.parametrize(
    "why",
    [
        pytest.param({"strange": range(36, 40)}, id="what others have is not on just these pages"),
        pytest.param({"samples_have": True}, id="the samples have it too"),
        pytest.param({"steps": ()}, id="nothing splits the pages"),
    ],
)
def test_pages_that_only_lack_something_are_no_strangers(why):
    decision = left(**{"template": [range(37)] * 4, "strange": range(37, 40), **why})
    assert decision.bits == FORTY
    assert len(decision.signs) == len(decision.steps)


def test_what_others_have_elsewhere_makes_no_strangers():
    """No page lacks the template, and none has what others have: that is no agreement."""
    assert left([range(40)] * 3 + [range(30)], range(50, 60)).bits == FORTY


@pytest.mark.parametrize(("strangers", "is_left_out"), [(10, True), (11, False)])
def test_a_quarter_of_the_pages_may_be_strangers_and_no_more(strangers, is_left_out):
    kept = range(40 - strangers)
    decision = left([range(40 - strangers)] * 4, range(40 - strangers, 40))
    assert decision.bits == (bits(kept) if is_left_out else FORTY)


@pytest.mark.parametrize(("held", "is_left_out"), [(1, True), (2, False)])
def test_a_stranger_has_less_than_a_quarter_of_the_template(held, is_left_out):
    """Of eight things of the template, two are a quarter."""
    template = [range(40)] * held + [range(37)] * (8 - held)
    assert (left(template, range(37, 40)).bits != FORTY) is is_left_out


@pytest.mark.parametrize(
    ("elsewhere", "is_template"), [(range(40, 84), True), (range(40, 85), False)]
)
def test_what_most_other_pages_have_too_is_not_the_template_of_a_class(elsewhere, is_template):
    """Of sixty other pages 45 are most of them."""
    decision = left([[*range(37), *elsewhere]] * 4, range(37, 40))
    assert (decision.bits != FORTY) is is_template


def test_what_less_than_most_pages_of_a_class_have_is_not_its_template():
    some = range(29)  # of forty; one more would be most of them
    assert len(left([range(37)] * 2 + [some], range(37, 40)).signs[1]) == 2
    assert len(left([range(37)] * 2 + [range(30)], range(37, 40)).signs[1]) == 3


def test_pages_that_lack_more_than_half_of_what_strangers_lack_go_with_them():
    """Page 0 has one of four, page 1 two of four."""
    template = [range(37), range(1, 37), range(2, 37), range(2, 37)]
    assert left(template, range(37, 40)).bits == bits(range(1, 37))


def test_words_and_links_are_no_template():
    texts = [column(range(37), EvidenceView.TEXTS, WORDS, name="x")] * 4
    other = Place(bits(range(37, 40)), bits(range(HUNDRED)), samples_have=False, bare=False)
    decision = _without_strangers(SeenPages(HUNDRED, texts, [other]), FORTY, (STEP,), ())
    assert decision.bits == FORTY


# Headings in several languages.


def test_what_stands_where_a_site_may_name_itself_labels_pages_only_with_more_words_than_languages():
    words = [bits(range(start, start + 3)) for start in (3, 6, 9)]
    rest = bits(range(3, 13))
    two, three = (Heading(0b111, tuple(words[:count]), 0.5) for count in (2, 3))
    assert two.labelled(rest) == 0.0
    assert three.labelled(rest) == pytest.approx((9 - 3) / 10)
    rare = Heading(0b111, (*words[:2], 0b11 << 9), 0.5)  # on two pages only
    assert rare.labelled(rest) == 0.0
    assert Heading(0b111, tuple(words[:2])).labelled(rest) == pytest.approx((6 - 2) / 10)
    assert Heading(0b111, (0b1000,)).labelled(rest) == 0.0
