"""TRIVIALSEARCH and INDESIT as the paper measures them: `python -m bench.schema_searches --cases 'fastfood|dplyr'`.

The first table is that of Figure 6: for each sample, recall and precision of the pages found, downloads (#dwnl) and
visits (#evl) of each algorithm. The second is that of Figure 7: the entry of each site as a sample that is unique.
"""

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from bench.corpus import Case, CorpusError, Places, load_cases
from bench.in_process import ORIGIN, FilesSite
from bench.score import Score, pages_of, score
from pagekin.discovery.indesit import indesit
from pagekin.discovery.learning_task import fetch_sample
from pagekin.discovery.search_result import SearchResult
from pagekin.discovery.trivial import DEPTH, trivial_search
from pagekin.similarity.page_schema import ST
from pagekin.site import Stop
from pagekin.urls import Scope

Search = Callable[..., Awaitable[SearchResult]]


def main(arguments: list[str]) -> int:
    """Run both searches on the cases asked for; 2 when there are none."""
    options = _parser().parse_args(arguments)
    try:
        parts = tuple(options.parts.split(","))
        cases = load_cases(Places.from_environment(), parts=parts, names=options.cases)
    except CorpusError as error:
        print(f"schema_searches: {error}", file=sys.stderr)
        return 2
    stop = partial(Stop, max_pages=options.max_pages)
    trivial: Search = partial(trivial_search, st=options.st, depth=options.depth)
    directed: Search = partial(indesit, st=options.st)
    for line in _figure_6(cases, (trivial, directed), stop):
        print(line, flush=True)
    for line in _figure_7(cases, directed, stop):
        print(line, flush=True)
    return 0


def _figure_6(
    cases: list[Case], searches: tuple[Search, Search], stop: Callable[[], Stop]
) -> Iterator[str]:
    columns = f"{'R':>7} {'P':>7} {'#dwnl':>7} {'#evl':>11}"
    yield f"{'':<31} | {'TRIVIALSEARCH':<35} | INDESIT"
    yield f"{'sample':<24}{'targets':>7} | {columns} | {columns}"
    for case in cases:
        cells = (_cell(*found(case, case.sample, search, stop())) for search in searches)
        yield f"{case.name:<24}{len(case.targets):>7} | {' | '.join(cells)}"


def _figure_7(cases: list[Case], search: Search, stop: Callable[[], Stop]) -> Iterator[str]:
    yield f"{'unique page':<44} {'P':>7} {'#dwnl':>7} {'#evl':>11}"
    for case in {(case.site, case.entry): case for case in cases}.values():
        result, _ = found(case, case.entry, search, stop())
        alike = pages_of(result.targets, case.site, ORIGIN)
        name = f"{case.name}: {case.entry}"
        yield f"{name:<44} {1 / len(alike):>7.1%} {result.downloads:>7,} {result.visits:>11,}"


def found(case: Case, sample: str, search: Search, stop: Stop) -> tuple[SearchResult, Score]:
    """Search from a page of a case's site."""

    async def work() -> SearchResult:
        site = FilesSite(case.site)
        page = await fetch_sample(site, ORIGIN + case.url_path(sample))
        return await search(site, page, Scope.around(page.url), stop)

    result = asyncio.run(work())
    pages = pages_of(result.targets, case.site, ORIGIN)
    return result, score(pages, case.targets, case.dontcare)


def _cell(result: SearchResult, came: Score) -> str:
    stopped = "*" if result.stopped else " "
    return (
        f"{came.recall:>7.1%} {came.precision:>7.1%} {result.downloads:>7,}{stopped}"
        f"{result.visits:>11,}"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.schema_searches", description=__doc__)
    add = parser.add_argument
    add("--cases", default="", metavar="REGEX", help="only the cases whose name matches")
    add("--parts", default="debian,captures", help="parts of the corpus [%(default)s]")
    add("--st", type=int, default=ST, help="schemas that differ in fewer are alike [%(default)s]")
    add("--depth", type=int, default=DEPTH, help="levels of TRIVIALSEARCH [%(default)s]")
    add("--max-pages", type=int, default=2000, help="stop a search (*) after so many [%(default)s]")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
