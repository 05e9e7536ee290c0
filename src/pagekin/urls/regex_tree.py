r"""The Regex tree (Definition 3, Figure 6): character classes, from every character down to one kind.

    [^/]                      any character inside a level
    ├── \w
    │   ├── [a-zA-Z]
    │   ├── \d
    │   └── _
    └── [^\w/]
        ├── one leaf for each ASCII mark:  - . ~ = & ? % …
        └── [^!-~]            everything else: spaces, letters of other scripts

Every node is a class of *characters*: thus the languages of its children are disjoint and their union is
its own, as the definition demands ("a1" is in \w+, but neither in [a-zA-Z]+ nor in \d+). A token is a
longest run of characters of one leaf; the expression that matches it is the class and a plus.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Node:
    """A class of characters, written as a regular expression for one of them."""

    regex: str
    children: tuple[Node, ...] = ()

    def __str__(self) -> str:
        return self.regex


LETTER = Node("[a-zA-Z]")
DIGIT = Node(r"\d")
UNDERSCORE = Node("_")
WORD = Node(r"\w", (LETTER, DIGIT, UNDERSCORE))
MARKS = {mark: Node(re.escape(mark)) for mark in string.punctuation if mark not in "/_"}
OTHER = Node("[^!-~]")
MARK = Node(r"[^\w/]", (*MARKS.values(), OTHER))
ANY = Node("[^/]", (WORD, MARK))

_LEAVES = (
    dict.fromkeys(string.ascii_letters, LETTER)
    | dict.fromkeys(string.digits, DIGIT)
    | {"_": UNDERSCORE}
    | MARKS
)
_TOKEN = re.compile(r"[a-zA-Z]+|[0-9]+|[^!-~]+|([!-~])\1*")


def tokenize(text: str) -> tuple[str, ...]:
    """Tokenize (Figure 7): split a text into the longest runs that match a leaf, from left to right."""
    return tuple(match[0] for match in _TOKEN.finditer(text))


def leaf(token: str) -> Node:
    """Return the only leaf that matches a token."""
    return _LEAVES.get(token[0], OTHER)


def deepest_common_ancestor(leaves: set[Node]) -> Node:
    """Return the deepest node that is an ancestor of all the leaves, or is the only one itself."""
    if len(leaves) == 1:
        return next(iter(leaves))
    for parent in (WORD, MARK):
        if leaves <= set(parent.children):
            return parent
    return ANY
