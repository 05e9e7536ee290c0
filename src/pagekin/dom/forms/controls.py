"""The controls of a form, and the ways to fill in each of them (HTML standard, 4.10)."""

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

_string = etree.XPath("string()", smart_strings=False)
_MOST_OPTIONS = 10_000  # of one control; nobody could choose among more
_MAX_TEXT = 100

Pair = tuple[str, str]  # name and value


class Asks(enum.Enum):
    """What a control asks for."""

    HIDDEN = "hidden"  # nothing
    TEXT = "text"  # any words
    OTHER = "other"  # text of a certain kind: a number, a date, an address
    CHOICE = "choice"  # one of several options, or none
    BUTTON = "button"  # which button to press


@dataclass(frozen=True, slots=True)
class Filling:
    """A way to fill in a control, and what it sends; empty action and method mean the form's own."""

    pairs: tuple[Pair, ...] = ()
    text: str = ""  # as a reader sees it
    place: int = 0  # in the page: what comes first is sent first
    action: str = ""
    method: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """A control with the ways to fill it in: first as found, then the others in document order."""

    name: str
    asks: Asks
    fillings: tuple[Filling, ...]
    kind: str  # its type, or its tag
    needed: bool = False  # the form cannot be submitted while it is empty


def read_controls(elements: Sequence[etree._Element], charset: str) -> Iterator[Control]:
    """Yield the controls of a form; all its buttons come last, as one control."""
    radios: dict[str, list[tuple[int, etree._Element]]] = {}
    buttons: list[Filling] = []
    controls: list[Control] = []
    for place, element in enumerate(elements):
        kind = kind_of(element)
        name = element.get("name", "")
        if kind in _BUTTONS:
            buttons.append(_pressed(element, kind, place))
        elif kind == "radio" and name:
            if name not in radios:
                controls.append(Control(name, Asks.CHOICE, (), kind))
            radios.setdefault(name, []).append((place, element))
        elif name and kind not in _NEVER_SENT:
            controls.append(_READERS.get(kind, _text)(element, kind, place))
    for control in controls:
        if control.name in radios and control.kind == "radio":
            yield _radio(control, radios[control.name])
        elif control.name == "_charset_" and control.asks is Asks.HIDDEN:
            sent = replace(control.fillings[0], pairs=((control.name, charset),))
            yield replace(control, fillings=(sent,))
        else:
            yield control
    if buttons:
        yield Control("", Asks.BUTTON, tuple(dict.fromkeys(buttons)), "button")


def kind_of(element: etree._Element) -> str:
    """Return the type of an input or button, otherwise the tag."""
    tag = str(element.tag)
    if tag == "select":
        return "select"
    if tag == "textarea":
        return "textarea"
    stated = element.get("type", "").strip().lower()
    if tag == "button":
        return stated if stated in {"reset", "button"} else "submit"
    return stated or "text"


def label_of(element: etree._Element) -> str:
    """Return what a reader sees of an option or a button."""
    texts = (element.get("label"), _string(element), element.get("value"), element.get("alt"))
    return " ".join(str(next(filter(None, texts), "")).split())[:_MAX_TEXT]


def _hidden(element: etree._Element, kind: str, place: int) -> Control:
    name = element.get("name", "")
    return Control(
        name, Asks.HIDDEN, (Filling(((name, element.get("value", "")),), "", place),), kind
    )


def _text(element: etree._Element, kind: str, place: int) -> Control:
    """Return a text field; the suggestions of its datalist are ways to fill it in."""
    name = element.get("name", "")
    value = element.get("value", "")
    if kind == "textarea":
        value = str(_string(element)).removeprefix("\n")
    value = "\r\n".join(value.splitlines())
    free = kind not in _KINDS_OF_TEXT and "readonly" not in element.attrib
    values = dict.fromkeys([value or _FILLED.get(kind, ""), *(_suggested(element) if free else ())])
    needed = "required" in element.attrib and not next(iter(values))
    fillings = tuple(Filling(((name, v),), v, place) for v in values if v or not needed)
    asks = Asks.TEXT if free else Asks.OTHER
    return Control(name, asks, fillings or (Filling((), "", place),), kind, needed and not fillings)


def _suggested(element: etree._Element) -> Iterator[str]:
    listed = element.get("list")
    if listed:
        for found in element.getroottree().iterfind(".//datalist[@id]"):
            if found.get("id") == listed:
                options = list(found.iter("option"))[:_MOST_OPTIONS]
                yield from (_value(option) for option in options if "disabled" not in option.attrib)


def _checkbox(element: etree._Element, kind: str, place: int) -> Control:
    name = element.get("name", "")
    on = Filling(((name, element.get("value", "on")),), name, place)
    off = Filling((), "", place)
    states = (on, off) if "checked" in element.attrib else (off, on)
    return Control(name, Asks.CHOICE, (on,) if "required" in element.attrib else states, kind)


def _radio(control: Control, group: Sequence[tuple[int, etree._Element]]) -> Control:
    """Return the radio buttons of one name as one control: one of them is chosen, or none if none was."""
    chosen: Filling | None = None
    fillings = []
    for place, element in group[:_MOST_OPTIONS]:
        value = element.get("value", "on")
        filling = Filling(((control.name, value),), value, place)
        fillings.append(filling)
        if "checked" in element.attrib:
            chosen = filling
    if chosen is None and not any("required" in element.attrib for _, element in group):
        chosen = Filling((), "", group[0][0])
    return replace(control, fillings=_first(chosen, fillings))


def _select(element: etree._Element, kind: str, place: int) -> Control:
    name = element.get("name", "")
    several = "multiple" in element.attrib
    options: list[Filling] = []
    selected: list[Filling] = []
    nothing = Filling((), "", place)
    for option in list(element.iter("option"))[:_MOST_OPTIONS]:
        group = option.getparent()
        off = "disabled" in option.attrib or (
            group is not None and group.tag == "optgroup" and "disabled" in group.attrib
        )
        filling = Filling(((name, _value(option)),), label_of(option), place)
        if not off and (_value(option) or "required" not in element.attrib):
            options.append(filling)
        if "selected" in option.attrib:
            selected.append(nothing if off else filling)
    chosen: Filling | None = None
    if several:
        pairs = tuple(pair for filling in selected for pair in filling.pairs)
        chosen = replace(nothing, pairs=pairs)
    elif selected:
        chosen = selected[-1]
    elif _size(element) > 1:
        chosen = nothing
    if chosen is not None and "required" in element.attrib and not any(v for _, v in chosen.pairs):
        chosen = None
    return Control(name, Asks.CHOICE, _first(chosen, options) or (nothing,), kind)


def _first(chosen: Filling | None, fillings: Sequence[Filling]) -> tuple[Filling, ...]:
    """Return the different ways to fill in a control, the chosen one first."""
    found: dict[tuple[Pair, ...], Filling] = {}
    for filling in fillings if chosen is None else (chosen, *fillings):
        found.setdefault(filling.pairs, filling)
    return tuple(found.values())


def _pressed(element: etree._Element, kind: str, place: int) -> Filling:
    """Return what pressing a button sends."""
    name = element.get("name", "")
    pairs: tuple[Pair, ...] = ()
    if kind == "image":
        before = f"{name}." if name else ""
        pairs = ((f"{before}x", "0"), (f"{before}y", "0"))  # as if pressed with the keyboard
    elif name:
        unnamed = "Submit" if element.tag == "input" else ""
        pairs = ((name, element.get("value", unnamed)),)
    action, method = element.get("formaction", ""), element.get("formmethod", "")
    return Filling(pairs, label_of(element), place, action.strip(), method.strip().lower())


def _value(option: etree._Element) -> str:
    value = option.get("value")
    return " ".join(str(_string(option)).split()) if value is None else value


def _size(element: etree._Element) -> int:
    size = element.get("size", "").strip()
    return int(size[:6]) if size.isascii() and size.isdigit() else 1


_BUTTONS = frozenset({"submit", "image"})
_NEVER_SENT = frozenset({"reset", "button"})
# What browsers show if the page says nothing.
_FILLED = {"range": "50", "color": "#000000"}
_KINDS_OF_TEXT = frozenset(
    {
        *("password", "file", "email", "tel", "url", "number", "range", "color"),
        *("date", "datetime-local", "month", "week", "time"),
    }
)
_READERS: dict[str, Callable[[etree._Element, str, int], Control]] = {
    "hidden": _hidden,
    "checkbox": _checkbox,
    "select": _select,
}
