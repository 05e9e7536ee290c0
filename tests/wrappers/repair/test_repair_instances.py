"""Which elements are the instances of a bundle now: those that hold (most of) the known records, each one's own."""

import pytest
from test_repair import field, named

from pagekin.dom.page import parse_page
from pagekin.values import Value
from pagekin.wrappers import Bundle
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair.field_repair import RepairOutcome
from pagekin.wrappers.repair.instance_repair import InstanceContext, instances_at, mend_instances

REVIEWS = Bundle("reviews", (field("who", "text", "./i"),), (named("//p"),))


def context(shown, known):
    """Make a page with a paragraph for each name that it shows, and records of those that are known."""
    page = parse_page("http://h/", "".join(f"<p><i>{who}</i></p>" for who in shown).encode())
    records = (Record("reviews", n, {"who": (Value(who, "text"),)}) for n, who in enumerate(known))
    return InstanceContext(page, page.root, page, tuple(records))


def matched(shown, known):
    found = instances_at(REVIEWS.each, context(shown, known))
    return [
        ("".join(element.itertext()), record.fields["who"][0].text) for element, record in found
    ]


def test_as_many_elements_as_records_are_taken_in_their_order():
    assert matched(["Ann", "Zoe"], ["Ann", "Bob"]) == [("Ann", "Ann"), ("Zoe", "Bob")]


def test_of_more_elements_each_record_has_the_first_that_holds_it_after_those_of_others():
    assert matched(["Ann", "Bob", "Ann"], ["Ann", "Bob"]) == [("Ann", "Ann"), ("Bob", "Bob")]
    assert matched(["new", "Ann", "Bob"], ["Ann", "Bob"]) == [("Ann", "Ann"), ("Bob", "Bob")]
    assert matched(["Ann", "new"], ["Ann", "gone", "Bob"]) == [("Ann", "Ann")]


@pytest.mark.parametrize(
    ("shown", "outcome"),
    [
        (["Ann", "Bob", "Cid", "Dan"], RepairOutcome.KEPT),
        (["Ann", "Bob", "Cid"], RepairOutcome.KEPT),  # most records
        (["Ann", "Bob"], RepairOutcome.VANISHED),  # half of them
        (["Ann", "Bob", "Cid", "1", "2", "3"], RepairOutcome.KEPT),  # half of what is found
        (["Ann", "Bob", "Cid", "1", "2", "3", "4"], RepairOutcome.VANISHED),
    ],
)
def test_a_place_holds_with_most_records_and_no_more_others_than_these(shown, outcome):
    one = context(shown, ["Ann", "Bob", "Cid", "Dan"])
    assert mend_instances(REVIEWS, "reviews", [one]).outcome is outcome
