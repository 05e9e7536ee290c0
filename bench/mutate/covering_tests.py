"""Which tests run a line of the source, those first that are quick and run little else.

What was found out is kept in out/mutate by the content of the source and of the tests, so that another sample
costs no second run, and a test that was added only its own.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bench.mutate.faults import HERE, SOURCE, Fault

_KEPT = HERE / "out" / "mutate"
_START = 0.02  # seconds that any test takes besides its own
_MOST_SECONDS = 20.0  # of tests for one fault; what comes later is slow, and runs much besides
# Where the tests of a package are, if not only in the folder of its name.
FOLDERS = {
    "crawl": ("tests/crawl", "tests/app/storing", "tests/app/test_one_pass.py"),
    "discovery": ("tests/discovery", "tests/app/test_learning_with_forms.py"),
    "navigation": ("tests/navigation", "tests/crawl/test_crawl.py"),
    "wrappers/repair": ("tests/wrappers/repair", "tests/cli/test_repair_command.py"),
    "output": ("tests/output", "tests/cli/test_stored_records.py"),
}
# What takes minutes or software of others is no help here.
_LEFT_OUT = (
    "tests/app/test_away_servers.py",
    "tests/app/test_days.py",
    "tests/app/test_form_zoo.py",
    "tests/app/test_full_disk.py",
    "tests/app/test_killed_crawls.py",
    "tests/archive/test_archive_killed.py",
    "tests/fetch/test_bombs.py",
    "tests/fetch/test_many_large_pages.py",
    "tests/software",
    "tests/store/test_killing.py",
)


@dataclass(frozen=True, slots=True)
class TimedTest:
    """A test, by its node id: how long it takes, and how many lines of the source it runs."""

    seconds: float
    name: str
    lines: int = 0

    @property
    def rank(self) -> tuple[float, str]:
        """The sort key: a test that takes little time and runs little else is the likeliest to be about a line."""
        return (self.seconds + _START) * self.lines, self.name


class CoveringTests:
    """The tests of a package, by the lines that they run."""

    def __init__(self, found: dict[str, dict[str, dict[str, list[int]]]]) -> None:
        self.failing: list[str] = []
        self._by_line: dict[tuple[str, int], set[TimedTest]] = defaultdict(set)
        self._by_file: dict[str, set[TimedTest]] = defaultdict(set)
        self._loading: set[tuple[str, int]] = set()
        self._all: set[TimedTest] = set()
        for name, one in found.items():
            if not one["passed"]:
                self.failing.append(name)
                continue
            if "::" not in name:  # what was run between the tests
                self._loading |= {
                    (at, line) for at, lines in one["lines"].items() for line in lines
                }
                continue
            ran = sum(map(len, one["lines"].values()))
            test = TimedTest(float(str(one["seconds"])), name, ran)
            self._all.add(test)
            for file, lines in one["lines"].items():
                self._by_file[file].add(test)
                for line in lines:
                    self._by_line[file, line].add(test)

    def some(self) -> list[TimedTest]:
        """Return the first tests, whatever they run."""
        return _first(self._all)

    def of(self, fault: Fault) -> list[TimedTest]:
        """Return the tests that can tell whether a fault is there; none if no test runs its line.

        What is run when the module is loaded may be used by any test that uses the module.
        """
        file = str(fault.file)
        places = [(file, line) for line in fault.lines]
        if places and self._loading.isdisjoint(places):
            return _first(set().union(*(self._by_line.get(place, ()) for place in places)))
        return _first(self._by_file.get(file) or self._all)


def _first(tests: Iterable[TimedTest]) -> list[TimedTest]:
    chosen: list[TimedTest] = []
    total = 0.0
    for test in sorted(tests, key=lambda test: test.rank):
        total += test.seconds
        if chosen and total > _MOST_SECONDS:
            break
        chosen.append(test)
    return chosen


def covering_tests(package: str, jobs: int) -> CoveringTests:
    """Return the tests of a package; run those first that are not known in their present state."""
    files = _test_files(package)
    kept = _KEPT / _state_of(file for file in (*_sources(), *_helpers()))
    kept.mkdir(parents=True, exist_ok=True)
    places = {file: kept / f"{_name(file)}-{_state_of([HERE / file])}.json" for file in files}
    missing = [file for file, place in places.items() if not place.exists()]
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda some: _record(some, places), filter(None, _shares(missing, jobs))))
    found = {}
    for place in places.values():
        for name, one in json.loads(place.read_bytes()).items():
            found[name or str(place)] = one
    return CoveringTests(found)


def _record(files: list[str], places: dict[str, Path]) -> None:
    with tempfile.TemporaryDirectory(prefix="pagekin-mutate-") as name:
        folder = Path(name)
        subprocess.run(
            [sys.executable, "-m", "bench.mutate.line_recorder", folder, *files],
            cwd=HERE,
            env=os.environ
            | {
                "PYTHONPATH": f"{folder}:{HERE / 'src'}",
                "COVERAGE_PROCESS_START": str(folder / "coveragerc"),
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        for file in files:
            shutil.move(folder / f"{_name(file)}.json", places[file])


def _test_files(package: str) -> list[str]:
    found = set()
    for folder in FOLDERS.get(package, (f"tests/{package}",)):
        path = HERE / folder
        some = [path] if path.suffix else path.rglob("test_*.py")
        found |= {str(file.relative_to(HERE)) for file in some}
    return sorted(file for file in found if not file.startswith(_LEFT_OUT))


def _shares(files: list[str], jobs: int) -> list[list[str]]:
    return [files[number::jobs] for number in range(jobs)]


def _sources() -> list[Path]:
    return [file for file in sorted(SOURCE.rglob("*")) if file.is_file() and _is_kept(file)]


def _helpers() -> list[Path]:
    files = sorted((HERE / "tests").rglob("*.py"))
    return [file for file in files if not file.name.startswith("test_")]


def _is_kept(file: Path) -> bool:
    return "__pycache__" not in file.parts


def _state_of(files: Iterable[Path]) -> str:
    state = sha256()
    for file in files:
        content = file.read_bytes()
        state.update(f"{file.relative_to(HERE)} {len(content)} ".encode() + content)
    return state.hexdigest()[:16]


def _name(file: str) -> str:
    return file.replace("/", "+")
