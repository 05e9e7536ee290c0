"""The best path between two pages, or between two sub-sites: the one with the fewest links.

Among several it is the one that a reader finds first: on each page, the link that stands before all others that
also begin a best path. Between sub-sites it starts at the first page, by URL, that has a best path.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence

from pagekin.query.links.link_graph import GraphLink, LinkGraph

LIMIT = 5  # links of a path, as in the paper


def best_path(
    graph: LinkGraph, sources: Sequence[int], targets: Collection[int], limit: int = LIMIT
) -> list[GraphLink] | None:
    """Return the links of the best path from one of the sources to one of the targets.

    It is empty if a source is a target, and None if there is no path within the limit. Both ends are searched
    from in turns, the smaller side first: a menu that is on every page is then seldom read backwards.
    """
    ends = set(targets)
    if not ends.isdisjoint(sources):
        return []
    ahead, behind = _Ahead(graph, sources), _Behind(graph, ends)
    for _ in range(limit):
        side = ahead if len(ahead.last) <= len(behind.last) else behind
        side.expand()
        meeting = ahead.last & behind.last
        if meeting:
            first = behind.first_links() | ahead.first_links(meeting)
            return _walk(sources, ends, first)
        if not side.last:
            return None
    return None


def _walk(sources: Sequence[int], ends: set[int], first: dict[int, GraphLink]) -> list[GraphLink]:
    page = next(source for source in sources if source in first)
    path: list[GraphLink] = []
    while page not in ends:
        path.append(first[page])
        page = first[page].target
    return path


class _Ahead:
    """The search from the sources: pages by the number of links that lead there."""

    def __init__(self, graph: LinkGraph, sources: Collection[int]) -> None:
        self.last = set(sources)
        self._graph = graph
        self._seen = set(sources)
        self._levels: list[defaultdict[int, list[GraphLink]]] = []  # the links by where they lead

    def expand(self) -> None:
        """Go one link further."""
        found: defaultdict[int, list[GraphLink]] = defaultdict(list)
        for link in self._graph.links_from(self.last):
            if link.target not in self._seen:
                found[link.target].append(link)
        self._levels.append(found)
        self.last = set(found)
        self._seen |= self.last

    def first_links(self, meeting: Collection[int]) -> dict[int, GraphLink]:
        """Return for each page from which links lead on to the meeting pages the first of those."""
        first: dict[int, GraphLink] = {}
        wanted = set(meeting)
        for level in reversed(self._levels):
            links = [link for page in wanted for link in level[page]]
            wanted = {link.source for link in links}
            _keep_first(first, links)
        return first


class _Behind:
    """The search back from the targets."""

    def __init__(self, graph: LinkGraph, targets: Collection[int]) -> None:
        self.last = set(targets)
        self._graph = graph
        self._seen = set(targets)
        self._first: dict[int, GraphLink] = {}

    def expand(self) -> None:
        """Go one link back."""
        links = [link for link in self._graph.links_to(self.last) if link.source not in self._seen]
        _keep_first(self._first, links)
        self.last = {link.source for link in links}
        self._seen |= self.last

    def first_links(self) -> dict[int, GraphLink]:
        """Return for each page that was found its first link that leads on to the targets."""
        return self._first


def _keep_first(first: dict[int, GraphLink], links: Sequence[GraphLink]) -> None:
    """Remember of each page the link that stands before the others."""
    for link in links:
        known = first.get(link.source)
        if known is None or link.number < known.number:
            first[link.source] = link
