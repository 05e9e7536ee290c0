"""What drift can find: the verdict, and the one event of a template's change with its evidence."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pagekin.wrappers.model import Locator

SHOWN = 3  # fields, pages or texts that are named


class DriftVerdict(StrEnum):
    """What happened since the wrapper was learned."""

    NOTHING = "nothing"
    VALUES_CHANGED = "values changed"
    TEMPLATE_CHANGED = "template changed"


class DriftSign(StrEnum):
    """What speaks for a changed template."""

    MISSING = "is no longer where it was"
    MISFIT = "is no longer of its type"
    CONSTANT = "is the same text on all pages"
    SWAPPED = "has the values of another field"
    DEAD = "no longer stands at all of its places"


@dataclass(frozen=True, slots=True)
class FieldDrift:
    """One field of which the rule fails: how, how often, and on which pages for example."""

    name: str
    sign: DriftSign
    failing: int  # records, of those
    looked: int
    examples: tuple[str, ...] = ()
    locators: tuple[Locator, ...] = ()  # that no longer lead to the values


@dataclass(frozen=True, slots=True)
class TemplateChanged:
    """The one event of a template's change, with all that speaks for it."""

    pages: int
    failing_pages: int
    fields: tuple[FieldDrift, ...]
    drastic: bool  # most of what every page had is no longer where it was

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
    """What was seen: the verdict, the event if there is one, and what else may be worth a look."""

    verdict: DriftVerdict
    event: TemplateChanged | None = None
    changed: Mapping[str, int] | None = None  # values that differ from the known ones, by field
    broken_pages: tuple[str, ...] = ()  # that have hardly any field: error pages, another kind
    rarer: tuple[str, ...] = ()  # optional fields that are not found any more
