"""The rivals: other extractors that learn from example values, each in a process and environment of its own.

`PAGEKIN_RIVALS_PYTHON` names the interpreter that has them installed; it is this one if not set. In a
virtual environment of their own: `pip install autoscraper mlscraper extruct 'beautifulsoup4<4.13'` (autoscraper
finds nothing with a later Beautiful Soup, and says nothing about it). extruct learns nothing: it reads what pages
declare, and takes part where they do (`bench.tables`).
"""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.extraction.methods import Outcome, as_shown, nothing
from bench.extraction.tasks import Task
from pagekin.dom.encoding import to_utf8
from pagekin.dom.page import parse_page

RIVALS = ("autoscraper", "mlscraper")
SECONDS = 120.0
_WORKER = Path(__file__).with_name("rival_worker.py")


def rival(task: Task, name: str, seconds: float = SECONDS) -> Outcome:
    """Let a rival learn from the same example page and extract from the same pages.

    One that fails, or needs longer than it has, scores nothing, and `detail` says why.
    """
    outcome = Outcome(task.name, name)
    outcome.take(task, {attribute: nothing(task) for attribute in task.attributes})
    try:
        _take(outcome, task, answer(_input(task, name), seconds))
    except RivalError as error:
        outcome.detail = str(error)
    except (ValueError, KeyError) as error:
        outcome.detail = f"failed: {error}"
    return outcome


class RivalError(Exception):
    """A rival came to no result."""


def answer(asked: dict[str, Any], seconds: float = SECONDS) -> dict[str, Any]:
    """Return what a rival's process answers; raise RivalError if it fails or takes too long."""
    interpreter = os.environ.get("PAGEKIN_RIVALS_PYTHON", sys.executable)
    try:
        done = subprocess.run(
            [interpreter, str(_WORKER)],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            timeout=seconds,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise RivalError(f"stopped after {seconds:g} s") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.strip() or f"exit code {error.returncode}"
        raise RivalError(f"failed: {said.splitlines()[-1]}") from None
    except OSError as error:
        raise RivalError(f"failed: {error}") from None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _input(task: Task, name: str) -> dict[str, Any]:
    samples: dict[int, dict[str, list[str]]] = {}
    for page, attribute, value in task.examples():
        shown = as_shown(parse_page(task.url(page), _bytes(task, page)), value, task.fold)
        samples.setdefault(page, {}).setdefault(attribute, []).append(shown)
    return {
        "rival": name,
        "learn": [{"html": _html(task, i), "values": values} for i, values in samples.items()],
        "apply": [_html(task, i) for i in task.apply],
    }


def _bytes(task: Task, number: int) -> bytes:
    return task.files[number].read_bytes()


def _html(task: Task, number: int) -> str:
    return to_utf8(_bytes(task, number), None)[0].decode("utf-8", errors="replace")


def _take(outcome: Outcome, task: Task, answer: dict[str, Any]) -> None:
    outcome.learn_seconds = answer["learn_seconds"]
    outcome.pages_per_second = len(task.apply) / max(1e-9, answer["seconds"])
    runs = [
        {name: run.get(name) or nothing(task) for name in task.attributes} for run in answer["runs"]
    ]
    outcomes = [Outcome(task.name, outcome.method) for _ in runs]
    for one, run in zip(outcomes, runs, strict=True):
        one.take(task, run)
    best = max(outcomes, key=lambda one: statistics.fmean(s.f1 for s in one.scores.values()))
    outcome.take(task, best.columns)
