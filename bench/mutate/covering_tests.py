"""Which tests run a line of the source, those first that are quick and run little else.

What was found out is kept in out/mutate by the content of the tests, with that of each module of the package that they
ran: another sample costs no second run, a test that was added only its own, and a module that was changed only the tests
that run it. What changes outside of the package may change which lines of it are run, but hardly ever does.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.mutate.faults import HERE, SOURCE, Fault

_KEPT = HERE / "out" / "mutate"
_START = 0.02  # seconds that any test takes besides its own
_MOST_SECONDS = 10.0  # of tests for one fault; what comes later is slow, and runs much besides
_FEW_SECONDS = 2.0  # of tests that show whether any of it works
# Where the tests of a package are, if not only in the folder of its name.
FOLDERS = {
    "crawl": ("tests/crawl", "tests/app/storing", "tests/app/test_one_pass.py"),
    "discovery": ("tests/discovery", "tests/app/test_learning_with_forms.py"),
    "navigation": ("tests/navigation", "tests/crawl/test_crawl.py"),
    "wrappers/repair": ("tests/wrappers/repair", "tests/cli/test_repair_command.py"),
    "output": ("tests/output", "tests/cli/test_stored_records.py"),
}
# What takes minutes, or software of others such as a browser, is no help here.
_LEFT_OUT = (
    "tests/app/test_away_servers.py",
    "tests/app/test_days.py",
    "tests/app/test_form_zoo.py",
    "tests/app/test_full_disk.py",
    "tests/app/test_killed_crawls.py",
    "tests/archive/test_archive_killed.py",
    "tests/fetch/rendering/test_rendering_",
    "tests/fetch/test_bombs.py",
    "tests/fetch/test_many_large_pages.py",
    "tests/software",
    "tests/store/test_killing.py",
)


@dataclass(frozen=True, slots=True)
class TimedTest:
    """A test, by its node id: how long it takes, and how many lines of the package it runs."""

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
        return _first(self._all, _FEW_SECONDS)

    def of(self, fault: Fault) -> list[TimedTest]:
        """Return the tests that can tell whether a fault is there; none if no test runs its line.

        What is run when the module is loaded may be used by any test that uses the module.
        """
        file = str(fault.file)
        if self.are_loading(fault):
            return _first(self._by_file.get(file) or self._all)
        return _first(set().union(*(self._by_line.get((file, n), ()) for n in fault.lines)))

    def are_loading(self, fault: Fault) -> bool:
        """Whether the fault is run while modules are loaded."""
        file = str(fault.file)
        return not fault.lines or not self._loading.isdisjoint((file, n) for n in fault.lines)

    @property
    def files(self) -> list[str]:
        """The files that the tests are in."""
        return sorted({test.name.partition("::")[0] for test in self._all})


def _first(tests: Iterable[TimedTest], most: float = _MOST_SECONDS) -> list[TimedTest]:
    chosen: list[TimedTest] = []
    total = 0.0
    for test in sorted(tests, key=lambda test: test.rank):
        total += test.seconds
        if chosen and total > most:
            break
        chosen.append(test)
    return chosen


def covering_tests(package: str, jobs: int) -> CoveringTests:
    """Return the tests of a package; run those first that are not known in their present state."""
    files = _test_files(package)
    folder = _KEPT / package
    folder.mkdir(parents=True, exist_ok=True)
    data = _state_of(_data_files(package))
    places = {
        file: folder / f"{_name(file)}-{data}-{_state_of([HERE / file, *_helpers_of(file)])}.json"
        for file in files
    }
    modules = _states_of_modules(package)
    missing = [file for file, place in places.items() if _read(place, modules) is None]
    with ThreadPoolExecutor(jobs) as pool:
        shares = filter(None, _shares(missing, jobs))
        list(pool.map(lambda some: _record(package, some, places), shares))
    found = {}
    for place in places.values():
        for name, one in (_read(place, modules) or {}).items():
            found[name or str(place)] = one
    return CoveringTests(found)


def _read(place: Path, modules: dict[str, str]) -> dict[str, Any] | None:
    """Return what is kept of a test file, None if there is nothing, or its tests ran what has changed since."""
    if not place.exists():
        return None
    kept = json.loads(place.read_bytes())
    same = {file for file, state in kept["modules"].items() if modules.get(file) == state}
    tests: dict[str, Any] = kept["tests"]
    if any(not same.issuperset(one["lines"]) for name, one in tests.items() if name):
        return None
    loaded = tests[""]["lines"]  # of other modules it may be outdated
    tests[""]["lines"] = {file: lines for file, lines in loaded.items() if file in same}
    return tests


def _record(package: str, files: list[str], places: dict[str, Path]) -> None:
    modules = _states_of_modules(package)
    with tempfile.TemporaryDirectory(prefix="pagekin-mutate-") as name:
        folder = Path(name)
        subprocess.run(
            [sys.executable, "-m", "bench.mutate.line_recorder", folder, package, *files],
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
            tests = json.loads((folder / f"{_name(file)}.json").read_bytes())
            kept = json.dumps({"modules": modules, "tests": tests})
            places[file].write_text(kept, encoding="utf-8")


def _test_files(package: str) -> list[str]:
    found = set()
    for folder in FOLDERS.get(package, (f"tests/{package}",)):
        path = HERE / folder
        some = [path] if path.suffix else path.rglob("test_*.py")
        found |= {str(file.relative_to(HERE)) for file in some}
    return sorted(file for file in found if not file.startswith(_LEFT_OUT))


def _shares(files: list[str], jobs: int) -> list[list[str]]:
    return [files[number::jobs] for number in range(jobs)]


def _states_of_modules(package: str) -> dict[str, str]:
    files = sorted((SOURCE / package).rglob("*.py"))
    return {str(file.relative_to(SOURCE)): _state_of([file]) for file in files}


def _data_files(package: str) -> list[Path]:
    """Return the files of a package that are no modules: no one can tell which test reads them."""
    found = (SOURCE / package).rglob("*")
    files = sorted(file for file in found if file.is_file() and file.suffix != ".py")
    return [file for file in files if "__pycache__" not in file.parts]


def _helpers_of(file: str) -> list[Path]:
    """Return what a test file shares with others: what is set up for its folder, and modules that it may name."""
    helpers = [one for one in (HERE / "tests").rglob("*.py") if not one.name.startswith("test_")]
    found = {
        one for one in helpers if one.name == "conftest.py" and one.parent in (HERE / file).parents
    }
    waiting = [HERE / file, *found]
    while waiting:
        words = set(re.findall(r"\w+", waiting.pop().read_text(encoding="utf-8")))
        new = {one for one in helpers if one.stem in words and one not in found}
        found |= new
        waiting += new
    return sorted(found)


def _state_of(files: Iterable[Path]) -> str:
    state = sha256()
    for file in files:
        content = file.read_bytes()
        state.update(f"{file.relative_to(HERE)} {len(content)} ".encode() + content)
    return state.hexdigest()[:16]


def _name(file: str) -> str:
    return file.replace("/", "+")
