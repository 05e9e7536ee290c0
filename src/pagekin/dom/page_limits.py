"""Limits on markup, kept before the parser sees it: one page must not take minutes, or all of the memory.

The parser compares each attribute of an element with all others, so that 100,000 on one element take minutes,
and makes a hundred bytes and more of a single `<b>`. What it would make of a page is told from the bytes alone, and
without knowing where comments, scripts and quoted values begin: whoever writes a page to do harm could hide
from every guess at that. So whatever might be a tag counts as one.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_TAGS = 200_000  # each `<` counts
MAX_ATTRIBUTES = 128  # of one element
MAX_TREE = 160 * 1024 * 1024  # bytes that the parser may need for a page
_CHUNK = 1 << 16
# What the parser needs, at the most: for an element and the text behind it, for an attribute, for its value.
_TAG, _ATTRIBUTE, _VALUE = 240, 100, 150
# Text after a tag, or the inside of a quoted value: attributes are in neither.
_PLAIN_TEXT = re.compile(rb">[^<>\"'=]*+")
_IN_TAGS = (b"<", b">", b'"', b"'", b"=")
# An attribute follows one of these.
_SEPARATORS = (b" ", b"\n", b"\t", b"\r", b"\f", b"/", b'"', b"'")
_ONE = rb"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
_TOO_MANY = re.compile(rb"(<[a-zA-Z][^\s/>]*+(?:%b){%d})%b" % (_ONE, MAX_ATTRIBUTES, _ONE))
_REST = re.compile(rb"(?:%b|[\s/]++)*+>?+" % _ONE)
# Ends a tag, even one that is within quotes here, and shows nothing.
_END_OF_TAG = b"><!\"'>"
_PASSES = 3
_HARMLESS = 4096  # bytes: a page as short as that can do no harm


class LimitedMarkup(NamedTuple):
    """The markup of a page within the limits, and what was left out."""

    utf8: bytes
    problems: list[str]


def limited(utf8: bytes, max_tags: int = MAX_TAGS) -> LimitedMarkup:
    """Return as much of a page as can be parsed in little time and memory."""
    problems: list[str] = []
    if len(utf8) > max_tags:
        end, _ = _affordable(utf8, max_tags)
        if end < len(utf8):
            problems.append(f"the page has too much markup; only the first {end} bytes were read")
            utf8 = utf8[:end]
    if len(utf8) > _HARMLESS and _TOO_MANY.search(utf8):
        problems.append(
            f"an element has more than {MAX_ATTRIBUTES} attributes; the others were left out"
        )
        utf8 = _with_fewer_attributes(utf8)
    return LimitedMarkup(utf8, problems)


def tree_size(markup: bytes) -> int:
    """Return about how many bytes of memory the parser needs for markup, at the most."""
    tags = _PLAIN_TEXT.sub(b">", markup)
    attributes = sum(map(tags.count, _SEPARATORS))
    inside = _TAG * tags.count(b"<") + _ATTRIBUTE * attributes + _VALUE * tags.count(b"=")
    return len(markup) + inside


def tree_size_within_limits(body: bytes) -> int:
    """Return about how many bytes of memory the parser needs for a page of which it gets no more than it may."""
    return _affordable(body, MAX_TAGS)[1]


def _affordable(utf8: bytes, max_tags: int) -> tuple[int, int]:
    """Return how many bytes of a page keep within the limits on tags and on memory, and how much that is."""
    tags = size = 0
    before = b">"  # what the first text follows
    for start in range(0, len(utf8), _CHUNK):
        chunk = before + utf8[start : start + _CHUNK]
        tags += chunk.count(b"<")
        size += tree_size(chunk)
        if tags > max_tags or size > MAX_TREE:
            return start, size
        last = max(map(chunk.rfind, _IN_TAGS))
        before = chunk[last : last + 1] if chunk[last : last + 1] == b">" else b""
    return len(utf8), size


def _with_fewer_attributes(utf8: bytes) -> bytes:
    hidden = _TOO_MANY.search(utf8)
    for _ in range(_PASSES):
        if hidden is None:
            break
        utf8 = b"".join(_shortened(utf8))
        # What was a quoted value in there may be a tag itself, if the parser saw a comment begin before.
        hidden = _TOO_MANY.search(utf8)
    return utf8[: hidden.start()] if hidden else utf8


def _shortened(utf8: bytes) -> Iterator[bytes]:
    """Yield the pieces of a page in which each tag with too many attributes has only the first of them."""
    at = 0
    while found := _TOO_MANY.search(utf8, at):
        yield utf8[at : found.end(1)]
        yield _END_OF_TAG
        rest = _REST.match(utf8, found.end())
        at = rest.end() if rest else found.end()
    yield utf8[at:]
