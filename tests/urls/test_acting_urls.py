"""Links that do something are not followed; pages about doing something are."""

import pytest

from pagekin.urls import Scope
from pagekin.urls.acting_urls import acts

SHOP = "https://shop.example"


@pytest.mark.parametrize(
    "path",
    [
        "/p/7?add-to-cart=7",
        "/?add_to_wishlist=12&_wpnonce=ab12",
        "/shop?addToCart=1",
        "/cart?remove_item=9f&x=1",
        "/?wc-ajax=add_to_cart",
        "/shop/?action=yith-woocompare-add-product&id=12",
        "/index.php?do=delete&id=3",
        "/news?action=logout",
        "/cart/add/7",
        "/basket/add/7/",
        "/wishlist/index/add/product/12/",
        "/catalog/product_compare/add/product/3",
        "/warenkorb/hinzufügen/3",
        "/panier/ajouter?id=3",
        "/cart.php/add-to-cart/4",
        "/account/logout",
        "/log-out",
        "/logout.php",
        "/newsletter/unsubscribe",
        "/post/12?vote=up",
        "/list?csrf_token=1",
        "/my-account/customer-logout/?_wpnonce=1a",
        "/?logout=1",
        "/?unsubscribe=ab12",
        "/calendar/subscribe/",
        "/events?action=subscribe",
        "/?wishlist_add=7",
        "/wish-list/add/7",
        "/accounts/profile/delete/",
        "/post/12/vote",
        "/mein-konto/löschen",
        "/accounts/wishlists/add/7/",
        "/vote?id=123&how=up&goto=news",
        "/delete.php?id=7",
        "/shopping-cart/remove/7",
        "/compare/product/add/3",
        "/carrito/agregar/3",
        "/carrello/aggiungi/3",
        "/koszyk/dodaj/3",
        "/корзина/добавить/3",
        "/sepet/ekle/3",
        "/カート/追加/3",
        "/购物车/添加/3",
        "/gio-hang/them/3",
        "/uitloggen",
        "/выход",
        "/التسجيل?حذف=3",
    ],
)
def test_what_does_something_is_recognised(path):
    assert acts(SHOP + path)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/p/7",
        "/cart",
        "/checkout",
        "/hotels?checkin=2026-11-01&checkout=2026-11-03",
        "/p?order=price&new=1&language=de&currency=EUR",
        "/list?sort=added&rating=5&page=2",
        "/command/add_executable.html",
        "/git/remote/add",
        "/docs/delete.html",
        "/reference/logout.html",
        "/wiki?action=history&title=Add",
        "/reviews/12",
        "/compare/oak-and-steel",
        "/p/new-balance-574",
        "/recipes/add-a-touch-of-colour-to-your-kitchen-cart",
        "/blog/buy-or-rent",
        "/search?q=add+to+cart",
        "/vote-results/2026",
        "/compare-prices/",
        "/add-ons/cart-plugin",
        "/buy/compare-laptops",
        "/blog/add-to-cart-button",
        "/wishlist/summer-2026",
        "/docs/cart/remove-item.html",
        "/subscribe-to-our-blog-why-not",
        "/delete?lang=en",
        "/sql/delete/",
        "/profile/adding-machines",
        "/python/2/removed-modules",
        "/packages/logout-handler",
    ],
)
def test_what_only_speaks_of_it_is_not(path):
    assert not acts(SHOP + path)


def test_such_links_are_followed_only_if_a_person_wants_that():
    url = f"{SHOP}/p/7?add-to-cart=7"
    assert Scope("shop.example").follow(url) is None
    assert Scope("shop.example", acting=True).follow(url) == url
