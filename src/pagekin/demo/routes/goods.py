"""The routes to products and to what leads there: categories, outlet, brands, index."""

import functools

from pagekin.demo.page_kinds import ShopPageKind
from pagekin.demo.routes.routed import (
    Answer,
    Ask,
    Moved,
    RoutedPage,
    ShopLook,
    read_number,
    read_page,
)
from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.shop_model.draws import brand_numbers
from pagekin.demo.shop_model.layout import ShopShelf
from pagekin.demo.templates import hubs, listing, product_page, redesign, service
from pagekin.demo.templates.html import Visitor


def at_home(ask: Ask) -> Answer:
    """Find the home page."""
    return (
        RoutedPage(ShopPageKind.HOME, functools.partial(hubs.home, ask.catalogue))
        if not ask.rest
        else None
    )


def at_product(ask: Ask) -> Answer:
    """Find a product of the main shop; a wrong or missing name in its path is put right."""
    if len(ask.rest) != 1:
        return None
    number = read_number(ask.rest[0].partition("-")[0])
    slot = ask.catalogue.find(number) if number else None
    if slot is None:
        return None
    path = ask.catalogue.teaser(slot).path
    return _product_at(ask, slot) if path == ask.path else Moved(path)


def _product_at(ask: Ask, slot: int) -> RoutedPage:
    catalogue = ask.catalogue
    if catalogue.broken(slot):
        apology = functools.partial(_broken, catalogue)
        return RoutedPage(ShopPageKind.BROKEN, apology, status=500)
    return RoutedPage(
        ShopPageKind.PRODUCT, functools.partial(_show_product, catalogue, ask.look, slot)
    )


def _broken(catalogue: Catalogue, visit: Visitor) -> bytes:
    return service.error(catalogue, visit, 500, "Something went wrong")


def _show_product(catalogue: Catalogue, look: ShopLook, slot: int, visit: Visitor) -> bytes:
    product = catalogue.product(slot)
    if look is ShopLook.REDESIGNED:
        return redesign.render(catalogue.assortment, visit, product)
    slight = look is ShopLook.SLIGHTLY_CHANGED
    return product_page.render(catalogue.assortment, visit, product, slight=slight)


def at_category(ask: Ask) -> Answer:
    """Find departments, categories and leaf categories."""
    layout = ask.catalogue.layout
    department = _index(
        paths.DEPARTMENT_SLUGS[: layout.departments], ask.rest[0] if ask.rest else ""
    )
    if department is None:
        return None
    if ask.rest[1:] == ("",):
        return RoutedPage(
            ShopPageKind.DEPARTMENT,
            lambda visit: hubs.department(ask.catalogue, visit, department),
        )
    goods_slugs = paths.GOODS_SLUGS[department][: layout.categories]
    goods = _index(goods_slugs, ask.rest[1]) if len(ask.rest) > 2 else None
    if goods is None:
        return None
    if ask.rest[2:] == ("",):
        return RoutedPage(
            ShopPageKind.CATEGORY,
            lambda visit: hubs.category(ask.catalogue, visit, department, goods),
        )
    ending = f"-{goods_slugs[goods]}"
    modifier = _index(paths.MODIFIER_SLUGS[: layout.leaves], ask.rest[2].removesuffix(ending))
    if modifier is None or not ask.rest[2].endswith(ending):
        return None
    shelf = ShopShelf(outlet=False, number=layout.leaf_number(department, goods, modifier))
    return _listing(ask, shelf, read_page(ask.rest[3:], ask.catalogue.shelf_run(shelf)))


def _index(slugs: tuple[str, ...], text: str) -> int | None:
    return slugs.index(text) if text in slugs else None


def _listing(ask: Ask, shelf: ShopShelf, page: int | None) -> Answer:
    if page is None:
        return None
    return RoutedPage(
        ShopPageKind.LISTING, lambda visit: listing.shelf(ask.catalogue, visit, shelf, page)
    )


def at_outlet(ask: Ask) -> Answer:
    """Find the outlet, where everything is in the query string."""
    match ask.rest:
        case ("",):
            return RoutedPage(ShopPageKind.OUTLET, functools.partial(hubs.outlet, ask.catalogue))
        case ("item.php",):
            number = read_number(ask.parameter("id"))
            slot = ask.catalogue.find(number) if number else None
            if slot is None or not ask.catalogue.layout.place(slot)[0].outlet:
                return None
            return _product_at(ask, slot)
        case ("list.php",):
            number = (read_number(ask.parameter("cat")) or 0) - paths.OUTLET_FIRST_CATEGORY
            if not 0 <= number < ask.catalogue.layout.outlet_shelves:
                return None
            shelf = ShopShelf(outlet=True, number=number)
            page = read_number(ask.parameter("page") or "1")
            known = page is not None and page <= ask.catalogue.shelf_run(shelf).pages
            return _listing(ask, shelf, page if known else None)
    return None


def at_brand(ask: Ask) -> Answer:
    """Find a brand's products."""
    numbers = brand_numbers(ask.catalogue.assortment.seed, ask.catalogue.layout.brands)
    brand = numbers.get(ask.rest[0]) if ask.rest else None
    if brand is None:
        return None
    page = read_page(ask.rest[1:], ask.catalogue.brand_run(brand))
    if page is None:
        return None
    return RoutedPage(
        ShopPageKind.BRAND, lambda visit: listing.brand(ask.catalogue, visit, brand, page)
    )


def at_brands(ask: Ask) -> Answer:
    """Find the list of brands."""
    if ask.rest != ("",):
        return None
    return RoutedPage(ShopPageKind.BRANDS, functools.partial(hubs.brands, ask.catalogue))


def at_product_index(ask: Ask) -> Answer:
    """Find the product index and its parts."""
    match ask.rest:
        case ("",):
            return RoutedPage(ShopPageKind.INDEX, functools.partial(hubs.index, ask.catalogue))
        case (text, ""):
            part = read_number(text)
            if part is not None and part <= ask.catalogue.index_run().pages:
                return RoutedPage(
                    ShopPageKind.INDEX_PART,
                    lambda visit: hubs.index_part(ask.catalogue, visit, part),
                )
    return None
