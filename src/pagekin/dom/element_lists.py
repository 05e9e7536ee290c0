"""Lists of links by the element that holds them: which links of a page belong together.

Links with the same root-to-anchor path need not: a page may have a list of classes and one of modules, both of them
`html/body/ul/li/a`. So the links at one path are divided by the lowest elements that hold several; links that are alone in
theirs, such as one in each row of a table, are put down to an element further up.
"""

from collections import defaultdict
from collections.abc import Iterable

from lxml import etree

FEWEST = 3  # different URLs that make a list


def list_numbers(links: Iterable[tuple[etree._Element, str, str]]) -> list[int]:
    """Return for each link, given by element, path and URL, the number of its list among those at the same path."""
    numbers: list[int] = []
    by_path: defaultdict[str, list[tuple[int, etree._Element, str]]] = defaultdict(list)
    for number, (element, path, url) in enumerate(links):
        numbers.append(0)
        by_path[path].append((number, element, url))
    for placed in by_path.values():
        if len(placed) >= 2 * FEWEST:  # less is one list, or none
            for number, members in enumerate(_divided(placed)):
                for member in members:
                    numbers[member] = number
    return numbers


def _divided(placed: Iterable[tuple[int, etree._Element, str]]) -> list[list[int]]:
    """Return the lists at one path, each as the places of its links; elements at one path are equally deep."""
    held: dict[etree._Element | None, tuple[list[int], set[str]]] = {}
    for number, element, url in placed:
        _put(held, element.getparent(), [number], {url})
    lists: list[list[int]] = []
    while held:
        left: dict[etree._Element | None, tuple[list[int], set[str]]] = {}
        for holder, (numbers, urls) in held.items():
            if holder is None or len(urls) >= FEWEST:
                lists.append(numbers)
            else:
                _put(left, holder.getparent(), numbers, urls)
        held = left
    return sorted(lists)


def _put(
    held: dict[etree._Element | None, tuple[list[int], set[str]]],
    element: etree._Element | None,
    numbers: list[int],
    urls: set[str],
) -> None:
    """Put links down to an element, beside those that it holds already."""
    known = held.get(element)
    if known is None:
        held[element] = numbers, urls
    else:
        known[0].extend(numbers)
        known[1].update(urls)
