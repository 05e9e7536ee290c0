"""A page that came without its body (304) is asked as what it is: its size and status are those of the page."""

from made_shop import HOST, ROOT, TARGET, WRAPPER, paths, product, store_day

from pagekin.query.asking import ask
from pagekin.store.page_results import ClassOfPages, PageResult, Transfer
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_runs import finish, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter


def test_size_type_and_status_stay(store):
    first = store_day(store, {"/p": product("Pot", "P", 5, size=777)}, uid="same")
    with store.connection() as connection:
        [(version,)] = connection.rows(
            "SELECT version_id FROM pagekin_crawl_page WHERE crawl_id = %s", first
        )
    opened = open_crawl(store, HOST, (ClassOfPages("same", "same", "{}", "", WRAPPER),))
    with CrawlWriter(store, opened) as writer:
        writer.enqueue(
            PageResult(
                f"{ROOT}/p",
                TARGET,
                Outcome.TARGET,
                304,
                unchanged=version,
                transfer=Transfer(0, "", 1.0),
            )
        )
        writer.call(lambda connection: finish(connection, opened))
    with store.connection() as connection:
        asked = "size = 777 and status = 200 and content_type = text/html and price = 5"
        assert paths(ask(connection, asked, opened.id)) == ["/p"]
        assert paths(ask(connection, "status = 304 or size has changed", opened.id)) == []
