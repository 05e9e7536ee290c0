"""Label trees: what is left of a page when only its structure counts."""

import enum
import re
from collections import Counter
from dataclasses import dataclass
from sys import intern

from lxml import etree

_DIGITS = re.compile(r"\d+")
_NO_ELEMENTS = (etree.Comment, etree.ProcessingInstruction, etree.Entity)


class LabelScheme(enum.StrEnum):
    """What a node is called when pages are compared."""

    TAG = "tag"  # "div"
    TAG_CLASS = "tag+class"  # "div.price.sale": the tag and its sorted class tokens


@dataclass(frozen=True, slots=True)
class LabelTree:
    """A labelled ordered rooted tree in preorder: each node's label and its number of children.

    `a(b, c(d))` has the labels a b c d and the counts 2 0 1 0. There is no node object: two flat
    tuples are quick to build and may be arbitrarily deep.
    """

    labels: tuple[str, ...]
    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.labels)


def label_tree(root: etree._Element, labels: LabelScheme = LabelScheme.TAG) -> LabelTree:
    """Return the structure of the elements from `root` down, without comments and the like."""
    # All elements at once: whenever an element is released, lxml climbs to the nearest ancestor that is
    # still in use, which takes long on deep pages.
    elements = list(root.iter("*"))
    counts = [len(element) for element in elements]
    if sum(counts) != len(counts) - 1:
        counts = _element_counts(root, elements)
    if labels is LabelScheme.TAG:
        return LabelTree(tuple([element.tag for element in elements]), tuple(counts))
    known: dict[tuple[str, str | None], str] = {}
    names = []
    for element in elements:
        key = element.tag, element.get("class")
        label = known.get(key)
        if label is None:
            label = known[key] = class_label(*key)
        names.append(label)
    return LabelTree(tuple(names), tuple(counts))


def class_label(tag: str, class_attribute: str | None) -> str:
    """Return the label of a node with its tag and sorted classes: `div.price.sale`.

    A run of digits becomes `#`: tokens such as `postid-123` number the pages of a template, which
    would otherwise have no label in common.
    """
    if not class_attribute:
        return tag
    tokens = {_DIGITS.sub("#", token) for token in class_attribute.split()}
    return intern(".".join([tag, *sorted(tokens)]))


def _element_counts(root: etree._Element, elements: list[etree._Element]) -> list[int]:
    """Count the children that are elements; `len(element)` also counts comments and the like."""
    others = Counter(node.getparent() for node in root.iter(*_NO_ELEMENTS))
    return [len(element) - others[element] for element in elements]
