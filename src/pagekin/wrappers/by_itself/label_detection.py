"""Label detection: texts that recur from page to page and name what is beside or after them."""

import re
from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from statistics import median

from pagekin.wrappers.by_itself.landmarks import least_pages
from pagekin.wrappers.by_itself.nodes import TEXT, PageNode

MAX_LABEL = 60
_MAX_WORDS = 8
_LABELLING_TAGS = frozenset(
    {"b", "strong", "th", "dt", "label", "h2", "h3", "h4", "h5", "h6", "legend"}
)
_LABELLING_CLASS = re.compile(r"label|key|term|caption|head|title|attr|field", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_INSIDE = re.compile(r"([^:：=]{2,40}?)\s?[:：=](?=\s|[^\s/:])")
_ENDING = (":", "：", "=", ": ", ":-")

_MAYBE_LABELLING = frozenset(
    {"td", "div", "span", TEXT, "font", "p", "i", "em", "nobr", "center", "u"}
)
_WEAK_WORDS = 3
_SEPARATORS = re.compile(r"\s[|•·⋅»>/-]\s")


class Strength(IntEnum):
    """How certain it is that a text is a label."""

    NONE = 0
    WEAK = 1  # it may be one, for the next node only
    STRONG = 2  # it is one, for all that follows up to the next label


Bucket = tuple[str, str]  # a tag and a class, "" if no class is worth it


class LabelDetector:
    """A detector of labels among the children of a place.

    Each row has the children in one instance of the place, together with their buckets.
    """

    def __init__(self, rows: Sequence[Sequence[tuple[Bucket, PageNode]]]) -> None:
        self._rows = len(rows)
        self._least = least_pages(self._rows)
        self._on: Counter[tuple[Bucket, str]] = Counter()
        self._size: Counter[Bucket] = Counter()
        self._single: dict[Bucket, bool] = {}
        for row in rows:
            texts = {(bucket, node.words) for bucket, node in row if may_be_label(node.words)}
            self._on.update(texts)
            counts = Counter(bucket for bucket, node in row)
            self._size.update(counts)
            for bucket, count in counts.items():
                self._single[bucket] = self._single.get(bucket, True) and count == 1
        self._in_turn = self._alternate(rows)
        squares: Counter[Bucket] = Counter()
        for (bucket, _), on in self._on.items():
            squares[bucket] += on * on
        self._recurrence = {
            bucket: squares[bucket] / (size * max(self._rows, 1))
            for bucket, size in self._size.items()
        }

    def strength(self, bucket: Bucket, node: PageNode) -> Strength:
        """Return how certain it is that a child is a label for what follows it."""
        words = node.words
        on = self._on.get((bucket, words), 0)
        if on < self._least or self._rows < 2 or _says_its_value(words):
            return Strength.NONE
        if words.endswith(_ENDING):
            return Strength.STRONG
        tag, token = bucket
        if tag in _LABELLING_TAGS or _LABELLING_CLASS.search(token):
            enough = on >= 0.9 * self._rows if self._single[bucket] else self._recurs(bucket)
            return Strength.STRONG if enough else Strength.NONE
        if tag not in _MAYBE_LABELLING or words.count(" ") > _WEAK_WORDS:
            return Strength.NONE
        if self._single[bucket]:
            return Strength.WEAK if on >= 0.9 * self._rows else Strength.NONE
        recurs = (
            self._recurrence[bucket] >= 0.3
            and on >= 0.3 * self._rows
            and self._in_turn.get(bucket, False)
        )
        return Strength.WEAK if recurs else Strength.NONE

    def _alternate(self, rows: Sequence[Sequence[tuple[Bucket, PageNode]]]) -> dict[Bucket, bool]:
        """Return for each bucket whether what recurs in it always has the same turn, as labels before values have.

        Words of a vocabulary, such as tags, follow each other in any order: none of them names another.
        """
        turns: dict[Bucket, Counter[int]] = {}
        for row in rows:
            counts: Counter[Bucket] = Counter()
            for bucket, node in row:
                if self._on.get((bucket, node.words), 0) >= 0.3 * self._rows:
                    turns.setdefault(bucket, Counter())[counts[bucket] % 2] += 1
                counts[bucket] += 1
        return {
            bucket: max(found.values()) >= 0.9 * found.total() for bucket, found in turns.items()
        }

    def _recurs(self, bucket: Bucket) -> bool:
        return self._recurrence[bucket] >= 0.15


class LeadingLabels:
    """A detector of labels at the beginning of the children of one bucket."""

    def __init__(self, rows: Sequence[Sequence[PageNode]]) -> None:
        self._rows = len(rows)
        self._least = least_pages(self._rows)
        found = [[lead_of(node) for node in row] for row in rows]
        self._on: Counter[str] = Counter()
        twice = total = 0
        pieces: list[int] = []
        for row, leads in zip(rows, found, strict=True):
            counts = Counter(lead for lead in leads if lead)
            self._on.update(counts.keys())
            twice += sum(count for count in counts.values() if count > 1)
            total += len(leads)
            pieces.extend(node.pieces for node in row)
        self._fixed = self._say_the_same(rows, found)
        squares = sum(on * on for on in self._on.values())
        self.recurrence = squares / (max(total, 1) * max(self._rows, 1))
        self._doubled = twice > 0.2 * total
        self._many_columns = total > 0 and median(pieces) > 3

    def _say_the_same(
        self, rows: Sequence[Sequence[PageNode]], found: Sequence[Sequence[str]]
    ) -> bool:
        """Return whether recurring leads are always followed by the same text: then they are no labels."""
        texts: dict[str, set[tuple[str, int]]] = {}
        for row, leads in zip(rows, found, strict=True):
            for node, lead in zip(row, leads, strict=True):
                if self._on[lead] >= 3:
                    texts.setdefault(lead, set()).add((node.words, node.size))
        fixed = sum(len(said) == 1 for said in texts.values())
        return len(texts) > 2 and fixed > 0.7 * len(texts)

    def label(self, node: PageNode) -> str:
        """Return the label that a child begins with, "" if there is none."""
        lead = lead_of(node)
        if (
            not lead
            or self._rows < 2
            or self._on[lead] < self._least
            or self._doubled
            or self._fixed
        ):
            return ""
        if lead.endswith(_ENDING):
            return lead
        wanted = 0.6 if self._many_columns else 0.25
        return lead if self.recurrence >= wanted else ""


def may_be_label(words: str) -> bool:
    """Return whether a text looks like a label."""
    return (
        0 < len(words) <= MAX_LABEL
        and words.count(" ") < _MAX_WORDS
        and not _SEPARATORS.search(words)
        and _LETTER.search(words) is not None
    )


def lead_of(node: PageNode) -> str:
    """Return the text at the beginning of a node that could be a label for the rest."""
    lead = node.lead
    if node.pieces > 1 and may_be_label(lead):
        return lead
    match = _INSIDE.match(lead)
    if match and len(lead) > match.end() and may_be_label(match[1]):
        is_time = match[1][-1].isdigit() and lead[match.end()].isdigit()
        return "" if is_time else match[0].strip()
    return ""


def _says_its_value(words: str) -> bool:
    """Return whether a text is a label and its value, as `Availability: In stock` is: it names nothing else."""
    match = _INSIDE.match(words)
    return match is not None and len(words) > match.end() and not words.endswith(_ENDING)


def stands_inside(node: PageNode, label: str) -> bool:
    """Return whether a label is the beginning of a longer text, rather than a text of its own."""
    return len(node.lead) > len(label)
