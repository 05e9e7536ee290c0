"""A digest of what a page shows, texts and pictures without links, to recognise two URLs of one page."""

import re
from hashlib import blake2b

from pagekin.dom.page import Page, UnparsedPage

# The same on many pages, or chosen by the reader.
_UNSEEN = frozenset(
    {"script", "style", "noscript", "template", "select", "option", "optgroup", "textarea"}
    | {"datalist", "head"}
)

# When a page was generated, or how long that took: to the second, unlike any timetable.
_MADE = re.compile(r"\d{1,2}:\d\d:\d\d(?:[.,]\d+)?|\d+[.,]\d+\s*(?:ms|s|secs?|seconds?)\b")


def shown_digest(page: Page) -> bytes:
    """Return a digest of what a page shows.

    The contents of form controls do not count, nor does the time when the page was generated.
    """
    if isinstance(page, UnparsedPage) and page.note and page.note.shown:
        return page.note.shown
    seen = blake2b(page.title.encode("utf-8", errors="replace"), digest_size=16)
    for element in list(page.root.iter("*")):
        text = "" if element.tag in _UNSEEN else element.text
        for part in (text, element.get("src"), element.get("data"), element.tail):
            if part and not part.isspace():
                text = _MADE.sub("", " ".join(part.split()))
                seen.update(text.encode("utf-8", errors="replace"))
    return seen.digest()
