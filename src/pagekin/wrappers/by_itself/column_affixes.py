"""Column affixes: template text that all texts of a column begin or end with."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pagekin.wrappers.locator_finder import cut_out

if TYPE_CHECKING:
    from collections.abc import Collection

    from pagekin.wrappers.by_itself.text_columns import TextColumn

_LEAST = 3  # the number of different texts that must agree
# Words that introduce a value without a colon.
_INTRODUCING = frozenset(
    {
        "by",
        "with",
        "von",
        "posted",
        "published",
        "updated",
        "written",
        "save",
        "was",
        "isbn",
        "sku",
        "msrp",
        "rrp",
    }
)
_CURRENCIES = frozenset(
    {"USD", "EUR", "GBP", "RS", "RS.", "CHF", "AUD", "CAD", "US", "KR", "INR", "SEK"}
)
_END_OF_HEAD = re.compile(
    r"(?:.*(?:[:=#|>»•·›]\s+|：\s*|[:=#>](?=\W|$))|.*\s[-–—]\s+|[/\\>»›•·|,;:–—-]+\s+|\W*[(\[{\"“]\s*)",
    re.DOTALL,
)
_START_OF_TAIL = re.compile(r"\s*[|<«•·›]|\s*:(?!\w)|\s+[-–—]\s|\s*[)\]}\"”]\W*$|\s*[,;:]$")
_BETWEEN = ("|", "-", "–", "—", ">", "»", "›", "•", "·", "/")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"), ('"', '"'))


def trimmed(column: TextColumn) -> TextColumn:
    """Return a column without template text around its values; a text in front may name the column."""
    if column.image or column.link or column.locators[0].before:
        return column
    before, after = around([text for texts in column.texts.values() for text in texts])
    if not before and not after:
        return column
    texts = {
        unit: tuple(cut_out(text, before, after) for text in found)
        for unit, found in column.texts.items()
    }
    return replace(
        column,
        texts={unit: found for unit, found in texts.items() if all(found)},
        locators=tuple(replace(place, before=before, after=after) for place in column.locators),
        label=column.label or _label_in(before),
    )


def _label_in(before: str) -> str:
    """Return what a text in front of values calls them; what a bar or a dash separates is a value of its own."""
    return "" if before.rstrip().endswith(_BETWEEN) else before.strip(" :：=#(")


def around(texts: Collection[str]) -> tuple[str, str]:
    """Return what to cut off before and after the values in the texts of one place; mostly nothing."""
    different = set(texts)
    if len(different) < _LEAST:
        return _constant_head(different), ""
    head = _head(common_start(different), different)
    rests = [text[len(head) :] for text in different]
    tail = _tail(common_start([rest[::-1] for rest in rests])[::-1])
    if any(len(rest) <= len(tail) for rest in rests) or _closes(tail, head):
        return head, ""
    return head, tail


def _closes(tail: str, head: str) -> bool:
    """Return whether a tail closes a bracket that the value itself opens."""
    return any(shut in tail and opened not in head + tail for opened, shut in _PAIRS)


def _head(common: str, texts: Collection[str]) -> str:
    match = _END_OF_HEAD.match(common)
    head = match[0] if match else ""
    if any(text.startswith("//", len(head)) or "://" in text[: len(head)] for text in texts):
        return ""  # the beginning of an address
    if head[-1:] in {":", "=", "#", ">"} and any(text[len(head) :][:1].isalnum() for text in texts):
        head = ""  # a part of the value, as in "CVSS:3.1" and "C#"
    numbered = re.match(r"\s*[^\W\d_]+\.?\s+(?=#?(?:\d|$))", common[len(head) :])
    if numbered and all(text[len(head) + numbered.end() :][:1].isdigit() for text in texts):
        return head + numbered[0] if numbered[0].strip().upper() not in _CURRENCIES else head
    rest = common[len(head) :]
    while True:
        word = re.match(r"\s*([^\W\d_]+)\s+", rest)
        if word is None or word[1].casefold() not in _INTRODUCING:
            return head
        head += word[0]
        rest = rest[word.end() :]


def _tail(common: str) -> str:
    match = _START_OF_TAIL.search(common)
    return common[match.start() :] if match else ""


def _constant_head(texts: Collection[str]) -> str:
    """Return the label with a colon that a few different texts begin with, "" if there is none."""
    if not texts:
        return ""
    common = common_start(texts) if len(texts) > 1 else ""
    match = re.match(r"[^\W\d_][^:：=\d]{0,40}[:：=]\s*", common)
    return match[0] if match else ""


def common_start(texts: Collection[str]) -> str:
    """Return the longest common prefix of texts."""
    low, high = min(texts), max(texts)
    for number, letter in enumerate(low):
        if number >= len(high) or high[number] != letter:
            return low[:number]
    return low
