"""Pages that are empty without their scripts, recognised by what they lack, not by a list of frameworks."""

import re

from lxml import etree

from pagekin.dom.links import LinkKind, text_of
from pagekin.dom.page import Page

# A header that pagekin adds to pages whose scripts have run: no script will bring what they lack.
RENDERED = "x-pagekin-rendered"
# At most, a shell has a loading notice and a few lines of small print.
_FEW_WORDS = 40
_FEW_LINKS = 3
_FEW_LINES = 10
_TO_FOLLOW = frozenset({LinkKind.ANCHOR, LinkKind.AREA, LinkKind.FRAME})
_HIDDEN = frozenset({"head", "noscript", "script", "style", "svg", "template"})
_NOTICE = re.compile(r"java\s?script", re.IGNORECASE)
_scripts = etree.XPath(
    "//script[not(@type) or @type='' or @type='module' or contains(@type,'javascript')]"
    "[@src or string-length(.) > 20]"
)
# Where scripts put what they make: an empty element with an id.
_mounts = etree.XPath("//body//*[@id][not(*)][not(normalize-space())][not(self::script)]")


def is_shell(page: Page) -> bool:
    """Return whether a page has nothing to read or to follow, but scripts that may bring it.

    It has scripts, almost no text, in few places, and almost no links, and a sign of what is missing: an empty element that waits
    for content, a notice for readers without scripts, or no text at all.
    """
    words, lines = _count_text(page.root)  # first, since most pages have enough of it
    if words > _FEW_WORDS or lines > _FEW_LINES:
        return False
    if RENDERED in page.headers or not _scripts(page.root):
        return False
    if _count_links(page) > _FEW_LINKS:
        return False
    return not words or _has_notice(page.root) or bool(_mounts(page.root))


def _count_links(page: Page) -> int:
    """Count the other pages that a reader could go on to."""
    followed = {link.url for link in page.links if link.kind in _TO_FOLLOW}
    return len(followed - {page.url, page.requested})


def _count_text(root: etree._Element) -> tuple[int, int]:
    """Count the visible words and the elements that have some, but only up to the numbers that are too many for a shell."""
    words = lines = 0
    waiting = [root]
    while waiting and words <= _FEW_WORDS and lines <= _FEW_LINES:
        element = waiting.pop()
        if element.tag not in _HIDDEN:
            own = len((element.text or "").split())
            words += own
            lines += bool(own)
            waiting.extend(element)
        words += len((element.tail or "").split())
    return words, lines


def _has_notice(root: etree._Element) -> bool:
    return any(_NOTICE.search(text_of(notice)) for notice in root.iter("noscript"))
