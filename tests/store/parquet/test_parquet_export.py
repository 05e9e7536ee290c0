"""Crawls as Parquet files: each is written once, whole, and what did not change is not written again."""

import contextlib

import pyarrow.parquet as pq
import pytest

from pagekin.errors import PagekinError, UsageError
from pagekin.query.asking import QueryLimits, ask
from pagekin.store.opening import open_store
from pagekin.store.parquet.connection import ParquetConnection
from pagekin.store.parquet.export import export
from query.made_shop import product, store_day

FIRST = {f"/p/{n}": product(f"Pot {n}", f"POT-{n}", 10 + n) for n in range(1, 5)}
SECOND = FIRST | {"/p/2": product("Pot 2", "POT-2", 99)}


@pytest.fixture
def store(tmp_path):
    return open_store(tmp_path / "data")


@pytest.fixture
def place(tmp_path):
    return tmp_path / "exported"


def texts(folder):
    return sorted(pq.read_table(folder / "value.parquet")["text"].to_pylist())


def asked(place, text, crawl):
    with contextlib.closing(ParquetConnection(place)) as connection:
        return [row.values for row in ask(connection, text, crawl).rows]


def test_a_crawl_adds_what_no_earlier_one_had(store, place):
    first = store_day(store, FIRST)
    assert export(store, place).written == (first,)
    second = store_day(store, SECOND, day=1)
    assert export(store, place).written == (second,)
    folders = {n: place / "site=shop.test" / f"crawl={n}" for n in (first, second)}
    assert len(texts(folders[first])) == 12
    assert texts(folders[second]) == ["CAD 99", "POT-2", "Pot 2"]
    assert pq.read_table(folders[second] / "crawl_page.parquet").num_rows == 4
    assert asked(place, "product.price has changed", second) == [("CAD 12", "CAD 99")]
    assert export(store, place).written == ()


def test_crawls_whose_records_were_read_anew_are_written_anew(store, place):
    crawls = [store_day(store, FIRST), store_day(store, SECOND, day=1)]
    export(store, place)
    with store.connection() as connection:
        connection.execute(
            "UPDATE pagekin_crawl_page SET records_id = (SELECT max(id) FROM pagekin_record_set) "
            "WHERE crawl_id = %s AND page_id = (SELECT min(page_id) FROM pagekin_crawl_page)",
            crawls[0],
        )
    assert export(store, place).written == tuple(crawls)


def test_what_a_killed_export_left_is_no_crawl_and_the_next_writes_it(store, place):
    crawl = store_day(store, FIRST)
    export(store, place)
    folder = place / "site=shop.test" / f"crawl={crawl}"
    folder.rename(folder.with_name(f".{folder.name}.part"))
    with pytest.raises(UsageError, match="no exported crawls: 'pagekin store export"):
        ParquetConnection(place)
    assert export(store, place).written == (crawl,)
    assert [one.name for one in folder.parent.iterdir()] == [folder.name]


def test_a_crawl_that_is_not_exported_yet_cannot_be_asked(store, place):
    first = store_day(store, FIRST)
    export(store, place)
    second = store_day(store, SECOND, day=1)
    export(store, place)
    folder = place / "site=shop.test" / f"crawl={second}"
    folder.rename(folder.with_name(f".{folder.name}.part"))
    with pytest.raises(UsageError, match=f"there is no crawl {second}"):
        asked(place, "product.price > 10", second)
    assert len(asked(place, "product.price > 10", first)) == 4


def test_a_directory_of_something_else_is_left_alone(store, place, tmp_path):
    place.mkdir()
    (place / "thesis.txt").write_text("all of it")
    with pytest.raises(UsageError, match="has other files in it"):
        export(store, place)
    assert [one.name for one in place.iterdir()] == ["thesis.txt"]
    mine = tmp_path / "mine"
    export(store, mine)
    with pytest.raises(UsageError, match="the crawls of another store"):
        export(open_store(tmp_path / "other"), mine)


def test_nothing_is_written_through_a_connection_to_files(store, place):
    crawl = store_day(store, FIRST)
    export(store, place)
    with contextlib.closing(ParquetConnection(place)) as connection:
        with pytest.raises(UsageError, match="can only be read"):
            connection.execute("DELETE FROM pagekin_value")
        assert len(ask(connection, "product_name is anything", crawl).rows) == 4


def test_a_query_that_takes_too_long_is_given_up(store, place):
    crawl = store_day(store, FIRST)
    export(store, place)
    with contextlib.closing(ParquetConnection(place)) as connection:
        # Whatever is asked reads this first.
        connection.raw.execute("ALTER VIEW pagekin_crawl_page RENAME TO few")
        connection.raw.execute(
            "CREATE VIEW pagekin_crawl_page AS SELECT few.* FROM few, range(1000000), range(1000000)"
        )
        with pytest.raises(PagekinError, match="took longer than"):
            ask(connection, "product.price > 10", crawl, QueryLimits(seconds=0.2))
