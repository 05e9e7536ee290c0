"""What a mapping between two trees saves at most: a quick look that settles most comparisons."""

from pagekin.similarity.tree_store import TreeStore

_Counts = dict[int, int]  # subtree → how often it occurs


def saved_at_most(store: TreeStore, a: int, b: int) -> int:
    """Bound from above what RTDM saves, whatever the order of the nodes.

    A node that is mapped to one with the same label has only such ancestors, so both have the same
    path of labels from the root: no more of them can be mapped than there are on both sides. What
    is left over below nodes of one path may at best be replaced, at 1 each. Linear in the number of
    nodes, and far less where the trees have subtrees in common.
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
    """Take identical subtrees out of both sides; count their nodes."""
    nodes = 0
    for tree in xs.keys() & ys.keys():
        common = min(xs[tree], ys[tree])
        nodes += common * store.sizes[tree]
        for counts in (xs, ys):
            counts[tree] -= common
            if not counts[tree]:
                del counts[tree]
    return nodes
