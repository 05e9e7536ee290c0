"""The benchmark's command: which cases, which strategies, which rivals, and what to do with it all."""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from bench import floors, in_process, table
from bench.corpus import OUT, PARTS, Case, CorpusError, Places, load_cases
from bench.jobs import Job, Wanted, jobs
from bench.measure import Bench
from bench.results import Result
from bench.rivals.commands import RIVALS
from bench.shuffled import differences

Measure = Callable[[Job], Result]
PAGEKIN = str(Path(sys.executable).with_name("pagekin"))


def main(arguments: list[str]) -> int:
    """Run what was asked for; 1 when something sank below its floor, 2 when nothing could be run."""
    options = _parser().parse_args(arguments)
    try:
        cases = load_cases(
            Places.from_environment(),
            parts=tuple(options.parts.split(",")),
            names=options.cases,
            set_aside=options.set_aside,
        )
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    if not cases:
        print(f"bench: no case matches {options.cases!r} in {options.parts}", file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(f"{case.name:<24}{len(case.targets):>6} targets" for case in cases))
        return 0
    bench = Bench(tuple(shlex.split(options.pagekin)), options.time_limit, options.max_pages)
    wanted = _wanted(options)
    if options.shuffle:
        return _compare_shuffled(bench, list(jobs(cases, wanted)), options.shuffle)
    measure = (
        partial(in_process.run, max_pages=options.max_pages) if options.in_process else bench.run
    )
    results = _run(bench, measure, list(jobs(cases, wanted)), cases if options.rivals else [])
    _write(results, options.out)
    return _hold(results, options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    add = parser.add_argument
    add("--cases", default="", metavar="REGEX", help="only the cases whose name matches")
    add("--parts", default="debian,captures", help=f"of {', '.join(PARTS)} [%(default)s]")
    add(
        "--strategies",
        default="auto,gogetit,indesit,trivial",
        help="separated by commas [%(default)s]; '' for none",
    )
    add("--no-entry", action="store_true", help="give the learner the sample only")
    add("--rivals", action="store_true", help="also run what fetches the whole site")
    add("--max-pages", type=int, help="limit for learning")
    add("--other-samples", type=int, default=0, metavar="N", help="learn from N other targets each")
    add("--sample", action="append", default=[], metavar="PATH", help="this sample (repeatable)")
    add("--not", action="append", default=[], dest="negatives", metavar="PATH", help="a negative")
    add("--hide", type=float, default=0.0, metavar="SHARE", help="hide targets while learning")
    add("--shuffle", type=int, default=0, metavar="RUNS", help="only compare crawler files")
    add("--set-aside", action="store_true", help="only the cases kept for a final figure")
    add("--in-process", action="store_true", help="no server, no commands: half the time")
    add("--check", action="store_true", help="fail when something is below its floor")
    add("--update", action="store_true", help="raise the floors to what was reached")
    add("--lower", action="append", default=[], metavar="CASE", help="set this case's floors anew")
    add(
        "--time-limit",
        type=float,
        default=900.0,
        metavar="S",
        help="for each command [%(default)s]",
    )
    add("--pagekin", default=PAGEKIN, metavar="COMMAND", help="the pagekin to run [%(default)s]")
    add("--out", type=Path, help="JSON file to write [out/bench-DATE.json]")
    add("--list", action="store_true", help="list the cases and stop")
    return parser


def _wanted(options: argparse.Namespace) -> Wanted:
    return Wanted(
        strategies=tuple(filter(None, options.strategies.split(","))),
        entry=not options.no_entry,
        other_samples=options.other_samples,
        hide=options.hide,
        samples=tuple(options.sample),
        negatives=tuple(options.negatives),
    )


def _run(bench: Bench, measure: Measure, wanted: list[Job], mirrored: list[Case]) -> list[Result]:
    print(table.heading())
    results = []
    for result in chain(map(measure, wanted), _rivals(bench, mirrored)):
        print(table.row(result), flush=True)
        results.append(result)
    print("\n" + "\n".join(table.summary(results)))
    return results


def _rivals(bench: Bench, cases: list[Case]) -> Iterator[Result]:
    for rival in RIVALS if cases else ():
        if rival.missing:
            print(rival.missing)
            continue
        for together in _by_site(cases):
            yield from bench.run_rival(rival, together)


def _by_site(cases: list[Case]) -> list[list[Case]]:
    """Put cases on the same site together: mirroring it once serves them all."""
    sites: dict[Any, list[Case]] = {}
    for case in cases:
        sites.setdefault((case.site, case.entry), []).append(case)
    return list(sites.values())


def _write(results: list[Result], out: Path | None) -> None:
    file = out or OUT / time.strftime("bench-%Y%m%d-%H%M%S.json")
    rows = [
        asdict(r) | {"key": r.key, "precision": r.precision, "recall": r.recall, "f1": r.f1}
        for r in results
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print(f"written: {file}")


def _hold(results: list[Result], options: argparse.Namespace) -> int:
    rival_names = {rival.name for rival in RIVALS}
    own = [result for result in results if result.strategy not in rival_names]
    known = floors.read_floors()
    if options.update or options.lower:
        floors.write_floors(floors.update(own, known, frozenset(options.lower)))
    if not options.check:
        return 0
    sunk = floors.check(own, known)
    for one in sunk:
        print(f"sunk: {one}")
    print(f"{len(sunk)} sunk" if sunk else "nothing sank")
    return 1 if sunk else 0


def _compare_shuffled(bench: Bench, wanted: list[Job], runs: int) -> int:
    worst = 0
    for job in wanted:
        different = differences(bench.learned_files(job, runs, longest_delay=0.02))
        print(f"{job.folder}: {runs} runs, {different or 'all the same'}", flush=True)
        worst = max(worst, 1 if different else 0)
    return worst
