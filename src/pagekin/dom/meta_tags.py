"""META tags: what the head of a page says about it, by name."""

from collections.abc import Iterator
from itertools import islice

from lxml import etree

MAX_TAGS = 200  # pages have a few dozen
MAX_NAME = 100  # characters
MAX_CONTENT = 2000
_NAMES = ("name", "property", "http-equiv", "itemprop")


def meta_tags(root: etree._Element) -> tuple[tuple[str, str], ...]:
    """Return name and content of the META tags of a page's head, in their order; names in small letters."""
    head = root.find("head")
    return () if head is None else tuple(islice(_in(head), MAX_TAGS))


def _in(head: etree._Element) -> Iterator[tuple[str, str]]:
    for element in head.iter("meta"):
        content = element.get("content")
        name = next((found for key in _NAMES if (found := element.get(key))), "")
        named = " ".join(name.split()).lower()
        if content is not None and named and len(named) <= MAX_NAME:
            yield named, " ".join(content[:MAX_CONTENT].split())
