"""Where every product stands, by arithmetic alone: which shelf, which brand, which part of the index.

Products have slots 0, 1, 2, …; every fifth stands in the outlet. A shelf is a leaf of the category
tree, or a category of the outlet. Both ways between slot and shelf position are formulas, so a page
of a listing costs the same in a shop of a hundred and of a million products.
"""

import functools
import math
from dataclasses import dataclass

from pagekin.demo.shop_model.departments import DEPARTMENTS
from pagekin.demo.shop_model.words import BRAND_HEADS, BRAND_TAILS, MODIFIERS

OUTLET_EVERY = 5
PRODUCTS_PER_SHELF = 112

# Shelves come in small, medium and large: of seven products in a row one, two and four go to them.
_WEIGHTS = (1, 2, 4)
_STARTS = (0, 1, 3)
_ROW = 7


@dataclass(frozen=True, slots=True)
class ShopShelf:
    """A leaf category of the main shop, or a category of the outlet."""

    outlet: bool
    number: int


@dataclass(frozen=True, slots=True)
class ListRun:
    """A pagination: items 0 to size - 1 on pages 1 to pages, so many a page."""

    size: int
    page_size: int

    @property
    def pages(self) -> int:
        """How many pages there are; an empty list still has one."""
        return max(1, -(-self.size // self.page_size))

    def on_page(self, page: int) -> range:
        """Return the items on a page."""
        return range((page - 1) * self.page_size, min(page * self.page_size, self.size))


def _clamp(low: int, value: int, high: int) -> int:
    return max(low, min(value, high))


@dataclass(frozen=True, slots=True)
class ShopLayout:
    """The measures of a shop of one size."""

    departments: int
    categories: int  # of each department
    leaves: int  # of each category
    outlet_shelves: int
    brands: int
    page_size: int
    index_size: int

    @property
    def main_shelves(self) -> int:
        """How many leaf categories the main shop has."""
        return self.departments * self.categories * self.leaves

    @property
    def _main_cycle(self) -> int:
        rows, rest = divmod(self.main_shelves, len(_WEIGHTS))
        return rows * _ROW + _STARTS[rest]

    def _measures(self, shelf: ShopShelf) -> tuple[int, int, int]:
        """Return a shelf's cycle length, its first place in the cycle and how many places it has."""
        if shelf.outlet:
            return self.outlet_shelves, shelf.number, 1
        row, kind = divmod(shelf.number, len(_WEIGHTS))
        return self._main_cycle, row * _ROW + _STARTS[kind], _WEIGHTS[kind]

    def place(self, slot: int) -> tuple[ShopShelf, int]:
        """Find the shelf of a slot and its position there."""
        block, rest = divmod(slot, OUTLET_EVERY)
        if rest == OUTLET_EVERY - 1:
            position, number = divmod(block, self.outlet_shelves)
            return ShopShelf(outlet=True, number=number), position
        turn, residue = divmod(block * (OUTLET_EVERY - 1) + rest, self._main_cycle)
        row, inside = divmod(residue, _ROW)
        kind = 0 if inside < _STARTS[1] else 1 if inside < _STARTS[2] else 2
        shelf = ShopShelf(outlet=False, number=row * len(_WEIGHTS) + kind)
        return shelf, turn * _WEIGHTS[kind] + inside - _STARTS[kind]

    def slot_at(self, shelf: ShopShelf, position: int) -> int:
        """Find the slot at a position of a shelf: the inverse of `place`."""
        cycle, start, weight = self._measures(shelf)
        turn, inside = divmod(position, weight)
        rank = turn * cycle + start + inside
        if shelf.outlet:
            return rank * OUTLET_EVERY + OUTLET_EVERY - 1
        block, rest = divmod(rank, OUTLET_EVERY - 1)
        return block * OUTLET_EVERY + rest

    def shelf_size(self, shelf: ShopShelf, slots: int) -> int:
        """Count the positions of a shelf in a shop of so many slots."""
        outlet_slots = slots // OUTLET_EVERY
        ranks = outlet_slots if shelf.outlet else slots - outlet_slots
        cycle, start, weight = self._measures(shelf)
        turns, rest = divmod(ranks, cycle)
        return turns * weight + _clamp(0, rest - start, weight)

    def brand_of(self, slot: int) -> int:
        """Return the brand that a slot belongs to; each shelf holds many brands."""
        block, inside = divmod(slot, self.brands)
        return (block + inside) % self.brands

    def slot_of_brand(self, brand: int, position: int) -> int:
        """Find the slot at a position of a brand's products."""
        return position * self.brands + (brand - position) % self.brands

    def brand_size(self, brand: int, slots: int) -> int:
        """Count the positions of a brand in a shop of so many slots."""
        blocks = slots // self.brands
        return blocks + (self.slot_of_brand(brand, blocks) < slots)

    def leaf_path(self, shelf: ShopShelf) -> tuple[int, int, int]:
        """Name a shelf by department, kind of goods and modifier."""
        if shelf.outlet:
            rest, department = divmod(shelf.number, len(DEPARTMENTS))
            modifier, goods = divmod(rest, len(DEPARTMENTS[department].goods))
            return department, goods, modifier % len(MODIFIERS)
        rest, modifier = divmod(shelf.number, self.leaves)
        department, goods = divmod(rest, self.categories)
        return department, goods, modifier

    def leaf_number(self, department: int, goods: int, modifier: int) -> int:
        """Find the number of a main shelf: the inverse of `leaf_path`."""
        return (department * self.categories + goods) * self.leaves + modifier


@functools.lru_cache(maxsize=64)
def layout_for(products: int) -> ShopLayout:
    """Choose the measures for a size: more products, more categories, so that listings stay short."""
    outlet = products // OUTLET_EVERY
    shelves = max(8, (products - outlet) // PRODUCTS_PER_SHELF)
    departments = _clamp(3, math.isqrt(shelves), len(DEPARTMENTS))
    categories = _clamp(2, round(math.sqrt(shelves / departments)), 12)
    leaves = _clamp(2, -(-shelves // (departments * categories)), len(MODIFIERS))
    return ShopLayout(
        departments=departments,
        categories=categories,
        leaves=leaves,
        outlet_shelves=max(2, outlet // PRODUCTS_PER_SHELF),
        brands=_clamp(8, products // 60, len(BRAND_HEADS) * len(BRAND_TAILS)),
        page_size=_clamp(8, products // 40, 24),
        index_size=_clamp(25, products // 20, 500),
    )
