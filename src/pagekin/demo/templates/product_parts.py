"""The parts of a product page that do not depend on its template: head, forms, strips of products."""

import functools
from collections.abc import Iterable

from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.figures import CURRENCY, amount
from pagekin.demo.shop_model.product import Product, Teaser
from pagekin.demo.templates.chrome import SHOP_NAME, Head
from pagekin.demo.templates.html import Visitor, esc, icon, json_ld, picture, stars


def head(visit: Visitor, product: Product, *, graph: bool) -> Head:
    """Describe the product for search engines; a redesign nests the same data in a graph."""
    teaser, price = product.teaser, amount(product.offer.price)
    data = _structured(visit, product)
    wrapped = {"@context": "https://schema.org", "@graph": [_web_page(product), data]}
    return Head(
        title=teaser.name,
        path=teaser.path,
        page_type="product",
        description=product.description[0],
        image=teaser.image,
        extra=(
            f'<meta property="product:price:amount" content="{price}">'
            f'<meta property="product:price:currency" content="{CURRENCY}">'
            + json_ld(wrapped if graph else {"@context": "https://schema.org", **data})
        ),
    )


def _web_page(product: Product) -> dict[str, object]:
    names = [crumb.name for crumb in product.crumbs]
    return {"@type": "ItemPage", "name": product.teaser.name, "breadcrumb": " > ".join(names)}


def _structured(visit: Visitor, product: Product) -> dict[str, object]:
    teaser = product.teaser
    data: dict[str, object] = {
        "@type": "Product",
        "name": teaser.name,
        "sku": product.sku,
        "gtin13": product.gtin,
        "description": product.description[0],
        "offers": {
            "@type": "Offer",
            "url": visit.origin + teaser.path,
            "price": amount(product.offer.price),
            "priceCurrency": CURRENCY,
            "availability": f"https://schema.org/{product.stock.schema_org}",
            "seller": {"@type": "Organization", "name": SHOP_NAME},
        },
    }
    if product.brand:
        data["brand"] = {"@type": "Brand", "name": product.brand.name}
    if product.images:
        data["image"] = [visit.origin + image for image in product.images]
    if teaser.rating:
        data["aggregateRating"] = {
            "@type": "AggregateRating",
            "ratingValue": teaser.rating,
            "reviewCount": len(teaser.stars),
        }
    return data


def order_form(product: Product, css: str) -> str:
    """Return the form that puts the product into the cart."""
    options = "".join(f'<option value="{n}">{n}</option>' for n in range(1, 11))
    disabled = "" if product.stock.pieces else " disabled"
    return (
        f'<form class="{css} add-to-cart" action="{paths.CART}" method="post" data-module="add-to-cart">'
        f'<input type="hidden" name="sku" value="{esc(product.sku)}">'
        f'<div class="add-to-cart__qty"><label for="qty">Qty</label><select id="qty" name="qty">{options}</select></div>'
        f'<button class="btn btn--primary btn--xl" type="submit"{disabled}>{icon("cart", 20)}'
        "<span>Add to cart</span></button>"
        f'<button class="btn btn--ghost js-only" type="button" data-action="wish">{icon("heart", 20)}'
        '<span class="sr-only">Add to wish list</span></button></form>'
    )


def strip(title: str, css: str, teasers: Iterable[Teaser]) -> str:
    """Show a row of other products; without prices, so that this page changes only with its own."""
    cards = "".join(_strip_card(teaser) for teaser in teasers)
    if not cards:
        return ""
    return (
        f'<section class="product-strip {css}" data-module="carousel"><div class="container">'
        f'<div class="product-strip__head"><h2 class="product-strip__title">{title}</h2>'
        f'<div class="product-strip__arrows js-only"><button type="button">{icon("chevron-left", 16)}</button>'
        f'<button type="button">{icon("chevron", 16)}</button></div></div>'
        f'<ul class="product-strip__list">{cards}</ul></div></section>'
    )


@functools.lru_cache(maxsize=8192)
def _strip_card(teaser: Teaser) -> str:
    rated = ""
    if teaser.rating:
        rated = (
            f'<div class="strip-card__rating">{stars(float(teaser.rating))}'
            f"<span>({len(teaser.stars)})</span></div>"
        )
    return (
        f'<li class="product-strip__item"><article class="strip-card" data-id="{teaser.number}">'
        f'<a class="strip-card__link" href="{esc(teaser.path)}">'
        f"{picture(teaser.image, teaser.name, 'strip-card__media', 160)}"
        f'<h3 class="strip-card__name">{esc(teaser.name)}</h3></a>{rated}</article></li>'
    )
