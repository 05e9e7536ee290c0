"""Hash-consed trees: identical subtrees share one number, and equality is a single comparison."""

from sys import intern

from pagekin.dom.label_trees import LabelTree

# A leaf is identified by its label, any other node also by the numbers of its children.
_Key = str | tuple[str, tuple[int, ...]]


class TreeStore:
    """Label trees in which each distinct subtree is kept once, under a number.

    The numbers are RTDM's equivalence classes: they are assigned bottom-up in one pass over a tree, and two
    nodes have the same number if and only if the subtrees below them are identical. When many pages are
    compared with one sample, `forget` keeps the store from growing much beyond the sample.
    """

    __slots__ = ("_numbers", "children", "labels", "sizes")

    def __init__(self) -> None:
        self._numbers: dict[_Key, int] = {}
        # One entry per distinct subtree, at the index that is its number. The algorithms on top read these
        # lists directly: a method call per node would take half of their time.
        self.labels: list[str] = []
        self.children: list[tuple[int, ...]] = []
        self.sizes: list[int] = []

    def __len__(self) -> int:
        return len(self.labels)

    def label(self, number: int) -> str:
        """Return the label of a subtree's root."""
        return self.labels[number]

    def size(self, number: int) -> int:
        """Return the number of nodes of a subtree."""
        return self.sizes[number]

    def add(self, tree: LabelTree, *, fold: bool = False) -> int:
        """Add a tree and return the number of its root.

        With `fold`, only the first of several identical children of a node is kept: a list of three items
        looks like one of thirty. Folding goes bottom-up, so rows that differ only in the length of an
        inner list are the same.
        """
        numbers, labels, sizes = self._numbers, self.labels, self.sizes
        # Reversed preorder: each node comes after its children, the first of which is on top.
        done: list[int] = []
        for label, count in zip(reversed(tree.labels), reversed(tree.counts), strict=True):
            children: tuple[int, ...] = ()
            key: _Key = label
            if count:
                children = tuple(done[: -count - 1 : -1])
                del done[-count:]
                if fold and count > 1:
                    children = tuple(dict.fromkeys(children))
                key = label, children
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(labels)
                labels.append(intern(label))
                self.children.append(children)
                sizes.append(1 + sum([sizes[child] for child in children]))
            done.append(number)
        return done[0]

    def forget(self, since: int) -> None:
        """Drop the subtrees that were added after the first `since`.

        Children have lower numbers than their parents, so nothing that stays refers to a dropped one.
        """
        for label, children in zip(self.labels[since:], self.children[since:], strict=True):
            del self._numbers[(label, children) if children else label]
        del self.labels[since:], self.children[since:], self.sizes[since:]
