"""The spread of classes over a site: a class that stands at very many places says how things look there."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pagekin.wrappers.by_itself.name_words import FIELD_WORDS, MADE_UP, class_name, is_scale

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pagekin.wrappers.by_itself.nodes import PageNode

# A name has a few places: on the page itself, in lists, in a strip of similar items. What stands at more is a
# style. (Tags alone tell places apart here, so that a list of any length is one place.)
_PLACES = 6
# An element with so many classes is dressed by them; a name among them stands at one place alone.
_DRESSED = 4


class ClassSpread:
    """At how many places of a site's pages each class stands."""

    def __init__(self, homes: Iterable[PageNode]) -> None:
        self._places: defaultdict[str, set[int]] = defaultdict(set)
        paths: dict[tuple[int, str], int] = {}
        for home in homes:
            waiting = [(home, 0)]
            while waiting:
                node, above = waiting.pop()
                path = paths.setdefault((above, node.tag), len(paths) + 1)
                for token in node.tokens:
                    self._places[token].add(path)
                waiting.extend((child, path) for child in node.children if not child.is_text)

    def names(self, tokens: tuple[str, ...]) -> list[str]:
        """Return the classes of an element that may say what it is, the most telling first."""
        most = 1 if len(tokens) > _DRESSED else _PLACES
        if any(map(MADE_UP.match, tokens)):
            return [token for token in tokens if _is_field(token)]
        is_dressed = any(
            map(is_scale, tokens)
        )  # by classes of a style sheet that has one for each look
        kept = [
            token
            for token in tokens
            if not is_scale(token) and (len(self._places[token]) <= most or _is_field(token))
            if not is_dressed or _has_field(token)
        ]
        return sorted(kept, key=lambda token: not _is_field(token))


def _has_field(token: str) -> bool:
    """Return whether a class has a word by which pages call what they are about."""
    return not FIELD_WORDS.isdisjoint(class_name(token).split("_"))


def _is_field(token: str) -> bool:
    """Return whether a class is a word by which pages call what they are about."""
    return class_name(token) in FIELD_WORDS
