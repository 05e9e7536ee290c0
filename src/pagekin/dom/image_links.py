"""The images of a page, as links: what it shows, not where it leads."""

from collections.abc import Iterator

from pagekin.dom.links import MAX_TEXT, Link, LinkKind, base_of, target_of
from pagekin.dom.page import Page


def image_links(page: Page) -> Iterator[Link]:
    """Yield the images of a page in document order, each with its alternative text.

    Images that are only loaded when they come into view have their address in `data-src`.
    """
    base = ""
    for element in page.root.iter("img"):
        base = base or base_of(page.root, page.url)
        url = target_of(element.get("src", ""), base) or target_of(
            element.get("data-src", ""), base
        )
        if url:
            text = " ".join(element.get("alt", "").split())[:MAX_TEXT]
            yield Link(url, text, "", LinkKind.IMAGE)
