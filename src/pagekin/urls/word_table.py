"""Words of a text, and tables of words to look for in it, in whatever language and script."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W\d_]+")
_FIRST_WITHOUT_SPACES = "\u0e00"  # from here on: Thai, kana, Chinese, Korean …


class WordTable:
    """Words to look for: whole words, beginnings, and parts in scripts without spaces.

    Each entry stands for all words that begin with it; one that ends with a dot stands for itself only.
    """

    def __init__(self, *tables: str) -> None:
        entries = {entry for table in tables for entry in table.split()}
        self._whole = {plain(entry[:-1]) for entry in entries if entry.endswith(".")}
        others = {plain(entry) for entry in entries if not entry.endswith(".")}
        self._inside = {entry for entry in others if entry >= _FIRST_WITHOUT_SPACES}
        self._beginnings = others - self._inside
        self._lengths = sorted({len(entry) for entry in self._beginnings})

    def has(self, word: str) -> bool:
        """Return whether a word is one of them."""
        if word in self._whole or any(word[:n] in self._beginnings for n in self._lengths):
            return True
        return word >= _FIRST_WITHOUT_SPACES and any(part in word for part in self._inside)


def words_and_pairs(text: str) -> Iterator[str]:
    """Yield the words of a text, and pairs of neighbours with and without a hyphen: sign-out, signout."""
    found = words(text)
    yield from found
    for one, two in pairwise(found):
        yield f"{one}-{two}"
        yield one + two


def words(text: str) -> list[str]:
    """Return the words of a text in lower case without accents; a name such as addToCart has three."""
    return _WORD.findall(plain(_CAMEL.sub(" ", text)))


def plain(text: str) -> str:
    """Return a text in lower case without accents."""
    if text.isascii():
        return text.lower()
    split = unicodedata.normalize("NFKD", text.casefold()).replace("ı", "i").replace("ø", "o")
    bare = "".join(letter for letter in split if not unicodedata.category(letter).startswith("M"))
    return unicodedata.normalize("NFC", bare.replace("ł", "l"))
