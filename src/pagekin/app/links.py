"""The links around a page of a crawl: the paths that end there, those that begin there, and its reach."""

from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.errors import UsageError
from pagekin.query.answer_table import AnswerTable, Cell
from pagekin.query.links.graph_places import crawl_with, is_pattern, pages_at
from pagekin.query.links.link_graph import LinkGraph
from pagekin.query.links.link_trees import MOST, LinkTree, in_tree, out_tree
from pagekin.query.links.reach import reached
from pagekin.store.database import Connection

IN, OUT = "in", "out"


@dataclass(frozen=True, slots=True)
class LinksRequest:
    """A page, and how far to go from it."""

    url: str
    inwards: int = 1
    outwards: int = 1
    most: int = MOST  # branches of each tree
    crawl: int | None = None


@dataclass(frozen=True, slots=True)
class ShownBranch:
    """A page of a tree: the end of a path of `depth` links that ends or begins at the page asked for."""

    url: str
    depth: int
    anchor: str
    tag: str
    parent: str  # the next page towards the one that was asked for


@dataclass(frozen=True, slots=True)
class LinksAround:
    """The in-tree and the out-tree of a page, each branch before those beyond it."""

    crawl: int
    url: str
    inwards: tuple[ShownBranch, ...]
    outwards: tuple[ShownBranch, ...]
    is_cut: bool

    def as_table(self) -> AnswerTable:
        """Return a row for each branch."""
        rows: list[tuple[Cell, ...]] = [
            (one.url, side, one.depth, one.anchor, one.tag, one.parent)
            for side, branches in ((IN, self.inwards), (OUT, self.outwards))
            for one in branches
        ]
        columns = ("page", "direction", "depth", "anchor", "tag", "next")
        return AnswerTable(columns, rows, self.is_cut)


def links_around(connection: Connection, request: LinksRequest) -> LinksAround:
    """Return the trees of links around a page."""
    crawl, graph, page = _page(connection, request.url, request.crawl)
    inwards = in_tree(graph, page, request.inwards, request.most)
    outwards = out_tree(graph, page, request.outwards, request.most)
    pages = {branch.page for tree in (inwards, outwards) for branch in tree.branches}
    urls = graph.urls({page, *pages})
    return LinksAround(
        crawl,
        urls[page],
        tuple(_shown(inwards, urls, urls[page])),
        tuple(_shown(outwards, urls, urls[page])),
        inwards.is_cut or outwards.is_cut,
    )


def pages_in_reach(
    connection: Connection, url: str, steps: int, crawl: int | None = None
) -> AnswerTable:
    """Return the pages that can be reached from a page in at most so many steps."""
    _, graph, page = _page(connection, url, crawl)
    found = reached(graph, page, steps)
    urls = graph.urls({page, *(one.page for one in found)})
    rows = [
        (urls[one.page], one.steps, urls[one.link.source], one.link.anchor, one.link.tag)
        for one in found
    ]
    return AnswerTable(("page", "steps", "from", "anchor", "tag"), rows)


def _page(connection: Connection, url: str, number: int | None) -> tuple[int, LinkGraph, int]:
    if is_pattern(url):
        raise UsageError(f"{url} is no page: links are those of a single one, without *")
    crawl = crawl_with(connection, url, number).id
    graph = LinkGraph(connection, crawl)
    return crawl, graph, pages_at(connection, graph, crawl, url)[0]


def _shown(tree: LinkTree, urls: dict[int, str], root: str) -> Iterator[ShownBranch]:
    for branch in tree.branches:
        parent = urls[branch.parent.page] if branch.parent else root
        yield ShownBranch(
            urls[branch.page], branch.depth, branch.link.anchor, branch.link.tag, parent
        )
