"""Fields as a person sees them while picking: on the page that is shown, and on all."""

from dataclasses import dataclass

from pagekin.app.coverage import FieldCoverage
from pagekin.app.pick_draft import DraftField
from pagekin.wrappers import Bundle, Field


@dataclass(frozen=True, slots=True)
class WayShown:
    """A way to find a field: how many values it finds here, how many on all pages, and on how many pages."""

    path: str
    here: int
    values: int
    pages: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class FieldShown:
    """A field: by which name, how it fares on all pages, and where it stands on the one that is shown."""

    name: str
    field: Field
    coverage: FieldCoverage
    places: tuple[tuple[int, int], ...]  # the numbers of elements, and of their texts
    values: tuple[str, ...]
    picked: DraftField | None = None  # None: it was there before
    ways: tuple[WayShown, ...] = ()
    attributes: tuple[str, ...] = ()  # that could be taken instead of the text

    @property
    def attribute(self) -> str:
        """The attribute that is taken, "" for the text."""
        return self.picked.picks[0].attribute if self.picked else ""


@dataclass(frozen=True, slots=True)
class PickingShown:
    """All fields by their bundles, as they are on one page and on all."""

    bundles: tuple[tuple[Bundle, tuple[FieldShown, ...]], ...]
    pages: int

    @property
    def fields(self) -> tuple[FieldShown, ...]:
        """All fields."""
        return tuple(field for _, fields in self.bundles for field in fields)
