"""What a page shows: its texts and pictures, whatever its links, so that two URLs of one page can be told."""

import re
from hashlib import blake2b

from pagekin.dom.page import Page

# What is the same on many pages, or what a reader has chosen there.
_UNSEEN = frozenset(
    {"script", "style", "noscript", "template", "select", "option", "optgroup", "textarea"}
    | {"datalist", "head"}
)

# When a page was made, and how long that took: down to seconds, which no timetable is.
_MADE = re.compile(r"\d{1,2}:\d\d:\d\d(?:[.,]\d+)?|\d+[.,]\d+\s*(?:ms|s|secs?|seconds?)\b")


def shown_digest(page: Page) -> bytes:
    """Give a fingerprint of what a page shows.

    What stands in the controls of forms does not count, nor when the page was made.
    """
    seen = blake2b(page.title.encode("utf-8", errors="replace"), digest_size=16)
    for element in list(page.root.iter("*")):
        text = "" if element.tag in _UNSEEN else element.text
        for part in (text, element.get("src"), element.get("data"), element.tail):
            if part and not part.isspace():
                text = _MADE.sub("", " ".join(part.split()))
                seen.update(text.encode("utf-8", errors="replace"))
    return seen.digest()
