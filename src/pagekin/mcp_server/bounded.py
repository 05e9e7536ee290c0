"""Answers that fit: so many rows, so many characters, and how many were left out."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

# About ten thousand words: a reply that an agent can read beside all else that it has to keep in mind.
MOST_CHARACTERS = 60_000
_LONGEST = 2_000  # characters of one text: a description, not a book


@dataclass(frozen=True, slots=True)
class BoundedRows:
    """The first of some rows, and how many more there are."""

    rows: list[Any]
    left_out: int

    def content(self, name: str) -> dict[str, Any]:
        """Return the rows under a name, and what was left out if anything was."""
        return {name: self.rows} | ({"left_out": self.left_out} if self.left_out else {})


def bounded(rows: Iterable[Any], limit: int, offset: int = 0) -> BoundedRows:
    """Return as many rows (JSON values) from an offset on as the limits allow, at least one; count the others."""
    kept: list[Any] = []
    size = left_out = 0
    is_full = False
    for number, row in enumerate(rows):
        if number < offset:
            continue
        if not is_full:
            short = shortened(row)
            size += len(json.dumps(short, ensure_ascii=False))
            is_full = len(kept) >= limit or (bool(kept) and size > MOST_CHARACTERS)
        if is_full:
            left_out += 1
        else:
            kept.append(short)
    return BoundedRows(kept, left_out)


def shortened(content: Any) -> Any:
    """Return JSON values with their long texts cut, each with a mark that says how much is missing."""
    match content:
        case str() if len(content) > _LONGEST:
            return f"{content[:_LONGEST]}… ({len(content) - _LONGEST:,} more characters)"
        case dict():
            return {key: shortened(value) for key, value in content.items()}
        case list() | tuple():
            return [shortened(value) for value in content]
        case _:
            return content
