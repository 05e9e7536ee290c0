"""Describing a class of pages: what distinguishes it, how alike its pages are, which ones are typical."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from pagekin.dom.features import Feature
from pagekin.similarity.clustering import SitePages
from pagekin.similarity.page_evidence import FEWEST

_NEARLY = 0.9  # of the pages of a class have a sign, and of the pages with it are in the class
_MOST_SIGNS = 3
_MOST_TYPICAL = 3
# One of each, the easiest to read first.
_KINDS = ("heading", "text", "token", "path")
_FEWEST_LETTERS = 3
_NAMES_OF_THINGS = {"a", "code", "pre"}  # texts in these are content


@dataclass(frozen=True, slots=True)
class ClassDescription:
    """A class by itself and in comparison with the others."""

    signs: tuple[Feature, ...]  # none: the class is what the others left over
    alike: (
        float  # the share of its structure that a page has in common with another page of the class
    )
    typical: tuple[int, ...]  # a few pages, the most typical first


class _Notes:
    """What is noted about the classes while going through the features."""

    def __init__(self, pages: SitePages, classes: Sequence[Sequence[int]]) -> None:
        self.sizes = [len(members) for members in classes]
        self.structure = [0.0] * len(classes)
        self.shared = [0.0] * len(classes)
        self.typical = [0.0] * len(pages)
        self.signs: list[list[tuple[float, int, str, Feature]]] = [[] for _ in classes]
        self._vocabulary = pages.vocabulary
        self._home = array("I", bytes(4 * len(pages)))
        for number, members in enumerate(classes):
            for page in members:
                self._home[page] = number

    def take(self, feature: int, having: "array[int]") -> None:
        """Note what a feature says about the classes."""
        counts = Counter(map(self._home.__getitem__, having))
        kind = self._vocabulary.kind(feature)
        if kind in _KINDS:
            self._note_sign(feature, counts)
        if kind == "path" and len(having) >= FEWEST:
            self._note_structure(having, counts)

    def _note_sign(self, feature: int, counts: Counter[int]) -> None:
        """Note a feature that nearly all pages of one class have, and hardly any others."""
        [(number, count)] = counts.most_common(1)
        quality = min(count / self.sizes[number], count / counts.total())
        if quality < _NEARLY or self.sizes[number] < 2:
            return
        spelled = self._vocabulary.feature(feature)
        if spelled.kind != "text" or _is_label(spelled.value):
            self.signs[number].append((-quality, len(spelled.value), spelled.value, spelled))

    def _note_structure(self, having: "array[int]", counts: Counter[int]) -> None:
        """Weigh a path by df·(1 − df): what all pages have says nothing, nor does what hardly any has."""
        df = len(having) / len(self.typical)
        weight = df * (1 - df)
        gain = {}
        for number, count in counts.items():
            share = count / self.sizes[number]
            self.structure[number] += weight * share
            self.shared[number] += weight * share * (count - 1) / max(1, self.sizes[number] - 1)
            gain[number] = weight * (
                2 * share - 1
            )  # what most of its pages have is typical of a class
        for page in having:
            self.typical[page] += gain[self._home[page]]


def describe(pages: SitePages, classes: Sequence[Sequence[int]]) -> list[ClassDescription]:
    """Return descriptions of classes that together make up all pages; one pass over the features."""
    notes = _Notes(pages, classes)
    for feature, having in pages.having():
        notes.take(feature, having)
    return [
        ClassDescription(
            _signs(notes.signs[number]),
            notes.shared[number] / notes.structure[number] if notes.structure[number] else 1.0,
            _typical(members, notes.typical),
        )
        for number, members in enumerate(classes)
    ]


def _is_label(value: str) -> bool:
    """Return whether a text, preceded by its tag, may belong to the template: words, not a name."""
    tag, _, text = value.partition(" ")
    return tag not in _NAMES_OF_THINGS and sum(map(str.isalpha, text)) >= _FEWEST_LETTERS


def _signs(found: list[tuple[float, int, str, Feature]]) -> tuple[Feature, ...]:
    best: dict[str, Feature] = {}
    for *_, feature in sorted(found):
        best.setdefault(feature.kind, feature)
    return tuple(islice((best[kind] for kind in _KINDS if kind in best), _MOST_SIGNS))


def _typical(members: Sequence[int], typical: list[float]) -> tuple[int, ...]:
    # Rounded: pages of equal structure keep their order, whatever the order of the summands.
    ranked = sorted(members, key=lambda page: (-round(typical[page], 6), page))
    return tuple(ranked[:_MOST_TYPICAL])
