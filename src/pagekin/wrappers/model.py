"""The wrapper: where the fields of a template's pages stand, as one frozen value."""

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
    """A place: an XPath (or path into JSON-LD), and template text to be cut off around the value."""

    path: str
    anchor: Anchor
    before: str = ""  # constant text in front of the value in the same node: "Price: "
    after: str = ""


@dataclass(frozen=True, slots=True)
class FieldEvidence:
    """What a field was learned from: on how many pages it was looked for, found, and had its type."""

    pages: int
    found: int
    fitting: int
    examples: tuple[str, ...] = ()  # the first few different texts


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a bundle: alternative locators, the first that finds anything counts.

    The `id` stays when the name changes, so that a renamed field is still the same field. It is the
    first name of the field unless another field of the bundle has that id.
    """

    name: str
    type: str  # the name of a value type
    locators: tuple[Locator, ...]
    many: bool = False  # a list of values in each instance rather than one
    optional: bool = False
    key: bool = False  # tells the bundle's instances apart
    seen: FieldEvidence | None = None
    id: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", self.name)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Fields that belong together, and bundles inside it.

    `each` finds the elements that are its instances; none: the page itself is the one instance. Paths
    of fields and of bundles inside start at the instance's element (".//td[2]", "following-sibling::dd[1]").
    The `id` is to its name what that of a field is, unique among the bundles beside it.
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
    """A slight change of the template that was followed: which field, from which place to which."""

    field: str  # "bundle.field"
    old: tuple[Locator, ...]
    new: tuple[Locator, ...]
    confidence: float
    at: str  # date and time, ISO 8601


@dataclass(frozen=True, slots=True)
class Wrapper:
    """How to extract the bundles of a template; `version` grows with every change."""

    bundles: tuple[Bundle, ...]
    version: int = 1
    healed: tuple[Healing, ...] = ()
