"""Trees of links around a page: the paths that end there, and the paths that begin there."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from pagekin.query.links.link_graph import GraphLink, LinkGraph

DEEPEST = 5  # links: a tree grows with every one by as much as a page has links
MOST = 1000  # branches: more than anybody reads


@dataclass(frozen=True, slots=True)
class Branch:
    """A page of a tree, and the link by which it hangs there: the end of a path of `depth` links."""

    page: int
    depth: int
    link: GraphLink
    parent: "Branch | None" = None

    @property
    def path(self) -> tuple[int, ...]:
        """The pages from the root's neighbour to this one."""
        return (*(self.parent.path if self.parent else ()), self.page)


@dataclass(frozen=True, slots=True)
class LinkTree:
    """The branches of a tree, each before those beyond it; `is_cut` if there are more than it has."""

    branches: tuple[Branch, ...]
    is_cut: bool = False


def out_tree(graph: LinkGraph, root: int, depth: int, most: int = MOST) -> LinkTree:
    """Return the paths that begin at a page, in the order of the links on each page."""
    return _tree(graph, root, min(depth, DEEPEST), most, inwards=False)


def in_tree(graph: LinkGraph, root: int, depth: int, most: int = MOST) -> LinkTree:
    """Return the paths that end at a page, those to each page sorted by URL."""
    return _tree(graph, root, min(depth, DEEPEST), most, inwards=True)


def _tree(graph: LinkGraph, root: int, depth: int, most: int, *, inwards: bool) -> LinkTree:
    """Grow a tree link by link; no path comes to the same page twice."""
    beyond: defaultdict[Branch | None, list[Branch]] = defaultdict(list)
    level: list[Branch | None] = [None]  # that is the root
    count = 0
    for at in range(1, depth + 1):
        links = _links_by_page(
            graph, {branch.page if branch else root for branch in level}, inwards=inwards
        )
        grown: list[Branch | None] = []
        for branch in level:
            page = branch.page if branch else root
            passed = {root, *(branch.path if branch else ())}
            for other, link in links.get(page, {}).items():
                if other in passed:
                    continue
                if count == most:
                    return LinkTree(tuple(_in_order(beyond, None)), is_cut=True)
                count += 1
                new = Branch(other, at, link, branch)
                beyond[branch].append(new)
                grown.append(new)
        level = grown
    return LinkTree(tuple(_in_order(beyond, None)))


def _links_by_page(
    graph: LinkGraph, pages: set[int], *, inwards: bool
) -> dict[int, dict[int, GraphLink]]:
    """Return the first link between each of the pages and each of its neighbours."""
    found = sorted(graph.links_to(pages) if inwards else graph.links_from(pages))
    if inwards:
        urls = graph.urls(link.source for link in found)
        found.sort(key=lambda link: urls[link.source])
    neighbours: defaultdict[int, dict[int, GraphLink]] = defaultdict(dict)
    for link in found:
        page, other = (link.target, link.source) if inwards else (link.source, link.target)
        neighbours[page].setdefault(other, link)
    return neighbours


def _in_order(
    beyond: "defaultdict[Branch | None, list[Branch]]", root: Branch | None
) -> Iterator[Branch]:
    for branch in beyond.get(root, ()):
        yield branch
        yield from _in_order(beyond, branch)
