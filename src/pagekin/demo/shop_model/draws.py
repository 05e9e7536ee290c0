"""What is drawn for a single product: its price, stock, specifications, options and brand."""

import functools

from pagekin.demo.shop_model.departments import COMMON_SPECS, Measure, Spec
from pagekin.demo.shop_model.dice import Dice
from pagekin.demo.shop_model.figures import slug
from pagekin.demo.shop_model.product import DayPrice, Stock
from pagekin.demo.shop_model.words import (
    BRAND_FORMS,
    BRAND_HEADS,
    BRAND_TAILS,
    COLOURS,
    SIZES,
)

_ON_OFFER = 22  # per cent of the products have a crossed-out price
_WITH_VARIANTS = 25
_SPEC_STAYS = 75  # per cent: how complete a table of specifications is

_PRICE_BANDS = ((15, 80), (3, 25), (60, 400), (300, 2400))  # euros
_ENDINGS = (99, 95, 90, 50, 49, 0)  # cents
_STEPS = (
    100,
    108,
    95,
    104,
    90,
    112,
    97,
)  # the list price over time, in per cent; neighbours differ
_DISCOUNTS = (10, 15, 20, 25, 30, 40)

_BRANDS = len(BRAND_HEADS) * len(BRAND_TAILS)
_BRAND_STRIDE = 149  # without a common factor with _BRANDS: every brand gets another name


def price_band(department: int, goods: int) -> tuple[int, int]:
    """Return the price range of one kind of goods, in euros; each department has cheap and dear ones."""
    return _PRICE_BANDS[(department + goods) % len(_PRICE_BANDS)]


def offer_for(seed: int, slot: int, epoch: int, band: tuple[int, int]) -> DayPrice:
    """Draw the price of a product after so many changes."""
    dice = Dice(seed, "price", slot)
    euros = dice.between(*band)
    step = _STEPS[(dice.below(len(_STEPS)) + epoch) % len(_STEPS)]
    listed = euros * step // 100 * 100 + dice.pick(_ENDINGS)
    sale = Dice(seed, "sale", slot, epoch)
    if not sale.chance(_ON_OFFER):
        return DayPrice(listed, None)
    return DayPrice(listed * (100 - sale.pick(_DISCOUNTS)) // 100, listed)


def stock_for(seed: int, slot: int, epoch: int, variant: int = 0) -> Stock:
    """Draw the stock of a product, or of one of its variants, after so many changes."""
    dice = Dice(seed, "stock", slot, epoch, variant)
    level = dice.below(100)
    if level < 8:
        return Stock(0, reordered=dice.chance(40))
    return Stock(dice.between(1, 5) if level < 20 else dice.between(6, 140))


def specs_for(seed: int, slot: int, specs: tuple[Spec, ...]) -> tuple[tuple[str, str], ...]:
    """Draw a product's specifications: always in the same order, never all of them."""
    dice = Dice(seed, "specs", slot)
    rows = ((spec.label, _spec_value(dice, spec)) for spec in specs + COMMON_SPECS)
    return tuple(row for row in rows if dice.chance(_SPEC_STAYS))


def _spec_value(dice: Dice, spec: Spec) -> str:
    if not isinstance(spec, Measure):
        return dice.pick(spec.options)
    whole, part = divmod(dice.between(spec.low, spec.high), 10**spec.decimals)
    return f"{whole}.{part} {spec.unit}" if spec.decimals else f"{whole} {spec.unit}"


def options_for(dice: Dice) -> tuple[str, tuple[str, ...]]:
    """Draw what a product can be had in: sizes, colours or, most often, one form only."""
    if not dice.chance(_WITH_VARIANTS):
        return "", ()
    if dice.chance(50):
        first = dice.below(3)
        return "Size", SIZES[first : first + dice.between(2, len(SIZES) - first)]
    first = dice.below(len(COLOURS))
    return "Colour", (COLOURS[first:] + COLOURS[:first])[: dice.between(2, 6)]


@functools.lru_cache(maxsize=4096)
def brand_name(seed: int, brand: int) -> str:
    """Name a brand; no two brands of a shop share a name."""
    place = (brand * _BRAND_STRIDE + seed * 31) % _BRANDS
    head, tail = divmod(place, len(BRAND_TAILS))
    form = BRAND_FORMS[place % len(BRAND_FORMS)]
    return form.format(BRAND_HEADS[head] + BRAND_TAILS[tail])


@functools.lru_cache(maxsize=16)
def brand_numbers(seed: int, brands: int) -> dict[str, int]:
    """Map the slugs of all brands to their numbers."""
    return {slug(brand_name(seed, brand)): brand for brand in range(brands)}
