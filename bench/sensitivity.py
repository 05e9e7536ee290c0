"""Whether any constant that decides who is kin is on an edge: `python -m bench.sensitivity`.

Each case is searched once, with a limit on pages; then it is decided again who is kin among the pages seen, with one
constant halved or doubled at a time. The figures are mean F1 over the pages seen, so that one run takes seconds.
"""

import argparse
import asyncio
import sys
from dataclasses import dataclass
from types import ModuleType
from unittest import mock

from bench.corpus import Case, CorpusError, Places, load_cases
from bench.in_process import ORIGIN, FilesSite
from bench.score import pages_of
from pagekin.discovery import auto
from pagekin.discovery.adaptive_search import AdaptiveSearch
from pagekin.discovery.learning_task import LearningResult, LearningTask
from pagekin.errors import PagekinError
from pagekin.settings import Settings
from pagekin.similarity import class_evidence, membership
from pagekin.similarity.membership import SeenPages, decide, unlike
from pagekin.site import Stop
from pagekin.urls import Scope

CONSTANTS: tuple[tuple[ModuleType, str], ...] = (
    (class_evidence, "PLACES"),
    (membership, "FEWEST"),
    (membership, "PAYS"),
    (membership, "_PLACE"),
    (membership, "_OUTSIDE"),
    (membership, "_MOST"),
)


@dataclass(frozen=True, slots=True)
class State:
    """What a search has seen of a site, and which of it is right."""

    case: str
    search: AdaptiveSearch
    seen: SeenPages
    targets: int
    dontcare: int

    def f1(self) -> float:
        """Decide who is kin, and compare with the truth."""
        search, evidence = self.search, self.search.explored.evidence
        decision = decide(self.seen)
        if not decision.steps:
            pages = enumerate(search.explored.pages)
            decision = unlike(evidence, (n for n, url in pages if url in search.entries))
        kin = decision.bits & ~self.dontcare
        both = kin.bit_count() + self.targets.bit_count()
        return 2 * (kin & self.targets).bit_count() / both if both else 1.0


def searched(case: Case, max_pages: int) -> State | None:
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
    seen = SeenPages.of(explored.evidence, explored.inbound())
    return State(case.name, kept[0], seen, targets, dontcare)


def main(arguments: list[str]) -> int:
    """Print the mean F1 as it is, and with each constant halved and doubled."""
    parser = argparse.ArgumentParser(prog="python -m bench.sensitivity", description=__doc__)
    parser.add_argument(
        "--cases", default="", metavar="REGEX", help="only those whose name matches"
    )
    parser.add_argument("--max-pages", type=int, default=200, metavar="N", help="[%(default)s]")
    options = parser.parse_args(arguments)
    try:
        cases = load_cases(Places.from_environment(), names=options.cases)
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    states = [state for case in cases if (state := searched(case, options.max_pages))]
    if not states:
        return 2
    print(f"{'constant':<16}{'value':>8}{'halved':>8}{'as it is':>10}{'doubled':>9}")
    as_it_is = _mean(states)
    for module, name in CONSTANTS:
        value = getattr(module, name)
        halved, doubled = (_with(states, module, name, value * by) for by in (0.5, 2))
        print(f"{name:<16}{value:>8.3g}{halved:>8.3f}{as_it_is:>10.3f}{doubled:>9.3f}", flush=True)
    return 0


def _with(states: list[State], module: ModuleType, name: str, value: float) -> float:
    with mock.patch.object(module, name, value):
        return _mean(states)


def _mean(states: list[State]) -> float:
    return sum(state.f1() for state in states) / len(states)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
