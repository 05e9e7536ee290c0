"""Type image: a picture."""

import re
from collections.abc import Mapping

from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType
from pagekin.values.web.web_addresses import NO_PAGE, resolved, unless_blank

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
_PICTURE_FILE = re.compile(
    r"[^\s\"<>]{1,2000}\.(?:jpe?g|png|gif|webp|svg|avif)(?:\?[^\s]*)?", re.IGNORECASE
)


class ImageType(ValueType):
    """A picture: its absolute address and what it shows in words."""

    name = "image"
    attributes = ("src", "alt")
    cell = "src"
    rank = Rank.SPECIFIC
    reads_element = True

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the source, also of pictures that the page loads late."""
        candidates = [_first(reading.attributes.get(name, ""), name) for name in _SOURCES]
        if reading.tag not in _PICTURES or not any(candidates):
            candidates.insert(0, reading.text)
        for address in candidates:
            if address and not address.startswith(NO_PAGE):
                source = resolved(address, reading.context.url)
                if source:
                    return {"src": source} | unless_blank("alt", reading.attributes.get("alt", ""))
        return Misfit("no address of a picture")

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether it stands in an image element, or is the address of a picture."""
        del named
        if reading.tag not in {"img", "amp-img"} and not _PICTURE_FILE.fullmatch(reading.text):
            return False
        return self.attributes_of(reading) is not None


def _first(address: str, name: str) -> str:
    """Return the first address of a set such as "a.jpg 1x, b.jpg 2x"; other attributes have one only."""
    if not name.endswith("srcset"):
        return address
    return next(iter(address.split()), "").rstrip(",")
