"""What a perfect observer would say of the shop: every page's class, every product's values."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from pagekin.demo.page_kinds import ShopPageKind
from pagekin.demo.shop import Shop
from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.shop_model.draws import brand_name
from pagekin.demo.shop_model.figures import CURRENCY, amount, money, written_date
from pagekin.demo.shop_model.layout import ShopShelf
from pagekin.demo.shop_model.product import Product
from pagekin.demo.shop_model.words import HELP_TOPICS
from pagekin.demo.templates import articles, service


@dataclass(frozen=True, slots=True)
class Truth:
    """What is true of one URL."""

    path: str
    kind: ShopPageKind
    values: dict[str, Any] | None = None  # of product pages only

    def as_json(self) -> dict[str, Any]:
        """Return the object that `pagekin demo --truth` prints."""
        return {"url": self.path, "class": self.kind.value, "values": self.values or {}}


def truth(shop: Shop) -> Iterator[Truth]:
    """Go through all pages of the shop, one by one; never holds more than one of them.

    Pages for signed-in customers are among them; search results, files and addresses that only
    redirect or fail are not, but for the one product whose page is broken for some days.
    """
    catalogue = shop.catalogue
    around = chain(_hubs(catalogue), _listings(catalogue), _brands(catalogue), _others())
    yield from (Truth(path, kind) for path, kind in around)
    for slot in catalogue.all_slots():
        if catalogue.broken(slot):
            yield Truth(catalogue.teaser(slot).path, ShopPageKind.BROKEN)
        else:
            product = catalogue.product(slot)
            yield Truth(product.teaser.path, ShopPageKind.PRODUCT, product_values(product))


def product_values(product: Product) -> dict[str, Any]:
    """Return a product's values: each text exactly as it stands on its page, None where it is missing."""
    offer, teaser, stock = product.offer, product.teaser, product.stock
    return {
        "name": teaser.name,
        "sku": product.sku,
        "gtin": product.gtin,
        "brand": product.brand.name if product.brand else None,
        "price": money(offer.price),
        "amount": amount(offer.price),
        "currency": CURRENCY,
        "old_price": None if offer.old_price is None else money(offer.old_price),
        "discount": offer.discount,
        "availability": stock.availability,
        "stock": str(stock.pieces) if stock.pieces else None,
        "rating": teaser.rating,
        "review_count": str(len(product.reviews)) if product.reviews else None,
        "image": teaser.image,
        "images": list(product.images),
        "breadcrumbs": [crumb.name for crumb in product.crumbs],
        "description": list(product.description),
        "highlights": list(product.highlights),
        "specs": dict(product.specs) | {"EAN": product.gtin},
        "variants": [
            {
                "option": variant.option,
                "sku": variant.sku,
                "price": money(variant.price),
                "availability": variant.stock.availability,
            }
            for variant in product.variants
        ],
        "reviews": [
            {
                "author": review.author,
                "date": written_date(review.date),
                "stars": review.stars,
                "title": review.title,
                "text": review.text,
            }
            for review in product.reviews
        ],
        "related": [related.path for related in product.related],
    }


_Pages = Iterator[tuple[str, ShopPageKind]]


def _hubs(catalogue: Catalogue) -> _Pages:
    layout = catalogue.layout
    yield paths.HOME, ShopPageKind.HOME
    for department in range(layout.departments):
        yield paths.department(department), ShopPageKind.DEPARTMENT
        for goods in range(layout.categories):
            yield paths.category(department, goods), ShopPageKind.CATEGORY
    yield paths.OUTLET, ShopPageKind.OUTLET
    yield paths.BRANDS, ShopPageKind.BRANDS
    yield paths.INDEX, ShopPageKind.INDEX
    for part in range(1, catalogue.index_run().pages + 1):
        yield paths.index_part(part), ShopPageKind.INDEX_PART


def _listings(catalogue: Catalogue) -> _Pages:
    layout = catalogue.layout
    for number in range(layout.main_shelves):
        shelf = ShopShelf(outlet=False, number=number)
        for page in range(1, catalogue.shelf_run(shelf).pages + 1):
            yield paths.leaf(*layout.leaf_path(shelf), page), ShopPageKind.LISTING
    for number in range(layout.outlet_shelves):
        shelf = ShopShelf(outlet=True, number=number)
        for page in range(1, catalogue.shelf_run(shelf).pages + 1):
            yield paths.outlet_list(number, page), ShopPageKind.LISTING


def _brands(catalogue: Catalogue) -> _Pages:
    for brand in range(catalogue.layout.brands):
        name = brand_name(catalogue.assortment.seed, brand)
        for page in range(1, catalogue.brand_run(brand).pages + 1):
            yield paths.brand(name, page), ShopPageKind.BRAND


def _others() -> _Pages:
    for page in range(1, articles.POST_RUN.pages + 1):
        yield paths.blog(page), ShopPageKind.BLOG
    for post in range(articles.POSTS):
        yield articles.post_path(post), ShopPageKind.BLOG_POST
    yield paths.HELP, ShopPageKind.HELP
    for name, _ in HELP_TOPICS:
        yield paths.help_topic(name), ShopPageKind.HELP_TOPIC
    yield paths.SEARCH, ShopPageKind.SEARCH
    yield paths.CART, ShopPageKind.CART
    yield paths.LOGIN, ShopPageKind.LOGIN
    yield paths.ACCOUNT, ShopPageKind.ACCOUNT
    yield paths.ORDERS, ShopPageKind.ORDERS
    for number in range(service.FIRST_ORDER, service.FIRST_ORDER + service.ORDERS):
        yield paths.order(number), ShopPageKind.ORDER
