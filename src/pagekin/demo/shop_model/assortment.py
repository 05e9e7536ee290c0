"""What never changes about the shop's products: numbers, names, brands, neighbours, ways to them."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.demo.shop_model import life, paths
from pagekin.demo.shop_model.departments import DEPARTMENTS
from pagekin.demo.shop_model.dice import Dice
from pagekin.demo.shop_model.draws import brand_name
from pagekin.demo.shop_model.layout import ShopLayout, ShopShelf, layout_for
from pagekin.demo.shop_model.product import Crumb, Teaser
from pagekin.demo.shop_model.words import COLOURS, MODIFIERS, SERIES

_FIRST_NUMBER = 20_011
_NUMBER_GAP = 7  # article numbers leave gaps, as real ones do

_WITHOUT_BRAND = 6  # per cent
_WITHOUT_IMAGE = 8
_WITHOUT_REVIEWS = 20
_STARS = (5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 2, 1)


@dataclass(frozen=True, slots=True)
class Assortment:
    """All products that there ever were or will be; holds two numbers, whatever the size."""

    products: int
    seed: int

    @property
    def layout(self) -> ShopLayout:
        """The measures of a shop of this size."""
        return layout_for(self.products)

    def number(self, slot: int) -> int:
        """Return the article number of a slot."""
        gap = Dice(self.seed, "number", slot).below(_NUMBER_GAP)
        return _FIRST_NUMBER + slot * _NUMBER_GAP + gap

    def slot(self, number: int) -> int | None:
        """Find the slot of an article number."""
        slot = (number - _FIRST_NUMBER) // _NUMBER_GAP
        return slot if slot >= 0 and self.number(slot) == number else None

    def brand(self, slot: int) -> Crumb | None:
        """Return the brand of a slot; a few products name none."""
        if Dice(self.seed, "brand", slot).chance(_WITHOUT_BRAND):
            return None
        name = brand_name(self.seed, self.layout.brand_of(slot))
        return Crumb(name, paths.brand(name))

    def shelf_crumbs(self, shelf: ShopShelf) -> tuple[Crumb, ...]:
        """Return the way from the home page to a shelf."""
        department, goods, modifier = self.layout.leaf_path(shelf)
        sort = DEPARTMENTS[department].goods[goods]
        leaf = f"{MODIFIERS[modifier]} {sort.many}"
        if shelf.outlet:
            last = Crumb(leaf, paths.outlet_list(shelf.number))
            return Crumb("Home", paths.HOME), Crumb("Outlet", paths.OUTLET), last
        return (
            Crumb("Home", paths.HOME),
            Crumb(DEPARTMENTS[department].name, paths.department(department)),
            Crumb(sort.many, paths.category(department, goods)),
            Crumb(leaf, paths.leaf(department, goods, modifier)),
        )

    def teaser(self, slot: int) -> Teaser:
        """Return what every link to a product shows of it."""
        return _teaser(self, slot)

    def related(self, slot: int, count: int) -> Iterator[Teaser]:
        """Take the next products of the same shelf that will always be there, round about."""
        shelf, position = self.layout.place(slot)
        places = self._evergreens(shelf)
        start = position // life.EVERGREEN_EVERY + 1
        for step in range(min(count, places)):
            neighbour = (start + step) % places * life.EVERGREEN_EVERY
            if neighbour != position:
                yield self.teaser(self.layout.slot_at(shelf, neighbour))

    def popular(self, purpose: str | int, count: int) -> list[Teaser]:
        """Draw products from all over the main shop that will always be there."""
        dice = Dice(self.seed, "popular", purpose)
        shelves = self.layout.main_shelves
        numbers = dict.fromkeys(dice.below(shelves) for _ in range(count))
        slots = (self.layout.slot_at(ShopShelf(outlet=False, number=n), 0) for n in numbers)
        return [self.teaser(slot) for slot in slots if slot != purpose]

    def _evergreens(self, shelf: ShopShelf) -> int:
        return -(-self.layout.shelf_size(shelf, self.products) // life.EVERGREEN_EVERY)


@functools.lru_cache(maxsize=16_384)
def _teaser(assortment: Assortment, slot: int) -> Teaser:
    """Draw a teaser; kept for a while, as the same few products are related to many."""
    layout = assortment.layout
    shelf, _ = layout.place(slot)
    department, goods, modifier = layout.leaf_path(shelf)
    dice = Dice(assortment.seed, "teaser", slot)
    sort = DEPARTMENTS[department].goods[goods]
    name = (
        f"{dice.pick(SERIES)} {dice.between(2, 99)} "
        f"{MODIFIERS[modifier]} {sort.one}, {dice.pick(COLOURS)}"
    )
    brand = assortment.brand(slot)
    if brand:
        name = f"{brand.name} {name}"
    number = assortment.number(slot)
    image = None if dice.chance(_WITHOUT_IMAGE) else f"/img/{number}-1.svg"
    reviews = 0 if dice.chance(_WITHOUT_REVIEWS) else dice.between(1, 12)
    stars = tuple(dice.pick(_STARS) for _ in range(reviews))
    path = paths.outlet_product(number) if shelf.outlet else paths.main_product(number, name)
    rating = f"{sum(stars) / len(stars):.1f}" if stars else None
    return Teaser(number, name, path, image, stars, rating)
