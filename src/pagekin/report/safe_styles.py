"""Style sheets and style attributes of pages that nobody has checked, without what could load or run anything."""

import re

_LONGEST = 600_000  # characters of a style sheet: twice the largest frameworks
# A declaration is kept if nothing in it could be more than a plain value.
_DECLARATION = re.compile(
    r"\s*(-?[a-z][a-z-]{0,40})\s*:\s*([\w\s#%.,()'\"+*/!-]{1,200})\s*", re.ASCII
)
_CALLS = re.compile(r"url|image|src|element|attr|expression|paint|env|var", re.IGNORECASE)
_PROPERTIES_LEFT_OUT = frozenset(
    {"behavior", "-moz-binding", "position", "z-index", "content", "src"}
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_CALL = re.compile(
    r"\b(?:url|src|image|image-set|-webkit-image-set|element|paint)\s*\(", re.IGNORECASE
)
_AT_RULES = re.compile(r"@(?:import|charset|namespace)\b[^;{}]*;?", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|([^0-9a-f\n])|\Z|(?=\n))", re.IGNORECASE)
_ASCII = 128
_FIXED = re.compile(r"position\s*:\s*(?:fixed|sticky)", re.IGNORECASE)


def safe_declarations(style: str) -> str:
    """Return those declarations of a style attribute that are plain."""
    kept = []
    for declaration in _COMMENT.sub(" ", style[:_LONGEST]).split(";"):
        found = _DECLARATION.fullmatch(declaration.lower())
        if found and found[1] not in _PROPERTIES_LEFT_OUT and not _CALLS.search(found[2]):
            kept.append(f"{found[1]}: {found[2].strip()}")
    return "; ".join(kept)


def safe_sheet(sheet: str) -> str:
    """Return a style sheet without what it would load, and without "<", which could end it.

    Escapes that hide letters are undone first; others, as in the names of classes, stay.
    """
    plain = _COMMENT.sub(" ", sheet[:_LONGEST].replace("<", ""))
    plain = _AT_RULES.sub("", _ESCAPE.sub(_unhidden, plain))
    return _FIXED.sub("position: static", _CALL.sub("none(", plain))


def _unhidden(escape: re.Match[str]) -> str:
    """Return the letter or digit that an escape stands for, else the escape as it is."""
    digits, letter = escape.groups()
    if digits:
        code = int(digits, 16)
        letter = chr(code) if code < _ASCII else ""
    if letter and letter.isalnum():
        return letter
    return escape[0] if len(escape[0]) > 1 else ""
