"""RTDMSim: whether a page is structurally similar to the sample page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from lxml import etree

from pagekin.dom.label_trees import LabelScheme, LabelTree, label_tree
from pagekin.errors import FileFormatError, UsageError
from pagekin.similarity.alignment import Aligner, extent, most_work
from pagekin.similarity.alignment_bounds import saved_at_most
from pagekin.similarity.rtdm import BUDGET, Distance, rtdm
from pagekin.similarity.tree_store import TreeStore

# How much is kept of the pages seen: distinct subtrees, and remembered work.
_KEEP_TREES = 20_000
_KEEP_WORK = 2_000_000


@dataclass(frozen=True, slots=True)
class SimilaritySettings:
    """How pages are compared with the sample; by default as in the paper.

    The paper gives no threshold; 0.8 is from the news extraction for which RTDM was developed.
    """

    threshold: float = 0.8
    labels: LabelScheme = LabelScheme.TAG
    fold: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise UsageError(f"the similarity threshold is {self.threshold}; give one from 0 to 1")

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as in the crawler file."""
        return {"threshold": self.threshold, "labels": self.labels.value, "fold": self.fold}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the settings that `to_dict` wrote; missing ones have their defaults."""
        for key, value in data.items():
            if key not in _VALID:
                raise FileFormatError(f"similarity: there is no setting {key!r}")
            is_valid, choices = _VALID[key]
            if not is_valid(value):
                raise FileFormatError(f"similarity: {key} cannot be {value!r}; give {choices}")
        return cls(**{**data, "labels": LabelScheme(data.get("labels", LabelScheme.TAG))})


_VALID: dict[str, tuple[Callable[[Any], bool], str]] = {
    "threshold": (
        lambda value: type(value) in {int, float} and 0 <= value <= 1,
        "a number from 0 to 1",
    ),
    "labels": (lambda value: value in list(LabelScheme), " or ".join(LabelScheme)),
    "fold": (lambda value: isinstance(value, bool), "true or false"),
}


@dataclass(frozen=True, slots=True)
class Similarity:
    """How similar a page is to the sample, and the numbers behind it.

    `value` is 1 - distance / (sample_size + page_size): the share of the nodes of both that need not
    change. It is 1 if and only if the structures are identical, and never quite 0. If it is not `exact`,
    the true value is not smaller.
    """

    distance: Distance
    sample_size: int
    page_size: int

    @property
    def value(self) -> float:
        """The similarity, from 0 to 1."""
        return _similarity(self.distance.value, self.sample_size + self.page_size)

    @property
    def exact(self) -> bool:
        """Whether the value is exact; on very large pages it may be too low."""
        return self.distance.exact


class RTDMSim:
    """Compares pages with one sample page, which is read once.

    The result depends only on the page and the sample, not on the pages seen before. A few thousand of
    their subtrees are remembered, because the pages of a site have most of them in common.
    """

    def __init__(
        self, sample_root: etree._Element, settings: SimilaritySettings | None = None
    ) -> None:
        self.settings = settings or SimilaritySettings()
        self._store = TreeStore()
        self._aligner = Aligner(self._store)
        self._sample = self._add(self._tree(sample_root))
        self._sample_size = self._store.size(self._sample)
        self._sample_extent = extent(self._store, self._sample)
        self._sample_trees = len(self._store)

    def matches(self, root: etree._Element) -> bool:
        """Return whether the page is similar to the sample (the paper's RTDMSim).

        The same as `similarity(root) >= threshold`, but most pages of other kinds are ruled out by bounds
        on the distance that cost next to nothing.
        """
        threshold = self.settings.threshold
        tree = self._tree(root)
        nodes = tree.size + self._sample_size
        if not self.settings.fold and (
            _similarity(abs(tree.size - self._sample_size), nodes) < threshold
        ):
            return False
        page = self._add(tree)
        nodes = self._store.size(page) + self._sample_size
        least = nodes - saved_at_most(self._store, self._sample, page)
        if _similarity(least, nodes) < threshold:
            self._tidy()
            return False
        return self._compare(page).value >= threshold

    def similarity(self, root: etree._Element) -> float:
        """Return the similarity of a page to the sample, from 0 to 1."""
        return self.compare(root).value

    def compare(self, root: etree._Element) -> Similarity:
        """Return the similarity of a page to the sample, with the numbers behind it."""
        return self._compare(self._add(self._tree(root)))

    def _tree(self, root: etree._Element) -> LabelTree:
        return label_tree(root, self.settings.labels)

    def _add(self, tree: LabelTree) -> int:
        return self._store.add(tree, fold=self.settings.fold)

    def _compare(self, page: int) -> Similarity:
        # The aligner has no budget. It is only used if it would stay within ours even without its memory:
        # otherwise the result would depend on what it happens to remember.
        work = most_work(self._sample_extent, extent(self._store, page))
        aligner = self._aligner if work <= BUDGET else None
        distance = rtdm(self._store, self._sample, page, aligner=aligner)
        result = Similarity(distance, self._sample_size, self._store.size(page))
        self._tidy()
        return result

    def _tidy(self) -> None:
        """Keep the use of memory within bounds."""
        seen = len(self._store) - self._sample_trees
        if seen > _KEEP_TREES or self._aligner.spent > _KEEP_WORK:
            self._store.forget(self._sample_trees)
            self._aligner.forget()


def _similarity(distance: int, nodes: int) -> float:
    return 1 - distance / nodes
