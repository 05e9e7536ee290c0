"""A shop is learned and crawled without filling a cart, a wishlist or anything else."""

from pagekin.testing import FakeSite
from shops import PRODUCTS, SAMPLE, Outcome, crawl, learn, shop, table, urls


def buttons(path):
    """Make links of a shop that should have been buttons."""
    number = path.split("/")[-1].split("-")[0]
    return f"""<a class=button href="{path}?add-to-cart={number}">Add to cart</a>
        <a href="/?add_to_wishlist={number}&amp;_wpnonce=a1">Later</a>
        <a href="/compare/add/{number}">Compare</a> <a rel="nofollow ugc" href="/remove/{number}">No</a>
        <a href="/vote/{number}" rel=nofollow>+1</a> <a href="/log-out">Leave</a>"""


def test_no_link_that_does_something_is_followed():
    pages = table(shop(more=buttons))
    learning = FakeSite(pages)
    crawler = learn(learning, SAMPLE, entry="/")
    crawling = FakeSite(pages)
    _, found = crawl(crawling, crawler)
    assert set(found) == urls(PRODUCTS)
    words = ("add", "remove", "vote", "log-out")
    asked = [*learning.requests, *crawling.requests]
    assert asked
    assert [url for url in asked if any(word in url for word in words)] == []


def test_the_shop_is_learned_as_it_is_without_them():
    with_buttons, without = Outcome(shop(more=buttons)), Outcome(shop())
    assert with_buttons.learned_by == without.learned_by
    assert with_buttons.crawled_by == without.crawled_by
