"""Harmless copies of pages: what a reader would see of them, and nothing that runs, loads or submits anything.

A copy is written anew from the tree of a page: only elements and attributes of a list are in it, everything
else is left out or replaced by what it says. Links lead nowhere, pictures are their descriptions. In a numbered copy
every element and every text beside elements has its number, and pictures are empty: whoever shows it may fill them.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from lxml import etree

from pagekin.report.escaping import visible
from pagekin.report.safe_styles import safe_declarations, safe_sheet

FIELD = "pagekin-field"
MOST = 5_000_000  # characters of a copy: more than browsers like to show
_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type
_KEPT = frozenset(
    {
        *("a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "big", "blockquote", "br"),
        *("caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "details", "dfn"),
        *("div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5"),
        *(
            "h6",
            "header",
            "hgroup",
            "hr",
            "i",
            "ins",
            "kbd",
            "label",
            "legend",
            "li",
            "main",
            "mark",
        ),
        *(
            "nav",
            "ol",
            "p",
            "pre",
            "q",
            "s",
            "samp",
            "search",
            "section",
            "small",
            "span",
            "strike",
        ),
        *(
            "strong",
            "sub",
            "summary",
            "sup",
            "table",
            "tbody",
            "td",
            "tfoot",
            "th",
            "thead",
            "time",
        ),
        *("tr", "tt", "u", "ul", "var", "wbr"),
    }
)
_EMPTY = frozenset({"br", "col", "hr", "wbr"})
_BLOCKS = frozenset({"body", "form", "fieldset", "center", "dialog", "menu", "dir"})
_DROPPED = frozenset(
    {
        *("applet", "area", "audio", "base", "canvas", "datalist", "embed", "frame", "frameset"),
        *(
            "head",
            "iframe",
            "link",
            "map",
            "math",
            "meta",
            "meter",
            "noembed",
            "noframes",
            "noscript",
        ),
        *("object", "param", "plaintext", "progress", "script", "select", "source"),
        *("style", "svg", "template", "textarea", "title", "track", "video", "xmp"),
    }
)
_ATTRIBUTES = frozenset(
    {
        *("align", "class", "colspan", "datetime", "dir", "height", "hidden", "id", "lang", "open"),
        *("rowspan", "scope", "span", "start", "title", "valign", "width"),
    }
)
_LONGEST_ATTRIBUTE = 2000
_SHOWN_INPUTS = frozenset(
    {"", "button", "email", "number", "reset", "search", "submit", "tel", "text"}
)
_PICTURE = re.compile(r"data:image/(?:png|gif|jpeg|webp);base64,[A-Za-z0-9+/=\s]+", re.IGNORECASE)
_LARGEST_PICTURE = 100_000  # characters
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark in a copy: words by their places, under a class; and the elements of a field."""

    words: Collection[int] = ()
    name: str = ""
    elements: Collection[_Element] = ()
    numbers: Mapping[_Element, int] = field(
        default_factory=dict
    )  # of all elements, in a numbered copy


@dataclass(slots=True)
class _Writer:
    marks: Marks
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    word: int = 0  # the place of the next one
    has_field: bool = False

    def put(self, text: str) -> None:
        self.pieces.append(text)
        self.size += len(text)

    def put_text(self, text: str) -> None:
        """Write a text with the marked words in it; neighbours share a mark."""
        at, open_since = 0, None
        end = 0
        for found in _WORD.finditer(text):
            is_marked = self.word in self.marks.words
            self.word += 1
            if is_marked and open_since is None:
                self.put(_escaped(text[at : found.start()]))
                at = open_since = found.start()
            elif not is_marked and open_since is not None:
                self._put_mark(text[at:end])
                at, open_since = end, None
            end = found.end()
        if open_since is not None:
            self._put_mark(text[at:end])
            at = end
        self.put(_escaped(text[at:]))

    def _put_mark(self, text: str) -> None:
        self.put(f'<span class="{self.marks.name}">{_escaped(text)}</span>')


def words_of(root: _Element) -> list[str]:
    """Return the words that a copy of a page shows, in order."""
    return [word for step in _steps(root) if isinstance(step, str) for word in _WORD.findall(step)]


def safe_copy(root: _Element, marks: Marks | None = None, *, root_tag: str = "") -> str:
    """Return the copy of a page as the inside of a body; a page that is too large is cut off.

    With a tag for the root it is the whole of that element.
    """
    writer = _Writer(marks or Marks())
    elements = set(writer.marks.elements)
    open_tags: list[str] = []
    for step in _steps(root, numbered=bool(writer.marks.numbers)):
        if isinstance(step, str):
            writer.put_text(step)
        elif isinstance(step, _Start):
            is_field = step.element in elements
            attributes = _attributes(step, is_field=is_field, is_first=not writer.has_field)
            attributes += _number(step, writer.marks.numbers)
            writer.has_field = writer.has_field or is_field
            tag = root_tag if root_tag and not open_tags else step.tag
            writer.put(f"<{tag}{attributes}>")
            if step.tag not in _EMPTY and step.tag != "img":
                open_tags.append(tag)
        else:
            writer.put(f"</{open_tags.pop()}>")
        if writer.size > MOST:
            break
    writer.put("".join(f"</{tag}>" for tag in reversed(open_tags)))
    return "".join(writer.pieces)


def safe_start(element: _Element, tag: str, numbers: Mapping[_Element, int]) -> str:
    """Return the start tag of an element alone, under another name."""
    start = _Start(tag, element)
    attributes = _attributes(start, is_field=False, is_first=False)
    return f"<{tag}{attributes}{_number(start, numbers)}>"


def safe_sheets(root: _Element) -> str:
    """Return the style sheets that stand in a page, made harmless."""
    sheets = (safe_sheet(style.text or "") for style in root.iter("style"))
    return "\n".join(filter(None, sheets))[:MOST]


@dataclass(frozen=True, slots=True)
class _Start:
    tag: str
    element: _Element
    source: str = ""  # of a picture
    text: int = 0  # it is about one of the element's own texts, from 1


@dataclass(frozen=True, slots=True)
class _Text:
    """One of several texts in an element, or one beside other elements."""

    text: str
    element: _Element
    number: int


class _End:
    """The end of an element that has one."""


_Step = str | _Start | _End
_END = _End()


def _steps(root: _Element, *, numbered: bool = False) -> Iterator[_Step]:
    """Go through what is shown of a page: where elements start, texts, where elements end."""
    waiting: list[_Element | _Text | str | _End] = [root]
    tails: dict[_Element, _Text] = {}
    while waiting:
        item = waiting.pop()
        if isinstance(item, str | _End):
            yield item
            continue
        if isinstance(item, _Text):
            yield from (_Start("span", item.element, text=item.number), item.text, _END)
            continue
        if item.tail and item is not root:
            waiting.append(tails.pop(item, item.tail))
        tag = item.tag if isinstance(item.tag, str) else ""
        if not tag or tag in _DROPPED:
            continue
        if tag in {"img", "input"}:
            yield from _replaced(item, numbered=numbered)
            continue
        shown = tag if tag in _KEPT else "div" if tag in _BLOCKS else "span"
        yield _Start(shown, item)
        if shown in _EMPTY:
            continue
        waiting.append(_END)
        waiting.extend(reversed(item))
        texts = _numbered_texts(item) if numbered and len(item) else {}
        tails |= {child: text for child, text in texts.items() if child is not None}
        if item.text:
            waiting.append(texts.get(None, item.text))


def _numbered_texts(element: _Element) -> dict[_Element | None, _Text]:
    """Return the texts beside an element's children, each by the child before it."""
    texts = [(None, element.text), *((child, child.tail) for child in element)]
    told = [(child, text) for child, text in texts if text and text.strip()]
    return {child: _Text(text, element, number) for number, (child, text) in enumerate(told, 1)}


def _replaced(element: _Element, *, numbered: bool) -> Iterator[_Step]:
    """Yield what stands for a picture or an input: what it says."""
    if element.tag == "img":
        source = element.get("src", "")
        is_safe = len(source) <= _LARGEST_PICTURE and _PICTURE.fullmatch(source)
        if numbered or is_safe:
            yield _Start("img", element, source if is_safe else "")
            return
        said = element.get("alt", "")
    else:
        kind = element.get("type", "").lower()
        said = element.get("value", "") if kind in _SHOWN_INPUTS else ""
    yield _Start("span", element)
    if said:
        yield f" {said} "
    yield _END


def _number(step: _Start, numbers: Mapping[_Element, int]) -> str:
    """Return the attributes with the numbers of an element and its text, "" if it has none."""
    if step.element not in numbers:
        return ""
    text = f' data-t="{step.text}"' if step.text else ""
    return f' data-n="{numbers[step.element]}"{text}'


def _attributes(step: _Start, *, is_field: bool, is_first: bool) -> str:
    element = step.element
    if step.text:
        return ""
    values = {
        name: element.get(name, "")[:_LONGEST_ATTRIBUTE]
        for name in element.keys()  # noqa: SIM118 - an element is no mapping
        if name in _ATTRIBUTES
    }
    style = safe_declarations(element.get("style", "")) if "style" in element.attrib else ""
    if style:
        values["style"] = style
    if values.get("id", "").startswith(FIELD):
        del values["id"]
    if step.tag == "img":
        values["alt"] = element.get("alt", "")[:_LONGEST_ATTRIBUTE]
    if step.source:
        values["src"] = step.source
    elif element.tag == "img" and step.tag != "img":
        values["class"] = "pagekin-picture"
    if element.tag == "details":
        values["open"] = ""  # nobody should have to look for what has changed
    if is_field:
        values["class"] = f"{values.get('class', '')} {FIELD}".strip()
        if is_first:
            values["id"] = FIELD
    return "".join(f' {name}="{_escaped(value)}"' for name, value in values.items())


def _escaped(text: str) -> str:
    """Return a text as HTML; line breaks stay, and whatever else is no letter becomes a sign."""
    return escape("\n".join(map(visible, text.replace("\t", " ").split("\n"))))
