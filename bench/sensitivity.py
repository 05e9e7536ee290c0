"""Whether any constant that decides is on an edge: `python -m bench.sensitivity`.

Constants that decide who is kin: each case of the corpus is searched once, with a limit on pages; then it is decided again
who is kin among the pages seen, with one constant halved or doubled at a time. Constants of the search and of navigation:
made-up sites are learned and crawled with each. The figures are mean F1; for navigation also downloads for each target.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable, Iterator
from statistics import fmean
from types import ModuleType
from unittest import mock

from bench.corpus import Case, CorpusError, Places, load_cases
from bench.in_process import ORIGIN, FilesSite
from bench.made_sites.measuring import measure
from bench.made_sites.plan import draw
from bench.score import pages_of
from bench.seen_state import SeenState
from pagekin.discovery import (
    adaptive_search,
    auto,
    link_classes,
    navigation_deriving,
    navigation_draft,
    navigation_options,
    navigation_shortening,
    site_links,
)
from pagekin.discovery.adaptive_search import AdaptiveSearch
from pagekin.discovery.learning_task import LearningResult, LearningTask
from pagekin.errors import PagekinError
from pagekin.settings import Settings
from pagekin.similarity import class_evidence, link_lists, membership, page_evidence
from pagekin.site import Stop
from pagekin.urls import Scope

# A constant, by the modules that go by it.
Constant = tuple[str, tuple[ModuleType, ...]]

MEMBERSHIP: tuple[Constant, ...] = (
    ("PLACES", (class_evidence,)),
    ("FEWEST", (membership, class_evidence)),
    ("PAYS", (membership,)),
    ("PLACE", (membership,)),
    ("TOLD", (membership, class_evidence)),
    ("ALL", (membership,)),
    ("MOST", (membership, page_evidence)),
    ("_OWN", (link_lists,)),
    ("_MORE", (link_lists,)),
    ("LANGUAGES", (page_evidence, class_evidence)),
)
SEARCH: tuple[Constant, ...] = (
    ("TRIES", (link_classes, adaptive_search)),
    ("LIKELY", (link_classes, adaptive_search)),
    ("TWINS", (adaptive_search,)),
    ("CONFIRM", (adaptive_search,)),
    ("AUDIT", (adaptive_search,)),
    ("MENU", (adaptive_search,)),
    ("POPULAR", (adaptive_search,)),
    ("UNDECIDED", (adaptive_search,)),
    ("_GAIN", (adaptive_search,)),
    ("_STEADY", (adaptive_search,)),
    ("_BARREN", (adaptive_search,)),
)
NAVIGATION: tuple[Constant, ...] = (
    ("_BESIDE", (navigation_draft,)),
    ("_WORTH", (navigation_deriving,)),
    ("_LISTED", (navigation_deriving,)),
    ("_FEWEST_HUBS", (site_links,)),
    ("_START", (navigation_options,)),
    ("COMPLETE", (navigation_shortening,)),
    ("_MIXED", (site_links,)),
    ("_PURE", (site_links,)),
    ("_MOSTLY", (site_links,)),
)


def searched(case: Case, max_pages: int) -> SeenState | None:
    """Search a site for the sample's kin, and keep what is known then."""
    sample, entry = (ORIGIN + case.url_path(page) for page in (case.sample, case.entry))
    task = LearningTask((sample,), entry, Scope.around(entry))
    kept: list[AdaptiveSearch] = []

    def keep(task: LearningTask, search: AdaptiveSearch, dead_end: str | None) -> LearningResult:
        del task, dead_end
        kept.append(search)
        raise PagekinError("this is all that is wanted")

    with mock.patch.object(auto, "_result", keep):
        try:
            asyncio.run(auto.learn(FilesSite(case.site), task, Settings(), Stop(max_pages)))
        except PagekinError:
            if not kept:
                return None
    explored = kept[0].explored
    targets = dontcare = 0
    for number, url in enumerate(explored.pages):
        [page] = pages_of([explored.urls[url]], case.site, ORIGIN)
        targets |= (page in case.targets) << number
        dontcare |= (page in case.dontcare) << number
    entries = (n for n, url in enumerate(explored.pages) if url in kept[0].entries)
    return SeenState(explored, tuple(entries), targets, dontcare)


def main(arguments: list[str]) -> int:
    """Print the figures as they are, and with each constant halved and doubled."""
    options = _parser().parse_args(arguments)
    print(f"{'constant':<16}{'value':>8}{'halved':>16}{'as it is':>16}{'doubled':>16}")
    if "membership" in options.only:
        try:
            cases = load_cases(Places.from_environment(), names=options.cases)
        except CorpusError as error:
            print(f"bench: {error}", file=sys.stderr)
            return 2
        states = [state for case in cases if (state := searched(case, options.max_pages))]
        if not states:
            return 2
        _print(_membership_rows(states))
    for part, constants in (("search", SEARCH), ("navigation", NAVIGATION)):
        if part in options.only:
            _print(_site_rows(constants, options.seed, options.sites))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.sensitivity", description=__doc__)
    add = parser.add_argument
    add("--cases", default="", metavar="REGEX", help="only those whose name matches")
    add("--max-pages", type=int, default=200, metavar="N", help="[%(default)s]")
    add("--sites", type=int, default=30, metavar="N", help="made-up sites [%(default)s]")
    add("--seed", type=int, default=7, metavar="S", help="which of them [%(default)s]")
    add(
        "--only",
        default="membership,search,navigation",
        metavar="PARTS",
        help="separated by commas [%(default)s]",
    )
    return parser


def _membership_rows(states: list[SeenState]) -> Iterator[str]:
    def figure() -> str:
        return f"{fmean(state.f1(state.decided()[1].bits) for state in states):.3f}"

    as_it_is = figure()
    for constant in MEMBERSHIP:
        yield _row(constant, as_it_is, (figure() for _ in _changed(constant)))


def _site_rows(constants: Iterable[Constant], seed: int, sites: int) -> Iterator[str]:
    plans = [draw(seed, number) for number in range(sites)]

    def figure() -> str:
        found = [measure(plan) for plan in plans]
        hits = max(1, sum(one.score.hits for one in found))
        downloads = sum(one.crawled_by for one in found) / hits
        return f"{fmean(one.score.f1 for one in found):.3f} ({downloads:.2f})"

    as_it_is = figure()
    for constant in constants:
        yield _row(constant, as_it_is, (figure() for _ in _changed(constant)))


def _changed(constant: Constant) -> Iterator[None]:
    """Halve a constant, then double it, each for as long as the caller takes to look at what comes of it."""
    name, modules = constant
    value = getattr(modules[0], name)
    for factor in (0.5, 2):
        new = max(1, round(value * factor)) if isinstance(value, int) else value * factor
        patches = [mock.patch.object(module, name, new) for module in modules]
        for patch in patches:
            patch.start()
        try:
            yield
        finally:
            for patch in patches:
                patch.stop()


def _row(constant: Constant, as_it_is: str, changed: Iterable[str]) -> str:
    name, modules = constant
    halved, doubled = changed
    value = getattr(modules[0], name)
    return f"{name:<16}{value:>8.3g}{halved:>16}{as_it_is:>16}{doubled:>16}"


def _print(rows: Iterable[str]) -> None:
    for row in rows:
        print(row, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
