"""What is written for machines: robots.txt and the sitemaps."""

from collections.abc import Iterable
from html import escape

from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.shop_model.layout import ListRun, ShopShelf
from pagekin.demo.shop_model.words import HELP_TOPICS
from pagekin.demo.templates.articles import POSTS, post_path

SITEMAP = "/sitemap.xml"
SITEMAP_PAGES = "/sitemaps/pages.xml"
_PART_SIZE = 5_000
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def robots(origin: str) -> bytes:
    """Write robots.txt."""
    closed = (paths.CART, paths.SEARCH, paths.ACCOUNT.rstrip("/"), paths.LOGOUT)
    rules = "".join(f"Disallow: {path}\n" for path in closed)
    return f"User-agent: *\n{rules}\nSitemap: {origin}{SITEMAP}\n".encode()


def part_run(catalogue: Catalogue) -> ListRun:
    """Return the parts that the sitemap of all products comes in."""
    return ListRun(catalogue.slots, _PART_SIZE)


def part_path(part: int) -> str:
    """Return the path of a part of the sitemap."""
    return f"/sitemaps/products-{part}.xml"


def sitemap_index(catalogue: Catalogue, origin: str) -> bytes:
    """Write the sitemap of the sitemaps."""
    parts = (part_path(part) for part in range(1, part_run(catalogue).pages + 1))
    entries = "".join(
        f"<sitemap><loc>{escape(origin + path)}</loc></sitemap>" for path in (SITEMAP_PAGES, *parts)
    )
    return f"{_XML}<sitemapindex {_NAMESPACE}>{entries}</sitemapindex>\n".encode()


def sitemap_pages(catalogue: Catalogue, origin: str) -> bytes:
    """Write the sitemap of everything that is not a product."""
    return _urlset((f"{origin}{path}", "") for path in _pages(catalogue))


def _pages(catalogue: Catalogue) -> Iterable[str]:
    layout = catalogue.layout
    yield from (paths.HOME, paths.BRANDS, paths.INDEX, paths.BLOG, paths.HELP, paths.OUTLET)
    for number in range(layout.departments):
        yield paths.department(number)
        for goods in range(layout.categories):
            yield paths.category(number, goods)
    for number in range(layout.main_shelves):
        yield paths.leaf(*layout.leaf_path(ShopShelf(outlet=False, number=number)))
    for number in range(layout.outlet_shelves):
        yield paths.outlet_list(number)
    yield from map(post_path, range(POSTS))
    yield from (paths.help_topic(name) for name, _ in HELP_TOPICS)


def sitemap_products(catalogue: Catalogue, origin: str, part: int) -> bytes:
    """Write a part of the sitemap of all products, with the dates of their last changes."""
    slots = filter(catalogue.on_sale, part_run(catalogue).on_page(part))
    return _urlset(
        (origin + catalogue.teaser(slot).path, catalogue.changed_on(slot).isoformat())
        for slot in slots
    )


def _urlset(entries: Iterable[tuple[str, str]]) -> bytes:
    urls = "".join(
        f"<url><loc>{escape(url)}</loc>{f'<lastmod>{changed}</lastmod>' if changed else ''}</url>"
        for url, changed in entries
    )
    return f"{_XML}<urlset {_NAMESPACE}>{urls}</urlset>\n".encode()
