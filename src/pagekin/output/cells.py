"""Safe texts for cells and names: nothing that spreadsheets calculate or XML forbids."""

import math
import re
from datetime import date, datetime

Scalar = str | int | float | bool | None

_EXACT = 2**53  # beyond, floats are no longer exact
MANY = " | "  # between the values of a list in one cell
_END = r"[;\t\r\n]"  # where a spreadsheet in whose country the semicolon separates cells may see one end
_OPERAND = r"(?:\d[\d.,]*%?|\$?[A-Za-z]{1,3}\$?\d+)"  # a number, or another cell
# What a spreadsheet calculates: an equals sign in front; or a sign, if what follows is a function that is called,
# a command of another program (cmd|' /C calc'!A0), or numbers and cells with operators between them. The wide forms
# count in some languages. "@name", "- one of a list" and "+49 30 1234" are texts.
_CALCULATED = (
    r"(?:[=＝]"
    rf"|[-+@＋－＠](?=[^;\t\r\n]*?(?:[A-Za-z][\w.]*\(|\|[^;\t\r\n]*!))"
    rf"|[-+＋－](?=[-+ ]*{_OPERAND}(?: *[-+*/^&<>=] *{_OPERAND})+ *(?:{_END}|$))"
    rf"|[-+＋－](?=\$?[A-Za-z]{{1,3}}\$?\d+ *(?:{_END}|$)))"
)
_FIRST = re.compile(rf"[ \t\r\n\"]*+{_CALCULATED}")
_INNER = re.compile(rf"({_END}[ \t\r\n\"]*+)(?={_CALCULATED})")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet would calculate a text."""
    return _FIRST.match(text) is not None


def without_formula(text: str) -> str:
    """Return a text that a spreadsheet takes as text: with an apostrophe in front, if need be."""
    return f"'{text}" if looks_like_formula(text) else text


def without_inner_formulas(text: str) -> str:
    """Return a text of which no part is a formula, even if semicolons, tabs and lines separate cells."""
    return _INNER.sub(r"\1'", text)


def for_xml(text: str) -> str:
    """Return a text without the characters that XML forbids even if escaped."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def as_text(cell: Scalar) -> str:
    """Return a cell as plain text; 12.0 is 12, as a person would write it."""
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < _EXACT:
        return str(int(cell))
    return str(cell)


def moment_in(text: str) -> date | datetime | None:
    """Return the day, or the day and time, that a text is in ISO 8601; None if it has a zone or is none."""
    try:
        if _DAY.fullmatch(text):
            return date.fromisoformat(text)
        found = datetime.fromisoformat(text) if _DAY.match(text) else None
    except ValueError:
        return None
    return found if found is None or found.tzinfo is None else None
