"""Pages that show what another page has shown: told by a hash of title, texts and pictures."""

import re
from typing import Any

from lxml import etree

from pagekin.crawl.hash_set import hash64
from pagekin.dom import Page

# In one go, since every page of a crawl is looked at. What readers can choose in forms does not count.
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
    """Return a hash that is the same for pages that show the same, wherever their links lead."""
    found: Any = _seen(page.root)
    texts = " ".join(" ".join(found).split())
    if not texts:  # such as a list of URLs for machines: showing nothing makes no two pages alike
        return hash64("shown at", page.url)
    return hash64("shown", page.title, _MADE.sub("", texts))


def repeat_hash(url: str) -> int:
    """Return the hash for a page that shows what another has shown; it depends on the URL alone."""
    return hash64("shown again", url)
