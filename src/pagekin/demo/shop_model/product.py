"""The values that a product page, a listing and the truth are made from."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Teaser:
    """What every link to a product shows of it; it never changes."""

    number: int
    name: str
    path: str
    image: str | None
    stars: tuple[int, ...]  # one entry a review
    rating: str | None  # the mean of the stars as shown, with one decimal; none without reviews


@dataclass(frozen=True, slots=True)
class DayPrice:
    """The price of a day in cents, and the crossed-out one where there is one."""

    price: int
    old_price: int | None

    @property
    def discount(self) -> str | None:
        """The saving as shown, e.g. −15%."""
        if self.old_price is None:
            return None
        return f"−{round(100 * (self.old_price - self.price) / self.old_price)}%"


@dataclass(frozen=True, slots=True)
class Stock:
    """How many there are, and whether more are on their way."""

    pieces: int
    reordered: bool = False

    @property
    def availability(self) -> str:
        """The availability in the shop's words."""
        if self.pieces > 5:
            return "In stock"
        if self.pieces:
            return "Low stock"
        return "Available in 2–3 weeks" if self.reordered else "Out of stock"

    @property
    def schema_org(self) -> str:
        """The availability in the words of schema.org."""
        if self.pieces:
            return "InStock" if self.pieces > 5 else "LimitedAvailability"
        return "BackOrder" if self.reordered else "OutOfStock"


@dataclass(frozen=True, slots=True)
class Variant:
    """One row of the table of variants."""

    option: str
    sku: str
    price: int
    stock: Stock


@dataclass(frozen=True, slots=True)
class Review:
    """One customer's review."""

    author: str
    date: dt.date
    stars: int
    title: str
    text: str
    verified: bool


@dataclass(frozen=True, slots=True)
class Crumb:
    """A step of the way back to the home page."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Product:
    """Everything that a product's page shows on one day."""

    teaser: Teaser
    sku: str
    gtin: str
    brand: Crumb | None
    crumbs: tuple[Crumb, ...]
    offer: DayPrice
    stock: Stock
    images: tuple[str, ...]
    option_name: str  # what the variants differ in
    variants: tuple[Variant, ...]
    specs: tuple[tuple[str, str], ...]
    highlights: tuple[str, ...]
    description: tuple[str, ...]  # paragraphs
    reviews: tuple[Review, ...]
    related: tuple[Teaser, ...]
    viewed: tuple[Teaser, ...]
