"""A navigation in sentences."""

from collections import Counter
from collections.abc import Iterator

from pagekin.navigation.crawler import Crawler
from pagekin.navigation.steps import ANY, TARGET, Step

_STARTS = 4  # that are named, each


def main_sentences(crawler: Crawler, most: int = 6) -> list[str]:
    """Return the sentences, at most so many; the last of them says how many more there are."""
    told = list(sentences(crawler))
    if len(told) <= most:
        return told
    return [*told[: most - 1], f"… and {len(told) - most + 1} more sentences."]


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
    written = _written(crawler)
    leads_there = any(step.to == TARGET for step in crawler.navigation.steps)
    among = "" if leads_there else f" and {targets} among them"
    told: dict[tuple[str, str, str], int] = {}
    for step in crawler.navigation.steps:
        does = "fill in the form:" if step.fills_in else "follow links like"
        links = str(step.pattern or _links(step, crawler) or step.shape)
        key = step.source, step.to, f"{does} {links}"
        told[key] = told.get(key, 0) + 1
    for (source, to, links), places in told.items():
        where = f" in {places} places" if places > 1 else ""
        seen = "1 page" if numbers.get(to) == 1 else f"{numbers.get(to, 0):,} pages"
        count = f" ({seen} seen)" if to in numbers else ""
        loop = " in turn" if source == to else ""
        on = targets if source == TARGET else _kind(source, crawler, written)
        goal = targets if to == TARGET else f"pages {written.get(to, to)}{among}"
        yield f"On {on} {links}{where} → {goal}{loop}{count}."


def _written(crawler: Crawler) -> dict[str, str]:
    """Return how the addresses of kinds of pages are written, of those that links of one shape lead to."""
    shapes = {(step.to, step.shape) for step in crawler.navigation.steps}
    leading = Counter(to for to, _ in shapes)
    return {
        node.name: node.written for node in crawler.map if node.written and leading[node.name] == 1
    }


def _links(step: Step, crawler: Crawler) -> str:
    """Return how the addresses are written that a step leads to; nothing if that is not known."""
    node = next((node for node in crawler.map if node.name == step.to), None)
    followed = {other.shape for other in crawler.navigation.steps if other.to == step.to}
    if node is None or len(followed) == 1:
        return node.written if node else ""
    return dict(node.forms).get(str(step.shape), "")


def _kind(kind: str, crawler: Crawler, written: dict[str, str]) -> str:
    if kind == ANY:
        return "any page"
    if kind in crawler.navigation.starts:
        return "the start page " + kind
    return f"pages {written.get(kind, kind)}"
