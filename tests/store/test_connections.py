"""Connections: many rows go in whatever their number, and what is wrong with them is told in time."""

import subprocess
import sys

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pagekin.store.storable_text import joined, storable
from pagekin.store.writing.page_ids import PageIds

_MARK = ("crawl_id", "mark")
_PAGE = ("site_id", "digest", "url")


def marks(connection):
    return [mark for (mark,) in connection.rows("SELECT mark FROM pagekin_mark ORDER BY mark")]


@pytest.mark.parametrize("count", [0, 1, 9, 10, 99, 100, 101, 111, 1001])
def test_any_number_of_rows_is_inserted(store, count):
    with store.connection() as connection, connection.transaction():
        connection.insert("pagekin_mark", _MARK, [(1, number) for number in range(count)])
        assert marks(connection) == list(range(count))


def test_rows_are_there_for_the_statement_behind_them(store):
    with store.connection() as connection, connection.transaction():
        connection.insert("pagekin_mark", _MARK, [(1, 1)])
        connection.insert("pagekin_mark", _MARK, [(1, 2)])
        connection.insert("pagekin_page", _PAGE, [(1, b"digest", "http://a/")])
        assert marks(connection) == [1, 2]
        assert connection.execute("UPDATE pagekin_mark SET mark = mark + 10") == 2
    with store.connection() as connection:
        assert marks(connection) == [11, 12]
        connection.insert(
            "pagekin_mark", _MARK, [(1, 13)]
        )  # without a transaction it is one itself
        with store.connection() as other:
            assert marks(other) == [11, 12, 13]


def test_nothing_stays_nothing_whatever_the_columns_type(store):
    columns = ("set_id", "record", "field_id", "position", "text", "num", "unit")
    rows = [
        (1, number, 1, 0, "", *meaning)
        for number, meaning in enumerate([(None, None), (1.5, ""), (0.0, None), (None, "EUR")] * 30)
    ]
    with store.connection() as connection, connection.transaction():
        connection.insert("pagekin_value", columns, rows)
        found = connection.rows(f"SELECT {', '.join(columns)} FROM pagekin_value ORDER BY record")
    assert found == rows


def test_without_parameters_a_percent_sign_is_one(store):
    with store.connection() as connection:
        assert list(connection.each("SELECT '50%'")) == [("50%",)]
        assert connection.rows("SELECT '50%'") == [("50%",)]


def insert_and_fail(connection):
    with connection.transaction():
        connection.insert("pagekin_mark", _MARK, [(1, 1)])
        raise KeyError


def test_a_failure_takes_back_rows_that_were_still_under_way(store):
    with store.connection() as connection:
        with pytest.raises(KeyError):
            insert_and_fail(connection)
        assert marks(connection) == []
        with connection.transaction():
            connection.insert("pagekin_mark", _MARK, [(1, 2)])
        assert marks(connection) == [2]


def test_what_postgresql_says_of_rows_is_heard_before_the_commit(postgres_store):
    connection = postgres_store.connect()
    try:
        with pytest.raises(psycopg.errors.UniqueViolation), connection.transaction():
            connection.insert("pagekin_mark", _MARK, [(1, 1), (1, 1)])
        assert marks(connection) == []
        assert not connection.broken
    finally:
        connection.close()


@given(
    st.lists(
        st.tuples(st.binary(min_size=1, max_size=9), st.text(max_size=20)),
        max_size=40,
        unique_by=lambda row: row[0],
    )
)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_every_text_and_every_bytes_come_back_as_they_went_in(store, pages):
    rows = [(1, digest, storable(url)) for digest, url in pages]
    with store.connection() as connection:
        connection.execute("DELETE FROM pagekin_page")
        with connection.transaction():
            connection.insert("pagekin_page", _PAGE, rows)
            found = connection.rows("SELECT site_id, digest, url FROM pagekin_page")
            among = connection.among(
                "SELECT digest FROM pagekin_page WHERE digest {}", [row[1] for row in rows]
            )
            assert sorted(bytes(digest) for (digest,) in among) == sorted(row[1] for row in rows)
    assert sorted((one, bytes(digest), url) for one, digest, url in found) == sorted(rows)


def test_pages_are_new_once_whoever_asks(store):
    with store.connection() as connection, connection.transaction():
        first, new = PageIds(1).old_and_new(connection, ["http://a/", "http://b/"])
        assert sorted(new) == sorted(first.values())
        again, new = PageIds(1).old_and_new(connection, ["http://b/", "http://c/", "http://a/"])
        assert set(new) == {again["http://c/"]}
        assert {url: again[url] for url in first} == first


@given(st.lists(st.text(max_size=9), max_size=9))
def test_texts_are_joined_if_each_of_them_is_storable(texts):
    if all(storable(text) == text for text in texts):
        assert joined(texts) == "\0".join(texts).encode()
    else:
        with pytest.raises(ValueError, match=r"NUL|surrogates"):
            joined(texts)
    together = joined([storable(text) for text in texts])
    assert not texts or together.decode().split("\0") == [storable(text) for text in texts]


def test_a_store_that_is_a_file_does_without_psycopg(tmp_path):
    program = (
        "import pathlib, sys; from pagekin.store import location, opening; from pagekin.store.writing import crawl_writer; "
        "opening.open_store(location.StoreLocation(pathlib.Path(sys.argv[1]))); "
        "sys.exit('psycopg' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, tmp_path / "data"], check=False)
    assert done.returncode == 0
