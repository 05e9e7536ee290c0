"""Trees for tests: written as `a(b c(d))`, or drawn at random."""

import re

from hypothesis import strategies as st

from pagekin.dom.label_trees import LabelTree


def drawn(text):
    """Read a tree: a label, then its children in brackets."""
    labels, counts, ancestors = [], [], []
    for token in re.findall(r"[^\s()]+|[()]", text):
        if token == "(":
            ancestors.append(len(labels) - 1)
        elif token == ")":
            ancestors.pop()
        else:
            if ancestors:
                counts[ancestors[-1]] += 1
            labels.append(token)
            counts.append(0)
    return LabelTree(tuple(labels), tuple(counts))


def flat(node):
    """Make a tree of nested pairs (label, children), however deep they are."""
    labels, counts, todo = [], [], [node]
    while todo:
        label, children = todo.pop()
        labels.append(label)
        counts.append(len(children))
        todo.extend(reversed(children))
    return LabelTree(tuple(labels), tuple(counts))


def trees(max_leaves=12, labels="abc"):
    """Draw small random trees with few labels, so that they have much in common."""
    leaf = st.tuples(st.sampled_from(labels), st.just([]))
    node = st.recursive(
        leaf,
        lambda children: st.tuples(st.sampled_from(labels), st.lists(children, max_size=5)),
        max_leaves=max_leaves,
    )
    return node.map(flat)
