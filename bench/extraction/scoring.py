"""Scores of extracted values: per page the set of texts against the set of true values.

Both sides are brought into one form first: entities are resolved (the truth of SWDE has them in some
files and not in others), spaces of all kinds become one space, letters are composed, and a sign at either
end that only sets a value off (": 9780316125581") is dropped. Case, punctuation and everything else count. The truth of the captured sites comes from their source files, not from
their pages: there, marks of code and emphasis, the kind of quotation marks and dashes, " at " in
addresses, type parameters (which are lost on the page), carets (which are added there), a comma at the
end and spaces do not count either (`folded`). A page without the attribute scores nothing if nothing was extracted; what
was extracted there is wrong.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

_FOLDED = str.maketrans("“”‘’–—", "\"\"''--", "`*\\^")
_SIGNS_AT_ENDS = re.compile(r"^[:·•|,;]\s+|\s*[:·•|,;]$")
_TYPE_PARAMETERS = re.compile(r"<[\w, ]{1,5}>")  # which Markdown takes for tags


@dataclass(frozen=True, slots=True)
class FieldScore:
    """Precision, recall and F1 of one attribute over the pages of one site."""

    hits: int
    extracted: int
    true: int

    @property
    def precision(self) -> float:
        """The share of what was extracted that is true."""
        return self.hits / self.extracted if self.extracted else float(not self.true)

    @property
    def recall(self) -> float:
        """The share of what is true that was extracted."""
        return self.hits / self.true if self.true else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.extracted + self.true
        return 2 * self.hits / both if both else 1.0


def plain(text: str) -> str:
    """Bring a text into the form in which texts are compared."""
    text = " ".join(unicodedata.normalize("NFC", html.unescape(html.unescape(text))).split())
    return _SIGNS_AT_ENDS.sub("", text) or text


def folded(text: str) -> str:
    """Bring a text of a source file, and what its page shows, into one form."""
    text = unicodedata.normalize("NFKC", plain(text)).replace(" at ", "@")
    text = _TYPE_PARAMETERS.sub("", text.translate(_FOLDED))
    return "".join(text.split()).rstrip(",")


def field_score(
    truth: Sequence[Iterable[str]],
    extracted: Sequence[Iterable[str]],
    fold: Callable[[str], str] = plain,
) -> FieldScore:
    """Score the values of one attribute, page by page."""
    hits = found = true = 0
    for wanted, got in _folded(truth, extracted, fold):
        hits += len(wanted & got)
        found += len(got)
        true += len(wanted)
    return FieldScore(hits, found, true)


def _folded(
    truth: Sequence[Iterable[str]],
    extracted: Sequence[Iterable[str]],
    fold: Callable[[str], str],
) -> Iterator[tuple[set[str], set[str]]]:
    """Yield what is true and what was extracted of each page, to be compared."""
    for right, texts in zip(truth, extracted, strict=True):
        yield set(map(fold, right)), set(map(fold, texts)) - {""}


def page_score(
    truth: Sequence[Iterable[str]],
    extracted: Sequence[Iterable[str]],
    fold: Callable[[str], str] = plain,
) -> FieldScore:
    """Score an attribute by pages, as is usual with SWDE: one of a page's true values is enough.

    Its truth often lists several spellings of one value, which no single field can have.
    """
    hits = found = true = 0
    for wanted, got in _folded(truth, extracted, fold):
        hits += bool(wanted & got)
        found += bool(got)
        true += bool(wanted)
    return FieldScore(hits, found, true)
