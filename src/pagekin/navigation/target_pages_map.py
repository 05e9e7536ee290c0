"""The Target Pages Map (Definition 1): the paths from the entry point to every target."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TargetPagesMap:
    """A tree of URLs: the entry is its root, the targets are its leaves."""

    entry: str
    parent: Mapping[str, str]  # of every node except the entry, nearest to the entry first
    targets: tuple[str, ...]  # in the order in which they were found

    @classmethod
    def of_paths(
        cls, entry: str, found_on: Mapping[str, str], targets: Iterable[str]
    ) -> "TargetPagesMap":
        """Return the nodes and arcs on the way to a target, and no others (lines 16–19 of Figure 3)."""
        parent: dict[str, str] = {}
        targets = tuple(targets)
        for target in targets:
            path = []
            node = target
            while node != entry and node not in parent:
                path.append(node)
                node = found_on[node]
            for node in reversed(path):
                parent[node] = found_on[node]
        return cls(entry, parent, targets)

    def children(self) -> dict[str, list[str]]:
        """Return the children of every inner node."""
        children: defaultdict[str, list[str]] = defaultdict(list)
        for node, parent in self.parent.items():
            children[parent].append(node)
        return children

    def path(self, node: str) -> tuple[str, ...]:
        """Return the URLs from the entry to a node, including both."""
        path = [node]
        while path[-1] != self.entry:
            path.append(self.parent[path[-1]])
        return tuple(reversed(path))
