"""The routes to everything but goods: articles, search, account, files for machines and browsers."""

import functools
import re
from importlib import resources

from pagekin.demo.kinds import Kind
from pagekin.demo.messages import CSS, SCRIPT, SVG, TEXT, XML
from pagekin.demo.model import paths
from pagekin.demo.model.words import HELP_TOPICS
from pagekin.demo.pages import articles, feeds, pictures, service
from pagekin.demo.routes.answers import Answer, Ask, Found, read_number, read_page

_PICTURE = re.compile(r"[a-z0-9-]{1,40}\.svg")
_SITEMAP_PART = re.compile(r"products-([1-9][0-9]{0,6})\.xml")
_STATIC = {"shop.css": CSS, "shop.js": SCRIPT, "icons.svg": SVG, "favicon.svg": SVG}


def at_blog(ask: Ask) -> Answer:
    """Find the journal and its articles."""
    assortment = ask.catalogue.assortment
    page = read_page(ask.rest, articles.POST_RUN)
    if page is not None:
        return Found(Kind.BLOG, lambda visit: articles.blog(assortment, visit, page))
    number = read_number(ask.rest[0].partition("-")[0]) if ask.rest else None
    if number is None or number > articles.POSTS or articles.post_path(number - 1) != ask.path:
        return None
    return Found(Kind.BLOG_POST, lambda visit: articles.post(assortment, visit, number - 1))


def at_help(ask: Ask) -> Answer:
    """Find the help centre and its topics."""
    assortment = ask.catalogue.assortment
    match ask.rest:
        case ("",):
            return Found(Kind.HELP, functools.partial(articles.help_index, assortment))
        case (name,) if name in dict(HELP_TOPICS):
            return Found(
                Kind.HELP_TOPIC, lambda visit: articles.help_topic(assortment, visit, name)
            )
    return None


def at_search(ask: Ask) -> Answer:
    """Find search results."""
    if ask.rest:
        return None
    words = ask.parameter("q")
    return Found(Kind.SEARCH, lambda visit: service.search(ask.catalogue, visit, words))


def at_cart(ask: Ask) -> Answer:
    """Find the cart."""
    return None if ask.rest else Found(Kind.CART, functools.partial(service.cart, ask.catalogue))


def at_login(ask: Ask) -> Answer:
    """Find the form to sign in with."""
    if ask.rest:
        return None
    target = ask.parameter("next") or paths.ACCOUNT
    return Found(Kind.LOGIN, lambda visit: service.login(ask.catalogue, visit, target))


def at_account(ask: Ask) -> Answer:
    """Find the pages for customers who signed in."""
    catalogue = ask.catalogue
    match ask.rest:
        case ("",):
            page = functools.partial(service.account, catalogue)
            return Found(Kind.ACCOUNT, page, private=True)
        case ("orders", ""):
            page = functools.partial(service.orders, catalogue)
            return Found(Kind.ORDERS, page, private=True)
        case ("orders", text):
            number = (read_number(text) or 0) - service.FIRST_ORDER
            if 0 <= number < service.ORDERS:
                return Found(
                    Kind.ORDER,
                    lambda visit: service.order(catalogue, visit, number + service.FIRST_ORDER),
                    private=True,
                )
    return None


def at_robots(ask: Ask) -> Answer:
    """Find robots.txt."""
    return None if ask.rest else Found(Kind.FILE, lambda visit: feeds.robots(visit.origin), TEXT)


def at_sitemap(ask: Ask) -> Answer:
    """Find the sitemap of the sitemaps."""
    if ask.rest:
        return None
    return Found(Kind.FILE, lambda visit: feeds.sitemap_index(ask.catalogue, visit.origin), XML)


def at_sitemaps(ask: Ask) -> Answer:
    """Find the sitemaps themselves."""
    catalogue = ask.catalogue
    if ask.path == feeds.SITEMAP_PAGES:
        return Found(Kind.FILE, lambda visit: feeds.sitemap_pages(catalogue, visit.origin), XML)
    match = _SITEMAP_PART.fullmatch("/".join(ask.rest))
    if match is None or int(match[1]) > feeds.part_run(catalogue).pages:
        return None
    part = int(match[1])
    return Found(
        Kind.FILE, lambda visit: feeds.sitemap_products(catalogue, visit.origin, part), XML
    )


def at_picture(ask: Ask) -> Answer:
    """Find pictures; every name has one."""
    name = "/".join(ask.rest)
    if not _PICTURE.fullmatch(name):
        return None
    return Found(Kind.FILE, lambda _: pictures.draw(name), SVG)


def at_static(ask: Ask) -> Answer:
    """Find styles, scripts and icons."""
    name = "/".join(ask.rest)
    if name not in _STATIC:
        return None
    return Found(Kind.FILE, lambda _: _read_static(name), _STATIC[name])


@functools.cache
def _read_static(name: str) -> bytes:
    return resources.files("pagekin.demo").joinpath("static", name).read_bytes()
