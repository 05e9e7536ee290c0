"""Do the tests notice when the code is wrong? Small faults are put into a package, one at a time.

    python -m bench.mutate crawl values --number 40

For each package a sample of faults is drawn, the same one for the same seed, and the tests that run the
changed line are run against each, those first that are quick and run little else. A fault that none of them
notices has survived, and is printed with its place. Some faults that would harm people are always tried (bench/mutate/named_faults.py).
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.mutate.covering_tests import CoveringTests, covering_tests
from bench.mutate.fault_trials import FaultTrials, fault_trials
from bench.mutate.faults import Fault, sample
from bench.mutate.named_faults import NAMED_FAULTS, NamedFault

PACKAGES = (
    "store",
    "archive",
    "fetch",
    "crawl",
    "discovery",
    "similarity",
    "navigation",
    "wrappers/repair",
    "values",
    "output",
)


def measure(package: str, number: int, seed: int, jobs: int) -> tuple[float, bool]:
    """Try faults of a package; return the share noticed, and whether all named ones were."""
    tests = covering_tests(package, jobs)
    for test in tests.failing:
        print(f"{package}: left out, as it fails without any fault: {test}", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="pagekin-mutate-") as folder,
        fault_trials(Path(folder), jobs, tests.files) as trials,
    ):
        trials.check(tests.some())
        named = _named(package, tests, trials, jobs)
        trials.hung = 0
        faults = sample(package, number, seed)
        survived = _survivors(faults, tests, trials, jobs)
    if not faults:
        return 1.0, named
    share = 1 - survived / len(faults)
    noticed = len(faults) - survived
    hung = f", {trials.hung} of them as the tests did not end" if trials.hung else ""
    print(f"{package}: {noticed} of {len(faults)} faults noticed, {share:.0%} (seed {seed}){hung}")
    return share, named


def _named(package: str, tests: CoveringTests, trials: FaultTrials, jobs: int) -> bool:
    """Try the faults with a name; print those that are not noticed, or have no place any more."""
    named = [one for one in NAMED_FAULTS if one.file.startswith(f"{package}/")]
    for one in filter(NamedFault.is_outdated, named):
        print(f"{package}: outdated, its text is not in {one.file} once: {one.harm}", flush=True)
    faults = [fault for fault in map(NamedFault.fault, named) if fault]
    survived = _survivors(faults, tests, trials, jobs)
    if named:
        print(f"{package}: {len(faults) - survived} of {len(named)} named faults noticed")
    return len(faults) == len(named) and not survived


def _survivors(
    faults: Sequence[Fault], tests: CoveringTests, trials: FaultTrials, jobs: int
) -> int:
    """Try faults; print those that no test notices, and return how many those are."""

    def survives(fault: Fault) -> bool:
        chosen = tests.of(fault)
        at_loading = tests.are_loading(fault)
        if chosen and trials.is_noticed(fault, chosen, at_loading=at_loading):
            return False
        print(f"  {fault.shown()}{'' if chosen else ' (run by no test)'}", flush=True)
        return True

    with ThreadPoolExecutor(jobs) as pool:
        return sum(pool.map(survives, faults))


def main() -> None:
    """Measure the packages named, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--number", type=int, default=40, help="faults a package")
    parser.add_argument("--named", action="store_true", help="only the faults with a name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--nice", type=int, default=5, help="let others go first")
    parser.add_argument("--least", type=float, default=0.0, help="exit with 1 below this share")
    options = parser.parse_args()
    os.nice(options.nice)
    number = 0 if options.named else options.number
    results = [measure(package, number, options.seed, options.jobs) for package in options.packages]
    bad = min(share for share, _ in results) < options.least
    sys.exit(bad or not all(named for _, named in results))


if __name__ == "__main__":
    main()
