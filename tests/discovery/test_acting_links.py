"""A shop is learned and crawled without filling a cart, a wishlist or anything else."""

from pagekin.testing import FakeSite
from shops import (
    PRODUCTS,
    SAMPLE,
    Outcome,
    crawl,
    home,
    learn,
    links,
    name,
    product,
    shop,
    surroundings,
    table,
    urls,
)


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


def woocommerce(path):
    """Make the links of a product as WooCommerce and its plugins for wishlists and comparisons do."""
    n = path.split("/")[-1].split("-")[0]
    return f"""<ul class="products columns-4"><li class="product type-product post-{n}">
        <a href="?add-to-cart={n}" data-quantity=1 class="button add_to_cart_button ajax_add_to_cart"
         data-product_id={n} rel=nofollow>Add to cart</a>
        <div class=yith-wcwl-add-button><a href="?add_to_wishlist={n}&amp;_wpnonce=c0ffee" class=single_add_to_wishlist>
        Add to wishlist</a></div>
        <a href="/?action=yith-woocompare-add-product&amp;id={n}" class="compare button" rel=nofollow>Compare</a>
        </li></ul><a href="/cart/?remove_item=ab{n}&amp;_wpnonce=c0ffee" class=remove>×</a>
        <a href="/cart/?undo_item=ab{n}&amp;_wpnonce=c0ffee">Undo?</a>
        <a href="/my-account/customer-logout/?_wpnonce=c0ffee">Log out</a>
        <a href="/events/calendar/subscribe/">Subscribe</a>"""


def test_woocommerce_is_asked_for_nothing_that_acts():
    pages = table(shop(more=woocommerce))
    learning, crawling = FakeSite(pages), FakeSite(pages)
    crawler = learn(learning, SAMPLE, entry="/")
    _, found = crawl(crawling, crawler)
    assert set(found) == urls(PRODUCTS)
    asked = [*learning.requests, *crawling.requests]
    assert [url for url in asked if "?" in url or "logout" in url or "subscribe" in url] == []


def other_software(path):
    """Make links as other shops, forums and frameworks do, each of which a crawl once followed."""
    n = path.split("/")[-1].split("-")[0]
    return f"""<div class=tools><a href="/index.php?route=checkout/cart/add&amp;product_id={n}">Buy</a>
        <a href="/cart/change?line={n}&amp;quantity=0">×</a> <a href="/cart/{n}00:1">Order again</a>
        <a href="/in-den-warenkorb/{n}">In den Warenkorb</a> <a href="/do-kosiku/{n}">Do košíku</a>
        <a href="/sepete-ekle/{n}">Sepete ekle</a> <a href="/merkzettel/hinzufuegen/{n}">Merken</a>
        <a href="/varukorg/l%C3%A4gg-till/{n}">Köp</a> <a href="/korzina/dobavit/{n}">V korzinu</a>
        <a href="/posts/{n}/like">Like</a> <a href="/vote?item={n}&amp;dir=up">▲</a> <a href="/delete/{n}">Delete</a>
        <a href="/ucp.php?mode=logout">Leave</a> <a href="/wiki/Special:UserLogout">Leave</a>
        <a href="/unsubscribe/ab{n}">No mail</a> <a href="/calendar/subscribe/{n}">Calendar</a>
        <a href="/things/{n}" data-method=delete>Remove</a>
        <a href="/things/{n}/archive" data-confirm="Really?">Archive</a></div>"""


def test_no_spelling_of_other_software_is_asked_for():
    pages = table(shop(more=other_software))
    learning, crawling = FakeSite(pages), FakeSite(pages)
    crawler = learn(learning, SAMPLE, entry="/")
    _, found = crawl(crawling, crawler)
    assert set(found) == urls(PRODUCTS)
    asked = {*learning.requests, *crawling.requests}
    assert asked <= set(pages) | urls(["/sitemap.xml", "/robots.txt"])


def test_pages_that_only_speak_of_it_are_found():
    """A manual of commands, some of which are called like what links do."""
    names = ["add", "remove", "delete", "vote", "logout", "compare-prices", "add-to-cart-button"]
    paths = [f"/commands/{word}.html" for word in [*names, *map(name, range(40))]]
    pages = surroundings() | {"/": home(links(paths))}
    pages |= {path: product(n) for n, path in enumerate(paths)}
    outcome = Outcome(pages, sample=paths[20])
    assert outcome.found == urls(paths)
