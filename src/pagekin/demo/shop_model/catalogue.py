"""The shop's catalogue on one day: every product a pure function of size, seed, slot and day."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.demo.shop_model import life
from pagekin.demo.shop_model.assortment import Assortment
from pagekin.demo.shop_model.departments import DEPARTMENTS
from pagekin.demo.shop_model.dice import Dice
from pagekin.demo.shop_model.draws import offer_for, options_for, price_band, specs_for, stock_for
from pagekin.demo.shop_model.figures import FIRST_DAY, date_of
from pagekin.demo.shop_model.layout import ListRun, ShopLayout, ShopShelf
from pagekin.demo.shop_model.product import DayPrice, Product, Review, Stock, Teaser, Variant
from pagekin.demo.shop_model.words import (
    DESCRIPTIONS,
    FIRST_NAMES,
    HIGHLIGHTS,
    INITIALS,
    REVIEW_SENTENCES,
    REVIEW_TITLES,
)

_RELATED = 6
_VIEWED = 6


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All products on one day; holds three numbers, whatever the size."""

    assortment: Assortment
    day: int

    @property
    def layout(self) -> ShopLayout:
        """The measures of a shop of this size."""
        return self.assortment.layout

    @property
    def slots(self) -> int:
        """How many slots there are by this day, on sale or no more."""
        return life.slots_on(self.day, self.assortment.products)

    def find(self, number: int) -> int | None:
        """Find the slot of an article number, if that product is on sale this day."""
        slot = self.assortment.slot(number)
        return slot if slot is not None and self.on_sale(slot) else None

    def on_sale(self, slot: int) -> bool:
        """Return whether a slot's product is in the range this day."""
        first_day = life.born(slot, self.assortment.products)
        if first_day > self.day:
            return False
        _, position = self.layout.place(slot)
        evergreen = position % life.EVERGREEN_EVERY == 0
        return evergreen or self.day < life.gone(self.assortment.seed, slot, first_day)

    def broken(self, slot: int) -> bool:
        """Return whether this product's page answers with an error this day."""
        if not life.BREAK_DAY <= self.day < life.REPAIR_DAY:
            return False
        return slot == self.layout.slot_at(
            ShopShelf(outlet=False, number=2), 2 * life.EVERGREEN_EVERY
        )

    def all_slots(self) -> Iterator[int]:
        """Go through the slots of all products on sale."""
        return filter(self.on_sale, range(self.slots))

    def shelf_run(self, shelf: ShopShelf) -> ListRun:
        """Return the pagination of a shelf."""
        return ListRun(self.layout.shelf_size(shelf, self.slots), self.layout.page_size)

    def shelf_page(self, shelf: ShopShelf, page: int) -> list[int]:
        """List the slots on a page of a shelf; products off sale leave a gap, so pages never shift."""
        places = self.shelf_run(shelf).on_page(page)
        return [s for p in places if self.on_sale(s := self.layout.slot_at(shelf, p))]

    def brand_run(self, brand: int) -> ListRun:
        """Return the pagination of a brand's products."""
        return ListRun(self.layout.brand_size(brand, self.slots), self.layout.page_size)

    def brand_page(self, brand: int, page: int) -> list[int]:
        """List the slots on a page of a brand's products."""
        slots = (self.layout.slot_of_brand(brand, p) for p in self.brand_run(brand).on_page(page))
        return [slot for slot in slots if self.on_sale(slot) and self.assortment.brand(slot)]

    def index_run(self) -> ListRun:
        """Return the parts of the product index."""
        return ListRun(self.slots, self.layout.index_size)

    def index_page(self, part: int) -> list[int]:
        """List the slots in a part of the product index."""
        return list(filter(self.on_sale, self.index_run().on_page(part)))

    def teaser(self, slot: int) -> Teaser:
        """Return what every link to a product shows of it."""
        return self.assortment.teaser(slot)

    def offer(self, slot: int) -> DayPrice:
        """Return a product's price of this day."""
        shelf, _ = self.layout.place(slot)
        department, goods, _ = self.layout.leaf_path(shelf)
        epoch, _ = life.price_epoch(self.assortment.seed, slot, self.day)
        return offer_for(self.assortment.seed, slot, epoch, price_band(department, goods))

    def stock(self, slot: int) -> Stock:
        """Return a product's stock of this day."""
        epoch, _ = life.stock_epoch(self.assortment.seed, slot, self.day)
        return stock_for(self.assortment.seed, slot, epoch)

    def changed_on(self, slot: int) -> dt.date:
        """Return the day of a product's last change."""
        seed = self.assortment.seed
        _, price_day = life.price_epoch(seed, slot, self.day)
        _, stock_day = life.stock_epoch(seed, slot, self.day)
        return date_of(max(life.born(slot, self.assortment.products), price_day, stock_day))

    def product(self, slot: int) -> Product:
        """Return everything that a product's page shows this day."""
        assortment, teaser = self.assortment, self.teaser(slot)
        shelf, _ = self.layout.place(slot)
        department, goods, _ = self.layout.leaf_path(shelf)
        dice = Dice(assortment.seed, "product", slot)
        brand = assortment.brand(slot)
        sku = f"{brand.name[:2].upper() if brand else 'NN'}-{teaser.number}-{dice.pick(INITIALS)}"
        offer = self.offer(slot)
        epoch, _ = life.stock_epoch(assortment.seed, slot, self.day)
        option_name, variants = _variants(assortment.seed, slot, epoch, sku, offer.price)
        images = dice.between(1, 5) if teaser.image else 0
        return Product(
            teaser=teaser,
            sku=sku,
            gtin=gtin(teaser.number),
            brand=brand,
            crumbs=assortment.shelf_crumbs(shelf),
            offer=offer,
            stock=self.stock(slot),
            images=tuple(f"/img/{teaser.number}-{n}.svg" for n in range(1, images + 1)),
            option_name=option_name,
            variants=variants,
            specs=specs_for(assortment.seed, slot, DEPARTMENTS[department].specs),
            highlights=tuple(dict.fromkeys(dice.pick(HIGHLIGHTS) for _ in range(4))),
            description=_description(dice, teaser.name, DEPARTMENTS[department].goods[goods].one),
            reviews=tuple(_reviews(Dice(assortment.seed, "reviews", slot), teaser.stars)),
            related=tuple(assortment.related(slot, _RELATED)),
            viewed=tuple(assortment.popular(slot, _VIEWED)),
        )


def _variants(
    seed: int, slot: int, epoch: int, sku: str, price: int
) -> tuple[str, tuple[Variant, ...]]:
    """Draw the variants: their extra charges stay, their prices and stock follow the product's."""
    dice = Dice(seed, "variants", slot)
    option_name, options = options_for(dice)
    variants = []
    for number, option in enumerate(options):
        extra = price * number * dice.below(4) * 3 // 100
        stock = stock_for(seed, slot, epoch, number)
        variants.append(Variant(option, f"{sku}{number + 1:02}", price + extra, stock))
    return option_name, tuple(variants)


def _description(dice: Dice, name: str, goods: str) -> tuple[str, ...]:
    sentences = dict.fromkeys(dice.pick(DESCRIPTIONS) for _ in range(dice.between(2, 6)))
    return tuple(sentence.format(name=name, goods=goods.lower()) for sentence in sentences)


def _reviews(dice: Dice, stars: tuple[int, ...]) -> Iterator[Review]:
    for given in stars:
        sentences = dict.fromkeys(dice.pick(REVIEW_SENTENCES) for _ in range(dice.between(1, 4)))
        yield Review(
            author=f"{dice.pick(FIRST_NAMES)} {dice.pick(INITIALS)}.",
            date=FIRST_DAY - dt.timedelta(days=dice.between(1, 900)),
            stars=given,
            title=dice.pick(REVIEW_TITLES[given]),
            text=" ".join(sentences),
            verified=dice.chance(60),
        )


def gtin(number: int) -> str:
    """Make a thirteen-digit article number whose last digit is the check digit."""
    digits = f"40{number:010}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return f"{digits}{-total % 10}"
