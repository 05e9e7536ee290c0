"""What a repair says about each field: how many known values were found, and how sure it is."""

import pytest
from test_repair import MAKER, OLD, WRAPPER, field, named, of, pages, repaired

from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.repair import RepairOutcome


def other_makers(count):
    """Give another maker to the first pages: the known ones are nowhere any more."""
    return {f"page_{n}": {f"Maker {n + 10}": "Nobody"} for n in range(count)}


RENAMED = OLD.replace("class=maker", "class=by")


@pytest.mark.parametrize(
    ("new", "outcome", "agreed", "checked", "moved"),
    [
        (pages(OLD), RepairOutcome.KEPT, 12, 12, False),
        (pages(OLD, **other_makers(3)), RepairOutcome.KEPT, 9, 9, False),
        (pages(RENAMED), RepairOutcome.HEALED, 12, 12, True),
        (pages(RENAMED, **other_makers(3)), RepairOutcome.HEALED, 9, 9, True),
        (pages(RENAMED, **other_makers(7)), RepairOutcome.HEALED, 5, 5, True),
    ],
)
def test_who_has_found_all_that_can_be_found_is_as_sure_as_their_number_allows(
    new, outcome, agreed, checked, moved
):
    maker = of(repaired(new), "product.maker")
    assert (maker.outcome, maker.agreed, maker.checked, maker.moved) == (
        outcome,
        agreed,
        checked,
        moved,
    )
    assert maker.confidence == round((agreed + 1) / (checked + 2), 4)  # the rule of succession


@pytest.mark.parametrize(
    ("new", "outcome", "moved"),
    [
        (pages(OLD.replace("<i class=maker>Maker {n}</i>", "")), RepairOutcome.VANISHED, True),
        (pages(OLD.replace("Maker {n}", "Other {n}")), RepairOutcome.KEPT, False),
    ],
)
def test_who_has_found_nothing_is_not_sure_of_anything(new, outcome, moved):
    maker = of(repaired(new), "product.maker")
    assert (maker.outcome, maker.agreed, maker.checked) == (outcome, 0, 0)
    assert (maker.confidence, maker.moved, maker.has_changed) == (0.0, moved, False)


def test_of_a_field_without_known_values_nothing_is_known():
    wrapper = Wrapper((Bundle("product", (*WRAPPER.bundles[0].fields, field("x", "text", "//u"))),))
    nothing = of(repaired(pages(OLD), wrapper), "product.x")
    assert (nothing.outcome, nothing.confidence) == (RepairOutcome.UNKNOWN, 0.0)


def test_a_place_that_is_gone_is_replaced_by_another_though_nothing_was_lost():
    old = OLD + "<u id=by>Maker {n}</u>"
    maker = Field("maker", "text", (named('//u[@id="by"]'), named('//i[@class="maker"]')))
    wrapper = Wrapper((Bundle("product", (maker,)),))
    new = pages(old.replace("<u id=by>", "<u id=brand>"))
    result = of(repaired(new, wrapper, old), "product.maker")
    assert result.agreed == 12
    assert {place.path for place in result.new} >= {'//i[@class="maker"]', '//u[@id="brand"]'}


def test_values_that_do_not_fit_their_type_are_known_again_by_their_texts():
    on_request = OLD.replace("${n}.50", "on request, No. {n}")
    price = of(repaired(pages(on_request), old=on_request), "product.price")
    assert (price.outcome, price.agreed) == (RepairOutcome.KEPT, 12)


TAGS = ("em", "q", "u", "strong")


@pytest.mark.parametrize(
    ("kept", "outcome"), [(8, RepairOutcome.DOUBTFUL), (5, RepairOutcome.VANISHED)]
)
def test_values_that_stand_here_and_there_are_doubtful_if_they_are_most(kept, outcome):
    """No place has most of them; and a few texts are on any page by chance."""
    new = []
    for number in range(12):
        tag = TAGS[number % 4]
        maker = f"<{tag}>Maker {number + 10}</{tag}>" if number < kept else ""
        body = OLD.replace("<i class=maker>Maker {n}</i>", maker)
        new += pages(body.replace("{n}", str(number + 10)), 12)[number : number + 1]
    maker = of(repaired(new), "product.maker")
    assert (maker.outcome, maker.moved, maker.has_changed) == (outcome, True, False)


def test_no_place_is_proposed_twice():
    both = OLD + "<u id=by class=maker>Maker {n}</u><p>by <i class=maker>Maker {n}</i></p>"
    new = pages(both.replace("class=maker", "class=by"))
    for part in repaired(new, old=both).fields:
        assert len({place.path for place in part.new}) == len(part.new)


def test_the_only_field_of_a_page_is_most_of_its_fields():
    result = repaired(pages(RENAMED), Wrapper((Bundle("product", (MAKER,)),)))
    assert result.is_drastic
