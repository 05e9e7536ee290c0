"""Absolute addresses, and the elements' attributes that hold them."""

import re
from urllib.parse import urljoin, urlsplit

from pagekin.values.value import Attribute

NO_PAGE = ("javascript:", "data:", "about:", "blob:")
ABSOLUTE = re.compile(r"https?://[\w.\-:@%~]+(?:[/?#]\S*)?", re.IGNORECASE)
_ORIGIN = re.compile(r"https?://[^/?#]+", re.IGNORECASE)
_SPACE = re.compile(r"\s")


def resolved(address: str, base: str) -> str | None:
    """Return an address as an absolute one, as far as the page's own is known; None if it is none at all."""
    address = address.strip()
    if not address or len(address) > 8000 or _SPACE.search(address):
        address = address.replace(" ", "%20")
        if not address or len(address) > 8000 or _SPACE.search(address):
            return None
    if ABSOLUTE.fullmatch(address):
        return address
    if address[0] == "/" and address[:2] != "//" and "/." not in address:
        origin = _ORIGIN.match(base)
        if origin:
            return origin[0] + address
    try:
        return urljoin(base, address) if base else urlsplit(address).geturl()
    except ValueError:  # as "http://[": no address
        return None


def unless_blank(name: str, text: str) -> dict[str, Attribute]:
    """Return a text as the attribute of a name, nothing if it is blank."""
    return {name: text} if text.strip() else {}
