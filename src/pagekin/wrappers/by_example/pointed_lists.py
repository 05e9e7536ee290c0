"""Lists by pointing: from two or more places of one kind on a page to all of that kind, in every way there is.

The eShopmonitor paper's two clicks: where more than one generalised XPath is possible, a person chooses.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import fmean
from typing import TypeVar

from lxml import etree

from pagekin.dom.page import Page
from pagekin.wrappers.by_example.candidate_locators import candidates, named_paths
from pagekin.wrappers.by_example.examples import LocatedExample
from pagekin.wrappers.by_example.generalised_paths import Term, repeated, terms_of
from pagekin.wrappers.by_example.list_paths import relaxed
from pagekin.wrappers.by_example.locator_trials import Likeness
from pagekin.wrappers.by_example.name_hints import NameHint
from pagekin.wrappers.by_example.preceding_texts import row_label
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.document_frequency import DocumentFrequency
from pagekin.wrappers.locator_finder import LocatorFinder, finder_of
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.node_readings import text_of

MAX_WAYS = 5  # that a person would compare
_FALLBACKS = 2
_ALIKE = 0.5  # from here on two things look like one kind
_SAME_SHAPE = (
    0.7  # of the elements of two rows are the same: two rows of one cell and of two are different
)
_UNLIKE = 0.3  # up to here two values are of different types
_SOME = 60  # values of a way that are compared with the examples: more tell nothing new
_MAX_PATHS = 400  # that are tried on the page of the examples

_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type
Places = tuple[_Element, ...]
Found = TypeVar("Found", bound=tuple[Sequence[object], ...])  # on each page


@dataclass(frozen=True, slots=True)
class ListWay:
    """A way to find a list: locators that find the same, and the elements that they find on each page."""

    locators: tuple[Locator, ...]
    found: tuple[Places, ...]


def are_of_one_kind(one: LocatedExample, other: LocatedExample, common: DocumentFrequency) -> bool:
    """Return whether two places show what repeats rather than two fields.

    Their paths differ in numbers only, and not in the column of a table alone; they have the same classes and
    no labels that tell them apart, and their values look alike.
    """
    (place,), (second,) = one.targets, other.targets
    if place.element is None or second.element is None or place.suffix != second.suffix:
        return False
    terms = terms_of(place.element), terms_of(second.element)
    if [term.test for term in terms[0]] != [term.test for term in terms[1]]:
        return False
    classes = _classes(place.element), _classes(second.element)
    if classes[0] != classes[1] and not classes[0] & classes[1]:
        return False
    labels = [
        row_label(element, place.suffix, common) for element in (place.element, second.element)
    ]
    if all(labels) and labels[0] != labels[1]:
        return False
    if one.page == other.page and _differing(terms)[:1] in (["td"], ["th"]):
        return False
    likeness = Likeness((one.value,), common)(other.value)
    return min(likeness, Likeness((other.value,), common)(one.value)) > _UNLIKE


def list_ways(
    pages: Sequence[Page], name: str, shown: Sequence[LocatedExample], common: DocumentFrequency
) -> list[ListWay]:
    """Return the ways to find all values of a kind, ranked; each finds something else than those before.

    The first page with the most examples decides what can be found at all. The best way finds what stands
    beside the examples and looks like them.
    """
    home = max((example.page for example in shown), key=[e.page for e in shown].count)
    here = [example for example in shown if example.page == home]
    like = Likeness(tuple(example.value for example in shown), common, name)
    natural = set(_natural(here, like))
    wanted = {(example.page, example.targets[0].element) for example in shown}
    ranked: list[tuple[float, Locator, tuple[Places, ...]]] = []
    for locator in islice(_candidates(here, name, common), _MAX_PATHS):
        finder = finder_of(locator)
        if finder is None or not _finds(finder, pages, wanted):
            continue
        found = tuple(_homes(finder, page) for page in pages)
        score = _score(locator, found, home, natural, like)
        ranked.append((score, locator, found))
    ranked.sort(key=lambda entry: -entry[0])
    suffix = here[0].targets[0].suffix
    return _distinct([(locator, found) for _, locator, found in ranked], suffix)


def _distinct(ranked: Sequence[tuple[Locator, tuple[Places, ...]]], suffix: str) -> list[ListWay]:
    """Put the locators together that find the same; the others that hold on to something else are fall-backs."""
    ways: dict[tuple[Places, ...], list[Locator]] = {}
    for locator, found in ranked:
        same = ways.setdefault(found, [])
        if len(same) <= _FALLBACKS and locator.anchor not in {one.anchor for one in same}:
            same.append(Locator(locator.path + suffix, locator.anchor))
    general = generalising(list(ways))
    return [ListWay(tuple(ways[found]), found) for found in general[:MAX_WAYS]]


def generalising(ways: Sequence[Found]) -> list[Found]:
    """Return the best way, and the others that find something on at least half as many pages as it does.

    What finds nothing elsewhere holds on to a text of the examples' own page.
    """
    least = 0.5 * sum(map(bool, ways[0])) if ways else 0
    return [way for number, way in enumerate(ways) if not number or sum(map(bool, way)) >= least]


def _score(
    locator: Locator,
    found: Sequence[Places],
    home: int,
    natural: set[_Element],
    like: Likeness,
) -> float:
    """Return how good a way is: by what it finds beside the examples, then on other pages, then by its look."""
    here = set(found[home])
    fit = len(here & natural) / max(1, len(here | natural))
    values = [text_of(place) for place in islice((p for some in found for p in some), _SOME)]
    alike = fmean(map(like, values)) if values else 0.0
    covered = sum(map(bool, found)) / len(found)
    named = 0.1 * (locator.anchor is not Anchor.POSITION)
    return 3 * fit + alike + 0.3 * covered + named - 0.0005 * len(locator.path)


def _natural(examples: Sequence[LocatedExample], like: Likeness) -> Iterator[_Element]:
    """Yield what stands beside the examples at the same place of elements that look like theirs."""
    elements = [e for example in examples if (e := example.targets[0].element) is not None]
    terms = [terms_of(element) for element in elements]
    depth = _depth(terms)
    if depth is None:
        yield from elements
        return
    instances = [_at_depth(element, depth) for element in elements]
    rest = etree.XPath("." + _steps_below(terms, depth))
    shapes = [_shape(instance) for instance in instances]
    parent = instances[0].getparent()
    for child in parent if parent is not None else ():
        if child.tag != instances[0].tag:
            continue
        shape = _shape(child)
        if max(_likeness(shape, other) for other in shapes) < _SAME_SHAPE:
            continue
        places = rest(child)
        for place in places if isinstance(places, list) else ():
            if isinstance(place, _Element) and like(text_of(place)) >= _ALIKE:
                yield place


def _shape(element: _Element) -> Counter[tuple[str, str]]:
    """Return how many elements of each tag and class are in an element."""
    return Counter((str(node.tag), node.get("class") or "") for node in element.iter("*"))


def _likeness(one: Counter[tuple[str, str]], other: Counter[tuple[str, str]]) -> float:
    return (one & other).total() / (one | other).total()


def _steps_below(terms: Sequence[Sequence[Term]], depth: int) -> str:
    """Return the steps from an instance to the places: with numbers where all examples have the same."""
    columns = list(zip(*terms, strict=True))[depth + 1 :]
    return "".join(
        f"/{column[0] if len({term.index for term in column}) == 1 else column[0].test}"
        for column in columns
    )


def _candidates(
    here: Sequence[LocatedExample], name: str, common: DocumentFrequency
) -> Iterator[Locator]:
    """Yield locators that may find all examples, without the last step to a text or an attribute."""
    seen: set[str] = set()
    for locator in _all_candidates(here, name, common):
        if locator.path not in seen:
            seen.add(locator.path)
            yield locator


def _all_candidates(
    here: Sequence[LocatedExample], name: str, common: DocumentFrequency
) -> Iterator[Locator]:
    targets = [example.targets[0] for example in here]
    elements = [target.element for target in targets if target.element is not None]
    terms = [terms_of(element) for element in elements]
    general = repeated(terms)
    for path in general:
        yield Locator(path, Anchor.POSITION)
    yield from _with_named_parent(elements, terms, general, common)
    for target in (targets[0], targets[-1]):
        plain = ValuePlace(target.element, "", target.text)
        for candidate in candidates(plain, common, NameHint(name)):
            for path in relaxed(candidate.locator.path):
                yield Locator(path, candidate.locator.anchor)


def _with_named_parent(
    elements: Sequence[_Element],
    terms: Sequence[Sequence[Term]],
    general: Sequence[str],
    common: DocumentFrequency,
) -> Iterator[Locator]:
    """Yield the generalised paths, held on to the names of the element around what repeats."""
    depth = _depth(terms)
    if depth is None:
        return
    parent = _at_depth(elements[0], depth).getparent()
    if parent is None:
        return
    starts = [path for path, _, _ in named_paths(parent, common)]
    for path in general:
        steps = _split(path)[depth:]
        yield from (Locator(f"{start}/{'/'.join(steps)}", Anchor.NAME) for start in starts)


def _split(path: str) -> list[str]:
    """Split a generalised path into its steps; a slash inside brackets splits nothing."""
    steps, open_brackets = [""], 0
    for sign in path[1:]:
        open_brackets += (sign == "[") - (sign == "]")
        if sign == "/" and not open_brackets:
            steps.append("")
        else:
            steps[-1] += sign
    return steps


def _finds(
    finder: LocatorFinder, pages: Sequence[Page], wanted: set[tuple[int, _Element | None]]
) -> bool:
    numbers = {page for page, _ in wanted}
    found = {(page, place) for page in numbers for place in _homes(finder, pages[page])}
    return wanted <= found


def _homes(finder: LocatorFinder, page: Page) -> Places:
    return tuple(place for place in finder.places(page.root) if not isinstance(place, str))


def _depth(terms: Sequence[Sequence[Term]]) -> int | None:
    """Return the first level on which paths differ, None if they are the same or cannot be compared."""
    if len({tuple(term.test for term in chain) for chain in terms}) != 1:
        return None
    columns = zip(*terms, strict=True)
    return next((n for n, column in enumerate(columns) if len({t.index for t in column}) > 1), None)


def _differing(terms: Sequence[Sequence[Term]]) -> list[str]:
    """Return the node tests of the levels on which two paths differ."""
    pairs = zip(*terms, strict=True)
    return [pair[0].test for pair in pairs if len({term.index for term in pair}) > 1]


def _at_depth(element: _Element, depth: int) -> _Element:
    return [element, *element.iterancestors()][::-1][depth]


def _classes(element: _Element) -> frozenset[str]:
    return frozenset((element.get("class") or "").split())
