"""What a page shows apart from the form that led to it, to see whether a choice makes a difference."""

from hashlib import blake2b
from typing import Any

from lxml import etree

from pagekin.dom.page import Page

_texts = etree.XPath(
    "//text()[not(ancestor::script or ancestor::style or ancestor::select or ancestor::textarea"
    " or ancestor::datalist)]",
    smart_strings=False,
)


def shown(page: Page) -> bytes:
    """Give a fingerprint of the texts of a page; what stands in the controls of forms does not count."""
    texts: Any = _texts(page.root)
    words = " ".join(" ".join(map(str, texts)).split())
    return blake2b(words.encode("utf-8", errors="replace"), digest_size=16).digest()
