"""What is written down when a crawl has ended: events, held back or told, figures, and what is unusual."""

import pytest

from monitor.stored_days import crawl, failed, product
from pagekin.app.report import ReportRequest, build, graphs_over_time, report_table
from pagekin.app.storing.workspace import ContentPositions, Workspace
from pagekin.app.watching import observe
from pagekin.errors import UsageError
from pagekin.monitor.crawl_figures import mining_statistics
from pagekin.query.answer_table import AnswerTable
from pagekin.store.archives import open_archive
from pagekin.store.judgements import JudgedResult, judge
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.states import EventKind, EventState

TEA = {"name": "Teapot", "stock": "In stock"}


@pytest.fixture
def workspace(store):
    with open_archive(store) as archive:
        yield Workspace(store, archive, ContentPositions())


def shop(number=20, **prices):
    """Make products that cost 10, but for those that are named."""
    return [
        product(f"p{n}", **TEA, sku=f"T-{n}", price=f"€ {prices.get(f'p{n}', '10.00')}")
        for n in range(number)
    ]


def day(workspace, results, **options):
    return observe(workspace, crawl(workspace.store, *results), **options)


def told(seen):
    return [
        (one.event.kind.value, place.old, place.new)
        for one in seen.told
        for place in one.event.places
    ]


def test_the_first_crawl_has_nothing_to_tell_but_its_figures(workspace):
    seen = day(workspace, shop())
    assert (seen.older, seen.counts, seen.events) == (None, None, ())
    (figures,) = seen.figures
    assert (figures.targets, figures.bundles, figures.prices, figures.prices_read) == (
        20,
        20,
        20,
        20,
    )


def test_to_observe_a_crawl_again_changes_nothing(workspace):
    day(workspace, shop())
    first = day(workspace, shop(p3="12.00"))
    again = observe(workspace, first.crawl)
    assert told(first) == told(again) == [("changed", "€ 10.00", "€ 12.00")]
    assert [one.digest for one in first.events] == [one.digest for one in again.events]
    assert first.counts == again.counts == {"changed": 1, "unchanged": 19}


def test_a_crawl_that_is_under_way_is_not_observed(workspace):
    with pytest.raises(UsageError, match="has not come to its end"):
        observe(workspace, 17)


def test_with_confirmation_a_change_is_told_when_a_second_crawl_agrees(workspace):
    day(workspace, shop(), confirm=2)
    held = day(workspace, shop(p3="12.00"), confirm=2)
    assert (held.told, [one.state for one in held.events]) == ((), [EventState.HELD])
    second = day(workspace, shop(p3="12.00"), confirm=2)
    assert told(second) == [("changed", "€ 10.00", "€ 12.00")]
    assert observe(workspace, held.crawl).older == held.older  # still there, and explained
    third = day(workspace, shop(p3="12.00"), confirm=2)
    assert told(third) == []


def test_what_comes_back_to_what_it_was_is_never_told(workspace):
    for prices in ({}, {}, {"p3": "12.00"}, {}, {}, {}):
        seen = day(workspace, shop(**prices), confirm=2)
        assert told(seen) == []


def test_what_changes_again_before_it_was_confirmed_is_told_as_one_change(workspace):
    seen = [
        told(day(workspace, shop(p3=price), confirm=2))
        for price in ("10.00", "10.00", "12.00", "13.00", "13.00")
    ]
    assert [len(one) for one in seen] == [0, 0, 0, 0, 1]
    assert seen[-1][0][2] == "€ 13.00"


def test_a_page_that_is_away_for_one_crawl_is_not_told_with_confirmation(workspace):
    kinds = set()
    for one in (shop(), [*shop()[1:], failed("p0")], shop(), shop()):
        kinds |= {event.event.kind for event in day(workspace, one, confirm=2).told}
    assert kinds == set()


def test_far_fewer_targets_than_usual_are_an_anomaly_that_is_told_once(workspace):
    for number in (30, 31, 30):
        assert day(workspace, shop(number)).anomalies == ()
    seen = day(workspace, shop(18))
    assert seen.anomalies == ("18 targets, 40% fewer than usual (30)",)
    again = day(workspace, shop(18))
    assert again.anomalies == ()
    states = [one.state for one in again.events if one.event.kind is EventKind.ANOMALY]
    assert states == [EventState.EXPLAINED]


def test_a_number_of_targets_that_varies_is_no_anomaly(workspace):
    for number in (30, 20, 34, 22):
        assert day(workspace, shop(number)).anomalies == ()


def test_two_crawls_are_no_baseline(workspace):
    for number in (30, 30, 12):
        assert day(workspace, shop(number)).anomalies == ()


@pytest.mark.parametrize(
    ("price", "expected"),
    [
        ("25.00", "price is 25, far above all that was seen before (10)"),
        ("4.00", "price is 4, far below all that was seen before (10)"),
        ("19.00", None),
    ],
)
def test_a_value_far_beyond_all_that_was_seen_is_an_anomaly_with_its_page(
    workspace, price, expected
):
    for _ in range(3):
        day(workspace, shop())
    seen = day(workspace, shop(p7=price))
    assert seen.anomalies == ((expected,) if expected else ())
    places = [
        place
        for one in seen.told
        if one.event.kind is EventKind.ANOMALY
        for place in one.event.places
    ]
    assert [place.url[-2:] for place in places] == (["p7"] if expected else [])


def test_a_field_that_half_of_the_records_lost_is_an_anomaly(workspace):
    bare = [product(f"p{n}", **TEA, sku=f"T-{n}") for n in range(9)]
    for _ in range(3):
        day(workspace, shop())
    seen = day(workspace, [*bare, *shop()[9:]])
    assert seen.anomalies == ("price is on 55% of the records, usually on 100%",)


def test_an_anomaly_that_a_person_rejected_is_not_told_again(workspace):
    for number in (30, 30, 30):
        day(workspace, shop(number))
    seen = day(workspace, shop(18))
    (event,) = [one for one in seen.told if one.event.kind is EventKind.ANOMALY]
    with workspace.store.connection() as connection:
        crawler = connection.rows("SELECT max(id) FROM pagekin_crawler")[0][0]
        judge(connection, crawler, JudgedResult(event.digest, anomaly=False, who="me", at=1.0))
    assert observe(workspace, seen.crawl).anomalies == ()
    for number in (30, 30, 30):
        day(workspace, shop(number))
    assert day(workspace, shop(17)).anomalies == ()  # about the same again
    assert day(workspace, shop(5)).anomalies != ()  # and this is another matter


def test_the_figures_of_all_crawls_are_those_of_the_papers_table(workspace):
    day(workspace, [*shop(8), product("odd", **TEA, sku="T-9", price="ask us")])
    with workspace.store.connection() as connection:
        (found,) = mining_statistics(connection)
    assert (found.pages, found.templates, found.bundles) == (9, 1, 9)
    assert (found.filled, found.empty) == (9 * 3 + 8, 9 * 6 - 9 * 3 - 8)
    assert found.price_share == pytest.approx(8 / 9)


def test_a_report_counts_each_page_that_changed_once_and_a_template_is_no_change(workspace):
    day(workspace, shop(25))
    prices = {f"p{n}": "12.00" for n in range(9)}
    fields = [
        product(f"p{n}", **TEA | {"stock": "Gone"}, sku=f"T-{n}", price="€ 12.00") for n in (0, 1)
    ]
    seen = day(workspace, [*fields, *shop(25, **prices)[2:]])
    with workspace.store.connection() as connection:
        connection.execute(
            "UPDATE pagekin_event SET kind = 'template' WHERE old = 'In stock' AND crawl_id = %s",
            seen.crawl,
        )
        facts = dict(reversed(one) for one in build(connection, ReportRequest(seen.crawl)).facts)
    assert facts == {"targets": "25", "changed": "9"}


@pytest.mark.parametrize(("paired", "shown"), [("key", False), ("position", True)])
def test_a_report_says_by_what_records_belong_together_unless_it_is_their_key(paired, shown):
    columns = ("page", "key", "price before", "price", "paired by", "result")
    row = ("http://h.test/p/1", "A", "€ 3", "€ 4", paired, "3f2a90c1")
    table = report_table(AnswerTable(columns, (row,)))
    assert table.columns == (("page", "key", "price", *(["paired by"] if shown else ())))
    assert (table.rows[0][2].was, table.rows[0][2].text) == ("€ 3", "€ 4")


def test_a_graph_shows_shares_of_what_is_so_and_no_average_of_days(workspace):
    for number in (1, 2):
        seen = day(workspace, shop(10, **{f"p{n}": f"{number}.00" for n in range(number)}))
    with workspace.store.connection() as connection:
        crawl_info = crawl_numbered(connection, seen.crawl)
        drawn = {}
        for kind in ("price", "availability", "date_dmy"):
            connection.execute("UPDATE pagekin_field SET type = %s WHERE name = 'price'", kind)
            drawn[kind] = [
                (one.title, one.unit) for one in graphs_over_time(connection, crawl_info)
            ][1:]
    assert drawn == {
        "price": [("price, on average", "")],
        "availability": [("price, share that is available", "%")],
        "date_dmy": [],
    }
