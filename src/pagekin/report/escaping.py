"""Pieces of HTML out of texts that nobody has checked: every one of them is escaped here."""

import re
import unicodedata
from html import escape

from pagekin.urls import canonical

# Control characters, marks that turn the direction of writing, halves of characters, and what is none:
# they would hide or reorder what stands beside them, or could not be written at all.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
CUT = "⋯"  # where a text was shortened; "…" is already a part of URLs that varies
_MONO, _SANS, _WIDE = 0.61, 0.58, 1.05  # widths of a character, in sizes of the font
_COMMON = frozenset(f"…·–“”{CUT}")  # as wide as letters
_MAX_LENGTH = 4_000  # of a text that is shown in full


def visible(text: str) -> str:
    """Return a text with a sign in place of every character that must not be shown as it is."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def esc(text: str) -> str:
    """Return a text as HTML, for element content and quoted attributes alike."""
    shown = visible(text)
    return escape(shown if len(shown) <= _MAX_LENGTH else shown[:_MAX_LENGTH] + CUT)


def code(text: str) -> str:
    """Return a text as something to be read letter by letter."""
    return f"<code>{esc(text)}</code>"


def page_link(url: str, host: str) -> str:
    """Link to a web page, without the host if it is the site's own; return plain text for anything else."""
    address = canonical(url)
    if not isinstance(address, str):
        return code(url)
    return f'<a href="{escape(address)}" rel="noopener noreferrer">{code(short_url(address, host))}</a>'


def short_url(url: str, host: str) -> str:
    """Leave scheme and host out of a URL of the site itself."""
    for scheme in ("https://", "http://"):
        if url.startswith(f"{scheme}{host}/"):
            return url[len(scheme) + len(host) :]
    return url


def count(number: int, singular: str, plural: str | None = None) -> str:
    """Write a number with its noun."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def width(text: str, size: float, *, mono: bool = False) -> float:
    """Estimate how wide a text is drawn, rather too wide than too narrow."""
    return size * sum(_character_width(c, _MONO if mono else _SANS) for c in text)


def _character_width(character: str, usual: float) -> float:
    if character.isascii() or character in _COMMON:
        return usual
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0.0
    return _WIDE if unicodedata.east_asian_width(character) in "WF" else max(usual, 0.75)


def fit(text: str, room: float, size: float, *, mono: bool = False, head: float = 0.5) -> str:
    """Shorten a text so that it fits into a room; of what is kept, the share `head` is its beginning."""
    shown = visible(text)
    most = int(room / size * 4)  # characters without a width must not pile up either
    if len(shown) <= most and width(shown, size, mono=mono) <= room:
        return shown
    for kept in range(min(len(shown), most) - 1, 0, -1):
        first = round(kept * head)
        cut = shown[:first] + CUT + shown[len(shown) - (kept - first) :]
        if width(cut, size, mono=mono) <= room:
            return cut
    return CUT
