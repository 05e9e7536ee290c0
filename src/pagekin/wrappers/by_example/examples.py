"""Examples: values that a person points out on pages, and their places."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lxml import etree

from pagekin.dom.page import Page
from pagekin.errors import UsageError
from pagekin.wrappers.by_example.value_places import ValuePlace, find_places, place_at
from pagekin.wrappers.compiled_paths import PathError, compiled
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.node_readings import single_spaced
from pagekin.wrappers.xpath_steps import position_path, text_steps


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a field on a page: the value's text, its XPath, or both."""

    page: int  # its number among the pages
    field: str
    text: str | None = None
    xpath: str | None = None


@dataclass(frozen=True, slots=True)
class LocatedExample:
    """An example found on its page: the value, its places, and the locator if a path was given.

    One that was pointed at has a single place, and says nothing about the path to it.
    """

    page: int
    value: str
    targets: tuple[ValuePlace, ...]
    given: Locator | None = None
    pointed: bool = False


def locate(pages: Sequence[Page], example: Example) -> LocatedExample:
    """Find an example on its page; raise `UsageError` if it is not there."""
    page = pages[example.page]
    if example.xpath is not None:
        return _at_path(page, example, example.xpath)
    value = single_spaced(example.text or "")
    targets = tuple(find_places(page, value))
    if not targets:
        raise UsageError(
            f"{example.field}: {value!r} is not on {page.url}; "
            "give the text as the page shows it, or an XPath (NAME@XPATH)"
        )
    return LocatedExample(example.page, value, targets)


def pointed_at(
    example: LocatedExample, page: int, instance: etree._Element, copy: etree._Element
) -> LocatedExample:
    """Return an example with one place, pointed at or given by a path, as one on the copy of its instance."""
    (target,) = example.targets
    copies = dict(zip(instance.iter(), copy.iter(), strict=True))
    if target.element not in copies:
        raise UsageError(f"{example.value!r} is outside of what repeats")
    place = replace(target, element=copies[target.element])
    path = position_path(copies[target.element]) + target.suffix
    given = replace(example.given, path=path) if example.given else None
    return replace(example, page=page, targets=(place,), given=given)


def _at_path(page: Page, example: Example, xpath: str) -> LocatedExample:
    try:
        compiled(xpath)
        found = etree.XPath(xpath)(page.root)
    except (PathError, etree.XPathError) as error:
        raise UsageError(f"{example.field}: {xpath!r} cannot be used as a path: {error}") from None
    places = found if isinstance(found, list) else []
    if not places:
        raise UsageError(f"{example.field}: {xpath!r} leads to nothing on {page.url}")
    target = _target(places[0])
    if not target.text:
        raise UsageError(f"{example.field}: there is no text at {xpath!r} on {page.url}")
    value = single_spaced(example.text) if example.text else target.text
    if value not in target.text:
        raise UsageError(f"{example.field}: {value!r} is not at {xpath!r} on {page.url}")
    anchor = Anchor.NAME if "@" in xpath else Anchor.POSITION
    return LocatedExample(example.page, value, (target,), Locator(xpath, anchor))


def _target(place: object) -> ValuePlace:
    if isinstance(place, etree._Element):  # noqa: SLF001 - lxml's own name for elements
        return place_at(place)
    parent = getattr(place, "getparent", lambda: None)()
    text = single_spaced(str(place))
    if parent is None:
        return ValuePlace(None, "", text)
    if getattr(place, "is_attribute", False):
        return ValuePlace(parent, f"/@{getattr(place, 'attrname', '')}", text)
    before = parent if getattr(place, "is_tail", False) else None
    home = parent.getparent() if before is not None else parent
    if home is None:
        return ValuePlace(None, "", text)
    texts = [child for child, _ in text_steps(home)]
    number = texts.index(before) + 1 if before in texts else 1
    alone = len(texts) == 1 and not len(home)
    return ValuePlace(home, "" if alone else f"/text()[normalize-space()][{number}]", text)
