"""Text columns: the texts at one place of all pages, and their locators; fields without a name yet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pagekin.values import Reading
    from pagekin.wrappers.by_itself.template_places import TemplatePlace
    from pagekin.wrappers.model import Locator

Texts = tuple[str, ...]
_CONTROLS = frozenset({"button", "label", "legend"})


@dataclass(frozen=True, slots=True)
class TextColumn:
    """The texts of one place, by the number of the page or of the bundle's instance."""

    texts: dict[int, Texts]
    locators: tuple[Locator, ...]
    units: int  # the number of pages or instances
    place: TemplatePlace | None = None
    many: bool = False
    label: str = ""
    order: float = 0.0  # its mean position: 0 at the top, 1 at the end of the page
    hints: tuple[str, ...] = ()  # its names in structured data
    shown: int = 1  # the number of places with the same value
    title: bool = False  # it is the title of the page
    composite: bool = False  # its parts are columns of their own
    part: bool = False  # it is a part of another column
    readings: tuple[list[Reading], ...] = ()  # what its locators found on each page, once validated
    image: bool = False  # the texts are the addresses of images
    link: bool = False  # the texts are the addresses of links that always say the same
    derived: bool = False  # its texts only vary the title, as in "Find a Honda dealer"
    lead: str = ""  # template text at the beginning of what its locators find

    @property
    def coverage(self) -> float:
        """The share of pages or instances that have it."""
        return len(self.texts) / max(self.units, 1)

    @property
    def distinct(self) -> int:
        """The number of different texts."""
        return len(set(self.texts.values()))

    @property
    def is_constant(self) -> bool:
        """Whether all texts are the same: then they belong to the template."""
        if not self.texts:
            return True
        most = Counter(self.texts.values()).most_common(1)[0][1]
        return most == len(self.texts)

    @property
    def is_headline(self) -> bool:
        """Whether it is the headline, or its own text beside something smaller in it."""
        place = self.place
        if place is not None and place.nodes[0].is_text:
            place = place.above
        return place is not None and place.nodes[0].tag == "h1"

    @property
    def is_control(self) -> bool:
        """Whether it is what a form says of its own fields and buttons."""
        if self.place is None:
            return False
        element = self.place.nodes[0].element
        around = islice((element, *element.iterancestors()), 2)
        return any(one.tag in _CONTROLS for one in around)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A repeating place with several columns: a bundle without a name yet."""

    place: TemplatePlace
    columns: tuple[TextColumn, ...]
    repeats: tuple[Repeat, ...]
    order: float
    pages: int  # that have an instance
