"""Items that became fields by their position: when they only changed places, and when they changed."""

import pytest

from pagekin.dom import parse_page
from pagekin.monitor.order_alone import OrderJudge, PageVersionsOf
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.record_differences import differences

URL = "https://shop.test/p"


def field(name, path, kind="text"):
    return Field(name, kind, (Locator(path, Anchor.NAME),))


WRAPPER = Wrapper(
    (
        Bundle(
            "page",
            (
                field("first", "//ul/li[1]/a", "link"),
                field("second", "//ul/li[2]/a", "link"),
                field("note", "//ul/li[1]/i"),
                field("price", "//b"),
                field("old", "//s"),
            ),
        ),
    )
)


def page(items, price="€ 2", old="€ 3"):
    """Make a page with a list of links, some with a note."""
    rows = "".join(
        f"<li><a href=/{name}>{name}</a>" + (f"<i>{note}</i>" if note else "")
        for name, note in items
    )
    html = f"<ul>{rows}</ul><b>{price}</b><s>{old}</s>"
    return parse_page(URL, html.encode())


def left(old, new, *, archived=True):
    """Return the fields that have more than another order."""
    pages = {1: old, 2: new}
    judge = OrderJudge(WRAPPER, (lambda version, _: pages[version]) if archived else None)
    extract = Extractor(WRAPPER).extract
    found = list(differences(extract(old).records, extract(new).records))
    kept = judge.without_order(found, PageVersionsOf(1, 2, URL, URL))
    return {part.field for one in kept for part in one.fields}


BOTH = [("a", "x"), ("b", ""), ("c", "y")]


def test_items_that_changed_places_have_not_changed():
    assert left(page(BOTH), page(BOTH[::-1])) == set()


def test_an_item_that_is_new_in_the_list_is_a_change():
    assert left(page(BOTH), page([("d", ""), *BOTH])) >= {"first", "second"}


def test_a_note_that_moved_with_its_item_has_not_changed_even_if_it_is_the_only_one():
    items = [("a", ""), ("b", "x")]
    assert left(page(items), page(items[::-1])) == set()


def test_a_link_that_leads_elsewhere_under_the_same_text_is_a_change():
    old = page(BOTH)
    new = parse_page(URL, old.body.replace(b"href=/a", b"href=/z"))
    assert left(old, new) == {"first"}


def test_fields_with_places_of_their_own_that_exchange_their_values_have_changed():
    assert left(page(BOTH), page(BOTH, price="€ 3", old="€ 2")) == {"price", "old"}


@pytest.mark.parametrize("archived", [True, False])
def test_without_the_pages_nobody_knows(archived):
    assert bool(left(page(BOTH), page(BOTH[::-1]), archived=archived)) is not archived
