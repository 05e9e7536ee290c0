"""Drift events: the verdict, and the change of a template with its evidence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pagekin.wrappers.model import Locator

SHOWN = 3  # fields, pages or texts that a message names


def first_few(names: Iterable[str]) -> str:
    """Return the first of some names, and how many more there are."""
    every = list(names)
    more = len(every) - SHOWN
    return ", ".join(every[:SHOWN]) + (f" and {more} more" if more > 0 else "")


class DriftVerdict(StrEnum):
    """What has changed since the wrapper was learned."""

    NOTHING = "nothing"
    VALUES_CHANGED = "values changed"
    TEMPLATE_CHANGED = "template changed"


class DriftSign(StrEnum):
    """A sign of a changed template."""

    MISSING = "is no longer where it was"
    MISFIT = "is no longer of its type"
    CONSTANT = "is the same text on all pages"
    SWAPPED = "has the values of another field"
    DEAD = "no longer stands at all of its places"


@dataclass(frozen=True, slots=True)
class FieldDrift:
    """A field whose locators fail: how, how often, and on which pages, for example."""

    name: str
    sign: DriftSign
    failing: int  # records checked
    looked: int
    examples: tuple[str, ...] = ()
    locators: tuple[Locator, ...] = ()  # locators that no longer lead to the values


@dataclass(frozen=True, slots=True)
class TemplateChanged:
    """The change of a template, with all its signs."""

    pages: int
    failing_pages: int
    fields: tuple[FieldDrift, ...]
    drastic: bool  # most of what every page had has moved

    def __str__(self) -> str:
        where = f"{self.failing_pages:,} of {self.pages:,} pages"
        if not self.fields:
            return f"hardly anything was found on {where}"
        first = "; ".join(
            f"{part.name} {part.sign} ({part.failing:,} of {part.looked:,})"
            for part in self.fields[:SHOWN]
        )
        more = len(self.fields) - SHOWN
        rest = f"; and {more} more" if more > 0 else ""
        return f"on {where}: {first}{rest}"


@dataclass(frozen=True, slots=True)
class Drift:
    """The result of a watch: the verdict, the event if any, and what else may be worth a look."""

    verdict: DriftVerdict
    event: TemplateChanged | None = None
    changed: Mapping[str, int] | None = None  # values that differ from the known ones, by field
    broken_pages: tuple[str, ...] = ()  # with hardly any field: error pages, or another kind
    rarer: tuple[str, ...] = ()  # optional fields that are no longer found
