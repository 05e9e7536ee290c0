"""The map of a navigation: its kinds of pages, each below the one that leads there."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from pagekin.navigation.crawler import MapNode
from pagekin.navigation.steps import ANY, Navigation
from pagekin.urls.written_urls import written

_EXAMPLES = 3


def map_of_navigation(
    navigation: Navigation,
    kinds: Mapping[str, Sequence[int]],
    members: Collection[int],
    urls: Sequence[str],
    shapes: Sequence[str] = (),
) -> tuple[MapNode, ...]:
    """Return the map, given the numbers of the URLs of each kind, and the shapes of all URLs."""
    nodes = [MapNode(start, 1, 0, (start,)) for start in navigation.starts]
    places = {start: place for place, start in enumerate(navigation.starts)}
    unfinished = list(navigation.starts)
    while unfinished:
        source = unfinished.pop(0)
        for step in navigation.steps:
            if step.source not in {source, ANY} or step.to in places:
                continue
            numbers = kinds.get(step.to, ())
            targets = sum(number in members for number in numbers)
            examples = tuple(urls[number] for number in numbers[:_EXAMPLES])
            how = written([urls[number] for number in numbers])
            followed = {str(one.shape) for one in navigation.steps if one.to == step.to}
            forms = _forms(numbers, urls, shapes, followed) if shapes and len(followed) > 1 else ()
            places[step.to] = len(nodes)
            node = MapNode(step.to, len(numbers), targets, examples, places[source], how, forms)
            nodes.append(node)
            unfinished.append(step.to)
    return tuple(nodes)


def _forms(
    numbers: Sequence[int], urls: Sequence[str], shapes: Sequence[str], followed: Iterable[str]
) -> tuple[tuple[str, str], ...]:
    """Return how the URLs of each shape are written, of those that are followed."""
    by_shape: defaultdict[str, list[str]] = defaultdict(list)
    for number in numbers:
        by_shape[shapes[number]].append(urls[number])
    spelled = ((shape, written(by_shape[shape])) for shape in sorted(followed))
    return tuple((shape, how) for shape, how in spelled if how)
