"""An administrator's SQL may read, and nothing else, on both databases."""

import pytest

from made_crawls import ROOT, gone, page, store_crawl
from pagekin.errors import PagekinError, UsageError
from pagekin.query.fixed.own_sql import run_own_sql
from pagekin.store.reading.crawls import crawl_numbered

FAILED = (
    "SELECT page.url AS page, seen.status FROM pagekin_crawl_page seen "
    "JOIN pagekin_page page ON page.id = seen.page_id "
    "WHERE seen.crawl_id = :crawl AND seen.status >= :least ORDER BY page.url"
)


@pytest.fixture
def ask(store):
    store_crawl(store, {"/": page("/a", "/b"), "/a": page()})
    number = store_crawl(store, {"/": page("/a", "/b"), "/a": gone(), "/b": gone(500)})

    def ask(text, rows=100, seconds=30.0, **parameters):
        with store.connection() as connection:
            crawl = crawl_numbered(connection, number)
            return run_own_sql(connection, text, crawl, parameters, rows=rows, seconds=seconds)

    ask.store = store
    return ask


def test_a_select_is_answered_with_its_own_columns(ask):
    found = ask(FAILED, least="400")
    assert found.columns == ("page", "status")
    assert list(found.rows) == [(f"{ROOT}/a", 404), (f"{ROOT}/b", 500)]
    assert list(ask(FAILED + ";", least="500").rows) == [(f"{ROOT}/b", 500)]


def test_the_crawl_before_can_be_asked_too_and_texts_are_left_alone(ask):
    found = ask(
        "SELECT count(*) AS n, ':no %s %(x)s ''q''' AS t -- :nothing\n"
        "FROM pagekin_crawl_page /* :none */ WHERE crawl_id = :older"
    )
    assert list(found.rows) == [(2, ":no %s %(x)s 'q'")]
    found = ask("SELECT url FROM pagekin_page WHERE url LIKE '%/a' AND url <> :x", x="50%")
    assert list(found.rows) == [(f"{ROOT}/a",)]


def test_rows_and_time_are_limited(ask):
    found = ask("SELECT url FROM pagekin_page ORDER BY url", rows=2)
    assert (len(found.rows), found.is_cut) == (2, True)
    endless = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    )
    with pytest.raises(PagekinError, match=r"took longer than 0\.3 seconds"):
        ask(endless, seconds=0.3)


@pytest.mark.parametrize(
    "text",
    [
        "DELETE FROM pagekin_page",
        "UPDATE pagekin_page SET url = 'x'",
        "INSERT INTO pagekin_site (name) VALUES ('x')",
        "DROP TABLE pagekin_page",
        "ATTACH 'x.db' AS x",
        "PRAGMA query_only = OFF",
        "COPY pagekin_page TO PROGRAM 'touch /tmp/pwned'",
        "SET TRANSACTION READ WRITE",
        "COMMIT",
        "VACUUM",
        "",
        "  ;  ",
        "SELECT 1; DELETE FROM pagekin_page",
        "SELECT 1) AS own; DELETE FROM pagekin_page; SELECT (1",
        "SELECT 1) AS own; COMMIT; DELETE FROM pagekin_page; --",
        "SELECT 1) AS own LIMIT 1; ROLLBACK; DROP TABLE pagekin_page; BEGIN; SELECT 1 FROM (SELECT 2",
        "WITH gone AS (DELETE FROM pagekin_page RETURNING id) SELECT * FROM gone",
        "SELECT load_extension('x')",
        "SELECT * FROM pragma_query_only(0); SELECT 1",
        "SELECT nextval(pg_get_serial_sequence('pagekin_page', 'id'))",
        "SELECT set_config('transaction_read_only', 'off', true) FROM nothing",
        "SELECT * FROM nothing",
        "SELECT \0 1",
        "SELECT :unknown",
        "SELECT ?",
        "SELECT 1 FROM",
    ],
)
def test_whatever_is_no_reading_is_refused_and_changes_nothing(ask, text):
    before = state(ask.store)
    with pytest.raises(UsageError):
        ask(text)
    assert state(ask.store) == before
    # What was refused leaves nothing behind: the next one can be asked.
    assert len(ask(FAILED, least="1").rows) == 3


def state(store):
    with store.connection() as connection:
        return [
            connection.rows(f"SELECT count(*) FROM {table}")
            for table in ("pagekin_page", "pagekin_site", "pagekin_crawl_page")
        ]


def test_secrets_cannot_be_read(sqlite_store):
    number = store_crawl(sqlite_store, {"/": page()})
    with sqlite_store.connection() as connection:
        crawl = crawl_numbered(connection, number)
        for text in (
            "SELECT * FROM pagekin_secret",
            "SELECT token FROM pagekin_channel",
            "SELECT url FROM pagekin_page UNION SELECT token FROM pagekin_secret",
        ):
            with pytest.raises(UsageError, match=r"prohibited|not authorized"):
                run_own_sql(connection, text, crawl)
        with pytest.raises(UsageError, match="too big"):
            run_own_sql(connection, "SELECT zeroblob(100000000)", crawl)
        connection.execute("INSERT INTO pagekin_site (name) VALUES ('still writable')")
