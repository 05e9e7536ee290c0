"""What monitoring stands on: identities that stay, baselines that hold, records that come back as they were."""

from dataclasses import replace

import pytest
from synthetic import (
    HUB,
    SITE,
    TARGET,
    WRAPPER,
    digest,
    open_class,
    product_record,
)

from pagekin.site import FailureKind
from pagekin.store.models import Citation, Crawl, CrawlPage, Link, Record, Value
from pagekin.store.page_results import (
    ClassOfPages,
    Content,
    KindOfPage,
    PageLink,
    PageResult,
    Transfer,
)
from pagekin.store.reading.comparison import compare
from pagekin.store.reading.crawl_pages import links_to, pages_of, seen_at
from pagekin.store.reading.crawler_versions import (
    crawler_named,
    list_crawlers,
    list_versions,
    models_of,
)
from pagekin.store.reading.crawls import baseline_of, crawl_numbered, fields_added
from pagekin.store.reading.record_sets import records_of_crawl
from pagekin.store.states import CrawlPurpose, CrawlState, Outcome
from pagekin.store.upkeep.checking import check
from pagekin.store.upkeep.deleting import delete_crawler
from pagekin.store.upkeep.retention import thin
from pagekin.store.writing import crawl_runs
from pagekin.store.writing.backfill import minable_pages, mine_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter
from pagekin.values.value import Value as FieldValue
from pagekin.wrappers import record as wrapper_record


def product(name, number=1, day=0, records=None):
    found = [product_record(number, day)] if records is None else records
    content = Content(digest(name, number, day, repr(found)), records=found)
    return PageResult(f"{SITE}/{name}", TARGET, Outcome.TARGET, 200, content=content)


def crawled(store, *results, opened=None, **options):
    opened = opened or open_class(store, **({"wrapper": WRAPPER} | options))
    with CrawlWriter(store, opened) as writer:
        for result in results:
            writer.enqueue(result)
        writer.call(lambda connection: crawl_runs.finish(connection, opened))
    return opened


def states(store, older, newer):
    with store.connection() as connection:
        return {
            one.url.removeprefix(f"{SITE}/"): one.state
            for one in compare(connection, older.id, newer.id)
        }


def edited(change, bundle=0):
    """Return the wrapper with another bundle in place of one."""
    bundles = list(WRAPPER.bundles)
    bundles[bundle] = change(bundles[bundle])
    return replace(WRAPPER, bundles=tuple(bundles))


def renamed(bundle):
    return replace(
        bundle,
        fields=tuple(
            replace(field, name="cost") if field.name == "price" else field
            for field in bundle.fields
        ),
    )


def with_cost(number, day=0):
    record = product_record(number, day)
    fields = {("cost" if name == "price" else name): some for name, some in record.fields.items()}
    return replace(record, fields=fields)


def test_two_crawlers_of_a_site_share_its_pages_and_no_history(store):
    first = crawled(store, product("a"), product("b"))
    other = crawled(store, product("a"), name="cups")
    again = crawled(store, product("a"), product("b"))
    assert other.previous is None
    assert again.previous == first.id
    with store.connection() as connection:
        assert connection.rows("SELECT count(*) FROM pagekin_page")[0][0] == 2
        assert connection.rows("SELECT count(*) FROM pagekin_page_version")[0][0] == 2


def test_a_renamed_field_is_no_change_and_a_new_price_of_it_is(store):
    older = crawled(store, product("a", 1), product("b", 2))
    newer = crawled(
        store,
        product("a", records=[with_cost(1)]),
        product("b", records=[with_cost(2, day=5)]),
        wrapper=edited(renamed),
        content='{"edited": 1}',
    )
    assert states(store, older, newer) == {"a": "unchanged", "b": "changed"}


def test_a_field_that_only_one_wrapper_looks_for_is_no_change(store):
    fewer = edited(lambda bundle: replace(bundle, fields=bundle.fields[1:]))
    record = product_record(1)
    nameless = replace(record, fields={n: v for n, v in record.fields.items() if n != "name"})
    older = crawled(store, product("a", records=[nameless]), wrapper=fewer)
    newer = crawled(store, product("a", 1), content='{"edited": 1}')
    assert states(store, older, newer) == {"a": "unchanged"}
    with store.connection() as connection:
        assert fields_added(connection, older.id, newer.id) == ["product.name"]
        assert fields_added(connection, newer.id, older.id) == []


def test_rows_in_another_order_are_no_change(store):
    def rows(*stars):
        reviews = tuple(
            wrapper_record.Record(
                "review", index, {"stars": (FieldValue(str(n), "integer", {"value": n}),)}
            )
            for index, n in enumerate(stars)
        )
        return [replace(product_record(1), nested=reviews)]

    older = crawled(store, product("a", records=rows(1, 2, 3)))
    newer = crawled(store, product("a", records=rows(3, 1, 2)))
    newest = crawled(store, product("a", records=rows(3, 1, 5)))
    assert states(store, older, newer) == {"a": "unchanged"}
    assert states(store, newer, newest) == {"a": "changed"}


def test_what_a_crawler_no_longer_covers_has_not_vanished(store):
    gone = PageResult(f"{SITE}/c", TARGET, Outcome.FAILED, 404, FailureKind.STATUS, "not found")
    older = crawled(store, product("a"), product("b", 2), product("c", 3), finding="wide")
    newer = crawled(
        store, product("a"), gone, product("d", 4), finding="narrow", content='{"narrow": 1}'
    )
    assert states(store, older, newer) == {
        "a": "unchanged",
        "b": "no longer covered",
        "c": "vanished",
        "d": "newly covered",
    }


@pytest.mark.parametrize(
    ("result", "state"),
    [
        (
            PageResult(f"{SITE}/", HUB, Outcome.FAILED, None, FailureKind.NETWORK, "no answer"),
            CrawlState.FAILED,
        ),
        (
            PageResult(f"{SITE}/", HUB, Outcome.HUB, 200, content=Content(b"empty")),
            CrawlState.EMPTY,
        ),
    ],
)
def test_a_failed_or_empty_crawl_is_nobodys_baseline(store, result, state):
    first = crawled(store, product("a"))
    nothing = crawled(store, result)
    after = crawled(store, product("a"))
    assert after.previous == first.id
    with store.connection() as connection:
        assert crawl_numbered(connection, nothing.id).state is state
        assert baseline_of(connection, crawl_numbered(connection, after.id)).id == first.id


def test_records_of_a_crawl_come_back_whole_and_in_the_order_of_its_pages(store):
    opened = crawled(store, *(product(f"p{n}", n) for n in range(12)), product("bare", records=[]))
    with store.connection() as connection:
        found = list(records_of_crawl(connection, opened.id))
        assert [url for url, _ in found] == [page.url for page in pages_of(connection, opened.id)]
    expected = {f"{SITE}/p{n}": (product_record(n),) for n in range(12)}
    assert dict(found) == expected | {f"{SITE}/bare": ()}


def test_fields_without_a_value_come_back_empty_and_under_the_names_of_their_time(store):
    record = replace(product_record(1), fields={"sku": product_record(1).fields["sku"]})
    older = crawled(store, product("a", records=[record]))
    crawled(store, product("a", records=[with_cost(1)]), wrapper=edited(renamed), content="{2}")
    with store.connection() as connection:
        [(_, [found])] = records_of_crawl(connection, older.id)
    assert list(found.fields) == ["name", "price", "sku", "images"]
    assert found.fields["price"] == ()


def test_a_kept_crawl_is_mined_with_another_wrapper_all_at_once(store):
    opened = crawled(store, product("a", 1), product("b", 2))
    better = ClassOfPages("teapots", "teapots", '{"better": 1}', "", edited(renamed))
    with store.connection() as reading, store.connection() as connection:
        pages = list(minable_pages(reading, opened.id))
        found = [(page.page, [with_cost(n + 1)]) for n, page in enumerate(pages)]
        assert mine_crawl(connection, opened.id, better, found) == 2
        mined = [records for _, records in records_of_crawl(connection, opened.id)]
    assert mined == [(with_cost(1),), (with_cost(2),)]
    assert check(store, archive=False).problems == ()


def test_an_imported_crawl_is_mined_into_targets(store):
    page = PageResult(f"{SITE}/a", KindOfPage("page"), Outcome.PAGE, 200, content=Content(b"a"))
    imported = crawled(
        store,
        page,
        opened=crawl_runs.open_crawl(store, SITE, purpose=CrawlPurpose.IMPORT, note="x"),
    )
    mined_by = ClassOfPages("teapots", "teapots", "{}", "", WRAPPER)
    with store.connection() as connection:
        [one] = minable_pages(connection, imported.id)
        mine_crawl(connection, imported.id, mined_by, [(one.page, [product_record(7)])])
        assert list(records_of_crawl(connection, imported.id)) == [
            (f"{SITE}/a", (product_record(7),))
        ]


def test_several_classes_take_part_in_one_crawl(store):
    classes = [ClassOfPages(uid, uid, "{}", "", WRAPPER) for uid in ("teapots", "cups")]
    opened = crawl_runs.open_crawl(store, SITE, classes)
    pots, cups = (one.crawler for one in opened.classes)
    results = [
        replace(product(name, n), kind=KindOfPage("target", crawler=crawler))
        for name, n, crawler in (("pot", 1, pots), ("cup", 2, cups))
    ]
    crawled(store, *results, opened=opened)
    with store.connection() as connection:
        rows = connection.rows(
            "SELECT page.url, kind.crawler_id, wrapper.crawler_id FROM pagekin_crawl_page seen "
            "JOIN pagekin_page page ON page.id = seen.page_id "
            "JOIN pagekin_kind kind ON kind.id = seen.kind_id "
            "JOIN pagekin_record_set found ON found.id = seen.records_id "
            "JOIN pagekin_wrapper_version wrapper ON wrapper.id = found.wrapper_version_id "
            "ORDER BY page.url"
        )
    assert rows == [(f"{SITE}/cup", cups, cups), (f"{SITE}/pot", pots, pots)]
    assert crawl_runs.open_crawl(store, SITE, classes).previous == opened.id


def test_crawlers_and_their_versions_are_listed_found_and_removed(store):
    crawled(store, product("a"), name="0123456789ab")
    last = crawled(store, product("a", day=2), name="0123456789ab", content='{"two": 2}')
    crawled(store, product("b"), name="ba9876543210")
    [one, other] = list_crawlers(store)
    assert (one.uid, one.versions, one.crawls) == ("0123456789ab", 2, 2)
    assert [version.content for version in list_versions(store, one.id)] == ["{}", '{"two": 2}']
    assert [version.crawls for version in list_versions(store, one.id)] == [1, 1]
    assert crawler_named(store, "0123") == crawler_named(store, one.uid) == one
    assert crawler_named(store, "ba9") == other
    assert [crawler_named(store, name) for name in ("", "nobody", "a")] == [None, None, None]
    assert delete_crawler(store, last.crawler).crawls == 2
    assert list_crawlers(store) == [other]
    assert check(store, archive=False).problems == ()
    with store.connection() as connection:
        assert connection.rows("SELECT url FROM pagekin_page") == [(f"{SITE}/b",)]


def test_thinning_keeps_what_saved_results_cite(store):
    first, *_, last = [crawled(store, product("a", day=day)) for day in range(4)]
    with models_of(store) as alias:
        Citation.objects.using(alias).create(crawl_id=first.id, why="report of May")
    assert thin(store, last.crawler, keep=1).crawls == 2
    with store.connection() as connection:
        assert crawl_numbered(connection, first.id) is not None
        assert [records for _, records in records_of_crawl(connection, first.id)] == [
            (product_record(1),)
        ]


def test_the_models_answer_what_consoles_ask(store):
    image = PageLink(f"{SITE}/i.png", "a pot", tag="img")
    hub = Content(b"hub", links=[image, PageLink(f"{SITE}/a", "A", TARGET)])
    failed = PageResult(f"{SITE}/x", TARGET, Outcome.FAILED, 500, FailureKind.STATUS, "broken")
    first = crawled(store, product("a", 1))
    opened = crawled(
        store,
        product("a", 1),
        failed,
        PageResult(f"{SITE}/", HUB, Outcome.HUB, 200, content=hub),
    )
    with models_of(store) as alias:
        crawl = Crawl.objects.using(alias).get(pk=opened.id)
        assert Crawl.objects.using(alias).before(crawl).first().pk == first.id
        assert list(Crawl.objects.using(alias).of_site(SITE).finished()) != []
        pages = CrawlPage.objects.using(alias).of(crawl).select_related("page")
        assert [one.page.url for one in pages.targets()] == [f"{SITE}/a"]
        assert [(one.failure, one.detail) for one in pages.failed()] == [("status", "broken")]
        prices = Value.objects.using(alias).of(crawl).named("price", "product")
        assert [value.num for value in prices.filter(num__gt=100)] == [101.0]
        sources = crawl_attributes(alias, crawl)
        assert sources == {f"{SITE}/i/1-0.png", f"{SITE}/i/1-1.png"}
        with_key = Record.objects.using(alias).with_key("K-000001")
        assert {record.set.page.url for record in with_key.select_related("set__page")} == {
            f"{SITE}/a"
        }
        here = Link.objects.using(alias).of(crawl).to_url(f"{SITE}/i.png")
        assert [(link.tag, link.set.page.url) for link in here] == [("img", f"{SITE}/")]
    with store.connection() as connection:
        assert [link.page for link in links_to(connection, opened.id, f"{SITE}/a")] == [f"{SITE}/"]


def crawl_attributes(alias, crawl):
    """Return the sources of all images that a crawl saw."""
    found = Value.field.field.remote_field.model.objects.using(alias).filter(type="image")
    return {one.text for field in found for one in field.attributes.of(crawl).filter(name="src")}


def test_how_a_page_came_is_kept(store):
    transfer = Transfer(1234, "text/html; charset=utf-8", 1_700_000_000.5)
    opened = crawled(store, replace(product("a"), transfer=transfer))
    with store.connection() as connection:
        [page] = pages_of(connection, opened.id)
        assert (page.size, page.content_type, page.fetched_at) == (
            1234,
            "text/html; charset=utf-8",
            1_700_000_000.5,
        )
        assert seen_at(connection, f"{SITE}/a").crawl == opened.id
