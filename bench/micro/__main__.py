"""Run the micro-benchmarks: `python -m bench.micro [--check] [--only NAME] [--out FILE]`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from bench.corpus import OUT, Case, CorpusError, Places, load_cases
from bench.micro.core import linking, parsing, patterns, whole_page
from bench.micro.distance import distances, slowest
from bench.micro.engine import engine
from bench.micro.figures import Figure
from bench.micro.pages import real_pages

# The pages of this class are many and of middling size.
_ENGINE_CASE = "rustsec-advisory"


def _parse(cases: list[Case]) -> Iterable[Figure]:
    pages = real_pages(cases, 100, 3000, per_case=5)
    return [parsing(pages), linking(pages)]


def _whole(cases: list[Case]) -> Iterable[Figure]:
    return whole_page(real_pages(cases, 900, 1100, per_case=10))


def _distance(cases: list[Case]) -> Iterable[Figure]:
    yield from distances(real_pages(cases, 180, 220, per_case=2))
    yield slowest(real_pages(cases, 2500, 60_000, per_case=4))


def _engine(cases: list[Case]) -> Iterable[Figure]:
    return [engine(case) for case in cases if case.name == _ENGINE_CASE]


PARTS: dict[str, Callable[[list[Case]], Iterable[Figure]]] = {
    "parse": _parse,
    "whole": _whole,
    "rtdm": _distance,
    "patterns": patterns,
    "engine": _engine,
}


def main(arguments: list[str]) -> int:
    """Measure, print, write; with --check, 1 when a limit does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.micro", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a limit does not hold")
    parser.add_argument("--only", choices=list(PARTS), help="only this part")
    parser.add_argument("--out", type=Path, default=OUT / "micro.json", help="[%(default)s]")
    options = parser.parse_args(arguments)
    try:
        cases = load_cases(Places.from_environment())
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    figures = []
    for name in [options.only] if options.only else PARTS:
        for figure in PARTS[name](cases):
            print(figure, flush=True)
            figures.append(figure)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    rows = json.dumps([asdict(figure) for figure in figures], indent=1)
    options.out.write_text(rows + "\n", encoding="utf-8")
    broken = [failure for figure in figures for failure in figure.failures]
    for failure in broken if options.check else ():
        print(f"too slow: {failure}")
    return 1 if options.check and broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
