"""Examples to learn from: the readings of a class that a site allows, each with its traits and how right it is.

A class on a site of the corpus is searched once; then its readings are collected as if its sample had been given, and as if
some of its other pages had. Of made-up sites all pages are given.
"""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bench.class_weights.readings import ClassReadings
from bench.corpus import Case
from bench.made_sites.oracle import everything
from bench.made_sites.plan import draw
from bench.made_sites.site_making import make_site
from bench.sensitivity import searched
from pagekin.discovery.explored_site import ExploredSite
from pagekin.similarity.membership import SeenPages, decide, unlike

EARLY = "early"
_EARLY_PAGES = 60  # of a search that has hardly begun
_WHOLES = 6  # readings by a single feature of which parts are looked at
_DEEPER = 4  # of these parts, those of which parts are looked at in turn


@dataclass(frozen=True, slots=True)
class Example:
    """All readings of one class that were found from one sample; the last is what is left if none is likely."""

    name: str
    site: str  # examples of one site stay together when it is cross-validated
    part: str
    traits: list[dict[str, float]]
    rightness: list[float]  # F1 of each
    by_rules: float  # F1 of what the rules of `membership` decide


def from_case(case: Case, max_pages: int, samples: int) -> list[Example]:
    """Search a site of the corpus, and return examples for the sample and for some other targets."""
    state = searched(case, max_pages)
    if state is None:
        return []
    explored = state.search.explored
    entries = [n for n, url in enumerate(explored.pages) if url in state.search.entries]
    own = explored.evidence.samples[0]
    others = [n for n in _pages(state.targets) if n != own]
    chosen = random.Random(case.name).sample(others, min(samples - 1, len(others)))
    found = []
    for sample in (own, *chosen):
        _take_as_sample(explored, sample)
        site = str(case.site.root)
        found.append(
            _example(explored, entries, case.name, site, case.part, state.targets, state.dontcare)
        )
    return found


def from_early_search(case: Case) -> list[Example]:
    """Return an example of what is known of a class when its search has hardly begun."""
    return [replace(one, part=EARLY) for one in from_case(case, _EARLY_PAGES, 1)]


def from_made_site(seed: int, number: int) -> list[Example]:
    """Make a site, and return an example with all its pages."""
    site = make_site(draw(seed, number))
    explored = asyncio.run(everything(site))
    urls = [explored.urls[page] for page in explored.pages]
    targets = sum(
        1 << n for n, url in enumerate(urls) if site.classes.get(site.same.get(url, url)) == "kin"
    )
    home = [n for n, url in enumerate(urls) if url == site.home]
    name = f"{seed}-{number}"
    return [_example(explored, home, name, name, "made-up", targets, 0)]


def _example(  # noqa: PLR0917 - a site, its name, and its truth
    explored: ExploredSite,
    entries: list[int],
    name: str,
    site: str,
    part: str,
    targets: int,
    dontcare: int,
) -> Example:
    seen = SeenPages.of(explored.evidence, explored.inbound())
    traits: list[dict[str, float]] = []
    rightness: list[float] = []
    for bits, found in _readings(seen):
        traits.append(found)
        rightness.append(_f1(bits & ~dontcare, targets))
    left = unlike(explored.evidence, set(entries).difference(explored.evidence.samples)).bits
    traits.append({"none is likely": 1.0})
    rightness.append(_f1(left & ~dontcare, targets))
    decision = decide(seen)
    kin = decision.bits if decision.steps else left
    return Example(name, site, part, traits, rightness, _f1(kin & ~dontcare, targets))


def _take_as_sample(explored: ExploredSite, page: int) -> None:
    """Go on as if a page that was seen were the only sample; of texts, those of the first sample stay the ones that are known."""
    evidence, url = explored.evidence, explored.pages[page]
    features = (feature for feature, pages in evidence._having.items() if page in pages)  # noqa: SLF001
    evidence._samples = {page: frozenset(features)}  # noqa: SLF001
    explored.samples, explored._aliases = [url], set()  # noqa: SLF001
    explored._linking_to_samples = {  # noqa: SLF001
        linking: None for linking, out in explored.outlinks.items() if url in out.targets
    }


def _readings(seen: SeenPages) -> Iterator[tuple[int, dict[str, float]]]:
    """Yield more readings than a decision looks at, so that what it passes by is learned, too."""
    readings = ClassReadings(seen, seen.everything)
    alone = list(readings.alone_contexts())
    known = [context.bits for context in alone]
    parts = []
    for context in alone[:_WHOLES]:
        for part in readings.part_contexts(context.steps, known):
            parts.append(part)
            known.append(part.bits)
    parts.sort(key=lambda context: -context.steps[-1].evidence.worth)
    deeper = []
    for context in parts[:_DEEPER]:
        for part in readings.part_contexts(context.steps, known):
            deeper.append(part)
            known.append(part.bits)
    for context in (*alone, *parts, *deeper):
        yield context.bits, dict(context.traits())


def _pages(bits: int) -> Iterator[int]:
    while bits:
        page = bits & -bits
        bits ^= page
        yield page.bit_length() - 1


def _f1(found: int, targets: int) -> float:
    both = found.bit_count() + targets.bit_count()
    return 2 * (found & targets).bit_count() / both if both else 1.0
