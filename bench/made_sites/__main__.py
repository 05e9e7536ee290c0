"""Measure on made-up sites: `python -m bench.made_sites --number 200 --seed 1`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path

from bench.made_sites.measuring import Outcome, measure
from bench.made_sites.plan import DIMENSIONS, Plan, draw
from bench.made_sites.tables import tables


def main(arguments: list[str]) -> int:
    """Run as many sites as asked for, and show what came of them."""
    options = _parser().parse_args(arguments)
    fixed = dict(pair.split("=", 1) for pair in options.only)
    for name, value in fixed.items():
        if value not in DIMENSIONS.get(name, ()):
            print(
                f"made_sites: --only {name}={value}: one of {DIMENSIONS.get(name, list(DIMENSIONS))}"
            )
            return 2
    numbers = [options.site] if options.site is not None else range(options.number)
    outcomes = []
    plans = [draw(options.seed, n, fixed) for n in numbers]
    one = partial(measure, answers=options.answers, look_at_all=options.oracle)
    for outcome in _outcomes(one, plans, options.processes):
        outcomes.append(outcome)
        if outcome.score.f1 < options.tell:
            s = outcome.score
            print(f"F1 {s.f1:.3f} P {s.precision:.3f} R {s.recall:.3f}: {outcome.plan}", flush=True)
    print("\n".join(tables(outcomes)))
    if options.out:
        rows = [asdict(one) | {"f1": one.score.f1} for one in outcomes]
        options.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return 0


def _outcomes(
    one: Callable[[Plan], Outcome], plans: list[Plan], processes: int
) -> Iterator[Outcome]:
    if processes == 1:
        yield from map(one, plans)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(one, plans, chunksize=4)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.made_sites", description=__doc__)
    add = parser.add_argument
    add("--number", type=int, default=200, metavar="N", help="sites [%(default)s]")
    add("--seed", type=int, default=1, metavar="S", help="which sites [%(default)s]")
    add("--site", type=int, metavar="N", help="only site N of the seed")
    add(
        "--only",
        action="append",
        default=[],
        metavar="DIMENSION=VALUE",
        help="only sites of this kind (repeatable)",
    )
    add("--tell", type=float, default=0.0, metavar="F1", help="name the sites below this")
    add("--processes", type=int, default=2, metavar="N", help="[%(default)s]")
    add("--answers", type=int, default=0, metavar="N", help="also after so many answers")
    add("--oracle", action="store_true", help="also what whoever sees all pages can know")
    add("--out", type=Path, metavar="FILE", help="all outcomes as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
