"""An upper bound on what a mapping between two trees saves: it settles most comparisons quickly."""

from pagekin.similarity.tree_store import TreeStore

_Counts = dict[int, int]  # subtree → how often it occurs


def saved_at_most(store: TreeStore, a: int, b: int) -> int:
    """Return an upper bound on what RTDM saves, ignoring the order of the nodes.

    All ancestors of nodes that are mapped to each other with the same label are mapped likewise, so both
    nodes have the same path of labels from the root, and at most as many can be mapped as occur on both
    sides. At best, what is left below the nodes of a path is replaced, saving 1 each. The time is linear
    in the number of nodes, and much less if the trees have subtrees in common.
    """
    saved = 2 if store.labels[a] == store.labels[b] else 1
    same_path: list[tuple[_Counts, _Counts]] = [({a: 1}, {b: 1})]
    while same_path:
        mine, other = (_children(store, counts) for counts in same_path.pop())
        mine_left = other_left = 0
        for label, xs in mine.items():
            ys = other.pop(label, {})
            saved += 2 * _take_common(store, xs, ys)
            xs_left, ys_left = sum(xs.values()), sum(ys.values())
            mapped = min(xs_left, ys_left)
            if mapped:
                saved += 2 * mapped
                same_path.append((xs, ys))
            mine_left += xs_left - mapped
            other_left += ys_left - mapped
        other_left += sum(sum(ys.values()) for ys in other.values())
        saved += min(mine_left, other_left)
    return saved


def _children(store: TreeStore, parents: _Counts) -> dict[str, _Counts]:
    """Count the children of some nodes, by label."""
    labels, children = store.labels, store.children
    found: dict[str, _Counts] = {}
    for parent, count in parents.items():
        for child in children[parent]:
            counts = found.setdefault(labels[child], {})
            counts[child] = counts.get(child, 0) + count
    return found


def _take_common(store: TreeStore, xs: _Counts, ys: _Counts) -> int:
    """Remove identical subtrees from both sides; return their number of nodes."""
    nodes = 0
    for tree in xs.keys() & ys.keys():
        common = min(xs[tree], ys[tree])
        nodes += common * store.sizes[tree]
        for counts in (xs, ys):
            counts[tree] -= common
            if not counts[tree]:
                del counts[tree]
    return nodes
