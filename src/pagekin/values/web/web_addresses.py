"""Types image, link and meta: what the attributes of an element point to or say."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from pagekin.values.value import Attribute, Misfit, Reading

# Lazy pages keep the picture's address in one of these until it comes into view.
_SOURCES = (
    "src",
    "data-src",
    "data-original",
    "data-lazy-src",
    "data-lazy",
    "data-image",
    "srcset",
    "data-srcset",
    "href",
    "content",
)
_PICTURES = frozenset({"img", "source", "picture", "amp-img", "input"})
_NO_PAGE = ("javascript:", "data:", "about:", "blob:")
_ABSOLUTE = re.compile(r"https?://[\w.\-:@%~]+(?:[/?#]\S*)?", re.IGNORECASE)
_PATH = re.compile(r"/[^\s]{1,2000}")
_ORIGIN = re.compile(r"https?://[^/?#]+", re.IGNORECASE)
_SPACE = re.compile(r"\s")


def resolved(address: str, base: str) -> str | None:
    """Make an address absolute, as far as the page's own is known; None if it is none at all."""
    address = address.strip()
    if not address or len(address) > 8000 or _SPACE.search(address):
        address = address.replace(" ", "%20")
        if not address or len(address) > 8000 or _SPACE.search(address):
            return None
    if _ABSOLUTE.fullmatch(address):
        return address
    if address[0] == "/" and address[:2] != "//" and "/." not in address:
        origin = _ORIGIN.match(base)
        if origin:
            return origin[0] + address
    try:
        return urljoin(base, address) if base else urlsplit(address).geturl()
    except ValueError:  # as "http://[": no address
        return None


@dataclass(frozen=True, slots=True)
class ImageType:
    """A picture: its absolute address and what it shows in words."""

    name: str = "image"
    attributes: tuple[str, ...] = ("src", "alt")

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the source, also of pictures that the page loads late."""
        candidates = [_first(reading.attributes.get(name, ""), name) for name in _SOURCES]
        if reading.tag not in _PICTURES or not any(candidates):
            candidates.insert(0, reading.text)
        for address in candidates:
            if address and not address.startswith(_NO_PAGE):
                source = resolved(address, reading.context.url)
                if source:
                    return {"src": source} | _words("alt", reading.attributes.get("alt", ""))
        return Misfit("no address of a picture")


def _first(address: str, name: str) -> str:
    """Give the first address of a set such as "a.jpg 1x, b.jpg 2x"; any other attribute has one only."""
    if not name.endswith("srcset"):
        return address
    return next(iter(address.split()), "").rstrip(",")


@dataclass(frozen=True, slots=True)
class LinkType:
    """A link: its absolute address and its text."""

    name: str = "link"
    attributes: tuple[str, ...] = ("href", "text")

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give the address, from the element's attribute or from a text that is an address itself."""
        href = reading.attributes.get("href")
        if href is None:
            if not _ABSOLUTE.fullmatch(reading.text.strip()) and not _PATH.fullmatch(reading.text):
                return Misfit("no address of a page")
            href = reading.text
        if href.strip().lower().startswith(_NO_PAGE):
            return Misfit(f"{href[:40]!r} leads to no page")
        address = resolved(href, reading.context.url)
        if address is None:
            return Misfit(f"{href[:60]!r} is no address")
        return {"href": address} | _words("text", "" if reading.text == href else reading.text)


@dataclass(frozen=True, slots=True)
class MetaType:
    """A meta element: its name (or property) and its content."""

    name: str = "meta"
    attributes: tuple[str, ...] = ("name", "content")

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Give what the element says."""
        content = reading.attributes.get("content", reading.text if reading.tag == "meta" else "")
        if not content.strip():
            return Misfit("no content")
        names = (
            reading.attributes.get(key, "")
            for key in ("name", "property", "itemprop", "http-equiv")
        )
        return _words("name", next(filter(None, names), "")) | {"content": content}


def _words(name: str, text: str) -> dict[str, Attribute]:
    return {name: text} if text.strip() else {}


IMAGE = ImageType()
LINK = LinkType()
META = MetaType()
