"""The soak of schedulers: several share a store, are killed and halted at random, and run each due time once.

python -m bench.schedulers [--watches 100] [--hours 100] [--schedulers 4] [--seed 1]

Prints for each database how many due times were run, how many schedulers were killed (kill -9) or halted
for longer than their lease, and what was wrong; 1 if anything was.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from pagekin.store.location import StoreLocation

sys.path.extend(str(Path(__file__).parents[1] / "tests" / part) for part in (".", "store", "app"))
import postgres
from killed_schedulers import run_schedulers, wrong


def main(arguments: list[str]) -> int:
    """Run on both databases."""
    parser = argparse.ArgumentParser(prog="python -m bench.schedulers", description=__doc__)
    parser.add_argument("--watches", type=int, default=100, help="due each hour [%(default)s]")
    parser.add_argument("--hours", type=int, default=100, help="[%(default)s]")
    parser.add_argument("--schedulers", type=int, default=4, help="[%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="[%(default)s]")
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory(prefix="pagekin-schedulers-") as folder,
        postgres.server() as server,
    ):
        failed = _soak("sqlite", StoreLocation(Path(folder) / "sqlite"), options)
        if server is None:
            print("no PostgreSQL server can be had: its part is left out")
        else:
            location = StoreLocation(Path(folder) / "postgresql", server.database())
            failed += _soak("postgresql", location, options)
    return 1 if failed else 0


def _soak(name: str, location: StoreLocation, options: argparse.Namespace) -> int:
    """Run schedulers on a database, and give how many things were wrong."""
    began = time.perf_counter()
    outcome = run_schedulers(
        location, options.watches, options.hours, options.seed, schedulers=options.schedulers
    )
    problems = wrong(outcome, options.watches, options.hours)
    for problem in problems[:20]:
        print(f"{name}: {problem}")
    print(
        f"{name}: {len(outcome.effects):,} due times, {outcome.kills} kills, {outcome.halts} halts, "
        f"{len(problems)} wrong, {time.perf_counter() - began:.0f} s",
        flush=True,
    )
    return len(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
