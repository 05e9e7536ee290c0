"""Finding the best path between two pages of a crawl, or between two of its sub-sites."""

from dataclasses import dataclass

from pagekin.query.answer_table import AnswerTable
from pagekin.query.links.best_path import LIMIT, best_path
from pagekin.query.links.graph_places import crawl_with, pages_at
from pagekin.query.links.link_graph import LinkGraph
from pagekin.store.database import Connection


@dataclass(frozen=True, slots=True)
class PathPage:
    """A page of a path, and the link of the page before that leads there; the first page has none."""

    url: str
    anchor: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class FoundPath:
    """The pages of the best path in a crawl, none if what was asked for is disconnected."""

    crawl: int
    pages: tuple[PathPage, ...]

    @property
    def links(self) -> int:
        """How many links it has."""
        return max(len(self.pages) - 1, 0)

    @property
    def is_connected(self) -> bool:
        """Whether there is a path."""
        return bool(self.pages)

    def as_table(self) -> AnswerTable:
        """Return a row for each page."""
        rows = [(page.url, number, page.anchor, page.tag) for number, page in enumerate(self.pages)]
        return AnswerTable(("page", "step", "anchor", "tag"), rows)


def find_path(
    connection: Connection, start: str, end: str, limit: int = LIMIT, crawl: int | None = None
) -> FoundPath:
    """Find the best path; without a crawl's number, in the last finished crawl that saw the start."""
    chosen = crawl_with(connection, start, crawl)
    graph = LinkGraph(connection, chosen.id)
    sources = pages_at(connection, graph, chosen.id, start)
    targets = pages_at(connection, graph, chosen.id, end)
    links = best_path(graph, sources, targets, limit)
    if links is None:
        return FoundPath(chosen.id, ())
    first = links[0].source if links else next(page for page in sources if page in set(targets))
    urls = graph.urls([first, *(link.target for link in links)])
    led = (PathPage(urls[link.target], link.anchor, link.tag) for link in links)
    return FoundPath(chosen.id, (PathPage(urls[first]), *led))
