"""The wrapper as a frozen value: how to find the fields on the pages of a template."""

from dataclasses import dataclass
from enum import StrEnum


class Anchor(StrEnum):
    """What a locator holds on to."""

    POSITION = "position"  # the numbers of siblings, as an equality XPath or a generalised one
    NAME = "name"  # classes, ids and other attributes
    LABEL = "label"  # a text beside the value
    MARKUP = "markup"  # microdata, RDFa, meta elements
    DATA = "data"  # a path into the page's JSON-LD: "Product.offers.price"


@dataclass(frozen=True, slots=True)
class Locator:
    """A rule that finds a value: an XPath (or path into JSON-LD), and template text to cut off around it."""

    path: str
    anchor: Anchor
    before: str = ""  # constant text in front of the value in the same node: "Price: "
    after: str = ""


@dataclass(frozen=True, slots=True)
class FieldEvidence:
    """What a field was learned from: the pages searched, those that have it, those where it fits its type."""

    pages: int
    found: int
    fitting: int
    examples: tuple[str, ...] = ()  # the first few different texts


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a bundle, with alternative locators: the first that finds anything counts.

    The order of a bundle's fields is that of the columns of its table; see `main_table`.

    The `id` stays when the name changes: a renamed field is still the same field. It is the name that
    the field was learned with, unless another field of the bundle has that id.
    """

    name: str
    type: str  # the name of a value type
    locators: tuple[Locator, ...]
    many: bool = False  # a list of values in each instance rather than one
    optional: bool = False
    key: bool = False  # tells the bundle's instances apart
    extra: bool = False  # no column of the main table, unless somebody asks for all
    seen: FieldEvidence | None = None
    id: str = ""
    lead: str = ""  # template text that values begin with ("Publisher:"), which tables leave out

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", self.name)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Fields that belong together, and the bundles inside.

    `each` finds the elements that are its instances; without it, the page is the one instance. The
    paths of fields and inner bundles start at the instance's element (".//td[2]",
    "following-sibling::dd[1]"). Like that of a field, the `id` outlasts a change of the name; it is
    unique among the bundles of one level.
    """

    name: str
    fields: tuple[Field, ...]
    each: tuple[Locator, ...] = ()
    bundles: tuple["Bundle", ...] = ()
    optional: bool = False  # a page without any instance is no error
    id: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", self.name)

    @property
    def key(self) -> Field | None:
        """The field that tells the bundle's instances apart, if there is one."""
        return next((field for field in self.fields if field.key), None)


@dataclass(frozen=True, slots=True)
class Healing:
    """A slight change of the template that a repair followed: the field, its old and new locators."""

    field: str  # "bundle.field"
    old: tuple[Locator, ...]
    new: tuple[Locator, ...]
    confidence: float
    at: str  # date and time, ISO 8601


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The bundles of a template; `version` grows with every change."""

    bundles: tuple[Bundle, ...]
    version: int = 1
    healed: tuple[Healing, ...] = ()
