"""The product page after the redesign: another layout and other names for the same values."""

from pagekin.demo.shop_model.assortment import Assortment
from pagekin.demo.shop_model.figures import amount, money, written_date
from pagekin.demo.shop_model.product import Product, Review, Variant
from pagekin.demo.templates import product_parts
from pagekin.demo.templates.chrome import page
from pagekin.demo.templates.html import Visitor, esc, icon, stars


def render(assortment: Assortment, visit: Visitor, product: Product) -> bytes:
    """Show a product in the new design: one column of panels beside a sticky card to buy from."""
    panels = "".join(
        _panel(name, title, inner)
        for name, title, inner in (
            ("about", "About this product", _about(product)),
            ("tech", "Technical data", _specs(product)),
            ("opinions", "What customers say", _reviews(product)),
        )
    )
    body = (
        f'<div class="x-product" data-component="ProductView" data-pid="{product.teaser.number}">'
        f'<div class="x-product__top">{_trail(product)}<hgroup class="x-hero"><h1 class="x-hero__name">'
        f"{esc(product.teaser.name)}</h1>{_rating(product)}</hgroup></div>"
        f'<div class="x-product__cols"><div class="x-product__story">{_media(product)}{panels}</div>'
        f'<aside class="x-product__aside">{_card(product)}</aside></div>'
        f'<div class="x-more">{_more("Goes well with", product)}</div></div>'
        f"{product_parts.strip('Popular right now', 'product-strip--viewed', product.viewed)}"
    )
    return page(assortment, visit, product_parts.head(visit, product, graph=True), body)


def _trail(product: Product) -> str:
    links = " / ".join(
        f'<a class="x-trail__a" href="{esc(crumb.path)}">{esc(crumb.name)}</a>'
        for crumb in product.crumbs
    )
    return f'<div class="x-trail" role="navigation">{links}</div>'


def _rating(product: Product) -> str:
    if not product.teaser.rating:
        return ""
    return (
        f'<p class="x-hero__stars">{stars(float(product.teaser.rating))}<b class="x-score">'
        f'{product.teaser.rating}</b> from <a href="#opinions"><span class="x-count">{len(product.reviews)}</span> '
        "opinions</a></p>"
    )


def _media(product: Product) -> str:
    if not product.images:
        return f'<div class="x-media x-media--none">{icon("camera", 64)}</div>'
    slides = "".join(
        f'<div class="x-media__slide" id="slide-{number}"><img class="x-media__img" src="{image}" '
        f'alt="{esc(product.teaser.name)}" width="640" height="640"></div>'
        for number, image in enumerate(product.images, 1)
    )
    dots = "".join(
        f'<a class="x-media__dot" href="#slide-{number}"><span class="sr-only">{number}</span></a>'
        for number in range(1, len(product.images) + 1)
    )
    return (
        f'<div class="x-media" data-component="Slider"><div class="x-media__track">{slides}</div>'
        f'<div class="x-media__dots">{dots}</div></div>'
    )


def _card(product: Product) -> str:
    offer, stock = product.offer, product.stock
    was = ""
    if offer.old_price is not None:
        was = (
            f'<div class="x-buy__was"><s>{money(offer.old_price)}</s> '
            f'<em class="x-buy__save">{offer.discount}</em></div>'
        )
    pieces = f'<data value="{stock.pieces}">{stock.pieces}</data> left' if stock.pieces else ""
    maker = ""
    if product.brand:
        maker = (
            f'<li class="x-facts__li"><span>Made by</span><a class="x-maker" href="{product.brand.path}">'
            f"{esc(product.brand.name)}</a></li>"
        )
    return (
        f'<div class="x-buy" data-component="BuyCard"><data class="x-buy__sum" value="{amount(offer.price)}">'
        f'{money(offer.price)}</data>{was}<div class="x-buy__state" data-state="{stock.schema_org}">'
        f'<i class="x-dot"></i><b>{stock.availability}</b><small>{pieces}</small></div>{_variants(product)}'
        f"{product_parts.order_form(product, 'x-buy__form')}"
        f'<ul class="x-facts">{maker}<li class="x-facts__li"><span>Article</span>'
        f'<code class="x-article">{esc(product.sku)}</code></li></ul>'
        f'<p class="x-buy__hint">{icon("truck", 20)} With you in 2 to 4 days</p></div>'
    )


def _variants(product: Product) -> str:
    if not product.variants:
        return ""
    choices = "".join(_variant(number, variant) for number, variant in enumerate(product.variants))
    return f'<fieldset class="x-choices"><legend>{product.option_name}</legend>{choices}</fieldset>'


def _variant(number: int, variant: Variant) -> str:
    checked = "" if number else " checked"
    return (
        f'<label class="x-choice"><input type="radio" name="variant" value="{esc(variant.sku)}"{checked}>'
        f'<span class="x-choice__name">{esc(variant.option)}</span><span class="x-choice__sku">'
        f'{esc(variant.sku)}</span><span class="x-choice__sum">{money(variant.price)}</span>'
        f'<span class="x-choice__state">{variant.stock.availability}</span></label>'
    )


def _panel(name: str, title: str, inner: str) -> str:
    return (
        f'<details class="x-panel" id="{name}" open><summary class="x-panel__head"><h2>{title}</h2>'
        f'{icon("chevron-down", 16)}</summary><div class="x-panel__body">{inner}</div></details>'
    )


def _about(product: Product) -> str:
    text = "<br>".join(esc(paragraph) for paragraph in product.description)
    points = "".join(
        f'<span class="x-point">{icon("check", 16)}{esc(text)}</span>'
        for text in product.highlights
    )
    return f'<div class="x-text">{text}</div><div class="x-points">{points}</div>'


def _specs(product: Product) -> str:
    pairs = "".join(
        f'<div class="x-dl__pair"><dt>{esc(label)}</dt><dd>{esc(value)}</dd></div>'
        for label, value in (*product.specs, ("EAN", product.gtin))
    )
    return f'<dl class="x-dl">{pairs}</dl>'


def _reviews(product: Product) -> str:
    if not product.reviews:
        return '<p class="x-none">Nobody has reviewed this yet.</p>'
    items = "".join(_review(review) for review in product.reviews)
    return f'<ol class="x-opinions">{items}</ol>'


def _review(review: Review) -> str:
    verified = f'<span class="x-verified">{icon("check", 12)}</span>' if review.verified else ""
    return (
        f'<li class="x-opinion"><blockquote class="x-opinion__body"><h4>{esc(review.title)}</h4>'
        f"<p>{esc(review.text)}</p></blockquote><footer>{stars(review.stars)}<cite>{esc(review.author)}</cite>"
        f'{verified}<time datetime="{review.date}">{written_date(review.date)}</time></footer></li>'
    )


def _more(title: str, product: Product) -> str:
    cards = "".join(
        f'<a class="x-tile" href="{esc(teaser.path)}"><span class="x-tile__pic" '
        f"style=\"background-image:url('{teaser.image or '/img/none.svg'}')\"></span>"
        f'<span class="x-tile__name">{esc(teaser.name)}</span></a>'
        for teaser in product.related
    )
    return (
        f'<h2 class="x-more__title">{title}</h2><div class="x-tiles">{cards}</div>' if cards else ""
    )
