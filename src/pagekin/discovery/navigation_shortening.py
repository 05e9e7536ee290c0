"""Say the same navigation with less: without ways that others cover, with one way in place of several.

A local search by description length. What is fewer words is taken if it does not miss more targets than it takes to
name them, or fetch more pages beside them than it saves.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property, partial

from pagekin.discovery.navigation_draft import (
    DescriptionLength,
    Kind,
    KnownWays,
    NavigationDraft,
    Way,
)
from pagekin.navigation.steps import ANY

Edit = Callable[[NavigationDraft], NavigationDraft]


def shortened(
    draft: NavigationDraft, known: KnownWays, length: DescriptionLength
) -> NavigationDraft:
    """Return the shortest description that single changes of this one lead to."""
    shapes = {shape for _, _, shape in draft.ways} | {known.shapes[start] for start in draft.starts}
    known = known.limited(shapes)
    best = _Tried(draft, known, length)
    before, rejected = None, {draft}  # what is longer than one draft is longer than all that follow
    while best is not before:
        before = best
        for edits in _EDITS:
            for edit in list(edits(best.draft, known, length)):
                shorter = edit(best.draft)
                if shorter not in rejected:
                    rejected.add(shorter)
                    tried = _Tried(shorter, known, length)
                    if tried.length < best.length and tried.from_lists >= best.from_lists:
                        best = tried
    return best.draft


class _Tried:
    """A draft, how long it is, and whether lists lead to nearly all that it reaches."""

    def __init__(self, draft: NavigationDraft, known: KnownWays, length: DescriptionLength) -> None:
        self.draft = draft
        self._known = known
        self._fetched = known.fetched(draft)
        self.length = length.of(draft, self._fetched)

    @cached_property
    def from_lists(self) -> bool:
        reached = len(self._known.targets & self._fetched)
        return lists_lead_to_all(self.draft, self._known, reached)


COMPLETE = 0.9  # of the targets: what leads to so many of them is a list of all


def lists_lead_to_all(draft: NavigationDraft, known: KnownWays, reached: int) -> bool:
    """Return whether a draft reaches nearly all targets without the links on other targets."""
    listed = known.fetched(draft, through_targets=False) & known.targets
    return len(listed) >= COMPLETE * reached


def _without_hubs(
    draft: NavigationDraft, known: KnownWays, length: DescriptionLength
) -> Iterator[Edit]:
    """Yield to leave out each kind of hubs, with all that leads there and on."""
    del known, length

    def edit(hub: str, draft: NavigationDraft) -> NavigationDraft:
        return draft.without(*(way for way in draft.ways if hub in (way[0], way[2])))

    yield from (partial(edit, hub) for hub in sorted(draft.hubs))


def _without_one(
    draft: NavigationDraft, known: KnownWays, length: DescriptionLength
) -> Iterator[Edit]:
    """Yield to leave out a way or a start, each for which that looks shorter by itself."""

    def without(part: Way | int, draft: NavigationDraft) -> NavigationDraft:
        if isinstance(part, int):
            return draft.with_starts(other for other in draft.starts if other != part)
        return draft.without(part)

    fetched = known.fetched(draft)
    longest = length.of(draft, fetched)
    for part, depending in reversed(known.depending(draft).items()):
        edit = partial(without, part)
        if length.of(edit(draft), fetched - depending) < longest:
            yield edit


def _wherever(
    draft: NavigationDraft, known: KnownWays, length: DescriptionLength
) -> Iterator[Edit]:
    """Yield to follow links of a shape wherever they stand, in place of one or several places."""
    del known, length

    def edit(kind: Kind, shape: str, draft: NavigationDraft) -> NavigationDraft:
        others = {way for way in draft.ways if (way[0], way[2]) != (kind, shape)}
        return draft.with_ways(others | {(kind, None, shape)})

    followed = {(kind, shape) for kind, _, shape in draft.ways}
    yield from (partial(edit, kind, shape) for kind, shape in sorted(followed, key=str))


def _on_any_page(
    draft: NavigationDraft, known: KnownWays, length: DescriptionLength
) -> Iterator[Edit]:
    """Yield to follow links of a shape on any page, in place of several kinds of pages."""
    del known, length

    def edit(shape: str, draft: NavigationDraft) -> NavigationDraft:
        others = {way for way in draft.ways if way[2] != shape}
        return draft.with_ways(others | {(ANY, None, shape)})

    several = Counter(shape for _, _, shape in draft.ways)
    yield from (partial(edit, shape) for shape in sorted(several) if several[shape] > 1)


def _folded_starts(
    draft: NavigationDraft, known: KnownWays, length: DescriptionLength
) -> Iterator[Edit]:
    """Yield to reach starts of one shape by a way from other pages that are fetched, in place of naming each."""
    del length

    def edit(way: Way, draft: NavigationDraft) -> NavigationDraft:
        source, _, shape = way
        if isinstance(source, int) and source not in draft.starts:
            return draft  # an edit before this one has folded it
        alike = (start for start in draft.starts if known.shapes[start] == shape)
        folded = {start for start in alike if start != source and start not in known.members}
        ways = {(shape, *way[1:]) if way[0] in folded else way for way in draft.ways}
        starts = tuple(start for start in draft.starts if start not in folded)
        return NavigationDraft(starts, frozenset({*ways, way}), draft.hubs | {shape})

    starts = set(draft.starts) - known.members
    found: dict[Way, None] = {}
    for page in sorted(known.fetched(draft)):
        is_start, shape = page in draft.starts, known.shapes[page]
        if is_start or (shape in draft.hubs and page not in known.members):
            for (path, to), urls in known.collections.get(page, {}).items():
                if (urls & starts) - {page} and to not in known.never_hubs:
                    found[page if is_start else shape, path, to] = None
    yield from (partial(edit, way) for way in found)


_EDITS = (_folded_starts, _on_any_page, _wherever, _without_hubs, _without_one)
