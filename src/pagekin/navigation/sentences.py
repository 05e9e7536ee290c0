"""A navigation in sentences."""

from collections.abc import Iterator

from pagekin.navigation.crawler import Crawler
from pagekin.navigation.steps import ANY, TARGET, Step

_STARTS = 4  # that are named, each


def sentences(crawler: Crawler, targets: str = "targets") -> Iterator[str]:
    """Yield where to start and what to follow, one sentence per kind of page and kind of link.

    Those who read them may call the pages that are looked for something else.
    """
    starts = crawler.navigation.starts
    shown = len(starts) if len(starts) <= _STARTS else _STARTS - 1
    for start in starts[:shown]:
        yield f"Start from {start}."
    if len(starts) > shown:
        yield f"Start from {len(starts) - shown} more pages, such as {starts[shown]}."
    if crawler.navigation.everything:
        yield "Follow every link to a page of the site, from every page."
    numbers = {node.name: node.pages for node in crawler.map}
    told: dict[tuple[str, str, str], int] = {}
    for step in crawler.navigation.steps:
        does = "fill in the form:" if step.fills_in else "follow links like"
        key = step.source, step.to, f"{does} {_links(step)}"
        told[key] = told.get(key, 0) + 1
    for (source, to, links), places in told.items():
        where = f" in {places} places" if places > 1 else ""
        seen = "1 page" if numbers.get(to) == 1 else f"{numbers.get(to, 0):,} pages"
        count = f" ({seen} seen)" if to in numbers else ""
        loop = " in turn" if source == to else ""
        on = targets if source == TARGET else _kind(source, crawler)
        goal = targets if to == TARGET else f"pages {to}"
        yield f"On {on} {links}{where} → {goal}{loop}{count}."


def _links(step: Step) -> str:
    return str(step.pattern) if step.pattern else str(step.shape)


def _kind(kind: str, crawler: Crawler) -> str:
    if kind == ANY:
        return "any page"
    return "the start page " + kind if kind in crawler.navigation.starts else f"pages {kind}"
