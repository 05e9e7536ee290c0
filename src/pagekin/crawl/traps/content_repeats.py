"""What tells a page that was seen before under another URL: its title, texts and pictures, as a hash."""

import re
from typing import Any

from lxml import etree

from pagekin.crawl.hash_set import hash64
from pagekin.dom import Page

# In one go, since every page of a crawl is looked at; what readers choose in forms does not count.
_seen = etree.XPath(
    "//body//text()[not(parent::script or parent::style or parent::option or parent::textarea)]"
    " | //body//@src",
    smart_strings=False,
)
# When a page was made, and how long that took.
_MADE = re.compile(
    r"\d{1,2}:\d\d:\d\d(?:[.,]\d++)?|(?<!\d)\d++[.,]\d++\s*+(?:ms|s|secs?|seconds?)\b"
)


def content_hash(page: Page) -> int:
    """Give the hash that pages have in common which show the same, wherever their links lead."""
    found: Any = _seen(page.root)
    texts = " ".join(" ".join(found).split())
    if (
        not texts
    ):  # such as a list of URLs for machines: it shows nothing, and is like no other for that
        return hash64("shown at", page.url)
    return hash64("shown", page.title, _MADE.sub("", texts))


def repeat_hash(url: str) -> int:
    """Give the hash that a page has, by its URL, if it shows what another has shown."""
    return hash64("shown again", url)
