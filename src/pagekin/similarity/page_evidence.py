"""Evidence: which of the pages seen have which feature, as columns of bits."""

import enum
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from math import log
from operator import or_
from typing import NamedTuple
from urllib.parse import unquote

from pagekin.dom.features import Feature, Vocabulary, bare_word
from pagekin.similarity.link_lists import ListedPages
from pagekin.urls.kind_nouns import names_kind
from pagekin.urls.url_variables import variables
from pagekin.urls.word_table import plain

FEWEST = 3  # what fewer pages have says nothing about a class
MOST = 0.75  # of a class has what belongs to its template
_RARE = 0.01  # an id or a text on fewer pages names a thing, not a part of the template
_NAMES_OF_THINGS = {"a", "code", "pre"}  # texts in these are content
_SHAPES = {"levels", "ending", "shape"}
_WORDS = {"begins", "begins further", "ends"}
_FIRST_WORDS = {"begins", "capitals 1", "capitals 2"}
# Titles often end with the name of the site, or of its part in one language.
_HALF_TOLD = "title ends"
LANGUAGES = 3  # that a site has, hardly ever more
_LETTER = re.compile(r"[^\W\d_]")
_STRUCTURAL = {"path", "tags", "token"}
_LEAST_SAID = 0.01  # by what all pages have, so that pages with nothing else are alike
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}


class EvidenceView(enum.StrEnum):
    """The independent ways to look at a page: none follows from another."""

    STRUCTURE = "structure"
    TEXTS = "texts"
    URL_FOLDERS = "folders of the URL"
    URL_WORDS = "words of the last level of the URL"
    URL_SHAPE = "shape of the URL"
    LINKED_BY = "paths of the links to it"
    LISTED_ON = "collections of links that list it"


@dataclass(slots=True)
class FeatureColumn:
    """Features that exactly the same pages have: their bits, and the views that they belong to."""

    bits: int
    views: set[EvidenceView]
    features: list[Feature] = field(default_factory=list)
    heading: bool = False  # how a title or a headline begins or ends
    # For each place of links to them: the pages on which it is.
    linked_from: list[int] = field(default_factory=list)


class AddressVariable(NamedTuple):
    """A part of the address that sorts pages by its words: those with the samples' word, and those with each word that several have, or with none."""

    own: int
    cells: tuple[int, ...]
    depth: int = 0  # of a part that is counted from the end: the pages as deep as the samples
    kinds: tuple[int, ...] = ()  # the cells whose words are nouns for kinds, if the samples' is one


class Place(NamedTuple):
    """A path of the document: the pages that have it, among those that could, since they have its parent."""

    bits: int
    within: int
    samples_have: bool
    bare: bool  # of tags without their classes


@dataclass(frozen=True, slots=True)
class Heading:
    """How the samples' title or headline begins or ends: the pages where it does, and what others say there."""

    bits: int
    words: tuple[int, ...]  # for each word that pages have there: which pages
    weight: float = 1.0
    is_kind: bool = True  # whether it is called after a kind of thing

    def labelled(self, pages: int) -> float:
        """Return the share of pages that are labelled there, less so the more different words there are.

        Where the name of the site in one language may stand, there have to be more words than languages.
        """
        labels = [here for word in self.words if (here := word & pages)]
        if self.weight < 1 and sum(here.bit_count() >= FEWEST for here in labels) < LANGUAGES:
            return 0.0
        labelled = reduce(or_, labels, 0).bit_count()
        return max(0, labelled - len(labels)) / pages.bit_count() if pages else 0.0


# Bits, view, the feature, whether it is a heading.
_Evident = tuple[int, EvidenceView, Feature, bool]


@dataclass(frozen=True, slots=True)
class Inbound:
    """The links that lead to the samples: the paths they have in common, and where such links lead."""

    by_path: Mapping[str, Sequence[int]]  # root-to-anchor path → pages linked at it somewhere
    by_collection: Mapping[tuple[str, str], Sequence[int]]  # (page, path) → pages it links to
    lists: Sequence[ListedPages] = ()  # all lists of the site
    kinds: Sequence[tuple[str, str]] = ()  # collections on pages that are called after a kind
    # Root-to-anchor path → pages that have links at it.
    standing: Mapping[str, Sequence[int]] = field(default_factory=dict)


_numbers = partial(array, "I")  # no lambda, so that what is known can be kept in a file


class Evidence:
    """Which pages have which features; grows page by page, at the cost of a pass over the page's features."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.urls: list[str] = []
        self._levels: list[tuple[str, str]] = []  # of URLs in plain letters: folders, last level
        self._having: defaultdict[int, array[int]] = defaultdict(_numbers)
        self._by_url: defaultdict[tuple[str, str], array[int]] = defaultdict(_numbers)
        self._samples: dict[int, frozenset[int]] = {}

    def __len__(self) -> int:
        return len(self.urls)

    def add(self, url: str, features: Iterable[int], *, is_sample: bool = False) -> int:
        """Add a page and return its number."""
        number = len(self.urls)
        self.urls.append(url)
        folders, _, last = plain(unquote(url)).rstrip("/").rpartition("/")
        self._levels.append((folders, last))
        for feature in features:
            self._having[feature].append(number)
        for variable in variables(url).items():
            self._by_url[variable].append(number)
        if is_sample:
            self._samples[number] = frozenset(features)
        return number

    @property
    def samples(self) -> tuple[int, ...]:
        """The numbers of the samples."""
        return tuple(self._samples)

    def columns(self, inbound: Inbound) -> list[FeatureColumn]:
        """Return all columns that may separate the samples' class from other pages, equal ones merged."""
        merged: dict[int, FeatureColumn] = {}
        for bits, view, feature, heading in self._splits(inbound):
            column = merged.setdefault(bits, FeatureColumn(bits, set()))
            column.views.add(view)
            column.heading |= heading
            column.features.append(feature)
            if view is EvidenceView.LINKED_BY:
                standing = inbound.standing.get(feature.value, ())
                column.linked_from.append(as_bits(standing, len(self)))
        return list(merged.values())

    def kind_lists(self, inbound: Inbound) -> list[FeatureColumn]:
        """Return the lists that have all samples and stand on pages called after a kind of things."""
        found = []
        for page, path in inbound.kinds:
            if bits := self._bits(inbound.by_collection[page, path]):
                feature = Feature("listed on", f"{page} {path}")
                found.append(FeatureColumn(bits, {EvidenceView.LISTED_ON}, [feature]))
        return found

    def places(self) -> Iterator[Place]:
        """Yield the paths that all samples have, or none of them, and not all pages with their parents."""
        shared = frozenset.intersection(*self._samples.values())
        any_of_them = frozenset.union(*self._samples.values())
        having, parent_of = self._having, self.vocabulary.parent
        everything = (1 << len(self)) - 1
        known: dict[int, int] = {-1: everything}
        for number, pages in having.items():
            is_path = self.vocabulary.kind(number) in {"path", "tags"}
            told = number in shared or number not in any_of_them
            if not is_path or len(pages) < FEWEST or not told:
                continue
            parent = parent_of(number)
            if len(pages) == (len(having[parent]) if parent >= 0 else len(self)):
                continue
            if parent not in known:
                known[parent] = as_bits(having[parent], len(self))
            bare = self.vocabulary.kind(number) == "tags"
            yield Place(as_bits(pages, len(self)), known[parent], number in shared, bare)

    def sameness(self) -> list[float]:
        """Return for each page how much of its structure and of what all samples have is the same, from 0 to 1.

        What fewer pages have says more.
        """
        shared = frozenset.intersection(*self._samples.values())
        common, own = [0.0] * len(self), [0.0] * len(self)
        wanted = 0.0
        for number, pages in self._having.items():
            if self.vocabulary.kind(number) not in _STRUCTURAL or len(pages) < FEWEST:
                continue
            says = log(len(self) / len(pages)) + _LEAST_SAID
            has = common if number in shared else own
            wanted += says if number in shared else 0.0
            for page in pages:
                has[page] += says
        either = (wanted + rest for rest in own)
        return [both / all_ if all_ else 0.0 for both, all_ in zip(common, either, strict=True)]

    def absences(self) -> list[FeatureColumn]:
        """Return what pages lack as no sample has it, though all have the place where it would be: columns of the pages that do not have it."""
        shared = frozenset.intersection(*self._samples.values())
        any_of_them = frozenset.union(*self._samples.values())
        everything = (1 << len(self)) - 1
        merged: dict[int, FeatureColumn] = {}
        for number, pages in self._having.items():
            is_path = self.vocabulary.kind(number) in {"path", "tags"}
            if not is_path or len(pages) < FEWEST or number in any_of_them:
                continue
            if (parent := self.vocabulary.parent(number)) < 0 or parent in shared:
                bits = everything & ~as_bits(pages, len(self))
                column = merged.setdefault(bits, FeatureColumn(bits, {EvidenceView.STRUCTURE}))
                column.features.append(self.vocabulary.feature(number).absence)
        return list(merged.values())

    def address_variables(self) -> list[AddressVariable]:
        """Return the parts of the address for which all samples have the same word."""
        known = dict(self._shared_variables())
        shared = {variable: value for variable, value in known.items() if _sorts(variable, value)}
        depth = as_bits(self._by_url.get(("levels", known.get("levels", "")), ()), len(self))
        cells: defaultdict[str, list[int]] = defaultdict(list)
        kinds: defaultdict[str, list[int]] = defaultdict(list)
        called = {variable for variable in shared if _may_name_kinds(variable, known)}
        without = dict.fromkeys(shared, (1 << len(self)) - 1)
        for (variable, word), pages in self._by_url.items():
            if variable in shared:
                bits = as_bits(pages, len(self))
                without[variable] &= ~bits
                cells[variable].append(bits)
                if variable in called and names_kind(word):
                    kinds[variable].append(bits)
        return [
            AddressVariable(
                as_bits(self._by_url[variable, value], len(self)),
                tuple(
                    cell
                    for cell in (*cells[variable], without[variable])
                    if cell.bit_count() >= FEWEST
                ),
                depth if variable.startswith("folder -") else 0,
                tuple(kind for kind in kinds[variable] if kind.bit_count() >= FEWEST),
            )
            for variable, value in sorted(shared.items())
        ]

    def headings(self) -> list[Heading]:
        """Return how all samples' titles and headlines begin and end; what has a number in it names a section or a thing, no kind."""
        shared = frozenset.intersection(*self._samples.values())
        words: defaultdict[str, list[int]] = defaultdict(list)
        own: list[tuple[str, int, bool]] = []
        for number, pages in self._having.items():
            if self.vocabulary.kind(number) != "heading" or len(pages) < FEWEST - 1:
                continue
            if self._is_echoed(number):
                continue
            tag, side, *text = self.vocabulary.feature(number).value.split(" ")
            bits = as_bits(pages, len(self))
            if len(text) == 1:
                words[f"{tag} {side}"].append(bits)
            if number in shared and not any("#" in word for word in text):
                is_kind = any(names_kind(plain(bare_word(word))) for word in text)
                own.append((f"{tag} {side}", bits, is_kind))
        return [
            Heading(bits, tuple(words[side]), 0.5 if side == _HALF_TOLD else 1.0, is_kind=is_kind)
            for side, bits, is_kind in own
        ]

    def holders(self, feature: Feature) -> Iterable[int]:
        """Return the pages that have a feature, which is spelled out."""
        if feature.kind == "url":
            for variable, value in variables(self.urls[self.samples[0]]).items():
                if feature.value == f"{variable} {value}":
                    return self._by_url[variable, value]
            return ()
        if lacked := feature.lacked:
            return set(range(len(self))).difference(self.holders(lacked))
        number = self.vocabulary.find(feature)
        return () if number is None else self._having.get(number, ())

    def telling_apart(self, others: Iterable[int]) -> tuple[tuple[Feature, ...], int]:
        """Return what all samples and none of these others have, and the pages with at least half of it.

        If most pages have some of that, it is their template; what a few of these pages lack counts too, since so few say
        nothing, but what more of them lack is an optional section.
        """
        known = set(others) - set(self._samples)
        shared = frozenset.intersection(*self._samples.values())
        numbers = [
            n for n in sorted(shared) if known.isdisjoint(self._having[n]) and self._is_template(n)
        ]
        if most := [n for n in numbers if len(self._having[n]) >= MOST * len(self)]:
            alike = self._having_half(most)
            numbers = [
                n for n in numbers if n in most or len(alike.difference(self._having[n])) < FEWEST
            ]
        features = tuple(map(self.vocabulary.feature, numbers))
        return features, sum(1 << page for page in self._having_half(numbers))

    def _having_half(self, numbers: Sequence[int]) -> set[int]:
        """Return the pages that have at least half of some features."""
        held = Counter(page for number in numbers for page in self._having[number])
        return {page for page in range(len(self)) if 2 * held[page] >= len(numbers)}

    def _is_template(self, number: int) -> bool:
        """Return whether a feature is more than words that hardly any other page has, or that addresses have told."""
        kind, pages = self.vocabulary.kind(number), self._having[number]
        if kind not in {"text", "heading"}:
            return True
        return len(pages) >= FEWEST and not (kind == "heading" and self._is_echoed(number))

    def _splits(self, inbound: Inbound) -> Iterator[_Evident]:
        yield from self._by_structure()
        for variable, value in sorted(self._shared_variables()):
            bits = self._bits(self._by_url[variable, value])
            if bits:
                yield bits, _url_view(variable, value), Feature("url", f"{variable} {value}"), False
        for path, pages in inbound.by_path.items():
            if bits := self._bits(pages):
                yield bits, EvidenceView.LINKED_BY, Feature("linked by", path), False
        for (page, path), pages in inbound.by_collection.items():
            if bits := self._bits(pages):
                feature = Feature("listed on", f"{page} {path}")
                yield bits, EvidenceView.LISTED_ON, feature, False

    def _by_structure(self) -> Iterator[_Evident]:
        """Yield what all samples have."""
        for number in sorted(frozenset.intersection(*self._samples.values())):
            pages = self._having[number]
            feature = self.vocabulary.feature(number)
            bits = self._bits(pages)
            heading = feature.kind == "heading"
            if heading and self._is_echoed(number):
                continue
            if bits and self._tells(feature, len(pages)):
                is_text = feature.kind in {"text", "heading"}
                view = EvidenceView.TEXTS if is_text else EvidenceView.STRUCTURE
                yield bits, view, feature, heading

    def _is_echoed(self, number: int) -> bool:
        """Return whether the addresses of most pages that have certain words in a heading have told them already.

        The last level names the thing, and folders are called after topics. One that is called after a kind says what the page is, and
        so does the heading: `Class Menu` of /classes/menu.html.
        """
        _, _, *heading = self.vocabulary.feature(number).value.split(" ")
        said = [plain(word) for word in map(bare_word, heading) if len(word) > 1]
        topics = [word for word in said if not names_kind(word)]
        pages = self._having[number]
        echoed = 0
        for page in pages:
            folders, last = self._levels[page]
            echoed += any(word in last for word in said) or any(word in folders for word in topics)
        return 2 * echoed > len(pages)

    def _tells(self, feature: Feature, count: int) -> bool:
        """Return whether a feature of the samples may belong to the template rather than to the content."""
        if feature.kind not in {"text", "token"}:
            return True
        rare = count < _RARE * len(self)
        if feature.kind == "token":
            return not (rare and "#" in feature.value)
        tag = feature.value.partition(" ")[0]
        return tag not in _NAMES_OF_THINGS and (tag in _HEADINGS or not rare)

    def _shared_variables(self) -> set[tuple[str, str]]:
        return set.intersection(*(set(variables(self.urls[s]).items()) for s in self._samples))

    def _bits(self, pages: Iterable[int]) -> int:
        """Return a set of pages as bits; 0 if they are too few to say anything, or all."""
        distinct = set(pages)
        return as_bits(distinct, len(self)) if FEWEST <= len(distinct) < len(self) else 0


def _sorts(variable: str, value: str) -> bool:
    """Return whether a variable of a URL may sort pages by kind: folders do, and the first word of the last level.

    Further words name things, or their makers.
    """
    view = _url_view(variable, value)
    return view is EvidenceView.URL_FOLDERS or (
        variable in _FIRST_WORDS and view is EvidenceView.URL_WORDS
    )


def _may_name_kinds(variable: str, known: Mapping[str, str]) -> bool:
    """Return whether a variable of a URL says what a page is, by a noun.

    Kinds are the first or the last folder, and topics stand between; a folder in that of a kind is a part of it.
    """
    if variable.startswith("folder "):
        is_first = variable == "folder 1"
        is_last = variable == "folder -1" and known[variable] != known.get("folder 1")
        if not is_first and not is_last:
            return False
    return names_kind(known[variable])


def _url_view(variable: str, value: str) -> EvidenceView:
    """Return the view that a variable of a URL belongs to; a word without letters only says how it is written."""
    if variable in _SHAPES or (variable in _WORDS and not _LETTER.search(value)):
        return EvidenceView.URL_SHAPE
    # ?p=user is a folder by another name.
    is_folder = variable.startswith(("folder ", "choice ")) or variable == "numbers"
    return EvidenceView.URL_FOLDERS if is_folder else EvidenceView.URL_WORDS


def as_bits(pages: Iterable[int], total: int) -> int:
    """Return some of `total` pages as bits."""
    raw = bytearray(total // 8 + 1)
    for page in pages:
        raw[page >> 3] |= 1 << (page & 7)
    return int.from_bytes(raw, "little")
