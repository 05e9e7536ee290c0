"""What a route gives: the class of a page and how to render it, or where it has moved to."""

import enum
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qs

from pagekin.demo.messages import HTML
from pagekin.demo.page_kinds import ShopPageKind
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.shop_model.layout import ListRun
from pagekin.demo.templates.html import Visitor

_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


class ShopLook(enum.Enum):
    """The templates that product pages have had."""

    CLASSIC = "classic"
    SLIGHTLY_CHANGED = "slightly changed"
    REDESIGNED = "redesigned"


@dataclass(frozen=True, slots=True)
class RoutedPage:
    """What lies at a path; rendered only when somebody wants to see it."""

    kind: ShopPageKind
    render: Callable[[Visitor], bytes]
    content_type: str = HTML
    status: int = 200
    private: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """What used to lie at a path lies elsewhere now."""

    path: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A target taken apart, to be looked up in the catalogue of a day."""

    catalogue: Catalogue
    look: ShopLook
    path: str
    rest: tuple[str, ...]  # of the path, after its first segment
    query: str

    def parameter(self, name: str) -> str:
        """Return the value of a parameter, or nothing."""
        return parse_qs(self.query).get(name, [""])[0]


Answer = RoutedPage | Moved | None


def read_number(text: str) -> int | None:
    """Read a number as paths have it: digits, without leading zeros."""
    return int(text) if _NUMBER.fullmatch(text) else None


def read_page(rest: tuple[str, ...], run: ListRun) -> int | None:
    """Read what follows a list's own path: nothing, or page/2/."""
    match rest:
        case ("",):
            return 1
        case ("page", text, ""):
            number = read_number(text)
            return number if number and 1 < number <= run.pages else None
    return None
