"""Style sheets and style attributes of pages that nobody has checked, without what could load or run anything."""

import re

_LONGEST = 200_000  # characters of all style sheets of a page
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
    """Return a style sheet without what it would load; "" if it has what only tricks need.

    Those are escapes, which hide words, and markup, which could end the sheet.
    """
    plain = _COMMENT.sub(" ", sheet[:_LONGEST])
    if "\\" in plain or "<" in plain:
        return ""
    plain = _AT_RULES.sub("", plain)
    return _FIXED.sub("position: static", _CALL.sub("none(", plain))
