"""The paths of the shop's pages: path URLs in the main shop, query strings in the outlet."""

from pagekin.demo.shop_model.departments import DEPARTMENTS
from pagekin.demo.shop_model.figures import slug
from pagekin.demo.shop_model.words import MODIFIERS

HOME = "/"
BRANDS = "/brands/"
INDEX = "/index/"
BLOG = "/blog/"
HELP = "/help/"
SEARCH = "/search"
CART = "/cart"
LOGIN = "/login"
LOGOUT = "/logout"
ACCOUNT = "/account/"
ORDERS = "/account/orders/"
OUTLET = "/outlet/"
NEWSLETTER = "/newsletter"

OUTLET_FIRST_CATEGORY = 101

DEPARTMENT_SLUGS = tuple(slug(department.name) for department in DEPARTMENTS)
GOODS_SLUGS = tuple(
    tuple(slug(goods.many) for goods in department.goods) for department in DEPARTMENTS
)
MODIFIER_SLUGS = tuple(slug(modifier) for modifier in MODIFIERS)


def main_product(number: int, name: str) -> str:
    """Return the path of a product of the main shop."""
    return f"/p/{number}-{slug(name)}"


def outlet_product(number: int) -> str:
    """Return the path of a product of the outlet."""
    return f"{OUTLET}item.php?id={number}"


def department(number: int) -> str:
    """Return the path of a department."""
    return f"/c/{DEPARTMENT_SLUGS[number]}/"


def category(number: int, goods: int) -> str:
    """Return the path of a category."""
    return f"/c/{DEPARTMENT_SLUGS[number]}/{GOODS_SLUGS[number][goods]}/"


def leaf(number: int, goods: int, modifier: int, page: int = 1) -> str:
    """Return the path of a page of a leaf category's listing."""
    goods_slug = GOODS_SLUGS[number][goods]
    return paged(f"{category(number, goods)}{MODIFIER_SLUGS[modifier]}-{goods_slug}/", page)


def outlet_list(number: int, page: int = 1) -> str:
    """Return the path of a page of an outlet category's listing."""
    path = f"{OUTLET}list.php?cat={OUTLET_FIRST_CATEGORY + number}"
    return path if page == 1 else f"{path}&page={page}"


def brand(name: str, page: int = 1) -> str:
    """Return the path of a page of a brand's products."""
    return paged(f"/brand/{slug(name)}/", page)


def index_part(number: int) -> str:
    """Return the path of a part of the product index."""
    return f"{INDEX}{number}/"


def blog(page: int = 1) -> str:
    """Return the path of a page of the blog's list of articles."""
    return paged(BLOG, page)


def help_topic(name: str) -> str:
    """Return the path of a help page."""
    return f"{HELP}{name}"


def order(number: int) -> str:
    """Return the path of an order in the account."""
    return f"{ORDERS}{number}"


def paged(path: str, page: int) -> str:
    """Add the page number to a path that ends in a slash; the first page has none."""
    return path if page == 1 else f"{path}page/{page}/"
