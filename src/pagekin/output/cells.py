"""Safe texts for cells and names: nothing that spreadsheets calculate or XML forbids."""

import math
import re

Scalar = str | int | float | bool | None

MANY = " | "  # between the values of a list in one cell
# What makes a spreadsheet read a text as a formula; the wide forms count in some languages.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Where a spreadsheet in whose country the semicolon separates cells would begin another one, and with what.
# A dash before a blank begins an item of a list.
_RISKY_CELL = re.compile(r"([;\t\r\n][ \t\r\n\"]*+)(?=[=+@＝＋－＠]|-(?! ))")
_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)*%?", re.ASCII)
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet might calculate a text; plain numbers are harmless."""
    return text.startswith(_RISKY) and not _NUMBER.fullmatch(text)


def without_formula(text: str) -> str:
    """Return a text that a spreadsheet takes as text: with an apostrophe in front, if need be."""
    return f"'{text}" if looks_like_formula(text) else text


def without_inner_formulas(text: str) -> str:
    """Return a text of which no part is a formula, even if semicolons, tabs and lines separate cells."""
    return _RISKY_CELL.sub(r"\1'", text)


def for_xml(text: str) -> str:
    """Return a text without the characters that XML forbids even if escaped."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def as_text(cell: Scalar) -> str:
    """Return a cell as plain text."""
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return str(cell)
