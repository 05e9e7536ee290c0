"""Compiled paths: evaluate a wrapper's XPath quickly, or not at all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import cast

from lxml import etree

from pagekin.wrappers.element_index import ElementIndex, IndexedStep, indexed_step
from pagekin.wrappers.xpath_grammar import PathError, Reach, XPathStep, outlines

MAX_FOUND = 10_000
# The most nodes from which a wide step is taken: a page can have 100,000 siblings.
MAX_STARTS = 1_000

FoundNode = etree._Element | str  # noqa: SLF001 - lxml's own name for the type of an element
Finder = Callable[[etree._Element], list[FoundNode]]  # noqa: SLF001

__all__ = ["CompiledPath", "FoundNode", "PathError", "compiled", "is_relative"]


@dataclass(frozen=True, slots=True)
class CompiledPath:
    """A path in stages: each takes at most one wide step, and the next starts from what it found.

    libxml2 evaluates a path as a whole, and for `//p/following-sibling::p` takes time quadratic (or
    worse) in the number of elements; with stages the starts can be counted before each wide step.
    """

    stages: tuple[Finder, ...]
    nth: int | None  # which of the nodes found, from 1
    rest: tuple[Finder, ...] = ()  # taken from that node
    first: "_FirstStep | None" = None  # of the first stage, if an index of the page has it

    def __call__(
        self, node: etree._Element, index: ElementIndex | None = None
    ) -> Sequence[FoundNode]:
        """Return the nodes that the path finds from an element; an index of its page saves searching it."""
        found = self.first.found(index) if index is not None and self.first else None
        if found is None:
            found = self.stages[0](node)
        for stage in self.stages[1:]:
            found = _all_found(stage, found[:MAX_STARTS])
        if self.nth is not None:
            found = found[self.nth - 1 : self.nth] if self.nth else []
            for stage in self.rest:
                found = _all_found(stage, found[:MAX_STARTS])
        return found if len(found) <= MAX_FOUND else found[:MAX_FOUND]


@dataclass(frozen=True, slots=True)
class _FirstStep:
    """The first step of a path that begins with `//`, and what its stage goes on with."""

    step: IndexedStep
    onward: Finder | None

    def found(self, index: ElementIndex) -> list[FoundNode] | None:
        """Return what the stage finds; None if there are several starts, which only a search puts in order."""
        starts = index.find(self.step)
        if starts is None:
            return None
        if self.onward is None or not starts:
            return list(starts)
        return self.onward(starts[0]) if len(starts) == 1 else None


@dataclass(frozen=True, slots=True)
class PathUnion:
    """Several paths whose nodes count together, path by path."""

    paths: tuple[CompiledPath, ...]

    def __call__(
        self, node: etree._Element, index: ElementIndex | None = None
    ) -> Sequence[FoundNode]:
        """Return the nodes that any of the paths finds, each once."""
        found: dict[object, FoundNode] = {}
        for path in self.paths:
            for place in path(node, index):
                found.setdefault((len(found), place) if isinstance(place, str) else place, place)
        return list(found.values())[:MAX_FOUND]


def compiled(path: str) -> CompiledPath | PathUnion:
    """Check and compile a path; raise `PathError` if wrappers may not use it."""
    paths = tuple(
        CompiledPath(
            _stages(parts.steps, absolute=parts.absolute),
            parts.nth,
            _stages(parts.rest, absolute=False) if parts.rest else (),
            _first_step(parts.steps) if parts.absolute else None,
        )
        for parts in outlines(path)
    )
    return paths[0] if len(paths) == 1 else PathUnion(paths)


def is_relative(path: str) -> bool:
    """Return whether a path starts at the element it is taken from."""
    return not any(parts.absolute for parts in outlines(path))


def _stage(text: str, guards: Sequence[str]) -> Finder:
    find = cast("Finder", _xpath(text))  # a path finds a list, never a number or a boolean
    if not guards:
        return find
    allowed = _xpath(" and ".join(f"count({guard}) <= {MAX_STARTS}" for guard in guards))
    return lambda node: find(node) if allowed(node) else []


def _xpath(text: str) -> etree.XPath:
    try:
        return etree.XPath(text, smart_strings=False)
    except (etree.XPathError, ValueError) as error:  # such as a NUL in a text
        raise PathError(f"{error} in {text!r}") from None


def _stages(steps: Sequence[XPathStep], *, absolute: bool) -> tuple[Finder, ...]:
    """Compile the stages of a path."""
    return tuple(
        _stage(_text(part, absolute=absolute and not i), _guards(part, absolute=absolute and not i))
        for i, part in enumerate(_parts(steps))
    )


def _first_step(steps: Sequence[XPathStep]) -> _FirstStep | None:
    """Return how an index finds the first stage of an absolute path; None if that has to be searched."""
    first, *others = _parts(steps)[0]
    step = indexed_step(first.text) if first.below else None
    if step is None or _guards([first, *others], absolute=True):
        return None
    return _FirstStep(step, _stage(_text(others, absolute=False), ()) if others else None)


def _parts(steps: Sequence[XPathStep]) -> list[list[XPathStep]]:
    """Split a path before every wide step but the first, unless that step starts at texts."""
    stages: list[list[XPathStep]] = [[]]
    far = False
    for step in steps:
        wide = step.reach is Reach.WIDE or step.below
        if stages[-1] and wide and far and not stages[-1][-1].may_be_text:
            stages.append([])
        far = far or wide
        stages[-1].append(step)
    return stages


def _text(steps: Sequence[XPathStep], *, absolute: bool) -> str:
    text = "".join(f"{'//' if step.below else '/'}{step.text}" for step in steps)
    if absolute:
        return text
    return f".{text}" if steps[0].below else text[1:]


def _guards(steps: Sequence[XPathStep], *, absolute: bool) -> list[str]:
    """Return the paths that must not find too many nodes, lest the stage take too long.

    These are the path up to a step with a costly condition, without that condition, and the path up
    to texts from which a wide step follows.
    """
    guards = []
    for i, step in enumerate(steps):
        if step.unfiltered != step.text:
            bare = XPathStep(step.unfiltered, step.reach, step.below, step.unfiltered)
            guards.append(_text([*steps[:i], bare], absolute=absolute))
        elif i and steps[i - 1].may_be_text and (step.reach is Reach.WIDE or step.below):
            guards.append(_text(steps[:i], absolute=absolute))
    return guards


def _all_found(stage: Finder, starts: Sequence[FoundNode]) -> list[FoundNode]:
    """Take a stage from every start; a node that several starts lead to counts once."""
    elements = [start for start in starts if not isinstance(start, str)]
    if len(elements) == 1:
        return stage(elements[0])
    found: dict[object, FoundNode] = {}
    seen = 0
    for element in elements:
        places = stage(element)
        for place in islice(places, MAX_FOUND):
            found.setdefault((len(found), place) if isinstance(place, str) else place, place)
        seen += len(places)
        if seen > MAX_FOUND:
            break
    return list(found.values())
