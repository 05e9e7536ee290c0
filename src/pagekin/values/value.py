"""A value: a text as it stands on a page, and the typed attributes that its type reads out of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Attribute = str | int | float | bool


@dataclass(frozen=True, slots=True)
class PageContext:
    """What a page says about how to read its texts."""

    url: str = ""
    language: str = ""  # of the page, as a BCP 47 tag: "de", "fr-CA"; "" if it does not say
    currency: str = ""  # ISO 4217, if the page declares one currency for all its prices


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found at a place of a page, before it has a type."""

    text: str  # visible text with single spaces; of an attribute its value
    tag: str = ""  # of the element it was found in
    attributes: Mapping[str, str] = field(default_factory=dict)  # of that element
    context: PageContext = PageContext()
    lines: str = ""  # the text with its line breaks, if it has preformatted parts


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a reading is no value of a type, in words."""

    reason: str


@dataclass(frozen=True, slots=True)
class Value:
    """A text and its typed attributes: a price has an amount and a currency, an image a source.

    A text that does not fit its field's type keeps the text, has no attributes, and says why.
    """

    text: str
    type: str
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    misfit: str | None = None
