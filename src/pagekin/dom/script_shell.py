"""Pages that are empty without their scripts, told by what they lack: no list of frameworks would be whole."""

import re

from lxml import etree

from pagekin.dom.links import LinkKind, text_of
from pagekin.dom.page import Page

# A header of pagekin's own on pages whose scripts ran: what they lack, no script brings.
RENDERED = "x-pagekin-rendered"
# A shell has a loading notice and a few lines of small print at most.
_FEW_WORDS = 40
_FEW_LINKS = 3
_TO_FOLLOW = frozenset({LinkKind.ANCHOR, LinkKind.AREA, LinkKind.FRAME})
_HIDDEN = frozenset({"head", "noscript", "script", "style", "svg", "template"})
_NOTICE = re.compile(r"java\s?script", re.IGNORECASE)
_scripts = etree.XPath(
    "//script[not(@type) or @type='' or @type='module' or contains(@type,'javascript')]"
    "[@src or string-length(.) > 20]"
)
# Somewhere for scripts to put what they make: an element with a name and nothing in it.
_mounts = etree.XPath("//body//*[@id][not(*)][not(normalize-space())][not(self::script)]")


def is_shell(page: Page) -> bool:
    """Tell whether a page has nothing to read or to follow, but scripts that may bring it.

    Needed are all three: scripts, almost no text and links, and a trace of what is missing: an empty
    element that waits for content, a notice for those without scripts, or no text at all.
    """
    if RENDERED in page.headers or not _scripts(page.root):
        return False
    words = _count_words(page.root)
    if words > _FEW_WORDS or _count_links(page) > _FEW_LINKS:
        return False
    return not words or _has_notice(page.root) or bool(_mounts(page.root))


def _count_links(page: Page) -> int:
    """Count the pages that somebody who reads the page could go on to."""
    followed = {link.url for link in page.links if link.kind in _TO_FOLLOW}
    return len(followed - {page.url, page.requested})


def _count_words(root: etree._Element) -> int:
    """Count the words that are shown, no more than needed to know that there are many."""
    count = 0
    waiting = [root]
    while waiting and count <= _FEW_WORDS:
        element = waiting.pop()
        if element.tag not in _HIDDEN:
            count += len((element.text or "").split())
            waiting.extend(element)
        count += len((element.tail or "").split())
    return count


def _has_notice(root: etree._Element) -> bool:
    return any(_NOTICE.search(text_of(notice)) for notice in root.iter("noscript"))
