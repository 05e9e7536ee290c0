r"""URL patterns: learned from similar URLs (Figure 7), printed, parsed back, matched by RE2.

A printed pattern reads like the paper's Table 1, `http://www.ejazz.com.br/detalhes-artistas.asp?cd=\d+`:

- every character stands for itself, so `.` and `?` need no backslash; `\`, `[`, `(`, `)`, `*` and `+` do;
- `[a-zA-Z]`, `\d`, `\w`, `[^\w/]`, `[^!-~]` and `[^/]` are the classes of the Regex tree;
- `+` and `*` repeat the class, character or (group) before them.
"""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pagekin.errors import UsageError
from pagekin.lazy import lazy_module
from pagekin.urls.levels import levels
from pagekin.urls.regex_tree import (
    ANY,
    DIGIT,
    LETTER,
    MARK,
    OTHER,
    WORD,
    Node,
    deepest_common_ancestor,
    leaf,
    tokenize,
)

_re2 = lazy_module("re2")
_CLASSES = {node.regex: node for node in (LETTER, DIGIT, WORD, MARK, OTHER, ANY)}
_SPECIAL = re.compile(r"([\\\[()*+])")
_PIECE = re.compile(
    "(?P<cls>" + "|".join(re.escape(name) for name in _CLASSES) + r")(?P<clsrep>[*+])"
    r"|\((?P<group>(?:\\.|[^\\\[()*+])+)\)(?P<grouprep>[*+])"
    r"|(?P<text>\\[\\\[()*+]|[^\\\[()*+])(?P<rep>[*+]?)",
    re.DOTALL,
)


class PatternSyntaxError(UsageError):
    """A text is not a URL pattern."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A text or a class of characters, and how often it may occur: once, `+` or `*`."""

    what: str | Node
    repeat: str = ""

    def __str__(self) -> str:
        if isinstance(self.what, Node):
            return self.what.regex + self.repeat
        text = _SPECIAL.sub(r"\\\1", self.what)
        return (
            f"({text}){self.repeat}" if self.repeat and len(self.what) > 1 else text + self.repeat
        )

    @property
    def regex(self) -> str:
        """The piece as a regular expression for RE2."""
        if isinstance(self.what, Node):
            return self.what.regex + self.repeat
        text: str = _re2.escape(self.what)
        return f"(?:{text}){self.repeat}" if self.repeat else text


@dataclass(frozen=True)
class URLPattern:
    """A URL in which some levels are regular expressions."""

    levels: tuple[tuple[Piece, ...], ...]

    def __str__(self) -> str:
        return "/".join("".join(map(str, level)) for level in self.levels)

    @property
    def regex(self) -> str:
        """The whole pattern as a regular expression for RE2."""
        return "/".join("".join(piece.regex for piece in level) for level in self.levels)

    @property
    def varies(self) -> bool:
        """Whether the pattern can match more than one URL."""
        return any(piece.repeat for level in self.levels for piece in level)

    def matches(self, url: str) -> bool:
        """Return whether the whole URL matches."""
        return self._compiled.fullmatch(url) is not None

    @cached_property
    def _compiled(self) -> Any:
        options = _re2.Options()
        options.log_errors = False
        options.max_mem = 64 << 20
        return _re2.compile(self.regex, options)

    @classmethod
    def parse(cls, text: str) -> "URLPattern":
        """Read a printed pattern; if the text is not one, the error names the column."""
        pieces, position = [], 0
        while position < len(text):
            match = _PIECE.match(text, position)
            if not match:
                raise PatternSyntaxError(
                    f"URL pattern {text!r}: cannot read {text[position : position + 12]!r} at column "
                    f"{position + 1}; the classes are {' '.join(_CLASSES)}, each followed by + or *, "
                    r"and a backslash goes before \ [ ( ) * + that stand for themselves"
                )
            pieces.append(_piece(match))
            position = match.end()
        return cls(_in_levels(pieces))


def url_pattern(urls: Iterable[str]) -> URLPattern:
    """URLPattern (Figure 7): one pattern that matches all of a group of similar URLs."""
    split = [levels(url) for url in dict.fromkeys(urls)]
    if not split or len({len(u) for u in split}) > 1:
        raise ValueError(
            "a URL pattern is learned from one or more URLs with the same number of levels"
        )
    return URLPattern(tuple(_level_pattern(column) for column in zip(*split, strict=True)))


def _level_pattern(texts: Sequence[str]) -> tuple[Piece, ...]:
    """Lines 7–17: the common beginning and end, and a regular expression per token in between."""
    texts = list(dict.fromkeys(texts))
    if len(texts) == 1:
        return _merged([Piece(texts[0])])
    prefix = _common_prefix(texts)
    rests = [text[len(prefix) :] for text in texts]
    suffix = _common_prefix([rest[::-1] for rest in rests])[::-1]
    infixes = [tokenize(rest[: len(rest) - len(suffix)]) for rest in rests]
    columns = itertools.zip_longest(*infixes, fillvalue="")
    return _merged([Piece(prefix), *(token_regex(column) for column in columns), Piece(suffix)])


def _common_prefix(texts: Sequence[str]) -> str:
    """Return what all texts begin with; the first and the last in sorted order differ earliest."""
    first, last = min(texts), max(texts)
    for index, character in enumerate(first):
        if character != last[index]:
            return first[:index]
    return first


def token_regex(tokens: Iterable[str]) -> Piece:
    """TokenRegex (Figure 7): what matches all the tokens of one position; λ is the empty token."""
    distinct = set(tokens)
    present = distinct - {""}
    absent = "*" if "" in distinct else ""
    if len(present) == 1:
        return Piece(present.pop(), absent)
    node = deepest_common_ancestor({leaf(token) for token in present})
    # The leaf of a single mark is that mark.
    what = node if node.regex in _CLASSES else next(iter(present))[0]
    return Piece(what, absent or "+")


def _merged(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Join neighbouring plain texts, which makes equal patterns equal values."""
    merged: list[Piece] = []
    for piece in pieces:
        if piece.what == "":
            continue
        last = merged[-1] if merged else None
        if last and not (last.repeat or piece.repeat):
            merged[-1] = Piece(f"{last.what}{piece.what}")
        else:
            merged.append(piece)
    return tuple(merged)


def _piece(match: re.Match[str]) -> Piece:
    if match["cls"]:
        return Piece(_CLASSES[match["cls"]], match["clsrep"])
    text = match["group"] or match["text"]
    repeat = match["grouprep"] if match["group"] else match["rep"]
    return Piece(re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL), repeat)


def _in_levels(pieces: Iterable[Piece]) -> tuple[tuple[Piece, ...], ...]:
    """Split a row of pieces at its slashes, except those of `http://`."""
    rows: list[list[Piece]] = [[]]
    for piece in pieces:
        head = "".join(str(p.what) for p in rows[-1])
        in_scheme = len(rows) == 1 and head.endswith((":", ":/"))
        if piece == Piece("/") and not in_scheme:
            rows.append([])
        else:
            rows[-1].append(piece)
    return tuple(_merged(row) for row in rows)
