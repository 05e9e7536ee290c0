"""What two crawls tell: events that are true, each once, and nothing of what is no change."""

from dataclasses import replace

import pytest
from stored_days import WRAPPER, crawl, failed, product, turned_away

from pagekin.monitor import compare_crawls
from pagekin.store.states import EventKind, EventState
from pagekin.wrappers import Anchor, Locator, Wrapper

TEA = {"name": "Teapot", "price": "€ 10.00", "stock": "In stock", "sku": "T-1"}


@pytest.fixture
def compared(store):
    """Compare the last two of some crawls."""

    def compared(*days, **options):
        numbers = [crawl(store, *day, **options) for day in days]
        with store.connection() as connection:
            return compare_crawls(connection, *numbers[-2:])

    return compared


def events(found):
    """Return events without the numbers of pages."""
    return {
        (
            one.kind.value,
            one.name,
            one.attribute,
            tuple((place.url.rpartition("/")[2], place.old, place.new) for place in one.places),
        )
        for one in found.events
    }


def shop(number=20, **values):
    return [
        product(f"p{n}", **{**TEA, "name": f"Pot {n}", "sku": f"T-{n}"} | values)
        for n in range(number)
    ]


@pytest.mark.parametrize(
    ("change", "kind", "name", "attribute", "old", "new"),
    [
        ({"price": "€ 12.00"}, "changed", "price", "", "€ 10.00", "€ 12.00"),
        ({"stock": ""}, "missing", "stock", "", "In stock", None),
        ({"tags": ["sale"]}, "appeared", "tags", "", None, "sale"),
        ({"price": "ask us"}, "type broken", "price", "", "€ 10.00", "ask us"),
        ({"source": "/b"}, "changed", "source", "href", "/a", "/b"),
    ],
)
def test_what_happens_to_a_field_is_told_with_its_values(
    compared, change, kind, name, attribute, old, new
):
    tea = TEA | {"source": "/a"}
    found = compared([product("tea", **tea)], [product("tea", **tea | change)])
    assert events(found) == {(kind, name, attribute, (("tea", old, new),))}
    assert found.counts == {"changed": 1}


def test_lists_and_rows_in_another_order_are_no_change(compared):
    rows = [("A", "€ 1.00"), ("B", "€ 2.00"), ("C", "€ 3.00")]
    found = compared(
        [product("tea", **TEA, tags=["red", "blue", "red"], offers=rows)],
        [product("tea", **TEA, tags=["red", "red", "blue"], offers=rows[::-1])],
    )
    assert events(found) == set()
    assert found.counts == {"unchanged": 1}


def test_a_list_that_lost_one_of_two_equal_items_has_changed(compared):
    found = compared(
        [product("tea", **TEA, tags=["red", "red"])], [product("tea", **TEA, tags=["red"])]
    )
    assert found.counts == {"changed": 1}


def test_many_words_in_another_order_are_reordered_and_few_have_changed(compared):
    colours = "red, green, blue, black, white"
    other = "white, black, red, green, blue"
    old = [product("a", **TEA | {"name": colours}), product("b", **TEA | {"name": "2 : 1"})]
    new = [product("a", **TEA | {"name": other}), product("b", **TEA | {"name": "1 : 2"})]
    found = compared(old, new)
    assert found.counts == {"reordered": 1, "changed": 1}
    assert [one.places[0].url[-1] for one in found.events] == ["b"]


def test_prices_that_rows_exchange_have_changed(compared):
    before = [("A", "€ 1.00"), ("B", "€ 2.00")]
    after = [("A", "€ 2.00"), ("B", "€ 1.00")]
    found = compared([product("tea", **TEA, offers=before)], [product("tea", **TEA, offers=after)])
    assert {(one.name, one.places[0].key) for one in found.events} == {
        ("offer.cost", "A"),
        ("offer.cost", "B"),
    }


def test_rows_that_come_and_go_are_told_with_their_keys(compared):
    found = compared(
        [product("tea", **TEA, offers=[("A", "€ 1.00"), ("B", "€ 2.00")])],
        [product("tea", **TEA, offers=[("A", "€ 1.00"), ("C", "€ 3.00")])],
    )
    assert {(one.kind, one.places[0].key) for one in found.events} == {
        (EventKind.ROW_REMOVED, "B"),
        (EventKind.ROW_ADDED, "C"),
    }


def test_the_same_substitution_on_all_pages_is_one_event_with_all_of_them(compared):
    def day(version):
        return [
            product(f"p{n}", **TEA | {"sku": f"T-{n}", "source": f"/blob/{version}/R/f{n}.R"})
            for n in range(9)
        ]

    found = compared(day("v1.2.0"), day("main"))
    (event,) = found.events
    assert (event.kind, event.name, event.attribute) == (EventKind.CHANGED, "source", "href")
    assert (event.old, event.new, event.wide) == ("v1.2.0", "main", True)
    assert {place.new for place in event.places} == {f"/blob/main/R/f{n}.R" for n in range(9)}
    assert found.counts == {"changed alike": 9}


def test_a_page_with_a_change_of_its_own_beside_that_of_all_has_changed(compared):
    dearer = product("p0", **TEA | {"stock": "Made to order", "price": "€ 11.00"})
    found = compared(shop(9), [dearer, *shop(9, stock="Made to order")[1:]])
    assert found.counts == {"changed": 1, "changed alike": 8}


def test_what_other_pages_said_before_is_said_by_each_page_itself(compared):
    """Eight products that are sold out now, where others were already, are eight changes in one event."""
    sold = [product(f"p{n}", **TEA | {"sku": f"T-{n}", "stock": "Sold out"}) for n in range(9)]
    there = [product(f"p{n}", **TEA | {"sku": f"T-{n}"}) for n in range(20)]
    older = [sold[8] if one.url.endswith("/p8") else one for one in there]
    found = compared(older, [*sold, *there[9:]])
    (event,) = found.events
    assert (len(event.places), event.wide) == (8, False)
    assert found.counts == {"changed": 8, "unchanged": 12}


def test_six_pages_that_change_alike_are_told_as_six(compared):
    found = compared(shop(6), shop(6, stock="Made to order"))
    assert [(len(one.places), one.wide) for one in found.events] == [(6, False)]
    assert found.counts == {"changed": 6}


def test_pages_come_go_fail_and_recover(compared):
    a, b, c = (product(n, **TEA | {"sku": n, "name": n}) for n in "abc")
    assert events(compared([a, b], [a, c])) == {
        ("new", "", "", (("c", None, None),)),
        ("vanished", "", "", (("b", None, None),)),
    }


def test_a_page_that_fails_is_failing_once_and_recovers(compared, store):
    a, b = (product(n, **TEA | {"sku": n, "name": n}) for n in "ab")
    assert events(compared([a, b], [a, failed("b")])) == {("failing", "", "", (("b", None, None),))}
    third = crawl(store, a, failed("b"))
    with store.connection() as connection:
        still = compare_crawls(connection, third - 1, third)
        assert not still.events
        fourth = crawl(store, a, b)
        back = compare_crawls(connection, third, fourth)
    assert events(back) == {("recovered", "", "", (("b", None, None),))}


def test_a_page_unseen_one_day_and_gone_the_next_has_vanished(compared):
    a, b = (product(n, **TEA | {"sku": n, "name": n}) for n in "ab")
    found = compared([a, b], [a, failed("b")], [a, failed("b", 404)])
    assert events(found) == {("vanished", "", "", (("b", None, None),))}


def test_a_page_that_is_known_by_its_key_under_another_url_has_moved(compared):
    found = compared([product("old", **TEA)], [product("new", **TEA)])
    assert [(one.kind, one.old[-3:], one.new[-3:]) for one in found.events] == [
        (EventKind.MOVED, "old", "new")
    ]


def test_a_wrapper_that_was_edited_is_no_change(store):
    bundle = WRAPPER.bundles[0]
    fields = [field for field in bundle.fields if field.name != "stock"]
    edited = Wrapper((type(bundle)("product", tuple(fields), bundles=bundle.bundles),))
    older = crawl(store, *shop(3), wrapper=edited, content='{"v": 1}')
    newer = crawl(store, *shop(3), content='{"v": 2}')
    with store.connection() as connection:
        assert not compare_crawls(connection, older, newer).events


def test_a_field_that_most_pages_have_lost_is_the_template_and_not_the_pages(compared):
    day = [product(f"p{n}", **TEA | {"sku": f"T-{n}", "price": f"€ {n + 1}.00"}) for n in range(20)]
    bare = [
        product(f"p{n}", **TEA | {"sku": f"T-{n}", "price": ""} | ({} if n else {"name": "Tea"}))
        for n in range(20)
    ]
    found = compared(day, bare)
    (sign,) = found.template.fields
    assert (sign.name, sign.failing, sign.looked) == ("price", 20, 20)
    lost = [one for one in found.events if one.name == "price"]
    assert {one.state for one in lost} == {EventState.EXPLAINED}
    assert found.counts == {"template changed": 19, "changed": 1}


def test_a_field_that_new_pages_lack_is_no_sign(compared):
    fresh = [product(f"n{n}", **TEA | {"sku": f"N-{n}", "price": ""}) for n in range(30)]
    found = compared(shop(), [*shop(), *fresh])
    assert not found.template
    assert found.counts == {"new": 30, "unchanged": 20}


@pytest.mark.parametrize(("away", "is_template"), [(6, False), (12, True), (9, False)])
def test_most_pages_turned_away_at_once_are_the_template(compared, away, is_template):
    now = [turned_away(f"p{n}", "new") if n < away else one for n, one in enumerate(shop())]
    found = compared(shop(), now)
    assert bool(found.template.turned_away) is is_template
    state = "template changed" if is_template else "vanished"
    assert found.counts == {state: away, "unchanged": 20 - away}
    assert {one.state for one in found.events} == {
        EventState.EXPLAINED if is_template else EventState.TOLD
    }


def moved(wrapper, *names):
    """Return a wrapper that looks for these fields, or for the rows of this bundle, at another place."""
    elsewhere = (Locator("//main//b", Anchor.NAME),)
    (bundle,) = wrapper.bundles
    fields = tuple(
        replace(one, locators=elsewhere) if one.name in names else one for one in bundle.fields
    )
    inner = tuple(
        replace(one, each=elsewhere) if one.name in names else one for one in bundle.bundles
    )
    return Wrapper((replace(bundle, fields=fields, bundles=inner),))


@pytest.mark.parametrize(("alike", "is_something_else"), [(0, True), (1, True), (4, False)])
def test_what_is_read_elsewhere_and_differs_on_nearly_all_pages_is_no_change_of_theirs(
    store, alike, is_something_else
):
    two = [("A", "€ 1.00"), ("B", "€ 2.00")]
    now = shop(alike, offers=two) + shop(stock="Available", offers=two[:1])[alike:]
    now[-1] = product(
        "p19", **TEA | {"name": "Pot 19", "sku": "T-19", "price": "€ 9.00", "offers": two[:1]}
    )
    older = crawl(store, *shop(offers=two), content='{"v": 1}')
    wrapper = moved(WRAPPER, "stock", "price", "offer")
    newer = crawl(store, *now, wrapper=wrapper, content='{"v": 2}')
    with store.connection() as connection:
        found = compare_crawls(connection, older, newer)
    held = {one.name for one in found.events if one.state is EventState.EXPLAINED}
    assert held == ({"stock", "offer"} if is_something_else else set())
    assert not found.template  # nothing has to be repaired
    # One price is another: that is a change, wherever it is read.
    assert ("changed", "price", "", (("p19", "€ 10.00", "€ 9.00"),)) in events(found)
    others = {"unchanged": 19} if is_something_else else {"changed alike": 15, "unchanged": 4}
    assert found.counts == {"changed": 1, **others}
