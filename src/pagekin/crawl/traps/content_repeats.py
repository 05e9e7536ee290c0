"""Pages that show what another page has shown: told by a hash of title, texts and pictures."""

import re
from typing import Any

from lxml import etree

from pagekin.crawl.hash_set import hash64
from pagekin.dom import Page

# In one go each, since every page of a crawl is looked at, and along one axis: the results of several would be put in
# order, which takes hours on a page that has a hundred thousand elements side by side. What readers can choose in
# forms does not count.
_texts = etree.XPath(
    "//body/descendant::text()"
    "[not(parent::script or parent::style or parent::option or parent::textarea)]",
    smart_strings=False,
)
_pictures = etree.XPath("//body/descendant::*/@src", smart_strings=False)
# When a page was made, and how long that took. It begins with one digit, so that the rest of a text is skipped quickly.
_MADE = re.compile(
    r"\d(?<!\d\d)\d*+(?::\d\d:\d\d(?:[.,]\d++)?|[.,]\d++\s*+(?:ms|s|secs?|seconds?)\b)"
)


def content_hash(page: Page) -> int:
    """Return a hash that is the same for pages that show the same, wherever their links lead."""
    texts: Any = _texts(page.root)
    pictures: Any = _pictures(page.root)
    shown = " ".join(" ".join((*texts, *pictures)).split())
    if not shown:  # such as a list of URLs for machines: showing nothing makes no two pages alike
        return hash64("shown at", page.url)
    return hash64("shown", page.title, _MADE.sub("", shown))


def repeat_hash(url: str) -> int:
    """Return the hash for a page that shows what another has shown; it depends on the URL alone."""
    return hash64("shown again", url)
