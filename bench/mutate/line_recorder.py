"""Runs tests once, and writes down which lines of a package each test has run and how long it took.

    python -m bench.mutate.line_recorder FOLDER PACKAGE tests/…

Processes that a test starts are recorded, too, unless they are killed: `sitecustomize.py` in the folder, which
is on their path, begins it. For each test file a JSON file in the folder says what its tests have run; what was
run between the tests, such as what modules do when they are loaded, stands under the name "".
"""

import importlib
import json
import os
import pkgutil
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest

from bench.mutate.faults import HERE, SOURCE
from bench.mutate.own_folder import OwnFolder
from bench.mutate.waited_turns import waited_for_a_turn

_LONGEST = (
    600  # seconds; a test that takes longer, however busy the machine is, would never get its turn
)
_BUSY = 4  # times longer a test may take on a busy machine, so that its own time is less than what passes
_BEGIN = "import coverage\n\ncoverage.process_startup()\n"
_SETTINGS = """[run]
data_file = {folder}/lines
parallel = true
source = {source}
concurrency = thread
context = ${{PAGEKIN_TEST-}}
disable_warnings = no-data-collected, module-not-imported, couldnt-parse
"""


class LineRecorder:
    """A plugin of pytest that names the test under way to coverage."""

    def __init__(self, recording: coverage.Coverage) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.failed: set[str] = set()
        self._recording = recording

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Name a test while it runs."""
        os.environ["PAGEKIN_TEST"] = item.nodeid
        self._recording.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self._recording.switch_context("")
            os.environ.pop("PAGEKIN_TEST")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Note how long a test takes; what a fixture of the whole run took is nobody's own time."""
        computed, began = _computed(), time.monotonic() - waited_for_a_turn()
        try:
            return (yield)
        finally:
            waited = (time.monotonic() - waited_for_a_turn() - began) / _BUSY
            self.seconds[item.nodeid] += max(_computed() - computed, waited)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note which tests fail."""
        if report.failed:
            self.failed.add(report.nodeid)


def record(folder: Path, package: str, tests: list[str]) -> None:
    """Run tests, and write a file for each test file."""
    settings = folder / "coveragerc"
    traced = SOURCE / package  # and nothing else, which would take twice the time
    settings.write_text(_SETTINGS.format(folder=folder, source=traced), encoding="utf-8")
    (folder / "sitecustomize.py").write_text(_BEGIN, encoding="utf-8")
    recording = coverage.Coverage(config_file=str(settings))
    recorder = LineRecorder(recording)
    recording.start()
    _load_all()
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", f"--timeout={_LONGEST}"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of plugins that are loaded now
    options += ["-k", "not postgres_store"]  # nearly all that is done there is done on SQLite, too
    pytest.main([*options, *tests], plugins=[recorder, OwnFolder(folder / "folder")])
    recording.stop()
    recording.save()
    lines = _lines(folder)
    by_file: dict[str, dict[str, Any]] = {test.partition("::")[0]: {} for test in tests}
    for test, seconds in recorder.seconds.items():
        ran = {file: sorted(some) for file, some in lines[test].items()}
        by_file.setdefault(test.partition("::")[0], {})[test] = {
            "seconds": round(seconds, 3),
            "passed": test not in recorder.failed,
            "lines": ran,
        }
    loaded = {file: sorted(some) for file, some in lines[""].items()}
    for file, found in by_file.items():
        found[""] = {"seconds": 0.0, "passed": True, "lines": loaded}
        name = file.replace("/", "+") + ".json"
        (folder / name).write_text(json.dumps(found), encoding="utf-8")


def _computed() -> float:
    """Return the seconds of computing by this process and by those that it has waited for."""
    return sum(os.times()[:4])


def _load_all() -> None:
    """Load what would otherwise be loaded by the first test that needs it, as if only that had run it.

    The store's modules are loaded when Django is set up.
    """
    for module in pkgutil.walk_packages([str(SOURCE)], "pagekin."):
        if not module.name.endswith("__main__") and not module.name.startswith("pagekin.store."):
            importlib.import_module(module.name)


def _lines(folder: Path) -> dict[str, dict[str, set[int]]]:
    """Return the lines that each test has run, by file."""
    found: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for part in folder.glob("lines.*"):
        data = coverage.CoverageData(str(part))
        data.read()
        for file in data.measured_files():
            name = str(Path(file).relative_to(SOURCE))
            for line, tests in data.contexts_by_lineno(file).items():
                for test in tests:
                    found[test][name].add(line)
    return found


if __name__ == "__main__":
    os.chdir(HERE)
    record(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
