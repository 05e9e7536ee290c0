"""Real sites on two dates: `python -m bench.dated_pairs --help`.

What is told of the second date is held against the corpus' labels of what changed. A page is falsely told
if it is told as one that changed itself, or came or went, and nothing of its own did; what a whole site
did is one event, whose pages are found through it. The labels are a heuristic's: a guide, not gold.
"""

import argparse
import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bench.corpus import CorpusError, Places
from bench.dated_crawls import DatedCrawls, DatedPair, crawled, dated_pairs
from pagekin.app.crawl_differences import crawl_differences
from pagekin.monitor.event_rows import events_of
from pagekin.store.opening import open_store
from pagekin.store.reading.comparison import compare
from pagekin.store.states import EventKind, EventState

_OWN = frozenset({"changed", "new", "vanished", "moved"})
_MOST_FALSE = 0.01
_FEWEST_FOUND = 1.0


@dataclass(frozen=True, slots=True)
class PairScore:
    """How well a pair was told."""

    name: str
    quiet: int
    false: int
    content: int
    content_found: int
    in_field: int  # content whose change is in a field that was extracted
    in_field_found: int
    came: int  # and went
    came_found: int
    wide: int  # events of the whole site
    templates: int
    seconds: float

    @property
    def false_share(self) -> float:
        """The share of quiet pages that are told."""
        return self.false / self.quiet if self.quiet else 0.0

    @property
    def faults(self) -> list[str]:
        """What is not as it should be."""
        found = []
        if self.false_share > _MOST_FALSE:
            found.append(f"{self.name}: {self.false_share:.1%} of quiet pages told")
        for what, number, of in (
            ("changes in a field", self.in_field_found, self.in_field),
            ("pages that came or went", self.came_found, self.came),
        ):
            if number < _FEWEST_FOUND * of:
                found.append(f"{self.name}: {number} of {of} {what} told")
        return found

    def row(self) -> str:
        """Return the row of the table."""
        return (
            f"{self.name:<44}{self.false:>5} of {self.quiet:<5}{self.false_share:>6.1%}"
            f"{self.content_found:>6} of {self.content:<4}{self.in_field_found:>6} of {self.in_field:<4}"
            f"{self.came_found:>6} of {self.came:<4}{self.wide:>5}{self.templates:>6}{self.seconds:>7.2f}"
        )


_HEADING = (
    f"{'pair':<44}{'falsely told':>19}{'content':>13}{'in a field':>14}{'came, went':>14}"
    f"{'wide':>5}{'templ':>6}{'s':>7}"
)


def scored(pair: DatedPair, crawls: DatedCrawls) -> PairScore:
    """Compare what the store tells of a pair with the labels."""
    store = open_store(crawls.data)
    with store.connection() as connection:
        began = time.perf_counter()
        compared = crawl_differences(store, connection, crawls.older, crawls.newer)
        seconds = time.perf_counter() - began
        raw = {
            crawls.path(one.url): one.state
            for one in compare(connection, crawls.older, crawls.newer)
        }
        events = [
            one for one in events_of(connection, crawls.newer) if one.state is EventState.TOLD
        ]
    # That a page's template changed says nothing of what is on it.
    own = [one.event for one in events if one.event.kind is not EventKind.TEMPLATE]
    told = {crawls.path(place.url) for event in own for place in event.places}
    states = {crawls.path(page.url): page.state for page in compared.pages}
    labels = {path: pair.labels.get(path, "") for path in raw}
    quiet = [path for path, label in labels.items() if label not in {"content", "added", "removed"}]
    content = [path for path, label in labels.items() if label == "content"]
    in_field = [path for path in content if raw[path] == "changed"]
    moving = [path for path, label in labels.items() if label in {"added", "removed"}]
    kinds = Counter(one.event.kind for one in events)
    return PairScore(
        pair.name,
        len(quiet),
        sum(states.get(path) in _OWN for path in quiet),
        len(content),
        len(told.intersection(content)),
        len(in_field),
        len(told.intersection(in_field)),
        len(moving),
        len(told.intersection(moving)),
        sum(event.wide for event in own),
        kinds[EventKind.TEMPLATE],
        seconds,
    )


def main(arguments: Sequence[str]) -> int:
    """Crawl both dates of each pair and score; 1 if something is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m bench.dated_pairs", description=__doc__)
    parser.add_argument("--cases", default="", metavar="REGEX", help="only these cases")
    parser.add_argument("--keep", action="store_true", help="score the crawls of the last run")
    parser.add_argument("--check", action="store_true", help="fail if a figure is not reached")
    options = parser.parse_args(arguments)
    try:
        pairs = list(dated_pairs(Places.from_environment(), options.cases))
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    print(_HEADING)
    faults = []
    for pair in pairs:
        if not options.keep:
            shutil.rmtree(pair.folder, ignore_errors=True)
        score = scored(pair, crawled(pair))
        print(score.row(), flush=True)
        faults += score.faults
    print(*faults or ["all as it should be"], sep="\n")
    return 1 if faults and options.check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
