"""What a person names is found: an event, a kept answer, a page; on both databases."""

import json

import pytest

from made_crawls import HOST, ROOT, page, store_crawl, url
from pagekin.app.result_finding import VerifyRequest, find_result
from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.saved_queries import Question, keep_answer
from pagekin.store.states import QueryKind

DIGEST = "ab12cd34ef56ab12cd34ef56ab12cd34"


@pytest.fixture
def connection(store):
    """Three crawls; in the last one a template changed on two pages, and an answer was kept."""
    for text in "abc":
        store_crawl(store, {"/1": page(text=text), "/2": page(text=text)})
    with store.connection() as connection:
        pages = [row[0] for row in connection.rows("SELECT id FROM pagekin_page ORDER BY url")]
        event(connection, 1, "changed", DIGEST, pages)
        event(connection, 2, "moved", "99" * 16, pages[1:], old=url("/was"), new=url("/2"))
        answer = {
            "columns": ["page", "key", "price", "result"],
            "rows": [[url("/1"), None, "5", "0011223344556677"], [url("/2"), "K", "6", "aa" * 8]],
            "is_cut": False,
        }
        question = Question(QueryKind.CONDITIONS, "price > 4")
        keep_answer(connection, 3, question, json.dumps(answer), 2)
        yield connection


def event(connection, number, kind, digest, pages, old="5", new="6"):
    columns = ("id", "crawl_id", "older_id", "kind", "state", "attribute", "old", "new")
    more = ("pages", "wide", "detail", "digest", "name")
    row = (number, 3, 1, kind, "told", "", old, new, len(pages), False, "", digest, "")
    connection.insert("pagekin_event", (*columns, *more), [row])
    places = [
        (number, place, page, f"K{place}", "key", None, None) for place, page in enumerate(pages)
    ]
    names = ("event_id", "number", "page_id", "key", "by", "old", "new")
    connection.insert("pagekin_event_page", names, places)


def find(connection, result, **options):
    found = find_result(connection, VerifyRequest(result, **options))
    return found.url.removeprefix(ROOT), found.crawl.id, found.older.id, found.digest, found.key


def test_an_event_is_found_by_the_beginning_of_its_digest(connection):
    assert find(connection, DIGEST[:6].upper()) == ("/1", 3, 1, DIGEST, "K0")
    assert find(connection, DIGEST, page=url("/2")) == ("/2", 3, 1, DIGEST, "K1")
    assert find(connection, DIGEST, since=2)[2] == 2
    with pytest.raises(UsageError, match=r"is about 2 pages, and .*/3 is not among"):
        find(connection, DIGEST, page=url("/3"))
    with pytest.raises(NothingFoundError, match="no event and no saved answer"):
        find(connection, DIGEST, crawl=2)


def test_of_a_page_that_moved_the_old_address_is_known(connection):
    found = find_result(connection, VerifyRequest("9999999999"))
    assert (found.url, found.old_url) == (url("/2"), url("/was"))
    assert found.fields == ()


def test_an_answer_that_was_kept_is_found_with_its_fields(connection):
    found = find_result(connection, VerifyRequest("aaaaaaaa"))
    assert (found.url, found.crawl.id, found.older.id, found.key) == (url("/2"), 3, 2, "K")
    assert [field.name for field in found.fields] == ["price"]
    assert find(connection, "001122")[:4] == ("/1", 3, 2, "0011223344556677")


def test_a_page_is_found_by_its_url_with_what_happened_to_it(connection):
    assert find(connection, url("/1")) == ("/1", 3, 1, DIGEST, "")
    assert find(connection, url("/2"))[3] == ""  # two things happened: neither is meant alone
    assert find(connection, url("/1"), crawl=2) == ("/1", 2, 1, "", "")
    with pytest.raises(NothingFoundError, match="crawl 1 is the first"):
        find(connection, url("/1"), crawl=1)


@pytest.mark.parametrize("result", ["100%", "' OR 1 = 1 --", "zz", "ab", "http://", f"{HOST}/1"])
def test_what_is_neither_is_refused(connection, result):
    with pytest.raises(UsageError):
        find(connection, result)
