"""The eShopmonitor paper's generalised XPaths: loops by `mod`, optional siblings by `count(..)`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd

from lxml import etree

from pagekin.wrappers.xpath_grammar import MAX_COSTLY_PREDICATES
from pagekin.wrappers.xpath_steps import tag_test

_MAX_CHOICES = 12


@dataclass(frozen=True, slots=True)
class Term:
    """A term of an equality XPath: the node test, the index, and the number of siblings that pass the test."""

    test: str
    index: int
    count: int

    def __str__(self) -> str:
        return f"{self.test}[{self.index}]"


def terms_of(element: etree._Element) -> tuple[Term, ...]:
    """Return the terms of an element's equality XPath, from the root down."""
    chain = [element, *element.iterancestors()]
    return tuple(map(_term, reversed(chain)))


def equality_path(terms: Sequence[Term]) -> str:
    """Return the equality XPath of terms: `/html[1]/body[1]/p[2]`."""
    return "".join(f"/{term}" for term in terms)


def repeated(examples: Sequence[Sequence[Term]]) -> list[str]:
    """Generalise places on one page: `tr[2]` and `tr[5]` become `tr[(position() - 2) mod 3 = 0]`.

    Paths that differ in more than indices cannot be generalised. All ways to do it are returned, the
    paper's first; where places differ in several terms, each of those terms is generalised.
    """
    return _generalised(examples, _loops)


def optional(examples: Sequence[Sequence[Term]]) -> list[str]:
    """Generalise the places of a field on several pages, some of which have optional siblings.

    `a[1]` where it is the only one and `a[2]` where there are two become the paper's
    `a[(count(../a) > 1 and position() = 2) or (count(../a) = 1 and position() = 1)]`.
    """
    return _generalised(examples, _options)


def _term(element: etree._Element) -> Term:
    test = tag_test(element)
    tag = None if test == "*" else test
    before = sum(1 for _ in element.itersiblings(tag, preceding=True))
    after = sum(1 for _ in element.itersiblings(tag))
    return Term(test, before + 1, before + 1 + after)


def _generalised(
    examples: Sequence[Sequence[Term]], ways: Callable[[Sequence[Term]], list[str]]
) -> list[str]:
    tests = {tuple(term.test for term in terms) for terms in examples}
    if len(tests) != 1:
        return []
    if len(set(map(equality_path, examples))) == 1:
        return [equality_path(examples[0])]
    columns = list(zip(*examples, strict=True))
    choices = [
        [str(column[0])] if len({term.index for term in column}) == 1 else ways(column)
        for column in columns
    ]
    paths = ["/" + "/".join(steps) for steps in _bounded(choices)]
    return list(dict.fromkeys(paths))


def _bounded(choices: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    for number, steps in enumerate(product(*choices)):
        if number >= _MAX_CHOICES:
            return
        yield steps


def _loops(column: Sequence[Term]) -> list[str]:
    """Return the steps that take every nth sibling, counted from the first example."""
    test = column[0].test
    indices = sorted({term.index for term in column})
    first = indices[0]
    step = gcd(*(index - first for index in indices[1:]))
    if step == 1:
        return [test] if first == 1 else [test, f"{test}[position() >= {first}]"]
    steps = [f"{test}[(position() - {first}) mod {step} = 0]"]
    if first > step:
        steps.append(f"{test}[position() >= {first} and (position() - {first}) mod {step} = 0]")
    return [*steps, test]


def _options(column: Sequence[Term]) -> list[str]:
    """Return the steps that find one place by the number of siblings."""
    test = column[0].test
    places = dict(sorted({term.count: term.index for term in column}.items()))
    ways = []
    if len({term.count - term.index for term in column}) == 1:
        back = column[0].count - column[0].index
        ways.append(f"{test}[last() - {back}]" if back else f"{test}[last()]")
    if len({(term.count, term.index) for term in column}) != len(places):
        return ways  # two places with one number of siblings: counting cannot tell them apart
    if len(places) > MAX_COSTLY_PREDICATES:
        return ways
    (least, index), *larger = places.items()
    conditions = [
        f"(count(../{test}) > {before} and position() = {place})"
        if count == max(places)
        else f"(count(../{test}) = {count} and position() = {place})"
        for before, (count, place) in zip(places, larger, strict=False)
    ]
    conditions.append(f"(count(../{test}) = {least} and position() = {index})")
    return [f"{test}[{' or '.join(conditions)}]", *ways]
