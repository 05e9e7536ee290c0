"""What pagekin offers for tests."""

import asyncio

from pagekin.dom import parse_page
from pagekin.testing import FakeSite, count_parses

HOME = "http://shop.test/"


def test_parses_are_counted_by_url_while_somebody_counts():
    site = FakeSite({HOME: b"<h1>Shop</h1>", "http://shop.test/old": HOME})
    with count_parses() as parses:
        asyncio.run(site.fetch(HOME))
        asyncio.run(site.fetch("http://shop.test/old"))
        parse_page("http://shop.test/1", b"")
    parse_page("http://shop.test/2", b"")
    assert parses == {HOME: 2, "http://shop.test/1": 1}


def test_reading_a_page_in_every_way_parses_it_once():
    with count_parses() as parses:
        page = parse_page(HOME, b"<title>Shop</title><a href=/1>one</a>")
        assert (page.title, len(page.links), page.is_empty) == ("Shop", 1, False)
    assert parses.total() == 1
