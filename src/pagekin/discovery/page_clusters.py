"""Clusters and class-links: the paper's model of a site at the intensional level (2.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pagekin.dom.link_collections import TagList
from pagekin.similarity.page_schema import PageSchema


@dataclass(frozen=True, slots=True, eq=False)
class KnownPage:
    """A downloaded page, as the model sees it: its URL and its link collections, nothing else.

    `collections` has for each tag-list the URLs to follow, each once and in the page's order. A tag-list
    whose links all leave the site has none, but is still part of the schema.
    """

    url: str
    schema: PageSchema
    collections: Mapping[TagList, tuple[str, ...]]


class ClassLink(NamedTuple):
    """The link collections of a cluster's pages that share one tag-list: each with the page it is on."""

    tag_list: TagList
    collections: tuple[tuple[KnownPage, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cluster:
    """A (possibly singleton) set of pages with identical schema, in the order they came in."""

    schema: PageSchema
    pages: tuple[KnownPage, ...]

    def class_links(self) -> tuple[ClassLink, ...]:
        """Return the cluster's class-links, in the order in which they occur on its first page."""
        return tuple(
            ClassLink(tag_list, tuple((page, page.collections[tag_list]) for page in self.pages))
            for tag_list in self.pages[0].collections
        )


def clusters_of(pages: Iterable[KnownPage]) -> tuple[Cluster, ...]:
    """Group pages by their schema; the cluster that was met first comes first."""
    groups: dict[PageSchema, dict[str, KnownPage]] = {}
    for page in pages:
        groups.setdefault(page.schema, {})[page.url] = page
    return tuple(Cluster(schema, tuple(members.values())) for schema, members in groups.items())
