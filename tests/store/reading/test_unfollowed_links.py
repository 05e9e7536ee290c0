"""What links of a crawl lead to and nobody asked for, on both databases."""

from made_crawls import ROOT, checked, gone, moved, page, store_crawl
from pagekin.store.reading.unfollowed_links import unfollowed_links


def found(store, site):
    number = store_crawl(store, site)
    with store.connection() as connection:
        links = unfollowed_links(connection, number)
    return {link.url.removeprefix(ROOT): link.depth for link in links}


def test_only_what_the_crawl_knows_nothing_else_of_is_left_to_be_checked(store):
    site = {
        "/": page("/a", "/gone", "/old", ("/x.png", "", "img"), ("/search", "", "form")),
        "/a": page("http://other.test/", "/", "/left", ("/x.png", "again", "img")),
        "/gone": gone(),
        "/old": moved("/a"),
    }
    assert found(store, site) == {"/x.png": 1, "http://other.test/": 1, "/left": 1}
    rest = {**site, "/x.png": checked(404), "http://other.test/": checked()}
    assert found(store, rest) == {"/left": 1}
    assert found(store, {**rest, "/left": checked(200, to="/a")}) == {}
