"""Names that values themselves tell: where their links lead, and the words that all of them have.

`/author/12-ann` leads to an author, and `2.0L engine`, `1.6L engine` are engines: what is the same on all pages
is no value.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from pagekin.values.plain import word_set
from pagekin.wrappers.by_itself.name_words import FIELD_WORDS, snake_case, words_in

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pagekin.wrappers.by_itself.text_columns import TextColumn

_NEARLY_ALL = 0.95
_LEAST = 3  # different texts, or what they share may be chance
_MAX_TEXT = 80  # characters: words that long texts share say little about them
_MAX_WORDS = 3
_SHORTEST = 3  # letters: two are units and small words
# Small words, and words of links that are the same whatever they lead to.
_EMPTY = word_set(
    "the and for with from per von der die das und les des del los las con por para une avec dans"
    " all any not you your our this that are has was see out off via"
    " jan feb mar apr may jun jul aug sep oct nov dec gmt utc cet cest est edt pst pdt"
)
_LEADING = word_set(
    "index profile profiles view show page pages detail details browse search list item items www"
    " html php aspx asp jsp htm cgi http https com org net public web site content en us de fr"
    " default node post posts get action main id user users archive archives filter query sort"
)
_SIGNS = re.compile(r"[\W_]+")
_MOSTLY = 0.8
_TAG_WORDS = 3
_TIME = re.compile(r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?[ap]\.?m\b", re.IGNORECASE)
_PLACE = re.compile(r"[^\W\d_][^\d,]{1,40}(?:, [^\W\d_][^\d,]{1,40}){1,2}(?: \d{4,5})?")
_STATE = re.compile(r"[A-Z]{2}(?: \d{4,5})?")
_SOME = 0.25  # the share of firms that name their legal form
_FIRM = re.compile(
    r"\b(?:inc|llc|ltd|plc|gmbh|ag|corp|corporation|company|co|s\.?a|b\.?v|group|pvt|oy|ab|a/s|srl|sarl)\.?$",
    re.IGNORECASE,
)


def link_name(column: TextColumn) -> str:
    """Return what links lead to by the words that all their addresses share, "" if these say nothing.

    Words by which pages call their fields count before others, and the last before the first.
    """
    addresses = [
        reading.attributes["href"]
        for found in column.readings
        for reading in found
        if reading.tag == "a" and reading.attributes.get("href")
    ]
    if len(set(addresses)) < _LEAST or len(addresses) < 0.8 * sum(map(len, column.readings)):
        return ""
    texts = [reading.text for found in column.readings for reading in found]
    shown = sum("://" in text for text in texts)
    if 2 * shown > len(texts):
        return ""  # an address that readers see is a value
    parts = [_folders(address) for address in addresses]
    on = Counter(word for others in parts for word in dict.fromkeys(others))
    shared = [word for word, number in on.items() if number >= _MOSTLY * len(parts)]
    telling = [word for word in shared if word not in _LEADING and word.isalpha() and len(word) > 2]
    fields = [word for word in telling if _singular(word) in FIELD_WORDS or word in FIELD_WORDS]
    name = next(iter(reversed(fields or telling)), "")
    return _singular(name) if _singular(name) in FIELD_WORDS and not column.many else name


def common_name(texts: Collection[str]) -> str:
    """Return the words that nearly all of some different texts have, as a name; "" if there are none."""
    different = set(texts)
    if len(different) < _LEAST or sorted(map(len, different))[len(different) // 2] > _MAX_TEXT:
        return ""
    counts: Counter[str] = Counter()
    for text in different:
        counts.update(set(_words(text)))
    shared = {word for word, on in counts.items() if on >= _NEARLY_ALL * len(different)}
    if not shared or len(shared) > _MAX_WORDS:
        return ""
    model = max(different, key=lambda text: (len(shared & set(_words(text))), text))
    return snake_case(" ".join(dict.fromkeys(w for w in _words(model) if w in shared)))


def kind_name(column: TextColumn) -> str:
    """Return what kind of thing a column's texts are, by their form: a time, a place, tags; "" for others."""
    texts = [text for texts in column.texts.values() for text in texts]
    if not texts or column.image or sorted(map(len, texts))[len(texts) // 2] > _MAX_TEXT:
        return ""
    if sum(_TIME.search(text) is not None for text in texts) >= _MOSTLY * len(texts):
        return "time"
    if not column.many and _are_places(texts):
        return "location"
    firms = sum(_FIRM.search(text) is not None for text in set(texts))
    if firms > 1 and firms >= _SOME * len(set(texts)):
        return "company"
    is_short = sum(len(text.split()) <= _TAG_WORDS for text in texts) >= _MOSTLY * len(texts)
    is_list = column.many and (column.place is None or not column.place.nodes[0].is_text)
    return "tags" if is_list and is_short and len(set(texts)) > _LEAST else ""


def _are_places(texts: Sequence[str]) -> bool:
    """Return whether texts are towns with a state or country: what stands behind the comma is a sign, or recurs."""
    fitting = [text for text in texts if _PLACE.fullmatch(text)]
    if len(fitting) < _MOSTLY * len(texts) or len(set(texts)) < _LEAST:
        return False
    lasts = [text.rpartition(", ")[2] for text in fitting]
    if sum(_STATE.fullmatch(last) is not None for last in lasts) >= _MOSTLY * len(lasts):
        return True
    return 3 * len(set(lasts)) <= len(lasts) and len(set(texts)) > 2 * len(set(lasts))


def _words(text: str) -> Sequence[str]:
    return [
        word
        for word in words_in(text.casefold())
        if word.isalpha() and len(word) >= _SHORTEST and word not in _EMPTY
    ]


def _folders(address: str) -> list[str]:
    """Return the words of an address' path and of its parameters."""
    parts = urlsplit(address)
    *folders, last = unquote(parts.path).split("/")
    if parts.query:
        folders += [last.partition(".")[0], *unquote(parts.query).split("&")]
    return [word.casefold() for folder in folders for word in _SIGNS.split(folder) if word]


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word.removesuffix("s")
