"""The pages where visitors do something: search, cart, sign-in, account; and the pages of errors."""

from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.shop_model.departments import DEPARTMENTS
from pagekin.demo.shop_model.dice import Dice
from pagekin.demo.shop_model.figures import money
from pagekin.demo.shop_model.layout import ShopShelf
from pagekin.demo.shop_model.product import Crumb
from pagekin.demo.templates.chrome import Head, page
from pagekin.demo.templates.html import HOME_CRUMB, Visitor, breadcrumbs, esc, icon
from pagekin.demo.templates.listing import cards

ORDERS = 5
FIRST_ORDER = 900_101
_RESULTS = 24

_ACCOUNT = Crumb("Account", paths.ACCOUNT)


def search(catalogue: Catalogue, visit: Visitor, query: str) -> bytes:
    """Show the products of the first kinds of goods whose name holds the words searched for."""
    slots = _matches(catalogue, query.strip().lower()) if query.strip() else []
    found = cards(catalogue, slots) if slots else '<p class="search__none">Nothing found.</p>'
    title = f"Search: {query}" if query else "Search"
    body = (
        f'{breadcrumbs([HOME_CRUMB], "Search")}<div class="container search"><h1 class="page-title">{esc(title)}</h1>'
        f'<form class="search__form" action="{paths.SEARCH}" method="get"><input type="search" name="q" '
        f'value="{esc(query)}"><button class="btn btn--primary" type="submit">Search</button></form>{found}</div>'
    )
    return page(catalogue.assortment, visit, Head(title, paths.SEARCH, "search"), body)


def _matches(catalogue: Catalogue, words: str) -> list[int]:
    layout = catalogue.layout
    slots: list[int] = []
    for number, department in enumerate(DEPARTMENTS[: layout.departments]):
        for goods, sort in enumerate(department.goods[: layout.categories]):
            if words in sort.many.lower() or words in sort.one.lower():
                leaf = layout.leaf_number(number, goods, 0)
                slots += catalogue.shelf_page(ShopShelf(outlet=False, number=leaf), 1)
        if len(slots) >= _RESULTS:
            break
    return slots[:_RESULTS]


def cart(catalogue: Catalogue, visit: Visitor) -> bytes:
    """Show the cart, which is always empty: this shop delivers nothing."""
    body = (
        f'{breadcrumbs([HOME_CRUMB], "Cart")}<div class="container cart"><h1 class="page-title">Your cart</h1>'
        f'<p class="cart__empty">{icon("cart", 48)} Your cart is empty.</p>'
        f'<a class="btn btn--primary" href="{paths.HOME}">Continue shopping</a></div>'
    )
    return page(catalogue.assortment, visit, Head("Cart", paths.CART, "cart"), body)


def login(catalogue: Catalogue, visit: Visitor, target: str, *, failed: bool = False) -> bytes:
    """Show the form to sign in with; the hidden field takes visitors back to where they wanted."""
    error = '<p class="form-error" role="alert">Name or password is wrong.</p>' if failed else ""
    body = (
        f'{breadcrumbs([HOME_CRUMB], "Sign in")}<div class="container login"><h1 class="page-title">Sign in</h1>{error}'
        f'<form class="form login__form" action="{paths.LOGIN}" method="post"><input type="hidden" name="next" '
        f'value="{esc(target)}"><div class="form__row"><label for="username">Name</label><input id="username" '
        'name="username" type="text" autocomplete="username" required></div><div class="form__row"><label '
        'for="password">Password</label><input id="password" name="password" type="password" '
        'autocomplete="current-password" required></div><button class="btn btn--primary" type="submit">Sign in'
        '</button></form><p class="login__hint">This is a demo: the name is <kbd>demo</kbd>, and so is the password.'
        "</p></div>"
    )
    return page(catalogue.assortment, visit, Head("Sign in", paths.LOGIN, "login"), body)


def account(catalogue: Catalogue, visit: Visitor) -> bytes:
    """Show the customer's own start page."""
    body = (
        f'{breadcrumbs([HOME_CRUMB], "Account")}<div class="container account"><h1 class="page-title">Hello, demo</h1>'
        f'<ul class="account__menu"><li><a href="{paths.ORDERS}">Your orders</a></li>'
        f'<li><a href="{paths.LOGOUT}" rel="nofollow">Sign out</a></li></ul></div>'
    )
    return page(catalogue.assortment, visit, Head("Account", paths.ACCOUNT, "account"), body)


def orders(catalogue: Catalogue, visit: Visitor) -> bytes:
    """Show the list of the customer's orders."""
    rows = "".join(
        f'<tr><td><a href="{paths.order(number)}">{number}</a></td><td>Delivered</td></tr>'
        for number in range(FIRST_ORDER, FIRST_ORDER + ORDERS)
    )
    body = (
        f'{breadcrumbs([HOME_CRUMB, _ACCOUNT], "Orders")}<div class="container account"><h1 class="page-title">Your '
        f'orders</h1><table class="orders"><thead><tr><th>Order</th><th>State</th></tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
    )
    return page(catalogue.assortment, visit, Head("Orders", paths.ORDERS, "orders"), body)


def order(catalogue: Catalogue, visit: Visitor, number: int) -> bytes:
    """Show one order."""
    dice = Dice(catalogue.assortment.seed, "order", number)
    items = catalogue.assortment.popular(f"order {number}", dice.between(1, 4))
    rows = "".join(
        f'<tr><td><a href="{esc(item.path)}">{esc(item.name)}</a></td>'
        f'<td class="num">{money(dice.between(500, 30_000))}</td></tr>'
        for item in items
    )
    crumbs = [HOME_CRUMB, _ACCOUNT, Crumb("Orders", paths.ORDERS)]
    body = (
        f'{breadcrumbs(crumbs, str(number))}<div class="container account"><h1 class="page-title">Order {number}</h1>'
        f'<table class="orders"><thead><tr><th>Product</th><th>Price</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )
    return page(
        catalogue.assortment, visit, Head(f"Order {number}", paths.order(number), "order"), body
    )


def error(catalogue: Catalogue, visit: Visitor, status: int, reason: str) -> bytes:
    """Show what went wrong."""
    body = (
        f'<div class="container error-page"><h1 class="page-title">{status}: {esc(reason)}</h1><p>Try the '
        f'<a href="{paths.HOME}">home page</a> or <a href="{paths.INDEX}">all products</a>.</p></div>'
    )
    return page(catalogue.assortment, visit, Head(reason, paths.HOME, "error"), body)
