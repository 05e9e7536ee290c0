"""The elements of a page by tag and class, attribute or text: where most paths of wrappers begin.

Dozens of paths search a page for `//tag[…]` one after the other. An index goes through the elements of a tag once, when
the first path asks for it.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from lxml import etree

_NAME = r"([A-Za-z_][\w.-]*)"
_LITERAL = r"""(?:'([^']*)'|"([^"]*)")"""
_BY_CLASS = re.compile(
    rf"""{_NAME}\[contains\(concat\((?:' '|" "), normalize-space\(@{_NAME}\), (?:' '|" ")\), {_LITERAL}\)\]"""
)
_BY_VALUE = re.compile(rf"{_NAME}\[@{_NAME}={_LITERAL}\]")
_BY_TEXT = re.compile(rf"{_NAME}\[normalize-space\(\)={_LITERAL}\]")
_SPACES = re.compile(r"[ \t\r\n]+")  # as XPath has them: a no-break space is none
_normal_text = etree.XPath("normalize-space()", smart_strings=False)

_Key = tuple[str, str, str]  # "token", "value" or "text", a tag, an attribute


class IndexedStep(NamedTuple):
    """A step that an index can take from the root of a page to all elements below it."""

    key: _Key
    wanted: str


def indexed_step(step: str) -> IndexedStep | None:
    """Return a step as an index takes it; None if its conditions are others."""
    if found := _BY_CLASS.fullmatch(step):
        tag, attribute, *literals = found.groups(default="")
        token = "".join(literals)[1:-1]
        # Anything else between spaces is no single token.
        is_token = f" {token} " == "".join(literals) and token and not _SPACES.search(token)
        return IndexedStep(("token", tag, attribute), token) if is_token else None
    if found := _BY_VALUE.fullmatch(step):
        tag, attribute, *literals = found.groups(default="")
        return IndexedStep(("value", tag, attribute), "".join(literals))
    if found := _BY_TEXT.fullmatch(step):
        tag, *literals = found.groups(default="")
        return IndexedStep(("text", tag, ""), "".join(literals))
    return None


class ElementIndex:
    """An index of one page, which nobody may change meanwhile."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        # A search also finds what stands beside the root of a broken page.
        around = (root.getparent(), root.getprevious(), root.getnext())
        self._is_whole = all(neighbour is None for neighbour in around)
        self._known: dict[_Key, dict[str, list[etree._Element]]] = {}

    def find(self, step: IndexedStep) -> Sequence[etree._Element] | None:
        """Return all elements that a step leads to, in the order of the page; None if that is not known."""
        if not self._is_whole:
            return None
        known = self._known.get(step.key)
        if known is None:
            known = self._known[step.key] = self._all(*step.key)
        return known.get(step.wanted, ())

    def _all(self, kind: str, tag: str, attribute: str) -> dict[str, list[etree._Element]]:
        found: defaultdict[str, list[etree._Element]] = defaultdict(list)
        for element in self._root.iter(tag):
            if kind == "text":
                found[cast("str", _normal_text(element))].append(element)
                continue
            value = element.get(attribute)
            if value is None:
                continue
            for key in (value,) if kind == "value" else _tokens(value):
                found[key].append(element)
        return dict(found)


@lru_cache(maxsize=1 << 12)  # the pages of a class have the same few hundred values
def _tokens(value: str) -> tuple[str, ...]:
    """Return the tokens of an attribute's value, each once."""
    return tuple(dict.fromkeys(_SPACES.split(value.strip(" \t\r\n"))))
