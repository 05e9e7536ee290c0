"""When products come, go and change: everything about time, without a history kept anywhere."""

import math

from pagekin.demo.shop_model.dice import Dice

BREAK_DAY = 5
REPAIR_DAY = 9
"""One product's page answers with an error on days BREAK_DAY to REPAIR_DAY - 1."""

EVERGREEN_EVERY = 3
"""Every third position of a shelf is never taken off it; only those are linked as related products.

So a product's page changes only when the product does, as shops with cached pages have it too."""

DAYS_PER_RENEWAL = 500
"""In so many days as many products appear as the shop had at first: 0.2 % a day."""

_DAILY_LOSS = 0.003  # of the products that are not evergreen, i.e. 0.2 % of all

# Few products change often and most seldom: together about 1.2 % a day, price and stock counted.
_PRICE_RHYTHM = (9, (10, 29), (300, 900))  # per cent of lively products, their days, the others'
_STOCK_RHYTHM = (7, (10, 29), (300, 900))


def born(slot: int, products: int) -> int:
    """Return the day on which a slot's product appears."""
    newcomer = slot - products
    return 1 if newcomer < 0 else 2 + newcomer * DAYS_PER_RENEWAL // products


def slots_on(day: int, products: int) -> int:
    """Count the slots that have been filled up to a day, whether or not since emptied."""
    return products - (-(day - 1) * products // DAYS_PER_RENEWAL)


def gone(seed: int, slot: int, first_day: int) -> int:
    """Return the day from which a product that is not evergreen is no longer sold."""
    share = (Dice(seed, "life", slot).below(1_000_000) + 1) / 1_000_000
    return first_day + 1 + int(math.log(share) / math.log(1 - _DAILY_LOSS))


def price_epoch(seed: int, slot: int, day: int) -> tuple[int, int]:
    """Return how often a product's price changed before a day, and on which day the last time."""
    return _epoch(Dice(seed, "price rhythm", slot), _PRICE_RHYTHM, day)


def stock_epoch(seed: int, slot: int, day: int) -> tuple[int, int]:
    """Return how often a product's stock changed before a day, and on which day the last time."""
    return _epoch(Dice(seed, "stock rhythm", slot), _STOCK_RHYTHM, day)


def _epoch(
    dice: Dice,
    rhythm: tuple[int, tuple[int, int], tuple[int, int]],
    day: int,
) -> tuple[int, int]:
    lively_percent, lively, calm = rhythm
    period = dice.between(*(lively if dice.chance(lively_percent) else calm))
    epoch, passed = divmod(day - 1 + dice.below(period), period)
    return epoch, max(1, day - passed)
