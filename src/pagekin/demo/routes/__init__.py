"""Which page lies at which path: from a request's target to the page's class and how to render it."""

from collections.abc import Callable

from pagekin.demo.routes import around, goods
from pagekin.demo.routes.routed import Answer, Ask, Moved, RoutedPage, ShopLook
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.templates import articles

__all__ = ["Answer", "Moved", "RoutedPage", "ShopLook", "find"]


def find(catalogue: Catalogue, look: ShopLook, target: str) -> Answer:
    """Look a target up; parameters that mean nothing are ignored, a missing slash is added."""
    path, _, query = target.partition("?")
    if path in articles.MOVED:
        return Moved(articles.MOVED[path])
    head, *rest = path.removeprefix("/").split("/")
    section = _SECTIONS.get(head)
    if section is None or not path.startswith("/"):
        return None
    answer = section(Ask(catalogue, look, path, tuple(rest), query))
    if answer is None and not path.endswith("/"):
        completed = find(catalogue, look, f"{path}/")
        return Moved(f"{path}/") if isinstance(completed, RoutedPage) else None
    return answer


_SECTIONS: dict[str, Callable[[Ask], Answer]] = {
    "": goods.at_home,
    "p": goods.at_product,
    "c": goods.at_category,
    "outlet": goods.at_outlet,
    "brand": goods.at_brand,
    "brands": goods.at_brands,
    "index": goods.at_product_index,
    "blog": around.at_blog,
    "help": around.at_help,
    "search": around.at_search,
    "cart": around.at_cart,
    "login": around.at_login,
    "account": around.at_account,
    "robots.txt": around.at_robots,
    "sitemap.xml": around.at_sitemap,
    "sitemaps": around.at_sitemaps,
    "img": around.at_picture,
    "static": around.at_static,
}
