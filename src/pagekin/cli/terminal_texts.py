"""Texts for people: nothing in them that a terminal would obey, no word that hides the others."""

import re

_LONGEST = 160  # characters of a word: URLs may have thousands
_LONG_WORD = re.compile(rf"\S{{{_LONGEST + 1},}}")


def printable(text: str) -> str:
    """Return a text without what a terminal would take for a command."""
    return "".join(c if c.isprintable() else " " for c in text)


def readable(text: str) -> str:
    """Return lines of text as a terminal can show them; words that are too long lose their middle."""
    lines = _LONG_WORD.sub(lambda word: shortened(word[0]), text).split("\n")
    return "\n".join(map(printable, lines))


def shortened(text: str, most: int = _LONGEST) -> str:
    """Return a text, or the beginning and end of one that is too long."""
    end = most // 4
    return text if len(text) <= most else f"{text[: most - end - 1]}…{text[-end:]}"
