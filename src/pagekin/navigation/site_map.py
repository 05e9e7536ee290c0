"""The map of a navigation: its kinds of pages, each below the one that leads there."""

from collections.abc import Collection, Mapping, Sequence

from pagekin.navigation.crawler import MapNode
from pagekin.navigation.steps import ANY, Navigation
from pagekin.urls.written_urls import written

_EXAMPLES = 3


def map_of_navigation(
    navigation: Navigation,
    kinds: Mapping[str, Sequence[int]],
    members: Collection[int],
    urls: Sequence[str],
) -> tuple[MapNode, ...]:
    """Return the map, given the numbers of the URLs of each kind."""
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
            how = written(urls[number] for number in numbers)
            places[step.to] = len(nodes)
            nodes.append(MapNode(step.to, len(numbers), targets, examples, places[source], how))
            unfinished.append(step.to)
    return tuple(nodes)
