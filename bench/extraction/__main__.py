"""Measure extraction on real pages: `python -m bench.extraction --help`."""

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.corpus import OUT, CorpusError, Places
from bench.extraction.methods import Outcome, by_example, by_itself, nothing
from bench.extraction.rivals import RIVALS, SECONDS, rival
from bench.extraction.rows import line, rows_of, summary
from bench.extraction.side_by_side import missed, table
from bench.extraction.speed import induction_figures, speed_figure
from bench.extraction.tasks import Task, captures_tasks, swde_tasks
from bench.floors import check, read_floors, update, write_floors
from pagekin.errors import PagekinError
from pagekin.wrappers import by_itself as inducing

FLOORS = Path(__file__).with_name("floors.json")
METHODS: dict[str, Callable[[Task], Outcome]] = {
    "by-example": by_example,
    "by-itself": lambda task: by_itself(task, inducing.induce),
}


def main(arguments: Sequence[str]) -> int:
    """Learn, extract, score, print; with --check, 1 when a floor does not hold."""
    options = _options(arguments)
    try:
        places = Places.from_environment()
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    parts = {
        "swde": lambda: swde_tasks(places.pages),
        "captures": lambda: captures_tasks(places.pages, places.truth),
    }
    outcomes: list[Outcome] = []
    failures: list[str] = []
    for part in parts if options.part is None else [options.part]:
        tasks = [task for task in parts[part]() if _chosen(task, options)]
        own = [outcome for task in tasks for outcome in _run(task, options)]
        print(*table(own), *summary(own), sep="\n", flush=True)
        outcomes += own
        if not (options.sites or options.only):
            failures += missed(part, own)
    failures += _speed(options)
    return _finish(options, outcomes, failures)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.extraction", description=__doc__)
    parser.add_argument("--methods", default=",".join((*METHODS, *RIVALS)), help="[%(default)s]")
    parser.add_argument(
        "--rival-seconds", type=float, default=SECONDS, help="a rival has on a site [%(default)g]"
    )
    parser.add_argument("--part", choices=["swde", "captures"], help="only this part")
    parser.add_argument("--sites", default="", help="only sites that match this")
    parser.add_argument("--only", choices=["seen", "unseen"], help="only those (not) kept aside")
    parser.add_argument("--errors", action="store_true", help="show what went wrong where")
    parser.add_argument("--no-speed", action="store_true", help="do not measure the speed")
    parser.add_argument("--check", action="store_true", help="fail when a floor does not hold")
    parser.add_argument("--update", action="store_true", help="raise floors to what was reached")
    parser.add_argument("--lower", action="append", default=[], metavar="SITE")
    parser.add_argument("--out", type=Path, default=OUT / "extraction.json", help="[%(default)s]")
    return parser.parse_args(arguments)


def _chosen(task: Task, options: argparse.Namespace) -> bool:
    if options.only and task.unseen != (options.only == "unseen"):
        return False
    return bool(re.search(options.sites, task.name))


def _run(task: Task, options: argparse.Namespace) -> list[Outcome]:
    outcomes = []
    for name in options.methods.split(","):
        try:
            outcome = (
                rival(task, name, options.rival_seconds) if name in RIVALS else METHODS[name](task)
            )
        except PagekinError as error:
            outcome = Outcome(task.name, name, detail=f"failed: {error}")
            outcome.take(task, {attribute: nothing(task) for attribute in task.attributes})
        print(line(outcome), flush=True)
        if options.errors:
            _show_errors(task, outcome)
        outcomes.append(outcome)
    return outcomes


def _show_errors(task: Task, outcome: Outcome) -> None:
    for name, column in outcome.columns.items():
        wrong = [
            (task.files[i].name, task.truth[name][i], texts)
            for i, texts in zip(task.apply, column, strict=True)
            if set(map(task.fold, task.truth[name][i])) != set(map(task.fold, texts))
        ]
        if outcome.scores[name].f1 < 0.995:
            print(
                f"  {name}: P {outcome.scores[name].precision:.2f} R {outcome.scores[name].recall:.2f}"
            )
            for file, true, texts in wrong[:8]:
                print(f"    {file}: {str(true)[:90]} but {str(texts)[:150]}")


def _speed(options: argparse.Namespace) -> list[str]:
    if options.no_speed:
        return []
    figures = [speed_figure(), *induction_figures()]
    print(*figures, sep="\n")
    return [failure for figure in figures for failure in figure.failures]


def _finish(options: argparse.Namespace, outcomes: list[Outcome], failures: list[str]) -> int:
    rows = [row for outcome in outcomes for row in rows_of(outcome)]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    content = json.dumps([row.content() for row in rows], indent=1, ensure_ascii=False)
    options.out.write_text(content + "\n", encoding="utf-8")
    own = [row for row in rows if row.method not in RIVALS]
    floors = read_floors(FLOORS)
    sunk = [str(fault) for fault in check(own, floors)] + failures
    for fault in sunk if options.check else ():
        print(f"sunk: {fault}")
    if options.update or options.lower:
        write_floors(update(own, floors, options.lower), FLOORS)
    return 1 if options.check and sunk else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
