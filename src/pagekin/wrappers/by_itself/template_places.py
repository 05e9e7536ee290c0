"""Places of a template: a tree of what the pages have in common, with the nodes of each page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pagekin.wrappers.by_itself.landmarks import Landmark
    from pagekin.wrappers.by_itself.nodes import PageNode


# Elements that hold a label or a short text, never the layout of a page.
_LEAN = frozenset(
    {"b", "strong", "th", "dt", "label", "h2", "h3", "h4", "h5", "h6", "legend", "i", "em", "font"}
)


@dataclass(frozen=True, slots=True)
class PlaceLabel:
    """A text that names what a place holds: in an element beside it, or at its beginning."""

    words: str
    tag: str = ""  # of the element that holds it; "" if the value's own text begins with it


@dataclass(slots=True, eq=False)
class TemplatePlace:
    """A place of the template, with its nodes on all pages."""

    nodes: list[PageNode]
    step: str  # the XPath from the place above, or from the top of the page
    above: TemplatePlace | None = None
    many: bool = False  # it repeats: several nodes for one node of the place above
    leaf: bool = False  # its nodes hold values
    label: PlaceLabel | None = None
    landmark: Landmark | None = None
    children: list[TemplatePlace] = field(default_factory=list)

    @property
    def bundle(self) -> TemplatePlace | None:
        """The nearest place around this one, or itself, that repeats."""
        place: TemplatePlace | None = self
        while place is not None and not place.many:
            place = place.above
        return place

    def path(self, start: TemplatePlace | None = None) -> str:
        """Return the XPath from the top of the page, or from a place above."""
        steps: list[str] = []
        place: TemplatePlace | None = self
        while place is not None and place is not start:
            steps.append(place.step)
            place = place.above
        return "".join(reversed(steps)) if start is None else "." + "".join(reversed(steps))

    def short_path(self, *, many: bool = False) -> str:
        """Return the XPath anchored to the nearest label, "" if there is none.

        Unless `many`, labels around a repeat do not count.

        A label in an element that could as well hold half the page is searched below a landmark only:
        comparing all texts of a page takes long.
        """
        steps: list[str] = []
        place: TemplatePlace | None = self
        while place is not None and (many or not place.many):
            steps.append(place.step)
            if place.label is not None and "normalize-space()" in place.step:
                path = "/" + "".join(reversed(steps))
                return path if place.label.tag in _LEAN else f"{place.top()}{path}"
            place = place.above
        return ""

    def top(self) -> str:
        """Return the XPath of the landmark around this place, "" if there is none."""
        place = self
        while place.above is not None:
            place = place.above
        return place.step if place.landmark is not None else ""
