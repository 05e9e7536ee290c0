"""Scores of extracted values: per page the set of texts against the set of true values.

Both sides are brought into one form first: entities are resolved (the truth of SWDE has them in some
files and not in others), spaces of all kinds become one space, letters are composed. Case, punctuation
and everything else count. A page without the attribute scores nothing if nothing was extracted; what
was extracted there is wrong.
"""

import html
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


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
    return " ".join(unicodedata.normalize("NFC", html.unescape(html.unescape(text))).split())


def field_score(truth: Sequence[Iterable[str]], extracted: Sequence[Iterable[str]]) -> FieldScore:
    """Score the values of one attribute, page by page."""
    hits = found = true = 0
    for right, texts in zip(truth, extracted, strict=True):
        wanted, got = set(map(plain, right)), set(map(plain, texts)) - {""}
        hits += len(wanted & got)
        found += len(got)
        true += len(wanted)
    return FieldScore(hits, found, true)
