"""The product page as it is before the redesign, also with the slight change that precedes it."""

from pagekin.demo.shop_model.assortment import Assortment
from pagekin.demo.shop_model.figures import amount, money, written_date
from pagekin.demo.shop_model.product import Product, Review, Variant
from pagekin.demo.templates import product_parts
from pagekin.demo.templates.chrome import page
from pagekin.demo.templates.html import Visitor, breadcrumbs, esc, icon, picture, stars


def render(assortment: Assortment, visit: Visitor, product: Product, *, slight: bool) -> bytes:
    """Show a product.

    The slight change wraps the right-hand column once more, renames the class of the price and
    moves the article number from below the title to the head of the specifications.
    """
    info = _info(product, slight=slight)
    body = (
        f"{breadcrumbs(product.crumbs, product.teaser.name)}"
        f'<article class="pdp container" data-module="pdp" data-product-id="{product.teaser.number}">'
        f'<div class="pdp__grid">{_gallery(product)}{info}</div>'
        f'<div class="pdp__details">{_description(product)}{_specs(product, slight=slight)}'
        f"{_DELIVERY}{_reviews(product)}</div></article>"
        f"{product_parts.strip('You may also like', 'product-strip--related', product.related)}"
        f"{product_parts.strip('Recently viewed by others', 'product-strip--viewed', product.viewed)}"
    )
    return page(assortment, visit, product_parts.head(visit, product, graph=False), body)


def _gallery(product: Product) -> str:
    if not product.images:
        return (
            '<div class="pdp-gallery pdp-gallery--empty"><div class="pdp-gallery__placeholder">'
            f"{icon('camera', 64)}<span>No image yet</span></div></div>"
        )
    name = esc(product.teaser.name)
    thumbs = "".join(
        f'<li class="pdp-gallery__thumb"><button type="button" data-index="{number}" class="css-1f9kq2">'
        f"{picture(image, f'View {number}', 'pdp-gallery__mini', 72)}</button></li>"
        for number, image in enumerate(product.images, 1)
    )
    return (
        '<div class="pdp-gallery" data-module="gallery" data-zoom="true"><figure class="pdp-gallery__main">'
        f'<img class="pdp-gallery__image" id="main-image" src="{product.images[0]}" alt="{name}" width="560" '
        f'height="560" fetchpriority="high"><figcaption class="sr-only">{name}</figcaption></figure>'
        f'<ul class="pdp-gallery__thumbs">{thumbs}</ul></div>'
    )


def _info(product: Product, *, slight: bool) -> str:
    brand = ""
    if product.brand:
        brand = (
            f'<p class="pdp-brand"><a class="pdp-brand__link" href="{product.brand.path}">'
            f"{esc(product.brand.name)}</a></p>"
        )
    rating = ""
    if product.teaser.rating:
        rating = (
            f'<a class="pdp-rating" href="#reviews">{stars(float(product.teaser.rating))}'
            f'<span class="pdp-rating__value">{product.teaser.rating}</span>'
            f'<span class="pdp-rating__count">({len(product.reviews)} reviews)</span></a>'
        )
    sku = "" if slight else f'<div class="pdp-meta">{_sku(product)}</div>'
    highlights = "".join(
        f'<li class="pdp-highlights__item">{icon("check", 16)}<span>{esc(text)}</span></li>'
        for text in product.highlights
    )
    inner = (
        f'{brand}<h1 class="pdp-title css-8dh3ka">{esc(product.teaser.name)}</h1>{rating}{sku}'
        f"{_price(product, slight=slight)}{_stock(product)}{_variants(product)}"
        f"{product_parts.order_form(product, 'pdp-form')}"
        f'<ul class="pdp-highlights">{highlights}</ul>{_SERVICES}'
    )
    if slight:
        inner = f'<div class="pdp-buybox" data-sticky="true">{inner}</div>'
    return f'<div class="pdp-info flex flex-col gap-4 md:w-1/2">{inner}</div>'


def _sku(product: Product) -> str:
    return (
        '<span class="pdp-meta__label">Item no.</span> '
        f'<span class="pdp-meta__value" itemprop="sku">{esc(product.sku)}</span>'
    )


def _price(product: Product, *, slight: bool) -> str:
    offer = product.offer
    current = "pdp-price__now" if slight else "pdp-price__current"
    old = ""
    if offer.old_price is not None:
        old = (
            f'<del class="pdp-price__old"><span class="sr-only">Was</span> <span class="pdp-price__was">'
            f'{money(offer.old_price)}</span></del><span class="badge badge--sale">{offer.discount}</span>'
        )
    return (
        f'<div class="pdp-price{" pdp-price--sale" if old else ""}" data-price="{amount(offer.price)}">'
        f'<span class="{current} text-2xl font-bold">{money(offer.price)}</span>{old}'
        '<small class="pdp-price__note">incl. VAT, plus <a href="/help/delivery">delivery</a></small></div>'
    )


def _stock(product: Product) -> str:
    stock = product.stock
    tone = "good" if stock.pieces > 5 else "low" if stock.pieces else "none"
    pieces = (
        f'<span class="pdp-stock__count"><strong>{stock.pieces}</strong> pieces</span>'
        if stock.pieces
        else ""
    )
    return (
        f'<p class="pdp-stock pdp-stock--{tone}"><span class="pdp-stock__dot"></span>'
        f'<span class="pdp-stock__text">{stock.availability}</span>{pieces}</p>'
    )


def _variants(product: Product) -> str:
    if not product.variants:
        return ""
    rows = "".join(_variant_row(variant) for variant in product.variants)
    return (
        '<div class="pdp-variants" data-module="variants"><h2 class="pdp-variants__title">Choose your '
        f'{product.option_name.lower()}</h2><table class="pdp-variants__table"><thead><tr><th scope="col">'
        f'{product.option_name}</th><th scope="col">Item no.</th><th scope="col">Price</th>'
        f'<th scope="col">Availability</th></tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _variant_row(variant: Variant) -> str:
    return (
        f'<tr class="pdp-variant" data-sku="{esc(variant.sku)}"><td class="pdp-variant__option">'
        f'{esc(variant.option)}</td><td class="pdp-variant__sku">{esc(variant.sku)}</td>'
        f'<td class="pdp-variant__price">{money(variant.price)}</td>'
        f'<td class="pdp-variant__stock">{variant.stock.availability}</td></tr>'
    )


_SERVICES = '<div class="pdp-services">{}</div>'.format(
    "".join(
        f'<div class="pdp-services__item css-0qz7me">{icon(name, 20)}<span>{text}</span></div>'
        for name, text in (
            ("truck", "Delivery in 2 to 4 working days"),
            ("return", "Free returns for 30 days"),
            ("shield", "Two-year guarantee"),
        )
    )
)


def _description(product: Product) -> str:
    text = "".join(f"<p>{esc(paragraph)}</p>" for paragraph in product.description)
    return (
        '<section class="pdp-section pdp-description" id="description"><h2 class="pdp-section__title">'
        f'Description</h2><div class="rich-text" data-truncate="320">{text}</div></section>'
    )


def _specs(product: Product, *, slight: bool) -> str:
    rows = "".join(
        f'<tr class="spec-table__row"><th class="spec-table__label" scope="row">{esc(label)}</th>'
        f'<td class="spec-table__value">{esc(value)}</td></tr>'
        for label, value in product.specs
    )
    sku = f'<div class="pdp-meta pdp-meta--specs">{_sku(product)}</div>' if slight else ""
    return (
        '<section class="pdp-section pdp-specs" id="specifications"><h2 class="pdp-section__title">'
        f'Specifications</h2>{sku}<table class="spec-table"><tbody>{rows}<tr class="spec-table__row">'
        f'<th class="spec-table__label" scope="row">EAN</th><td class="spec-table__value">{product.gtin}</td></tr>'
        "</tbody></table></section>"
    )


_DELIVERY = (
    '<section class="pdp-section pdp-delivery" id="delivery"><h2 class="pdp-section__title">Delivery</h2>'
    '<table class="rate-table"><thead><tr><th>Method</th><th>Time</th><th>Costs</th></tr></thead><tbody>'
    "<tr><td>Standard</td><td>2–4 days</td><td>€4.95, free from €49</td></tr>"
    "<tr><td>Express</td><td>1 day</td><td>€9.95</td></tr>"
    "<tr><td>Pick-up point</td><td>3–5 days</td><td>€2.95</td></tr></tbody></table>"
    '<p class="pdp-delivery__more"><a href="/help/returns">How returns work</a></p></section>'
)


def _reviews(product: Product) -> str:
    if not product.reviews:
        inner = '<p class="reviews__empty">No reviews yet. Be the first to write one.</p>'
    else:
        items = "".join(_review(review) for review in product.reviews)
        inner = f'{_histogram(product)}<ul class="reviews__list">{items}</ul>'
    return (
        '<section class="pdp-section reviews" id="reviews" data-module="reviews">'
        f'<h2 class="pdp-section__title">Reviews</h2>{inner}</section>'
    )


def _histogram(product: Product) -> str:
    total = len(product.reviews)
    bars = "".join(
        f'<li class="reviews__bar"><span>{given} stars</span><progress max="{total}" '
        f'value="{product.teaser.stars.count(given)}"></progress></li>'
        for given in (5, 4, 3, 2, 1)
    )
    return (
        f'<div class="reviews__summary"><p class="reviews__score">{product.teaser.rating}<span>/5</span></p>'
        f'<ul class="reviews__bars">{bars}</ul></div>'
    )


def _review(review: Review) -> str:
    badge = '<span class="review__badge">Verified purchase</span>' if review.verified else ""
    return (
        f'<li class="review" data-stars="{review.stars}"><div class="review__head">{stars(review.stars)}'
        f'<h3 class="review__title">{esc(review.title)}</h3></div><p class="review__meta">'
        f'<span class="review__author">{esc(review.author)}</span> <time class="review__date" '
        f'datetime="{review.date}">{written_date(review.date)}</time>{badge}</p>'
        f'<p class="review__text">{esc(review.text)}</p><div class="review__votes js-only">'
        f'<button type="button" class="css-44xd0p">{icon("thumb", 14)}Helpful</button></div></li>'
    )
