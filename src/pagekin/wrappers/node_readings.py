"""Readings of nodes: their visible text and attributes, read in the same way everywhere in wrappers."""

import re
from collections.abc import Iterator
from typing import cast

from lxml import etree

from pagekin.dom.page import Page
from pagekin.values import PageContext, Reading

# Elements that no reader of the page sees.
HIDDEN = frozenset({"script", "style", "template", "noscript", "head", "svg"})
# Elements that make no gap between two letters; all others do.
INLINE = frozenset(
    {
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn"),
        *("em", "font", "i", "ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small"),
        *("span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    }
)
# Elements that say something without a text, and the attributes that say it.
_SAYING = {
    "img": ("alt", "src"),
    "input": ("value", "alt"),
    "meta": ("content",),
    "link": ("href",),
    "time": ("datetime",),
    "data": ("value",),
    "area": ("alt",),
    "source": ("src",),
    "video": ("src",),
    "audio": ("src",),
    "iframe": ("src",),
}
_PREFORMATTED = "pre"
_WINDOWS = {
    code: bytes([code]).decode("cp1252", errors="replace")
    for code in range(0x80, 0xA0)
    if code != 0x85  # which is a line break
}
_ENDED = re.compile(r"[^\W_]$|[^\W\d_][.,;:!?)]$")  # a word, a number, or a word with its sign
_currencies = etree.XPath(
    '//*[@itemprop="priceCurrency"]/@content'
    ' | //meta[@property="product:price:currency" or @property="og:price:currency"]/@content',
    smart_strings=False,
)
_data = etree.XPath('//script[contains(@type, "ld+json")]/text()', smart_strings=False)
_PRICE_CURRENCY = re.compile(r'"priceCurrency"\s*:\s*"(\w{3})"')
_declared_language = etree.XPath(
    'string(//meta[@http-equiv="content-language" or @http-equiv="Content-Language"]/@content)',
    smart_strings=False,
)


def reading_of(found: etree._Element | str, context: PageContext) -> Reading:
    """Return the reading of what a locator found: an element, a text or the value of an attribute."""
    if isinstance(found, str):
        return Reading(single_spaced(found), context=context)
    text = text_of(found)
    return Reading(text, str(found.tag), _attributes(found), context, _lines(found, text))


def text_of(element: etree._Element) -> str:
    """Return the visible text of an element with single spaces; of an image, input … what it stands for."""
    if len(element):
        text = single_spaced("".join(_pieces(element)))
    else:
        text = single_spaced(element.text or "") if element.tag not in HIDDEN else ""
    if text:
        return text
    tag = str(element.tag)
    if tag == "a":
        image = element.find(".//img[@alt]")
        return single_spaced(image.get("alt", "")) if image is not None else ""
    for name in _SAYING.get(tag, ()):
        said = single_spaced(element.get(name, ""))
        if said:
            return said
    return ""


def _lines(element: etree._Element, text: str) -> str:
    """Return the text of an element with the line breaks of its preformatted parts, "" if it has none."""
    if element.tag == _PREFORMATTED or next(element.iterancestors(_PREFORMATTED), None) is not None:
        return _verbatim(element)
    parts, rest = [], text
    for inner in element.iter(_PREFORMATTED) if len(element) else ():
        before, found, after = rest.partition(text_of(inner))
        if found:
            parts += [before.strip(), _verbatim(inner) or found]
            rest = after
    return "\n".join(filter(None, (*parts, rest.strip()))) if parts else ""


def _verbatim(element: etree._Element) -> str:
    """Return a preformatted text without what nobody sees of it, "" if it is a single line."""
    pieces = [element.text or ""]
    for node in element.iterdescendants():
        seen = isinstance(node.tag, str) and node.tag not in HIDDEN
        pieces += ["\n" if node.tag == "br" else (node.text or "") if seen else "", node.tail or ""]
    lines = [line.rstrip() for line in "".join(pieces).splitlines()]
    whole = "\n".join(lines).strip("\n")
    return whole if "\n" in whole else ""


def single_spaced(text: str) -> str:
    """Return a text with single spaces and none at its ends; no-break spaces count as spaces.

    Readers cannot see the difference, nor do they type a no-break space when they show a value. (A
    number held together by such a space only is refused where it may be two numbers, never misread.)
    References such as `&#150;` stand for the characters of Windows, as in browsers.
    """
    if not text.isascii():
        text = text.translate(_WINDOWS)
    return " ".join(text.split())


class _ContextOfPage(PageContext):
    """What a page says; it is searched for a currency when a price without one asks for it."""

    __slots__ = ("_declared", "_root")
    _declared: str | None
    _root: etree._Element

    def __init__(self, url: str, language: str, root: etree._Element) -> None:
        object.__setattr__(self, "url", url)
        object.__setattr__(self, "language", language)
        object.__setattr__(self, "_root", root)
        object.__setattr__(self, "_declared", None)

    @property
    def currency(self) -> str:
        """The one currency that the page declares; empty if there is none, or several."""
        declared = self._declared
        if declared is None:
            texts = cast("list[str]", _currencies(self._root))
            for script in cast("list[str]", _data(self._root)):
                texts += _PRICE_CURRENCY.findall(script)
            found = {text.strip().upper() for text in texts}
            declared = found.pop() if len(found) == 1 else ""
            object.__setattr__(self, "_declared", declared)
        return declared


def context_of(page: Page) -> PageContext:
    """Return what a page says about how to read its texts."""
    root = page.root
    language = root.get("lang") or root.get("xml:lang") or str(_declared_language(root))
    return _ContextOfPage(page.url, language.strip()[:35], root)


def _attributes(element: etree._Element) -> dict[str, str]:
    return cast("dict[str, str]", dict(element.items()))


def _pieces(element: etree._Element) -> Iterator[str]:
    """Yield the visible texts below an element in document order, with spaces where lines break.

    Two elements without anything between them are two words, however they are set apart: <i>31</i><i>Oct</i>.
    """
    # For each open element, its remaining children and the text that follows its end.
    open_elements: list[tuple[Iterator[etree._Element], str]] = []
    yield element.text or ""
    children: Iterator[etree._Element] = iter(element)
    end = last = ""  # last: how what has just ended ends, if nothing follows it
    while True:
        node = next(children, None)
        if node is None:
            if end:
                yield end
                last = ""
            if not open_elements:
                return
            children, end = open_elements.pop()
            continue
        tag, text, tail = node.tag, node.text or "", node.tail or ""
        if tag in HIDDEN or not isinstance(tag, str):
            yield tail
            last = "" if tail else last
            continue
        gap = "" if tag in INLINE and not (tag == "sup" and _are_cents(node)) else " "
        if last and not gap and text[:1].isalnum() and _ENDED.search(last):
            yield " "
        last = "" if gap else text[-2:] or last
        if not len(node):
            yield f"{gap}{text}{gap}{tail}"
            last = "" if tail else last
        else:
            yield f"{gap}{text}"
            open_elements.append((children, end))
            children, end = iter(node), gap + tail


def _are_cents(node: etree._Element) -> bool:
    """Return whether raised digits follow other digits, as in $19⁹⁹: those are not one number."""
    before = node.getprevious()
    parent = node.getparent()
    text = before.tail if before is not None else parent.text if parent is not None else None
    return (text or "")[-1:].isdigit() and (node.text or "")[:1].isdigit()
