"""What may stand in cells and as names: no text that a spreadsheet takes for a formula, no character that XML forbids."""

import math
import re

Scalar = str | int | float | bool | None

MANY = " | "  # between the values of a list in one cell
# What makes a spreadsheet read a text as a formula; the wide forms count in some languages.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*%?", re.ASCII)
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def looks_like_formula(text: str) -> bool:
    """Tell whether a spreadsheet may calculate a text; plain numbers are harmless."""
    return text.startswith(_RISKY) and not _NUMBER.fullmatch(text)


def without_formula(text: str) -> str:
    """Give a text that stays text in a spreadsheet: an apostrophe in front is the sign for that."""
    return f"'{text}" if looks_like_formula(text) else text


def for_xml(text: str) -> str:
    """Replace the characters that may not stand in XML, not even escaped."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def as_text(cell: Scalar) -> str:
    """Write a cell as plain text."""
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return str(cell)


def unique(name: str, taken: set[str]) -> str:
    """Give a name that is not taken: the name itself, else with the first number that is free."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    return free
