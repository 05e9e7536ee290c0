"""The pages that can be reached from a page in some steps."""

from typing import NamedTuple

from pagekin.query.links.link_graph import GraphLink, LinkGraph


class Reached(NamedTuple):
    """A page that can be reached, in how few steps, and the link by which it is."""

    page: int
    steps: int
    link: GraphLink


def reached(graph: LinkGraph, start: int, steps: int) -> list[Reached]:
    """Return the pages within so many steps of a page, the nearest first, then in the order of the links.

    Steps that lead nowhere new end the search: any number may be given.
    """
    found: list[Reached] = []
    order = {start: 0}  # in which the pages were found
    level = {start}
    for step in range(1, steps + 1):
        links = sorted(
            (link for link in graph.links_from(level) if link.target not in order),
            key=lambda link: (order[link.source], link.number),
        )
        level = set()
        for link in links:
            if link.target not in level:
                level.add(link.target)
                order[link.target] = len(order)
                found.append(Reached(link.target, step, link))
        if not level:
            break
    return found
