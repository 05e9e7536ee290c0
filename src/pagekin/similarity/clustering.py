"""Clustering a whole site: dividing its pages wherever structure and URL (or heading) agree on a split.

A page is seen as a bag of paths. Paths of all pages, or of hardly any, say nothing; each of the others splits
the pages in two. Within a class there are many such splits, independent of each other: optional blocks, longer
and shorter content. Between classes the splits coincide, with each other and with the URL. So neither a
distance with a threshold nor the number of classes is needed: the pages are divided by the split on which most
of the evidence agrees, then each part is divided again, until there is no agreement any more.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

from pagekin.dom.features import Feature, Vocabulary
from pagekin.similarity.agreement import agreement, entropy
from pagekin.similarity.page_evidence import FEWEST
from pagekin.urls.url_variables import variables

# What a split is based on; several at once are possible.
STRUCTURE, URL, PLACE, HEADING, BEGINNING = 1, 2, 4, 8, 16
_SUPPORT = 0.5  # agreement that both the structure and the URL (or a heading) must reach…
_ALONE = 0.9  # …or the beginning of a heading and the place in the site, whatever the structure
_NEGLIGIBLE = 0.15
_BEST = 3  # structural splits that must agree: two could be the same thing seen twice
_COMMON_ID = 0.02  # an id on fewer pages names a thing, not a part of the template
_SKELETON = 0.8  # of the pages of a class have a path of its skeleton
_MOST_SPLITS = (
    2_000  # considered in one part, the most even ones; the others get their turn in smaller parts
)
_PLACES = ("folder", "levels", "ending", "query")


class FeaturePages(NamedTuple):
    """The pages that have a feature."""

    bits: int
    views: int
    blocks: int = 0  # 1 if the feature is the root of a block of the template


@dataclass(frozen=True, slots=True)
class PageSplit:
    """Some of the pages under consideration, and what distinguishes them from the others."""

    bits: int
    count: int
    entropy: float
    views: int
    blocks: int

    @property
    def times(self) -> int:
        """How often the split counts as structure: once for each block of the template that goes with it."""
        return min(max(1, self.blocks), _BEST)


@dataclass(frozen=True, slots=True)
class SplitSupport:
    """How well each kind of evidence agrees with a split, from 0 to 1."""

    split: PageSplit
    structure: float
    url: float
    heading: float
    alone: bool  # the structure need not agree

    @property
    def accepted(self) -> bool:
        """Whether the split separates classes, rather than pages of one class."""
        return self.alone or (
            self.structure >= _SUPPORT and max(self.url, self.heading) >= _SUPPORT
        )

    @property
    def rank(self) -> tuple[float, int, int]:
        """The order of preference; the last two only break ties."""
        return self.structure + self.url + self.heading / 2, self.split.count, -self.split.bits


class SitePages:
    """The known pages of a site: which page has which feature."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self.vocabulary = vocabulary or Vocabulary()
        self.urls: list[str] = []
        self._having: defaultdict[int, array[int]] = defaultdict(lambda: array("I"))

    def __len__(self) -> int:
        return len(self.urls)

    def add(self, url: str, features: Iterable[int]) -> int:
        """Add a page with its features' numbers in the vocabulary, and return the page's own number."""
        number = len(self.urls)
        self.urls.append(url)
        for feature in features:
            self._having[feature].append(number)
        return number

    def having(self) -> Iterator[tuple[int, "array[int]"]]:
        """Yield each feature with the numbers of the pages that have it, ascending."""
        return iter(self._having.items())

    def clusters(self, seen_as: Callable[[str], str] = str) -> list[tuple[int, ...]]:
        """Return the classes of pages, largest first; each page is in exactly one.

        `seen_as` returns the URL that indicates the class of a page, if that is not the page's own URL.
        """
        if not self.urls:
            return []
        everything = (1 << len(self)) - 1
        parts = divide(everything, [*self._by_structure(), *self._by_url(seen_as)])
        found = self._without_loners([pages_of(part) for part in parts])
        return sorted(found, key=lambda pages: (-len(pages), pages))

    def _without_loners(self, clusters: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Take the pages that lack most of their class's skeleton out of it, and put them together.

        A kind with only one or two pages causes no split; such pages end up anywhere. A path weighs
        df·(1 − df): what all pages of the site have is not part of a class's skeleton.
        """
        home = {page: number for number, pages in enumerate(clusters) for page in pages}
        sizes = [len(pages) for pages in clusters]
        skeleton = [0.0] * len(clusters)
        has = [0.0] * len(self)
        for feature, pages in self._having.items():
            if len(pages) < FEWEST or self.vocabulary.kind(feature) != "path":
                continue
            df = len(pages) / len(self)
            counts = Counter(home[page] for page in pages)
            bones = {number for number, n in counts.items() if n >= _SKELETON * sizes[number]}
            for number in bones:
                skeleton[number] += df * (1 - df)
            for page in pages:
                if home[page] in bones:
                    has[page] += df * (1 - df)
        loners = {
            page
            for page, number in home.items()
            if sizes[number] >= 2 * FEWEST and has[page] < skeleton[number] / 2
        }
        kept = [tuple(page for page in pages if page not in loners) for pages in clusters]
        return [pages for pages in (*kept, tuple(sorted(loners))) if pages]

    def _by_structure(self) -> Iterator[FeaturePages]:
        """Yield the pages that have each feature of structure or headings."""
        for feature, pages in self._having.items():
            view = self._view(feature, len(pages))
            if view and self._splits(pages):
                yield FeaturePages(self._bits(pages), view, self._begins_block(feature, pages))

    def _begins_block(self, feature: int, pages: "array[int]") -> bool:
        """Return whether a feature is a path that some pages lack although they have the path above it."""
        kind, path = self.vocabulary.feature(feature)
        if kind != "path":
            return False
        above = self.vocabulary.find(Feature(kind, path.rpartition("/")[0]))
        return above is None or len(self._having.get(above, ())) != len(pages)

    def _by_url(self, seen_as: Callable[[str], str]) -> Iterator[FeaturePages]:
        """Yield the pages that have each variable of the URL."""
        having: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for number, url in enumerate(self.urls):
            for variable in variables(seen_as(url)).items():
                having[variable].append(number)
        for (name, _), pages in having.items():
            if self._splits(pages):
                yield FeaturePages(
                    self._bits(pages), URL | PLACE if name.startswith(_PLACES) else URL
                )

    def _view(self, feature: int, count: int) -> int:
        """Return what kind of evidence a feature is; 0 if none."""
        kind = self.vocabulary.kind(feature)
        if kind in {"path", "tags"}:
            return STRUCTURE
        if kind == "heading":
            value = self.vocabulary.feature(feature).value
            return HEADING | BEGINNING if " begins " in value else HEADING
        if kind == "token":
            is_id = "#" in self.vocabulary.feature(feature).value
            return 0 if is_id and count < _COMMON_ID * len(self) else STRUCTURE
        return 0

    def _splits(self, pages: Sequence[int]) -> bool:
        return FEWEST <= len(pages) <= len(self) - FEWEST

    def _bits(self, pages: Sequence[int]) -> int:
        raw = bytearray(len(self) // 8 + 1)
        for page in pages:
            raw[page >> 3] |= 1 << (page & 7)
        return int.from_bytes(raw, "little")


def divide(everything: int, columns: Sequence[FeaturePages]) -> list[int]:
    """Divide a set of pages, as bits, until no split of a part is supported; return the parts."""
    parts = []
    unfinished = [(everything, columns)]
    while unfinished:
        part, known = unfinished.pop()
        splits = splits_of(part, known)
        best = best_split(splits, part.bit_count())
        if best is None:
            parts.append(part)
            continue
        inside = [FeaturePages(split.bits, split.views, split.blocks) for split in splits]
        unfinished += [(part & ~best.bits, inside), (best.bits, inside)]
    return parts


def splits_of(part: int, columns: Iterable[FeaturePages]) -> list[PageSplit]:
    """Return the different splits of a part by these columns; columns that split it alike are merged."""
    total = part.bit_count()
    first = part & -part
    views: defaultdict[int, int] = defaultdict(int)
    blocks: defaultdict[int, int] = defaultdict(int)
    for column in columns:
        bits = column.bits & part
        bits = bits if bits & first else part & ~bits
        views[bits] |= column.views
        blocks[bits] += column.blocks
    found = []
    for bits, view in views.items():
        count = bits.bit_count()
        if FEWEST <= count <= total - FEWEST:
            found.append(PageSplit(bits, count, entropy(count, total), view, blocks[bits]))
    return found


def best_split(splits: list[PageSplit], total: int) -> PageSplit | None:
    """Return the split of `total` pages that the evidence supports most; None if it supports none."""
    if len(splits) > _MOST_SPLITS:
        splits = nlargest(_MOST_SPLITS, splits, key=lambda split: (split.entropy, split.bits))
    named = _ByEntropy(split for split in splits if split.views & ~STRUCTURE)
    plain = _ByEntropy(split for split in splits if split.views == STRUCTURE)
    weighed = (
        _weigh(split, named, plain, total) for split in splits if split.views & (STRUCTURE | URL)
    )
    accepted = [support for support in weighed if support is not None and support.accepted]
    return max(accepted, key=lambda support: support.rank).split if accepted else None


class _ByEntropy:
    """Splits sorted by entropy: the agreement of two is at most the ratio of the smaller to the larger."""

    def __init__(self, splits: Iterable[PageSplit]) -> None:
        self._splits = sorted(splits, key=lambda split: (split.entropy, split.bits))
        self._entropies = [split.entropy for split in self._splits]

    def near(self, split: PageSplit) -> list[PageSplit]:
        """Return the splits that may agree with a split more than negligibly, including itself."""
        low = bisect_left(self._entropies, split.entropy * _NEGLIGIBLE)
        high = bisect_right(self._entropies, split.entropy / _NEGLIGIBLE)
        return self._splits[low:high]


def _weigh(
    split: PageSplit, named: _ByEntropy, plain: _ByEntropy, total: int
) -> SplitSupport | None:
    """Return what agrees with a split: first URL and headings, which are few, then the structure."""
    best = dict.fromkeys((URL, PLACE, HEADING, BEGINNING), 0.0)
    structure = []
    for other in named.near(split):
        value = _agreement(split, other, total)
        if other.views & STRUCTURE:
            structure += [value] * other.times
        for view, most in best.items():
            if value > most and other.views & view:
                best[view] = value
    alone = min(best[PLACE], best[BEGINNING]) >= _ALONE
    if not alone and max(best[URL], best[HEADING]) < _SUPPORT:
        return None
    for other in plain.near(split):
        structure += [_agreement(split, other, total)] * other.times
    three = sum(nlargest(_BEST, structure)) / _BEST
    return SplitSupport(split, three, best[URL], best[HEADING], alone)


def _agreement(split: PageSplit, other: PageSplit, total: int) -> float:
    """Return how well two splits agree, whichever of their sides coincide; 0 if it is negligible."""
    if split is other:
        return 1.0
    one, two = split.count, other.count
    both = (split.bits & other.bits).bit_count()
    together = both * total - one * two
    # The squared correlation is never less than the agreement, and much cheaper.
    if together * together < _NEGLIGIBLE * one * two * (total - one) * (total - two):
        return 0.0
    if together < 0:
        one, both = total - one, two - both
    return agreement(one, two, both, total, split.entropy * other.entropy)


def pages_of(bits: int) -> tuple[int, ...]:
    """Return the numbers of the pages in a set."""
    text = bin(bits)[:1:-1]
    return tuple(page for page, bit in enumerate(text) if bit == "1")
