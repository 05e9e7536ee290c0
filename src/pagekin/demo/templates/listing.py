"""Lists of products with pages to turn: leaf categories, the outlet's categories, brands."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.shop_model.draws import brand_name
from pagekin.demo.shop_model.figures import money
from pagekin.demo.shop_model.layout import ListRun, ShopShelf
from pagekin.demo.shop_model.product import Crumb
from pagekin.demo.shop_model.words import COLOURS
from pagekin.demo.templates.chrome import Head, page
from pagekin.demo.templates.html import (
    HOME_CRUMB,
    Visitor,
    breadcrumbs,
    esc,
    icon,
    pager,
    picture,
    stars,
)


def cards(catalogue: Catalogue, slots: Iterable[int]) -> str:
    """Show products as a grid of cards with their prices of the day."""
    items = "".join(_card(catalogue, slot) for slot in slots)
    return f'<ul class="product-grid" data-module="grid">{items}</ul>'


def _card(catalogue: Catalogue, slot: int) -> str:
    teaser, offer = catalogue.teaser(slot), catalogue.offer(slot)
    name, path = esc(teaser.name), esc(teaser.path)
    old = badge = ""
    if offer.old_price is not None:
        old = f'<del class="card__old">{money(offer.old_price)}</del>'
        badge = f'<span class="badge badge--sale">{offer.discount}</span>'
    rated = (
        f'<div class="card__rating">{stars(float(teaser.rating))}<span>({len(teaser.stars)})</span></div>'
        if teaser.rating
        else ""
    )
    return (
        f'<li class="product-grid__item"><article class="card" data-id="{teaser.number}"><a class="card__media" '
        f'href="{path}" tabindex="-1">{picture(teaser.image, teaser.name, "card__picture", 240)}{badge}</a>'
        f'<div class="card__body"><h3 class="card__title"><a class="card__link" href="{path}">{name}</a></h3>'
        f'{rated}<p class="card__price"><span class="card__now">{money(offer.price)}</span>{old}</p></div>'
        f'<button class="card__wish js-only" type="button" aria-label="Remember">{icon("heart", 20)}</button>'
        "</article></li>"
    )


@dataclass(frozen=True, slots=True)
class _Listing:
    """A page of a paginated list of products."""

    kind: str
    name: str
    crumbs: Sequence[Crumb]
    path_of: Callable[[int], str]
    run: ListRun
    number: int
    inner: str


def shelf(catalogue: Catalogue, visit: Visitor, which: ShopShelf, number: int) -> bytes:
    """Show a page of a leaf category, in the main shop or the outlet."""
    *crumbs, here = catalogue.assortment.shelf_crumbs(which)

    def path_of(page_number: int) -> str:
        if which.outlet:
            return paths.outlet_list(which.number, page_number)
        return paths.paged(here.path, page_number)

    grid = cards(catalogue, catalogue.shelf_page(which, number))
    run = catalogue.shelf_run(which)
    listing = _Listing("listing", here.name, crumbs, path_of, run, number, grid)
    return _render(catalogue, visit, listing)


def brand(catalogue: Catalogue, visit: Visitor, which: int, number: int) -> bytes:
    """Show a page of a brand's products."""
    name = brand_name(catalogue.assortment.seed, which)

    def path_of(page_number: int) -> str:
        return paths.brand(name, page_number)

    intro = (
        f'<div class="brand-intro"><span class="brand-intro__logo">{esc(name[:1])}</span><p>{esc(name)} has made '
        f"good things since {1880 + which % 120}.</p></div>"
    )
    grid = cards(catalogue, catalogue.brand_page(which, number))
    crumbs = (HOME_CRUMB, Crumb("Brands", paths.BRANDS))
    run = catalogue.brand_run(which)
    listing = _Listing("brand", name, crumbs, path_of, run, number, intro + grid)
    return _render(catalogue, visit, listing)


def _render(catalogue: Catalogue, visit: Visitor, listing: _Listing) -> bytes:
    number, pages, path_of = listing.number, listing.run.pages, listing.path_of
    rels = f'<link rel="prev" href="{esc(path_of(number - 1))}">' if number > 1 else ""
    if number < pages:
        rels += f'<link rel="next" href="{esc(path_of(number + 1))}">'
    title = listing.name if number == 1 else f"{listing.name}, page {number}"
    body = (
        f'{breadcrumbs(listing.crumbs, listing.name)}<div class="container plp" data-module="plp">'
        f'<h1 class="page-title">{esc(listing.name)}</h1><div class="plp__layout">{_FACETS}'
        f'<div class="plp__results">{_TOOLBAR}<p class="plp__page">Page {number} of {pages}</p>'
        f"{listing.inner}{pager(path_of, listing.run, number)}</div></div></div>"
    )
    head = Head(title, path_of(number), listing.kind, extra=rels)
    return page(catalogue.assortment, visit, head, body)


_FACETS = (
    '<aside class="facets" aria-label="Filter"><form class="facets__form" method="get" data-module="facets">'
    '<fieldset class="facets__group"><legend>Colour</legend>'
    + "".join(
        f'<label class="facets__option"><input type="checkbox" name="colour" value="{colour.lower()}">'
        f"<span>{colour}</span></label>"
        for colour in COLOURS
    )
    + '</fieldset><fieldset class="facets__group"><legend>Price</legend><input type="number" name="from" '
    'placeholder="from"><input type="number" name="to" placeholder="to"></fieldset>'
    '<button class="btn btn--ghost" type="submit">Apply</button></form></aside>'
)
_TOOLBAR = (
    '<form class="toolbar" method="get"><label for="sort">Sort by</label><select id="sort" name="sort">'
    '<option value="top">Recommended</option><option value="price">Price</option>'
    '<option value="name">Name</option></select><noscript><button type="submit">Sort</button></noscript></form>'
)
