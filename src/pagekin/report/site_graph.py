"""The site as a crawler knows it: kinds of pages and the ways between them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pagekin.navigation import ANY, TARGET, Crawler, MapNode, Navigation


class Role(StrEnum):
    """The role of a kind of page."""

    START = "start"
    ANY = "any"  # whatever page the crawler is on
    HUB = "hub"
    TARGET = "target"
    ASIDE = "aside"  # seen while learning, but not on the way that is taken


@dataclass(frozen=True, slots=True)
class PageKindNode:
    """A kind of page: its name in the navigation, and how its URLs look if the name does not say it."""

    number: int  # in the whole graph
    name: str
    role: Role
    pages: int | None = None  # None: not told
    targets: int = 0
    examples: tuple[str, ...] = ()
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Links:
    """Links of one look, and in how many places of a page they stand."""

    look: str
    places: int


@dataclass(frozen=True, slots=True)
class Way:
    """All that leads from one kind of page to another; without links: only seen, or to any page."""

    source: int
    to: int
    links: tuple[Links, ...] = ()

    @property
    def followed(self) -> bool:
        """Whether there are links that the crawler follows."""
        return bool(self.links)

    @property
    def places(self) -> int:
        """In how many places the links stand."""
        return sum(links.places for links in self.links)


@dataclass(frozen=True, slots=True)
class SiteGraph:
    """Kinds of pages, starts first, and the ways between them by the kinds' numbers."""

    kinds: tuple[PageKindNode, ...]
    ways: tuple[Way, ...]

    def ways_from(self) -> dict[int, list[Way]]:
        """Return the ways that the crawler goes, by the kind that they start from."""
        found: dict[int, list[Way]] = {}
        for way in self.ways:
            if way.followed:
                found.setdefault(way.source, []).append(way)
        return found

    def brought(self) -> dict[int, int]:
        """Return the pages that each way brings, by its number, where one way alone leads to a kind."""
        into: dict[int, list[int]] = {}
        for number, way in enumerate(self.ways):
            if way.followed and way.source != way.to:
                into.setdefault(way.to, []).append(number)
        return {
            ways[0]: self.kinds[kind].pages or 0 for kind, ways in into.items() if len(ways) == 1
        }


def site_graph(crawler: Crawler) -> SiteGraph:
    """Bring navigation and map of a crawler together."""
    names = list(dict.fromkeys(_names(crawler.navigation)))
    known = _in_map(crawler, names)
    kinds = [_kind(number, name, known.get(name), crawler) for number, name in enumerate(names)]
    numbers = {known[name]: number for number, name in enumerate(names) if name in known}
    for place, node in enumerate(crawler.map):
        if place not in numbers:
            numbers[place] = len(kinds)
            kinds.append(_aside(len(kinds), node))
    ways = list(_followed(crawler.navigation, names))
    ways += _to_any_page(kinds, ways)
    ways += _only_seen(crawler, numbers, {way.to for way in ways})
    return SiteGraph(tuple(kinds), tuple(ways))


def steps_from_starts(
    kinds: Sequence[PageKindNode], ways: Sequence[Way], known: Sequence[int | None] = ()
) -> list[int | None]:
    """Count the steps from the nearest start, none of them from a target or to "any page".

    None: there is no such way. What is known already is kept and counted on from.
    """
    after: dict[int, list[int]] = {}
    for way in ways:
        after.setdefault(way.source, []).append(way.to)
    steps = list(known) or [0 if kind.role is Role.START else None for kind in kinds]
    unfinished = [number for number, count in enumerate(steps) if count is not None]
    for number in unfinished:
        for to in after.get(number, ()) if kinds[number].role is not Role.TARGET else ():
            if steps[to] is None and kinds[to].role is not Role.ANY:
                steps[to] = (steps[number] or 0) + 1
                unfinished.append(to)
    return steps


def _to_any_page(kinds: Sequence[PageKindNode], ways: Sequence[Way]) -> list[Way]:
    """Lead on to what is followed on any page from where no other way leads."""
    on_the_way = steps_from_starts(kinds, ways)
    leave = {way.source for way in ways if way.source != way.to}
    stuck = [
        kind.number
        for kind, steps in zip(kinds, on_the_way, strict=True)
        if kind.role in {Role.START, Role.HUB} and kind.number not in leave and steps is not None
    ]
    goals = [kind.number for kind in kinds if kind.role is Role.ANY]
    return [Way(number, goal) for goal in goals for number in stuck]


def _only_seen(crawler: Crawler, numbers: dict[int, int], reached: set[int]) -> Iterator[Way]:
    """Return the ways of the map to kinds that no step of the navigation leads to."""
    for place, node in enumerate(crawler.map):
        if node.under is not None and numbers[place] not in reached:
            yield Way(numbers[node.under], numbers[place])


def drawn_part(graph: SiteGraph, most: int, asides: int) -> SiteGraph:
    """Return the part of a graph that a picture has room for: the ways taken, then the larger asides."""
    roles = (Role.TARGET, Role.START, Role.ANY, Role.HUB)
    used = [kind.number for role in roles for kind in graph.kinds if kind.role is role]
    kept = set(used[:most])
    above = {way.to: way.source for way in graph.ways}
    rest = [kind for kind in graph.kinds if kind.role is Role.ASIDE]
    room = min(asides, most - len(kept))
    for kind in sorted(rest, key=lambda k: (-k.targets, -(k.pages or 0), k.number)):
        line = _line(kind.number, above, kept, room)
        kept.update(line)
        room -= len(line)
    order = sorted(kept)
    place = {number: new for new, number in enumerate(order)}
    ways = (
        replace(way, source=place[way.source], to=place[way.to])
        for way in graph.ways
        if way.source in kept and way.to in kept
    )
    return SiteGraph(tuple(graph.kinds[number] for number in order), tuple(ways))


def _line(number: int, above: dict[int, int], kept: set[int], room: int) -> list[int]:
    """Return a kind and those above it up to one that is kept; nothing if there is no room for them."""
    line: list[int] = []
    while number not in kept:
        if len(line) >= room:
            return []
        line.append(number)
        if number not in above:
            break
        number = above[number]
    return line


def _names(navigation: Navigation) -> Iterator[str]:
    """Name the kinds of a navigation from the starts on, each once the one before it is named."""
    after: dict[str, list[str]] = {}
    for step in navigation.steps:
        after.setdefault(step.source, []).append(step.to)
    unfinished = list(dict.fromkeys([*navigation.starts, *([ANY] if ANY in after else [])]))
    found = set(unfinished)
    for name in unfinished:
        yield name
        new = [to for to in dict.fromkeys(after.get(name, ())) if to not in found]
        unfinished += new
        found.update(new)
    # A file edited by hand may hold steps that no start leads to.
    for step in navigation.steps:
        yield step.source
        yield step.to


def _in_map(crawler: Crawler, names: Sequence[str]) -> dict[str, int]:
    """Find the kinds of the navigation in the map: by name, or by the pattern of the links to them."""
    wanted = set(names)
    known: dict[str, int] = {}
    for place, node in enumerate(crawler.map):
        if node.name in wanted:
            known.setdefault(node.name, place)
    taken = set(known.values())
    below: dict[tuple[str, int | None], int] = {}
    for place, node in enumerate(crawler.map):
        below.setdefault((node.name, node.under), place)
    order = {name: number for number, name in enumerate(names)}
    for step in sorted(crawler.navigation.steps, key=lambda s: order[s.source]):
        if step.pattern and step.to not in known and step.source in known:
            reached = below.get((str(step.pattern), known[step.source]))
            if reached is not None and reached not in taken:
                known[step.to] = reached
                taken.add(reached)
    return known


def _aside(number: int, node: MapNode) -> PageKindNode:
    return PageKindNode(number, node.name, Role.ASIDE, node.pages, node.targets, node.examples)


def _kind(number: int, name: str, place: int | None, crawler: Crawler) -> PageKindNode:
    role = {TARGET: Role.TARGET, ANY: Role.ANY}.get(name, Role.HUB)
    role = Role.START if name in crawler.navigation.starts else role
    if place is None:
        return PageKindNode(number, name, role)
    node = crawler.map[place]
    pattern = node.name if node.name != name else ""
    return PageKindNode(number, name, role, node.pages, node.targets, node.examples, pattern)


def _followed(navigation: Navigation, names: Sequence[str]) -> Iterator[Way]:
    """Take all steps between the same two kinds together."""
    numbers = {name: number for number, name in enumerate(names)}
    looks: dict[tuple[str, str], dict[str, int]] = {}
    for step in navigation.steps:
        look = str(step.pattern) if step.pattern else str(step.shape)
        places = looks.setdefault((step.source, step.to), {})
        places[look] = places.get(look, 0) + 1
    for (source, to), places in looks.items():
        links = tuple(Links(look, number) for look, number in places.items())
        yield Way(numbers[source], numbers[to], links)
