"""Page schemas: the structure of a page as shown by its links, and the distance of two schemas."""

from collections.abc import Callable

from pagekin.dom import Page
from pagekin.dom.link_collections import TagList, link_collections

PageSchema = frozenset[TagList]
"""Δ(p), the page-schema of a page p: the set of its tag-lists."""

ST = 10
"""The similarity threshold that the paper "determined empirically" (its footnote 5)."""


def page_schema(page: Page) -> PageSchema:
    """Return Δ(p): the tag-lists of the page's link collections."""
    return frozenset(collection.tag_list for collection in link_collections(page))


def dist(one: PageSchema, other: PageSchema) -> int:
    """Return the distance of two schemas: the size of their symmetric set difference."""
    return len(one ^ other)


def similar(one: PageSchema, other: PageSchema, st: int = ST) -> bool:
    """Return whether pages with these schemas are similar: their distance is *below* the threshold."""
    return dist(one, other) < st


def likeness(schema: PageSchema, st: int = ST) -> Callable[[PageSchema], bool]:
    """Return a test for similarity to one schema, which remembers its answers."""
    answers: dict[PageSchema, bool] = {}

    def is_like(other: PageSchema) -> bool:
        answer = answers.get(other)
        if answer is None:
            answer = answers[other] = similar(schema, other, st)
        return answer

    return is_like
