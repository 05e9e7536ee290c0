"""The routes to everything but goods: articles, search, account, files for machines and browsers."""

import functools
import re
from importlib import resources

from pagekin.demo.messages import CSS, SCRIPT, SVG, TEXT, XML
from pagekin.demo.page_kinds import ShopPageKind
from pagekin.demo.routes.routed import Answer, Ask, RoutedPage, read_number, read_page
from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.words import HELP_TOPICS
from pagekin.demo.templates import articles, machine_files, pictures, service

_PICTURE = re.compile(r"[a-z0-9-]{1,40}\.svg")
_SITEMAP_PART = re.compile(r"products-([1-9][0-9]{0,6})\.xml")
_STATIC = {"shop.css": CSS, "shop.js": SCRIPT, "icons.svg": SVG, "favicon.svg": SVG}


def at_blog(ask: Ask) -> Answer:
    """Find the journal and its articles."""
    assortment = ask.catalogue.assortment
    page = read_page(ask.rest, articles.POST_RUN)
    if page is not None:
        return RoutedPage(ShopPageKind.BLOG, lambda visit: articles.blog(assortment, visit, page))
    number = read_number(ask.rest[0].partition("-")[0]) if ask.rest else None
    if number is None or number > articles.POSTS or articles.post_path(number - 1) != ask.path:
        return None
    return RoutedPage(
        ShopPageKind.BLOG_POST, lambda visit: articles.post(assortment, visit, number - 1)
    )


def at_help(ask: Ask) -> Answer:
    """Find the help centre and its topics."""
    assortment = ask.catalogue.assortment
    match ask.rest:
        case ("",):
            return RoutedPage(ShopPageKind.HELP, functools.partial(articles.help_index, assortment))
        case (name,) if name in dict(HELP_TOPICS):
            return RoutedPage(
                ShopPageKind.HELP_TOPIC, lambda visit: articles.help_topic(assortment, visit, name)
            )
    return None


def at_search(ask: Ask) -> Answer:
    """Find search results."""
    if ask.rest:
        return None
    words = ask.parameter("q")
    return RoutedPage(
        ShopPageKind.SEARCH, lambda visit: service.search(ask.catalogue, visit, words)
    )


def at_cart(ask: Ask) -> Answer:
    """Find the cart."""
    return (
        None
        if ask.rest
        else RoutedPage(ShopPageKind.CART, functools.partial(service.cart, ask.catalogue))
    )


def at_login(ask: Ask) -> Answer:
    """Find the form to sign in with."""
    if ask.rest:
        return None
    target = ask.parameter("next") or paths.ACCOUNT
    return RoutedPage(ShopPageKind.LOGIN, lambda visit: service.login(ask.catalogue, visit, target))


def at_account(ask: Ask) -> Answer:
    """Find the pages for customers who signed in."""
    catalogue = ask.catalogue
    match ask.rest:
        case ("",):
            page = functools.partial(service.account, catalogue)
            return RoutedPage(ShopPageKind.ACCOUNT, page, private=True)
        case ("orders", ""):
            page = functools.partial(service.orders, catalogue)
            return RoutedPage(ShopPageKind.ORDERS, page, private=True)
        case ("orders", text):
            number = (read_number(text) or 0) - service.FIRST_ORDER
            if 0 <= number < service.ORDERS:
                return RoutedPage(
                    ShopPageKind.ORDER,
                    lambda visit: service.order(catalogue, visit, number + service.FIRST_ORDER),
                    private=True,
                )
    return None


def at_robots(ask: Ask) -> Answer:
    """Find robots.txt."""
    return (
        None
        if ask.rest
        else RoutedPage(ShopPageKind.FILE, lambda visit: machine_files.robots(visit.origin), TEXT)
    )


def at_sitemap(ask: Ask) -> Answer:
    """Find the sitemap of the sitemaps."""
    if ask.rest:
        return None
    return RoutedPage(
        ShopPageKind.FILE,
        lambda visit: machine_files.sitemap_index(ask.catalogue, visit.origin),
        XML,
    )


def at_sitemaps(ask: Ask) -> Answer:
    """Find the sitemaps themselves."""
    catalogue = ask.catalogue
    if ask.path == machine_files.SITEMAP_PAGES:
        return RoutedPage(
            ShopPageKind.FILE,
            lambda visit: machine_files.sitemap_pages(catalogue, visit.origin),
            XML,
        )
    match = _SITEMAP_PART.fullmatch("/".join(ask.rest))
    if match is None or int(match[1]) > machine_files.part_run(catalogue).pages:
        return None
    part = int(match[1])
    return RoutedPage(
        ShopPageKind.FILE,
        lambda visit: machine_files.sitemap_products(catalogue, visit.origin, part),
        XML,
    )


def at_picture(ask: Ask) -> Answer:
    """Find pictures; every name has one."""
    name = "/".join(ask.rest)
    if not _PICTURE.fullmatch(name):
        return None
    return RoutedPage(ShopPageKind.FILE, lambda _: pictures.draw(name), SVG)


def at_static(ask: Ask) -> Answer:
    """Find styles, scripts and icons."""
    name = "/".join(ask.rest)
    if name not in _STATIC:
        return None
    return RoutedPage(ShopPageKind.FILE, lambda _: _read_static(name), _STATIC[name])


@functools.cache
def _read_static(name: str) -> bytes:
    return resources.files("pagekin.demo").joinpath("static", name).read_bytes()
